import { type Static, Type } from 'typebox';
import { defineEvent } from '../../platform/events/event.ts';
import { Literals, Money, NamedObject, Nullable, Timestamp } from '../../platform/http/schemas.ts';
import { INVOICE_STATUSES, type PaymentStatus } from './invoices/invoice-tables.ts';
import { SUBSCRIPTION_STATUSES } from './subscription/states.ts';
import { BILLING_CYCLES } from './tables.ts';

/** Specification: "Subscription (as carried in an event)". `billing_cycle` is null for unpaid plans. */
const SubscriptionData = NamedObject('EventSubscription', {
  subscription: Type.Object({
    id: Type.String(),
    plan: Type.Object({ id: Type.String(), name: Type.String() }),
    user_id: Nullable(Type.String()),
    status: Literals(SUBSCRIPTION_STATUSES),
    billing_cycle: Nullable(Literals(BILLING_CYCLES)),
    price: Money,
    created_at: Timestamp,
  }),
});
export type SubscriptionData = Static<typeof SubscriptionData>;

const subscriptionSample: SubscriptionData = {
  subscription: {
    id: 'sub_01JK3V4T7Q8M2N6P9R5S0X1Y2Z',
    plan: { id: 'pln_00000000000000000000000003', name: 'Professional' },
    user_id: 'usr_01JK3V4T7Q8M2N6P9R5S0X1Y2Z',
    status: 'active',
    billing_cycle: 'monthly',
    price: { amount: 149, currency: 'EUR' },
    created_at: '2026-02-01T09:30:00.000Z',
  },
};

const forManagers = { scope: null, teamRole: 'MANAGER' } as const;
const ofSubscription = { ...forManagers, data: SubscriptionData, sample: subscriptionSample };

export const subscriptionCreated = defineEvent({
  type: 'subscription.created',
  ...ofSubscription,
  when: 'A seller has subscribed to a plan or started its trial.',
});

export const subscriptionUpdated = defineEvent({
  type: 'subscription.updated',
  ...ofSubscription,
  when: 'The plan, the billing cycle or the state has changed, or a change is scheduled for the next period.',
});

export const subscriptionCanceled = defineEvent({
  type: 'subscription.canceled',
  ...ofSubscription,
  when: 'The subscription ends: at the end of the period (status canceled), or immediately because it was not paid (status expired).',
  sample: { subscription: { ...subscriptionSample.subscription, status: 'canceled' } },
});

export const subscriptionRenewed = defineEvent({
  type: 'subscription.renewed',
  ...ofSubscription,
  when: 'The next period has started. payment.succeeded or payment.failed follows.',
});

const PAYMENT_STATUSES = [
  'pending',
  'succeeded',
  'failed',
  'refund_due',
  'refunded',
] as const satisfies readonly PaymentStatus[];

export const PaymentData = NamedObject('EventPayment', {
  payment: Type.Object({
    id: Type.String(),
    subscription_id: Type.String(),
    invoice_id: Nullable(Type.String()),
    user_id: Nullable(Type.String()),
    status: Literals(PAYMENT_STATUSES),
    amount: Type.Number(),
    currency: Type.String(),
    failure_code: Nullable(Type.String()),
    failure_message: Nullable(Type.String()),
    created_at: Timestamp,
  }),
});
export type PaymentData = Static<typeof PaymentData>;

const paymentSample: PaymentData = {
  payment: {
    id: 'pay_01JK3V4T7Q8M2N6P9R5S0X1Y2Z',
    subscription_id: 'sub_01JK3V4T7Q8M2N6P9R5S0X1Y2Z',
    invoice_id: 'inv_01JK3V4T7Q8M2N6P9R5S0X1Y2Z',
    user_id: 'usr_01JK3V4T7Q8M2N6P9R5S0X1Y2Z',
    status: 'succeeded',
    amount: 177.31,
    currency: 'EUR',
    failure_code: null,
    failure_message: null,
    created_at: '2026-02-01T09:30:00.000Z',
  },
};

export const paymentSucceeded = defineEvent({
  type: 'payment.succeeded',
  ...forManagers,
  when: 'The payment gateway has collected the payment.',
  data: PaymentData,
  sample: paymentSample,
});

export const paymentFailed = defineEvent({
  type: 'payment.failed',
  ...forManagers,
  when: 'The payment gateway has declined the payment. Nothing else changes; a renewal is retried.',
  data: PaymentData,
  sample: {
    payment: {
      ...paymentSample.payment,
      status: 'failed',
      failure_code: 'card_declined',
      failure_message: 'The card was declined.',
    },
  },
});

export const InvoiceData = NamedObject('EventInvoice', {
  invoice: Type.Object({
    id: Type.String(),
    number: Type.String(),
    kind: Literals(['invoice', 'credit_note']),
    subscription_id: Type.String(),
    user_id: Nullable(Type.String()),
    status: Literals(INVOICE_STATUSES),
    net: Type.Number(),
    vat: Type.Number(),
    total: Type.Number(),
    amount_due: Type.Number(),
    currency: Type.String(),
    issued_at: Timestamp,
    paid_at: Nullable(Timestamp),
  }),
});
export type InvoiceData = Static<typeof InvoiceData>;

const invoiceSample: InvoiceData = {
  invoice: {
    id: 'inv_01JK3V4T7Q8M2N6P9R5S0X1Y2Z',
    number: 'FW-2026-000042',
    kind: 'invoice',
    subscription_id: 'sub_01JK3V4T7Q8M2N6P9R5S0X1Y2Z',
    user_id: 'usr_01JK3V4T7Q8M2N6P9R5S0X1Y2Z',
    status: 'open',
    net: 149,
    vat: 28.31,
    total: 177.31,
    amount_due: 177.31,
    currency: 'EUR',
    issued_at: '2026-02-01T09:30:00.000Z',
    paid_at: null,
  },
};

export const invoiceCreated = defineEvent({
  type: 'invoice.created',
  ...forManagers,
  when: 'An invoice or a credit note was issued.',
  data: InvoiceData,
  sample: invoiceSample,
});

export const invoicePaid = defineEvent({
  type: 'invoice.paid',
  ...forManagers,
  when: 'An invoice has been paid, by a payment or from the account credit.',
  data: InvoiceData,
  sample: {
    invoice: { ...invoiceSample.invoice, status: 'paid', paid_at: '2026-02-01T09:30:02.000Z' },
  },
});

export const billingEvents = [
  subscriptionCreated,
  subscriptionUpdated,
  subscriptionCanceled,
  subscriptionRenewed,
  paymentSucceeded,
  paymentFailed,
  invoiceCreated,
  invoicePaid,
];
