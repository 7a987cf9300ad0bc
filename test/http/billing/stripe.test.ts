import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Charge } from '../../../src/modules/billing/payments/gateway.ts';
import { createStripeClient } from '../../../src/modules/billing/payments/stripe-client.ts';
import { StripeGateway } from '../../../src/modules/billing/payments/stripe-gateway.ts';
import {
  createAdmin,
  createSellerWithAddress as createSeller,
  type TestUser,
} from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { StripeStandIn } from './stripe-stand-in.ts';
import { days, eventsOf, freshToken, holdNotices, noticesOf, pass } from './support.ts';

const SECRET = 'whsec_test_secret';
const standIn = new StripeStandIn();
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({
    asOwner: true,
    env: {
      STRIPE_SECRET_KEY: 'sk_test_standin',
      STRIPE_WEBHOOK_SECRET: SECRET,
      STRIPE_API_BASE: await standIn.listen(),
    },
  });
  holdNotices(t);
  await t.app.runner.scheduleRecurring();
});
afterAll(async () => {
  await t.close();
  await standIn.close();
});

function subscribe(paymentMethod: string) {
  return { planId: 'starter', billingCycle: 'monthly', paymentMethod };
}

const signer = await createStripeClient({ secretKey: 'sk_test_standin' })();

function callback(type: string, intent: unknown, options: { secret?: string; ageSeconds?: number } = {}) {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object: intent } });
  const timestamp = Math.floor(t.clock.now().getTime() / 1000) - (options.ageSeconds ?? 0);
  const signature = signer.webhooks.generateTestHeaderString({
    payload,
    secret: options.secret ?? SECRET,
    timestamp,
  });
  return { payload, headers: { 'content-type': 'application/json', 'stripe-signature': signature } };
}

function send(request: ReturnType<typeof callback>, url = '/billing/stripe/webhook') {
  return t.call('POST', url, request);
}

describe('a charge through Stripe', () => {
  it('requires a token in its format from the client', async () => {
    const { body } = await t.get('/api/subscriptions/payment-form', { as: await createSeller(t) });
    expect(body.data).toEqual({ gateway: 'stripe', kind: 'token', methods: [] });
  });

  it('sets the method up for a customer and charges with the payment as idempotency key', async () => {
    const seller = await createSeller(t);
    const response = await t.post('/api/subscriptions', subscribe('pm_card_visa'), { as: seller });
    expect(response.status).toBe(201);
    expect(response.body.data.subscription.paymentMethod).toEqual({ label: 'visa 4242' });
    const customer = `/v1/customers/cus_${seller.sellerId}`;
    const update = standIn.requests.findLast(({ path }) => path === customer);
    expect(Object.fromEntries(update?.form ?? [])).toEqual({
      name: expect.any(String),
      email: seller.email,
      'invoice_settings[default_payment_method]': 'pm_card_visa',
    });
    const request = standIn.requests.findLast(({ path }) => path === '/v1/payment_intents');
    expect(request?.key).toBe(response.body.data.payment.id);
    expect(Object.fromEntries(request?.form ?? [])).toMatchObject({
      amount: '5831',
      currency: 'eur',
      customer: `cus_${seller.sellerId}`,
      payment_method: 'pm_card_visa',
      confirm: 'true',
      'automatic_payment_methods[enabled]': 'true',
      'metadata[payment_id]': response.body.data.payment.id,
    });
  });

  it('renews without the seller', async () => {
    const seller = await createSeller(t);
    await t.post('/api/subscriptions', subscribe('pm_card_visa'), { as: seller });
    await pass(t, days(32));
    const request = standIn.requests.findLast(({ path }) => path === '/v1/payment_intents');
    expect(request?.form.get('off_session')).toBe('true');
    const events = await eventsOf(t, seller.sellerId, 'subscription');
    expect(events).toEqual(['subscription.created', 'subscription.renewed']);
  });

  it("returns 402 with the bank's message if it is declined", async () => {
    const seller = await createSeller(t);
    const response = await t.post('/api/subscriptions', subscribe('pm_card_declined'), { as: seller });
    expect([response.status, response.body.error]).toEqual([
      402,
      { code: 'PAYMENT_FAILED', message: 'Your card was declined.' },
    ]);
  });

  it('returns 422 for a payment method that Stripe does not know', async () => {
    const seller = await createSeller(t);
    const response = await t.post('/api/subscriptions', subscribe('pm_of_nobody'), { as: seller });
    expect([response.status, response.body.error.details[0].field]).toEqual([422, 'paymentMethod']);
  });

  it('is found again, once, if its response is lost', async () => {
    const seller = await createSeller(t);
    const before = standIn.intents.size;
    const response = await t.post('/api/subscriptions', subscribe('pm_card_lost'), { as: seller });
    // The Stripe library itself retries once with the same key.
    expect(response.status).toBe(201);
    expect(standIn.intents.size).toBe(before + 1);
  });
});

