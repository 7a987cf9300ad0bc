import { Type } from 'typebox';
import { localizerFor } from '../../platform/errors/localize.ts';
import { accepted, created, ok } from '../../platform/http/reply.ts';
import { access, PRIVATE, publicFor, route } from '../../platform/http/route.ts';
import type { Wording } from '../../platform/wording.ts';
import type { BillingReader } from './billing-reader.ts';
import {
  ChangeBody,
  CurrentView,
  OutcomeView,
  PaymentFormView,
  PreviewBody,
  PreviewView,
  SubscribeBody,
  SubscriptionView,
} from './schemas.ts';
import type { Outcome, Subscriptions } from './service.ts';
import {
  currentView,
  outcomeView,
  previewView,
  subscriptionView,
} from './subscription/subscription-views.ts';
import { PlanView, planView } from './views.ts';

const PLANS_SECONDS = 300;
const TAG = 'Subscriptions';
const COUPON_ERRORS = [
  'COUPON_UNKNOWN',
  'COUPON_EXPIRED',
  'COUPON_USED_UP',
  'COUPON_NOT_FOR_PLAN',
  'COUPON_ALREADY_REDEEMED',
] as const;

/** Built-in descriptions are localized; those that administrators have written are returned unchanged. */
export function planRoutes(reader: BillingReader, wording: Wording) {
  return [
    route('GET', '/subscriptions/plans', {
      operationId: 'plans.list',
      tag: TAG,
      summary: 'List the plans on offer',
      access: access.public,
      rateLimit: 'listings',
      cache: publicFor(PLANS_SECONDS),
      responses: { 200: Type.Object({ plans: Type.Array(PlanView) }) },
      handler: async ({ context }) => {
        const plans = await reader.plans();
        const localize = localizerFor(context.languages, wording);
        return ok({
          plans: plans.map(planView).map((plan) => ({ ...plan, description: localize(plan.description) })),
        });
      },
    }),
  ];
}

export function subscriptionRoutes(subscriptions: Subscriptions, reader: BillingReader) {
  return [
    route('GET', '/subscriptions', {
      operationId: 'subscription.get',
      showsInViews: true,
      tag: TAG,
      summary: 'Get the current subscription and the usage of its limits',
      access: access.seller('MANAGER'),
      rateLimit: 'seller',
      cache: PRIVATE,
      responses: { 200: CurrentView },
      handler: async ({ actor }) => {
        const overview = await reader.current(actor.seller.sellerId);
        return ok(currentView(overview, await reader.usage(overview.account)));
      },
    }),
    route('POST', '/subscriptions', {
      operationId: 'subscription.create',
      tag: TAG,
      summary: 'Subscribe to a plan',
      description:
        'Charges the first period immediately, or starts a trial. 202: the payment is still being processed; the plan starts when it succeeds. The company profile must contain the name, street, postal code, city and country for the invoice; otherwise, 422 lists the missing fields.',
      access: access.seller('OWNER'),
      rateLimit: 'seller',
      cache: PRIVATE,
      body: SubscribeBody,
      responses: { 201: OutcomeView, 202: OutcomeView },
      errors: ['PAYMENT_FAILED', 'INVALID_STATE', ...COUPON_ERRORS],
      handler: async ({ actor, body }) =>
        respondWith(await subscriptions.subscribe(actor.seller.sellerId, body), created),
      answerAgain: async ({ actor }, id) =>
        respondWith(await subscriptions.outcomeOf(actor.seller.sellerId, id), created),
    }),
    route('GET', '/subscriptions/payment-form', {
      operationId: 'subscription.getPaymentForm',
      tag: TAG,
      summary: 'Get the configuration of the payment form',
      description:
        'choice: let the user choose one of `methods` (test gateway). token: get a token from the form of the payment service in your client. none: payments are not available.',
      access: access.seller('MANAGER'),
      rateLimit: 'seller',
      cache: PRIVATE,
      responses: { 200: PaymentFormView },
      handler: async () => ok(paymentFormView(subscriptions.paymentForm())),
    }),
    route('POST', '/subscriptions/preview', {
      operationId: 'subscription.preview',
      tag: TAG,
      summary: 'Preview the price of a subscription or change, and the listings that it would pause',
      access: access.seller('MANAGER'),
      rateLimit: 'seller',
      cache: PRIVATE,
      body: PreviewBody,
      responses: { 200: Type.Object({ preview: PreviewView }) },
      errors: ['INVALID_STATE', ...COUPON_ERRORS],
      handler: async ({ actor, body }) => {
        const preview = await reader.preview(actor.seller.sellerId, body);
        return ok({ preview: previewView(preview, actor.language) });
      },
    }),
    route('PATCH', '/subscriptions', {
      operationId: 'subscription.change',
      tag: TAG,
      summary: 'Change the plan, the billing cycle or the payment method, or redeem a coupon',
      description:
        'A larger plan or a longer cycle starts immediately, and its share of the period is charged; a smaller one starts with the next period. An open invoice is charged to a new payment method immediately. A coupon discounts the periods that start afterwards.',
      access: access.seller('OWNER'),
      rateLimit: 'seller',
      cache: PRIVATE,
      body: ChangeBody,
      responses: { 200: OutcomeView, 202: OutcomeView },
      errors: ['PAYMENT_FAILED', 'INVALID_STATE', ...COUPON_ERRORS],
      handler: async ({ actor, body }) =>
        respondWith(await subscriptions.change(actor.seller.sellerId, body), ok),
    }),
    route('POST', '/subscriptions/cancel', {
      operationId: 'subscription.cancel',
      tag: TAG,
      summary: 'Cancel the subscription at the end of the current period',
      access: access.seller('OWNER'),
      rateLimit: 'seller',
      cache: PRIVATE,
      responses: { 200: Type.Object({ subscription: SubscriptionView }) },
      errors: ['INVALID_STATE'],
      handler: async ({ actor }) =>
        ok({ subscription: subscriptionView(await subscriptions.cancel(actor.seller.sellerId)) }),
    }),
    route('POST', '/subscriptions/resume', {
      operationId: 'subscription.resume',
      tag: TAG,
      summary: 'Resume a canceled subscription',
      access: access.seller('OWNER'),
      rateLimit: 'seller',
      cache: PRIVATE,
      responses: { 200: Type.Object({ subscription: SubscriptionView }) },
      errors: ['INVALID_STATE'],
      handler: async ({ actor }) =>
        ok({ subscription: subscriptionView(await subscriptions.resume(actor.seller.sellerId)) }),
    }),
  ];
}

function paymentFormView({ gateway, form }: ReturnType<Subscriptions['paymentForm']>) {
  return { gateway, kind: form.kind, methods: form.kind === 'choice' ? [...form.methods] : [] };
}

function respondWith(outcome: Outcome, done: typeof ok) {
  const view = outcomeView(outcome);
  return outcome.payment?.status === 'pending' ? accepted(view) : done(view);
}
