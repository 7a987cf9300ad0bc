import { Type } from 'typebox';
import { keysetPageReply, BY_CREATION, KeysetListOf, keysetParameters } from '../../platform/http/keyset.ts';
import { content, created, ok } from '../../platform/http/reply.ts';
import { adminRow, route } from '../../platform/http/route.ts';
import { Amount, Literals } from '../../platform/http/schemas.ts';
import { INVOICE_STATUSES } from './invoices/invoice-tables.ts';
import { renderInvoice } from './invoices/invoice-pdf.ts';
import { type MoneyReader, SELLERS_BY_NAME_MAX } from './money-reader.ts';
import {
  AdminInvoiceView,
  adminInvoiceView,
  AdminPaymentView,
  adminPaymentView,
  RefundView,
  refundView,
} from './money-views.ts';
import type { Refunds } from './payments/refunds.ts';
import { InvoiceDetailView, PAYMENT_STATUSES, PaymentView } from './schemas.ts';
import { invoiceDetailView, paymentView } from './subscription/subscription-views.ts';

const AMOUNT_MAX = 10_000_000;

const span = {
  sellerId: Type.Optional(Type.String({ maxLength: 40, description: 'Filter by seller' })),
  seller: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 100,
      description: `Part of the current name of the seller; covers at most ${SELLERS_BY_NAME_MAX} matching sellers`,
    }),
  ),
  from: Type.Optional(Type.String({ format: 'date', description: 'First day, in UTC' })),
  to: Type.Optional(Type.String({ format: 'date', description: 'Last day, in UTC' })),
};

export function moneyRoutes(reader: MoneyReader, refunds: Refunds) {
  return [...paymentRoutes(reader, refunds), ...invoiceRoutes(reader)];
}

function paymentRoutes(reader: MoneyReader, refunds: Refunds) {
  const common = adminRow('Admin: billing');
  return [
    route('GET', '/admin/payments', {
      ...common,
      operationId: 'admin.payments.list',
      summary: 'List payments of all sellers, newest first',
      query: Type.Object({
        ...span,
        status: Type.Optional(Literals(PAYMENT_STATUSES, { description: 'Filter by status' })),
        ...keysetParameters,
      }),
      responses: { 200: KeysetListOf('payments', AdminPaymentView) },
      handler: ({ query }) =>
        keysetPageReply('payments', query, {
          read: (page) => reader.payments(query, page),
          view: adminPaymentView,
          ...BY_CREATION,
        }),
    }),
    route('GET', '/admin/payments/:id', {
      ...common,
      operationId: 'admin.payments.get',
      summary: 'Get a payment with its refunds',
      responses: { 200: Type.Object({ payment: AdminPaymentView, refunds: Type.Array(RefundView) }) },
      handler: async ({ params }) => {
        const { payment, refunds } = await reader.payment(params.id);
        return ok({ payment: adminPaymentView(payment), refunds: refunds.map((row) => refundView(row)) });
      },
    }),
    route('POST', '/admin/payments/:id/refunds', {
      ...common,
      operationId: 'admin.payments.refund',
      needsFreshSignIn: true,
      summary: 'Refund a payment in full or in part, with a credit note',
      description:
        'The amount includes VAT; if omitted, the whole remaining amount is refunded. pending: the payment service has not responded yet, and the status is checked again later.',
      body: Type.Object({
        amount: Type.Optional(Amount({ minimum: 0.01, maximum: AMOUNT_MAX })),
        reason: Type.String({ minLength: 3, maxLength: 500, format: 'text' }),
      }),
      responses: { 201: Type.Object({ refund: RefundView }) },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, body, context }) =>
        created({ refund: refundView(await refunds.refund(actor, params.id, body, context)) }),
      answerAgain: async (_request, id) => created({ refund: refundView(await refunds.run(id)) }),
    }),
  ];
}

function invoiceRoutes(reader: MoneyReader) {
  const common = adminRow('Admin: billing');
  return [
    route('GET', '/admin/invoices', {
      ...common,
      operationId: 'admin.invoices.list',
      summary: 'List invoices and credit notes of all sellers, newest first',
      query: Type.Object({
        ...span,
        status: Type.Optional(Literals(INVOICE_STATUSES, { description: 'Filter by status' })),
        kind: Type.Optional(
          Literals(['invoice', 'credit_note'], { description: 'Only invoices, or only credit notes' }),
        ),
        number: Type.Optional(Type.String({ maxLength: 40, description: 'Document number' })),
        ...keysetParameters,
      }),
      responses: { 200: KeysetListOf('invoices', AdminInvoiceView) },
      handler: ({ query }) =>
        keysetPageReply('invoices', query, {
          read: (page) => reader.invoices(query, page),
          view: adminInvoiceView,
          keyOf: (row) => [row.issued_at.toISOString(), row.id],
          key: BY_CREATION.key,
        }),
    }),
    route('GET', '/admin/invoices/:id', {
      ...common,
      operationId: 'admin.invoices.get',
      summary: 'Get an invoice with its lines and payment attempts',
      responses: {
        200: Type.Object({
          invoice: InvoiceDetailView,
          sellerId: Type.String(),
          payments: Type.Array(PaymentView),
        }),
      },
      handler: async ({ actor, params }) => {
        const { payments, ...detail } = await reader.invoice(params.id);
        return ok({
          invoice: invoiceDetailView(detail, actor.language),
          sellerId: detail.invoice.seller_id,
          payments: payments.map((row) => paymentView(row)),
        });
      },
    }),
    route('GET', '/admin/invoices/:id/pdf', {
      ...common,
      operationId: 'admin.invoices.download',
      summary: 'Download an invoice as a PDF, in the language in which it was issued',
      responses: { 200: { contentType: 'application/pdf' } },
      handler: async ({ params }) => {
        const detail = await reader.invoice(params.id);
        return content('application/pdf', await renderInvoice(detail), {
          'content-disposition': `attachment; filename="${detail.invoice.number}.pdf"`,
        });
      },
    }),
  ];
}
