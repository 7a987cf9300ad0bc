import { Type } from 'typebox';
import {
  Amount,
  Literals,
  Money,
  NamedObject,
  Nullable,
  ownPageParameters,
  Timestamp,
} from '../../platform/http/schemas.ts';
import { INVOICE_STATUSES, type PaymentStatus } from './invoices/invoice-tables.ts';
import { SUBSCRIPTION_STATUSES } from './subscription/states.ts';
import { BILLING_CYCLES } from './tables.ts';
import { COUNTED_LIMITS } from './limits/usage.ts';
import { PlanLimitsView, PlanView } from './views.ts';

const PlanName = NamedObject('PlanReference', {
  id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
});
const PlanReference = Type.String({ minLength: 1, maxLength: 64, description: 'ID or slug of a plan' });
const Cycle = Literals(BILLING_CYCLES);
const MethodToken = Type.String({
  minLength: 1,
  maxLength: 255,
  format: 'text',
  description: 'Token of the payment service for a payment method',
});

const CouponCode = Type.String({
  minLength: 1,
  maxLength: 60,
  format: 'text',
  description: 'Discounts the periods that start afterwards; not case-sensitive',
});

export const PaymentFormView = NamedObject('PaymentForm', {
  gateway: Type.String(),
  kind: Literals(['choice', 'token', 'none']),
  methods: Type.Array(
    Type.Object({ token: Type.String(), text: Type.String({ description: 'How charges to it behave' }) }),
  ),
});

export const SubscribeBody = Type.Object({
  planId: PlanReference,
  billingCycle: Cycle,
  paymentMethod: MethodToken,
  trial: Type.Optional(Type.Boolean({ description: 'Starts a free trial; once per seller' })),
  couponCode: Type.Optional(CouponCode),
});

export const ChangeBody = Type.Object({
  planId: Type.Optional(PlanReference),
  billingCycle: Type.Optional(Cycle),
  paymentMethod: Type.Optional(MethodToken),
  couponCode: Type.Optional(CouponCode),
});

export const PreviewBody = Type.Object({
  planId: Type.Optional(PlanReference),
  billingCycle: Type.Optional(Cycle),
  trial: Type.Optional(Type.Boolean()),
  couponCode: Type.Optional(CouponCode),
});

export const CouponUse = NamedObject('CouponUse', {
  code: Type.String(),
  percent: Nullable(Type.Integer()),
  amount: Nullable(Money),
  periodsLeft: Nullable(
    Type.Integer({
      description: 'Remaining periods that it discounts; null: as long as the subscription runs',
    }),
  ),
  fitsPlan: Type.Boolean({
    description: 'false: it is inactive, because it does not apply to the plan of the next period',
  }),
});

