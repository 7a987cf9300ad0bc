import { fromRow } from '../../platform/http/from-row.ts';
import { money } from './invoices/amounts.ts';
import { InvoiceData, PaymentData, type SubscriptionData } from './events.ts';
import type { InvoiceRow } from './invoices/invoices.repository.ts';
import type { PaymentRow } from './payments/payments.repository.ts';
import type { Account } from './repository.ts';

export function subscriptionData(account: Account, userId: string | null): SubscriptionData {
  const { subscription, plan } = account;
  return {
    subscription: {
      id: subscription.id,
      plan: { id: plan.id, name: plan.name },
      user_id: userId,
      status: subscription.status,
      billing_cycle: subscription.billing_cycle,
      price: money(subscription.price_minor, subscription.currency),
      created_at: (subscription.started_at ?? subscription.created_at).toISOString(),
    },
  };
}

export function paymentData(row: PaymentRow, userId: string | null): PaymentData {
  const { amount, currency } = money(row.amount_minor, row.currency);
  return { payment: fromRow(PaymentData.properties.payment, row, { user_id: userId, amount, currency }) };
}

export function invoiceData(row: InvoiceRow, userId: string | null): InvoiceData {
  return {
    invoice: fromRow(InvoiceData.properties.invoice, row, {
      user_id: userId,
      net: row.net_minor / 100,
      vat: row.vat_minor / 100,
      total: row.total_minor / 100,
      amount_due: row.status === 'open' ? row.due_minor / 100 : 0,
    }),
  };
}
