import { Type } from 'typebox';
import { pagination, readOwnPage } from '../../../platform/http/pagination.ts';
import { content, ok } from '../../../platform/http/reply.ts';
import { access, PRIVATE, route } from '../../../platform/http/route.ts';
import { ListOf } from '../../../platform/http/schemas.ts';
import { renderInvoice } from './invoice-pdf.ts';
import type { BillingReader } from '../billing-reader.ts';
import { InvoiceDetailView, InvoiceQuery, InvoiceView } from '../schemas.ts';
import { invoiceDetailView, invoiceView } from '../subscription/subscription-views.ts';

const TAG = 'Subscriptions';

export function invoiceRoutes(reader: BillingReader) {
  return [
    route('GET', '/subscriptions/invoices', {
      operationId: 'invoices.list',
      showsInViews: true,
      tag: TAG,
      summary: 'List invoices and credit notes, newest first',
      access: access.seller('MANAGER'),
      rateLimit: 'seller',
      cache: PRIVATE,
      query: InvoiceQuery,
      responses: { 200: ListOf('invoices', InvoiceView) },
      handler: async ({ actor, query }) => {
        const page = readOwnPage(query);
        const { invoices, total } = await reader.invoices(actor.seller.sellerId, page, query.status);
        return ok({ invoices: invoices.map(invoiceView), pagination: pagination(page, total) });
      },
    }),
    route('GET', '/subscriptions/invoices/:id', {
      operationId: 'invoices.get',
      showsInViews: true,
      tag: TAG,
      summary: 'Get an invoice with its lines',
      access: access.seller('MANAGER'),
      rateLimit: 'seller',
      cache: PRIVATE,
      responses: { 200: Type.Object({ invoice: InvoiceDetailView }) },
      handler: async ({ actor, params }) => {
        const detail = await reader.invoice(actor.seller.sellerId, params.id);
        return ok({ invoice: invoiceDetailView(detail, actor.language) });
      },
    }),
    route('GET', '/subscriptions/invoices/:id/pdf', {
      operationId: 'invoices.download',
      tag: TAG,
      summary: 'Download an invoice as a PDF, in the language in which it was issued',
      access: access.seller('MANAGER'),
      rateLimit: 'seller',
      cache: PRIVATE,
      responses: { 200: { contentType: 'application/pdf' } },
      handler: async ({ actor, params }) => {
        const detail = await reader.invoice(actor.seller.sellerId, params.id);
        return content('application/pdf', await renderInvoice(detail), {
          'content-disposition': `attachment; filename="${detail.invoice.number}.pdf"`,
        });
      },
    }),
  ];
}