describe('a charge that the seller confirms', () => {
  it('waits for the callback, which may come twice', async () => {
    const seller = await createSeller(t);
    const response = await t.post('/api/subscriptions', subscribe('pm_card_3ds'), { as: seller });
    expect(response.status).toBe(202);
    const { payment } = response.body.data;
    const intent = [...standIn.intents.values()].at(-1);
    expect(payment).toMatchObject({ status: 'pending', clientSecret: intent?.client_secret });
    const succeeded = { ...intent, status: 'succeeded' };
    const responses = await Promise.all(
      ['/billing/stripe/webhook', '/api/billing/stripe/webhook', '/v1/billing/stripe/webhook'].map((url) =>
        send(callback('payment_intent.succeeded', succeeded), url),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { body } = await t.get('/api/subscriptions', { as: seller });
    expect(body.data.subscription).toMatchObject({ plan: { slug: 'starter' }, status: 'active' });
    expect(await eventsOf(t, seller.sellerId, 'payment')).toEqual(['payment.succeeded']);
  });

  it('changes nothing if it fails, and the seller is notified', async () => {
    const seller = await createSeller(t);
    await t.post('/api/subscriptions', subscribe('pm_card_3ds'), { as: seller });
    const intent = [...standIn.intents.values()].at(-1);
    const failed = {
      ...intent,
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure', message: 'Not confirmed.' },
    };
    expect((await send(callback('payment_intent.payment_failed', failed))).status).toBe(200);
    const { body } = await t.get('/api/subscriptions', { as: seller });
    expect(body.data.subscription.plan.slug).toBe('free');
    expect((await noticesOf(t, seller.userId)).at(-1)).toMatchObject({
      type: 'payment_failed',
      data: {
        plan: 'Free',
        amount: 58.31,
        reason: 'Not confirmed.',
        attempt: 1,
        attemptsMax: 1,
        nextAttemptAt: null,
      },
    });
  });

  it('is closed if the seller abandons it at Stripe', async () => {
    const seller = await createSeller(t);
    await t.post('/api/subscriptions', subscribe('pm_card_3ds'), { as: seller });
    const intent = [...standIn.intents.values()].at(-1);
    await send(callback('payment_intent.canceled', { ...intent, status: 'canceled' }));
    const { body } = await t.get('/api/subscriptions', { as: seller });
    expect(body.data.pendingPayment).toBeNull();
  });

  it('is found before it expires if it succeeded without a callback, and is not refunded', async () => {
    const seller = await createSeller(t);
    await t.post('/api/subscriptions', subscribe('pm_card_3ds'), { as: seller });
    const intent = [...standIn.intents.values()].at(-1);
    if (intent === undefined) throw new Error('nothing was charged');
    const refunds = standIn.refunds.length;
    // The payment succeeds between our last query and the cancellation, so Stripe rejects the latter.
    standIn.beforeCancel = () => {
      intent.status = 'succeeded';
    };
    try {
      await pass(t, days(1));
    } finally {
      standIn.beforeCancel = () => {};
    }
    const { body } = await t.get('/api/subscriptions', { as: await freshToken(t, seller) });
    expect([body.data.subscription.plan.slug, body.data.pendingPayment]).toEqual(['starter', null]);
    expect(standIn.refunds).toHaveLength(refunds);
  });

  it('never is given up after a day, at Stripe too; what comes then is refunded', async () => {
    const seller = await createSeller(t);
    await t.post('/api/subscriptions', subscribe('pm_card_3ds'), { as: seller });
    const intent = [...standIn.intents.values()].at(-1);
    if (intent === undefined) throw new Error('nothing was charged');
    await pass(t, days(1));
    expect(intent.status).toBe('canceled');
    const as = await freshToken(t, seller);
    expect((await t.get('/api/subscriptions', { as })).body.data.pendingPayment).toBeNull();
    await send(callback('payment_intent.succeeded', { ...intent, status: 'succeeded' }));
    await pass(t, 120_000);
    expect(standIn.refunds).toEqual([intent.id]);
    const admin = await createAdmin(t);
    const { payments } = (await t.get(`/api/admin/payments?sellerId=${seller.sellerId}`, { as: admin })).body
      .data;
    expect(payments).toMatchObject([{ status: 'refunded', refunded: { amount: 58.31 } }]);
    expect((await t.get('/api/subscriptions', { as })).body.data.subscription.plan.slug).toBe('free');
  });
});

describe('a request that is repeated after a crash lost its response', () => {
  it.each([
    ['pm_card_3ds', 202, 'pending'],
    ['pm_card_visa', 201, 'succeeded'],
  ])(
    'with %s gets it again, secret for the confirmation included, and charges once',
    async (method, status, state) => {
      const seller = await createSeller(t);
      const key = `lost-${method}`;
      const send = () =>
        t.post('/api/subscriptions', subscribe(method), { as: seller, headers: { 'idempotency-key': key } });
      // Simulates a crash after the commit: the key exists, but has no response.
      await sql`create function lose_answer() returns trigger language plpgsql as 'begin return null; end'`.execute(
        t.db,
      );
      await sql`
      create trigger lose_answer before update of status on idempotency_keys
      for each row execute function lose_answer()`.execute(t.db);
      try {
        const before = standIn.intents.size;
        const first = await send();
        expect([first.status, first.body.data.payment.status]).toEqual([status, state]);
        await sql`update idempotency_keys set created_at = created_at - interval '1 minute' where key = ${key}`.execute(
          t.db,
        );
        const repeated = await send();
        expect([repeated.status, repeated.body]).toEqual([first.status, first.body]);
        expect(repeated.headers['idempotency-replayed']).toBe('true');
        if (state === 'pending') expect(repeated.body.data.payment.clientSecret).toMatch(/_secret$/);
        expect(standIn.intents.size).toBe(before + 1);
      } finally {
        await sql`drop function lose_answer cascade`.execute(t.db);
      }
    },
  );
});

describe('the gateway', () => {
  const charge: Charge = {
    paymentId: 'pay_1',
    amountMinor: 5831,
    currency: 'EUR',
    customer: null,
    method: 'pm_card_visa',
    offSession: true,
    description: '',
    ref: null,
  };
  const connectGateway = () => {
    const apiBase = standIn.address();
    return new StripeGateway(createStripeClient({ secretKey: 'sk_test_standin', apiBase }));
  };

  it('does not ask Stripe to cancel an unknown payment', async () => {
    const before = standIn.requests.length;
    expect(await connectGateway().cancel(charge)).toMatchObject({ status: 'failed', code: 'no_answer' });
    expect(standIn.requests).toHaveLength(before);
    await expect(connectGateway().refund(charge, { id: 'rfd_1', amountMinor: 1 })).rejects.toThrow(
      'no charge',
    );
  });

  it.each([
    ['succeeded', { status: 'succeeded' }],
    ['pending', { status: 'pending' }],
    ['requires_action', { status: 'pending' }],
    ['failed', { status: 'failed', message: 'The payment service could not give it back.' }],
    ['canceled', { status: 'failed', message: 'The payment service could not give it back.' }],
  ])('reads a refund that is %s', async (status, outcome) => {
    standIn.statusOfRefunds = status;
    const refund = { id: `rfd_${status}`, amountMinor: 7 };
    expect(await connectGateway().refund({ ...charge, ref: 'pi_read' }, refund)).toEqual(outcome);
    standIn.statusOfRefunds = 'succeeded';
    standIn.refundsMade.pop();
    standIn.refunds.pop();
  });

  it('reports that it is unreachable, and leaves a charge open', async () => {
    const apiBase = 'http://127.0.0.1:1';
    const unreachable = new StripeGateway(createStripeClient({ secretKey: 'sk_test_standin', apiBase }));
    const request = { sellerId: 'sel_1', name: 'x', email: null, customer: 'cus_1', token: 'pm_card_visa' };
    await expect(unreachable.setUpPaymentMethod(request)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    await expect(unreachable.charge(charge)).rejects.toMatchObject({ type: 'StripeConnectionError' });
  });

  it.each([
    ['http://stripe.test', ['stripe.test', 80, 'http']],
    ['https://stripe.test', ['stripe.test', 443, 'https']],
    ['http://stripe.test:8080', ['stripe.test', '8080', 'http']],
    [null, ['api.stripe.com', '443', 'https']],
  ])('asks %s within ten seconds, and once more', async (apiBase, address) => {
    const client = await createStripeClient({ secretKey: 'sk_test_standin', apiBase })();
    const field = (name: string): unknown =>
      (client as unknown as { getApiField: (name: string) => unknown }).getApiField(name);
    expect([field('host'), field('port'), field('protocol')]).toEqual(address);
    expect([field('timeout'), field('maxNetworkRetries')]).toEqual([10_000, 1]);
  });
});

describe('a callback', () => {
  const intent = { id: 'pi_x', object: 'payment_intent', status: 'succeeded', metadata: {} };

  it('200: about something else is acknowledged', async () => {
    expect((await send(callback('payment_intent.succeeded', intent))).status).toBe(200);
    expect((await send(callback('customer.created', { id: 'cus_1' }))).status).toBe(200);
    const foreign = { ...intent, metadata: { payment_id: 'pay_00000000000000000000000000' } };
    expect((await send(callback('payment_intent.succeeded', foreign))).status).toBe(200);
  });

  it.each([
    ['of another secret', () => callback('payment_intent.succeeded', intent, { secret: 'whsec_other' })],
    ['that is old', () => callback('payment_intent.succeeded', intent, { ageSeconds: 301 })],
    ['whose bytes were changed', () => ({ ...callback('payment_intent.succeeded', intent), payload: '{}' })],
    [
      'without a signature',
      () => ({
        ...callback('payment_intent.succeeded', intent),
        headers: { 'content-type': 'application/json' },
      }),
    ],
  ])('401: %s', async (_name, make) => {
    const response = await send(make() as ReturnType<typeof callback>);
    expect([response.status, response.body.error.code]).toEqual([401, 'INVALID_SIGNATURE']);
  });
});

it('without Stripe there is no such path; in production without it nothing can be bought', async () => {
  const plain = await createTestApp({ env: { NODE_ENV: 'production' } });
  try {
    holdNotices(plain);
    const path = await plain.call(
      'POST',
      '/billing/stripe/webhook',
      callback('payment_intent.succeeded', {}),
    );
    expect(path.status).toBe(404);
    const seller = await createSeller(plain);
    const response = await plain.post('/api/subscriptions', subscribe('pm_ok'), { as: seller });
    expect([response.status, response.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  } finally {
    await plain.close();
  }
});

describe('a refund through Stripe', () => {
  async function createPayment(): Promise<{ id: string; intent: string; admin: TestUser }> {
    const seller = await createSeller(t);
    await t.post('/api/subscriptions', subscribe('pm_card_visa'), { as: seller });
    const { id, gateway_ref: intent } = await t.db
      .selectFrom('payments')
      .select(['id', 'gateway_ref'])
      .where('seller_id', '=', seller.sellerId)
      .executeTakeFirstOrThrow();
    return { id, intent: intent ?? '', admin: await createAdmin(t) };
  }

  const requestRefund = (id: string, amount: number, as: TestUser) =>
    t.post(`/api/admin/payments/${id}/refunds`, { amount, reason: 'As agreed.' }, { as });

  it('names the charge and the amount, with its own id as idempotency key', async () => {
    const { id, intent, admin } = await createPayment();
    const { refund } = (await requestRefund(id, 12.5, admin)).body.data;
    expect(refund.status).toBe('succeeded');
    const request = standIn.requests.findLast(
      ({ method, path }) => method === 'POST' && path === '/v1/refunds',
    );
    expect(request?.key).toBe(refund.id);
    expect(Object.fromEntries(request?.form ?? [])).toMatchObject({
      payment_intent: intent,
      amount: '1250',
      'metadata[refund_id]': refund.id,
    });
  });

  it("is found in Stripe's list if its response was lost, and is not made twice", async () => {
    const { id, admin } = await createPayment();
    standIn.losesRefunds = true;
    const { refund } = (await requestRefund(id, 10, admin)).body.data;
    standIn.losesRefunds = false;
    expect(refund.status).toBe('pending');
    const refundCount = standIn.refundsMade.length;
    await pass(t, days(2));
    const as = await freshToken(t, admin, 'ADMIN');
    const { refunds } = (await t.get(`/api/admin/payments/${id}`, { as })).body.data;
    expect(refunds).toMatchObject([{ id: refund.id, status: 'succeeded' }]);
    expect(standIn.refundsMade).toHaveLength(refundCount);
  });

  it('that Stripe rejects, or takes back, becomes credit', async () => {
    const { id, admin } = await createPayment();
    standIn.refusesRefunds = true;
    const { refund } = (await requestRefund(id, 10, admin)).body.data;
    standIn.refusesRefunds = false;
    expect([refund.status, refund.failure]).toEqual(['failed', 'It cannot be done.']);
    standIn.statusOfRefunds = 'pending';
    const { refund: slow } = (await requestRefund(id, 20, admin)).body.data;
    standIn.statusOfRefunds = 'succeeded';
    expect(slow.status).toBe('pending');
    const stripeRefund = standIn.refundsMade.find(({ metadata }) => metadata.refund_id === slow.id);
    if (stripeRefund !== undefined) stripeRefund.status = 'failed';
    await pass(t, 120_000);
    const { rows } = await sql<{ kind: string; amount_minor: number }>`
      select kind, amount_minor from ledger_entries where refund_id = ${slow.id} order by id`.execute(t.db);
    expect(rows).toEqual([
      { kind: 'refund', amount_minor: 2000 },
      { kind: 'refund_failed', amount_minor: -2000 },
    ]);
  });
});
