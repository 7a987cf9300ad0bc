import { isoOrNull } from '../../platform/clock.ts';
import { money } from './invoices/amounts.ts';
import type { InvoiceData, PaymentData, SubscriptionData } from './events.ts';
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

export function paymentData(payment: PaymentRow, userId: string | null): PaymentData {
  return {
    payment: {
      id: payment.id,
      subscription_id: payment.subscription_id,
      invoice_id: payment.invoice_id,
      user_id: userId,
      status: payment.status,
      ...money(payment.amount_minor, payment.currency),
      failure_code: payment.failure_code,
      failure_message: payment.failure_message,
      created_at: payment.created_at.toISOString(),
    },
  };
}

export function invoiceData(invoice: InvoiceRow, userId: string | null): InvoiceData {
  return {
    invoice: {
      id: invoice.id,
      number: invoice.number,
      kind: invoice.kind,
      subscription_id: invoice.subscription_id,
      user_id: userId,
      status: invoice.status,
      net: invoice.net_minor / 100,
      vat: invoice.vat_minor / 100,
      total: invoice.total_minor / 100,
      amount_due: invoice.status === 'open' ? invoice.due_minor / 100 : 0,
      currency: invoice.currency,
      issued_at: invoice.issued_at.toISOString(),
      paid_at: isoOrNull(invoice.paid_at),
    },
  };
}