export const SubscriptionView = NamedObject('Subscription', {
  id: Type.String(),
  plan: PlanName,
  status: Literals(SUBSCRIPTION_STATUSES),
  billingCycle: Nullable(Cycle),
  price: Type.Object(
    { amount: Type.Number(), currency: Type.String() },
    { description: 'Price of a billing cycle without VAT' },
  ),
  currentPeriodStart: Timestamp,
  currentPeriodEnd: Nullable(Timestamp),
  trialEnd: Nullable(Timestamp),
  trialAvailable: Type.Boolean(),
  cancelAtPeriodEnd: Type.Boolean(),
  canceledAt: Nullable(Timestamp),
  scheduledChange: Nullable(
    Type.Object({ plan: PlanName, billingCycle: Nullable(Cycle), at: Nullable(Timestamp) }),
  ),
  coupon: Nullable(CouponUse),
  paymentMethod: Nullable(Type.Object({ label: Type.String() })),
  nextAttemptAt: Nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const PAYMENT_STATUSES = [
  'pending',
  'succeeded',
  'failed',
  'refund_due',
  'refunded',
] as const satisfies readonly PaymentStatus[];

export const PaymentView = NamedObject('Payment', {
  id: Type.String(),
  status: Literals(PAYMENT_STATUSES),
  amount: Money,
  invoiceId: Nullable(Type.String()),
  createdAt: Timestamp,
});

const Tax = NamedObject('Tax', { rate: Type.Number(), net: Type.Number(), amount: Type.Number() });
const Line = NamedObject('InvoiceLine', {
  kind: Literals(['plan', 'unused', 'refund', 'discount']),
  description: Type.String(),
  periodStart: Timestamp,
  periodEnd: Timestamp,
  net: Type.Number(),
  vatRate: Type.Number(),
});
const TaxNote = Nullable(Literals(['reverse_charge', 'outside_eu']));

export const InvoiceView = NamedObject('Invoice', {
  id: Type.String(),
  number: Type.String(),
  kind: Literals(['invoice', 'credit_note']),
  status: Literals(INVOICE_STATUSES),
  currency: Type.String(),
  net: Type.Number(),
  vat: Type.Number(),
  total: Type.Number(),
  creditApplied: Type.Number(),
  amountDue: Type.Number(),
  issuedAt: Timestamp,
  paidAt: Nullable(Timestamp),
});

const PartyView = NamedObject('InvoiceParty', {
  name: Type.String(),
  address: Type.Array(Type.String()),
  country: Type.String(),
  vatId: Nullable(Type.String()),
  email: Nullable(Type.String()),
});

export const InvoiceDetailView = NamedObject('InvoiceDetail', {
  ...InvoiceView.properties,
  lines: Type.Array(Line),
  taxes: Type.Array(Tax),
  taxNote: TaxNote,
  corrects: Nullable(Type.String({ description: 'Number of the invoice that this credit note cancels' })),
  issuer: PartyView,
  customer: PartyView,
});

export const OutcomeView = NamedObject('SubscriptionOutcome', {
  subscription: SubscriptionView,
  invoice: Nullable(InvoiceView),
  payment: Nullable(
    Type.Object({
      ...PaymentView.properties,
      clientSecret: Nullable(
        Type.String({ description: 'Lets the seller confirm the payment in the browser' }),
      ),
    }),
  ),
});

const UsageEntry = NamedObject('Usage', { used: Type.Integer(), limit: Nullable(Type.Integer()) });

export const UsageView = Type.Object(
  Object.fromEntries(COUNTED_LIMITS.map((limit) => [limit, UsageEntry])) as Record<
    (typeof COUNTED_LIMITS)[number],
    typeof UsageEntry
  >,
);

export const CurrentView = NamedObject('CurrentSubscription', {
  subscription: SubscriptionView,
  limits: PlanLimitsView,
  usage: UsageView,
  credit: Money,
  openInvoice: Nullable(InvoiceView),
  pendingPayment: Nullable(PaymentView),
});

export const PreviewView = NamedObject('SubscriptionPreview', {
  plan: PlanName,
  billingCycle: Nullable(Cycle),
  effective: Literals(['now', 'period_end']),
  effectiveAt: Timestamp,
  trialEnd: Nullable(Timestamp),
  periodEnd: Nullable(Timestamp),
  lines: Type.Array(Line),
  taxes: Type.Array(Tax),
  taxNote: TaxNote,
  currency: Type.String(),
  net: Type.Number(),
  vat: Type.Number(),
  total: Type.Number({ description: 'Negative amounts become credit' }),
  creditApplied: Type.Number(),
  amountDue: Type.Number({ description: 'Amount that would be charged now' }),
  nextCharge: Nullable(
    Type.Object({
      at: Timestamp,
      net: Type.Number({ description: 'Without VAT, before credit' }),
      discount: Type.Number({ description: 'Discount of a coupon, already subtracted' }),
    }),
  ),
  pausedListings: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), slug: Type.String() })),
});

export const InvoiceQuery = Type.Object({
  ...ownPageParameters,
  status: Type.Optional(Literals(INVOICE_STATUSES, { description: 'Filter by status' })),
});

const Count = Type.Integer({ minimum: 0, maximum: 10_000_000 });
const AtLeastOne = Type.Integer({ minimum: 1, maximum: 10_000_000 });
const Price = Amount({ minimum: 0, maximum: 1_000_000 });

export const PlanBody = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 60, format: 'text' })),
  description: Type.Optional(Type.String({ maxLength: 500, format: 'text' })),
  price: Type.Optional(Nullable(Type.Object({ amount: Price }))),
  yearlyPrice: Type.Optional(Nullable(Type.Object({ amount: Price }))),
  limits: Type.Optional(
    Type.Partial(
      Type.Object({
        activeListings: Nullable(Count),
        drafts: Nullable(Count),
        imagesPerListing: AtLeastOne,
        featuredSlots: Count,
        teamSeats: Nullable(AtLeastOne),
        apiKeys: Count,
        webhooks: Count,
        importRowsPerDay: Nullable(Count),
        uploadMegabytesPerDay: Nullable(Count),
        messageTemplates: Nullable(Count),
        listingDays: Type.Integer({ minimum: 1, maximum: 3650 }),
        importPullMinutes: Nullable(Type.Integer({ minimum: 5, maximum: 43_200 })),
      }),
    ),
  ),
  features: Type.Optional(
    Type.Array(Type.String({ pattern: '^[a-z_]{1,40}$', maxLength: 40 }), { maxItems: 30 }),
  ),
  trialDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 365 })),
  active: Type.Optional(Type.Boolean()),
});

export const AdminPlanView = NamedObject('AdminPlan', {
  ...PlanView.properties,
  subscribers: Type.Integer(),
});

export const GrantBody = Type.Object({ planId: PlanReference });
