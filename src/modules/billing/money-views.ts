import { type Static, Type } from 'typebox';
import { fromRow } from '../../platform/http/from-row.ts';
import { Literals, Money, NamedObject, Nullable, Timestamp } from '../../platform/http/schemas.ts';
import { money } from './invoices/amounts.ts';
import type { RefundStatus } from './invoices/invoice-tables.ts';
import type { InvoiceRow } from './invoices/invoices.repository.ts';
import type { NamedPayment } from './money-reader.ts';
import type { RefundWithNote } from './payments/refunds.repository.ts';
import { InvoiceView, PaymentView } from './schemas.ts';
import { invoiceView, paymentView } from './subscription/subscription-views.ts';

export const AdminPaymentView = NamedObject('AdminPayment', {
  ...PaymentView.properties,
  refunded: Money,
  credited: Money,
  seller: Type.Object({ id: Type.String(), name: Nullable(Type.String()) }),
  invoiceNumber: Nullable(Type.String()),
  gateway: Type.String(),
  method: Nullable(Type.String()),
  failure: Nullable(Type.String()),
  settledAt: Nullable(Timestamp),
});

const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const satisfies readonly RefundStatus[];

export const RefundView = NamedObject('Refund', {
  id: Type.String(),
  paymentId: Type.String(),
  status: Literals(REFUND_STATUSES, { description: "failed: the amount was added to the seller's credit" }),
  amount: Money,
  reason: Type.String(),
  creditNote: Type.Object({ id: Type.String(), number: Type.String() }),
  failure: Nullable(Type.String()),
  createdAt: Timestamp,
  settledAt: Nullable(Timestamp),
});

export const AdminInvoiceView = NamedObject('AdminInvoice', {
  ...InvoiceView.properties,
  seller: Type.Object({ id: Type.String(), name: Type.String() }),
});

export function adminPaymentView(row: NamedPayment): Static<typeof AdminPaymentView> {
  return fromRow(AdminPaymentView, row, {
    ...paymentView(row),
    refunded: money(row.status === 'refunded' ? row.amount_minor : row.refunded_minor, row.currency),
    credited: money(row.credited_minor, row.currency),
    seller: { id: row.seller_id, name: row.sellerName },
    method: row.payment_method_label,
    failure: row.failure_message,
  });
}

export function refundView(row: RefundWithNote): Static<typeof RefundView> {
  return fromRow(RefundView, row, {
    amount: money(row.amount_minor, row.currency),
    creditNote: { id: row.credit_note_id, number: row.credit_note },
    failure: row.failure_message,
  });
}

export function adminInvoiceView(row: InvoiceRow): Static<typeof AdminInvoiceView> {
  return { ...invoiceView(row), seller: { id: row.seller_id, name: row.customer.name } };
}
