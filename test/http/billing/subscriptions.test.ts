import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAdmin,
  createBuyer,
  createListing,
  createSellerWithAddress as createSeller,
  createTeamMember,
  type TestSeller,
} from '../../support/factories.ts';
import { fieldsOf, createTestApp, type TestApp } from '../../support/test-app.ts';
import {
  createSubscriber,
  days,
  eventsOf,
  freshToken,
  holdNotices,
  noticesOf,
  pass,
  tally,
} from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  holdNotices(t);
});
afterAll(() => t.close());

const STARTER = { planId: 'starter', billingCycle: 'monthly', paymentMethod: 'pm_ok' };

describe('GET /subscriptions, 200', () => {
  it('shows the free plan and what of it is used', async () => {
    const seller = await createSeller(t);
    await createListing(t, seller);
    await createListing(t, seller, { status: 'PENDING_REVIEW' });
    await createListing(t, seller, { status: 'PAUSED' });
    const { body, status } = await t.get('/api/subscriptions', { as: seller });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      subscription: {
        plan: { slug: 'free' },
        status: 'active',
        billingCycle: null,
        price: { amount: 0, currency: 'EUR' },
        currentPeriodEnd: null,
        trialAvailable: true,
      },
      usage: {
        activeListings: { used: 2, limit: 5 },
        teamSeats: { used: 1, limit: 1 },
        apiKeys: { used: 0, limit: 2 },
        webhooks: { used: 0, limit: 2 },
        importRowsPerDay: { used: 0, limit: 500 },
        featuredSlots: { used: 0, limit: 0 },
        messageTemplates: { used: 0, limit: 10 },
      },
      credit: { amount: 0, currency: 'EUR' },
      openInvoice: null,
      pendingPayment: null,
    });
  });

  it('is open to managers, alike below every mount', async () => {
    const seller = await createSeller(t);
    const manager = await createTeamMember(t, seller.sellerId, 'MANAGER');
    for (const mount of ['/api', '/api/v1', '/v1'])
      expect((await t.get(`${mount}/subscriptions`, { as: manager })).status).toBe(200);
  });
});

describe('GET /subscriptions/payment-form', () => {
  it('names the methods of the test gateway, each of which can be subscribed with; to managers', async () => {
    const seller = await createSeller(t);
    const { status, body } = await t.get('/api/subscriptions/payment-form', { as: seller });
    expect([status, body.data.gateway, body.data.kind]).toEqual([200, 'test', 'choice']);
    const tokens = body.data.methods.map(({ token }: { token: string }) => token);
    expect(tokens).toContain('pm_ok');
    for (const paymentMethod of tokens) {
      const as = await createSeller(t);
      const response = await t.post('/api/subscriptions', { ...STARTER, paymentMethod }, { as });
      expect([paymentMethod, response.status]).not.toEqual([paymentMethod, 422]);
    }
    const agent = await createTeamMember(t, seller.sellerId, 'AGENT');
    expect((await t.get('/api/subscriptions/payment-form', { as: agent })).status).toBe(403);
  });
});

describe('POST /subscriptions', () => {
  it('201: charges the first period and issues its paid invoice', async () => {
    const seller = await createSeller(t, { country: 'DE' });
    const response = await t.post('/api/subscriptions', STARTER, { as: seller });
    expect(response.status).toBe(201);
    const { subscription, invoice, payment } = response.body.data;
    expect(subscription).toMatchObject({
      plan: { slug: 'starter', name: 'Starter' },
      status: 'active',
      billingCycle: 'monthly',
      price: { amount: 49, currency: 'EUR' },
      paymentMethod: { label: 'pm_ok' },
      trialEnd: null,
    });
    expect(invoice).toMatchObject({
      kind: 'invoice',
      status: 'paid',
      net: 49,
      vat: 9.31,
      total: 58.31,
      amountDue: 0,
    });
    expect(payment).toMatchObject({
      status: 'succeeded',
      amount: { amount: 58.31, currency: 'EUR' },
      invoiceId: invoice.id,
    });
    expect(await eventsOf(t, seller.sellerId)).toEqual([
      'subscription.created',
      'invoice.created',
      'payment.succeeded',
      'invoice.paid',
    ]);
    expect(await noticesOf(t, seller.userId)).toMatchObject([
      { type: 'subscription', data: { change: 'subscribed', plan: 'Starter' } },
    ]);
    await t.drainJobs();
    expect(t.mailbox.filter((mail) => mail.to === seller.email).map((mail) => mail.subject)).toEqual([
      `Your invoice ${invoice.number}`,
    ]);
  });

  it('201: the event carries the subscription as specified', async () => {
    const seller = await createSubscriber(t, 'professional', { billingCycle: 'yearly' });
    const event = await t.db
      .selectFrom('events')
      .selectAll()
      .where('seller_id', '=', seller.sellerId)
      .where('type', '=', 'subscription.created')
      .executeTakeFirstOrThrow();
    expect(event.user_id).toBe(seller.userId);
    expect(event.data).toEqual({
      subscription: {
        id: expect.stringMatching(/^sub_/),
        plan: { id: expect.stringMatching(/^pln_/), name: 'Professional' },
        user_id: seller.userId,
        status: 'active',
        billing_cycle: 'yearly',
        price: { amount: 1490, currency: 'EUR' },
        created_at: expect.stringMatching(/Z$/),
      },
    });
  });

  it('201: its events contain the amounts of the invoice and of the payment', async () => {
    const seller = await createSeller(t, { country: 'DE' });
    const { invoice, payment } = (await t.post('/api/subscriptions', STARTER, { as: seller })).body.data;
    const rows = await t.db
      .selectFrom('events')
      .select(['type', 'data'])
      .where('seller_id', '=', seller.sellerId)
      .where('type', 'in', ['invoice.created', 'invoice.paid', 'payment.succeeded'])
      .execute();
    const dataByType = Object.fromEntries(rows.map(({ type, data }) => [type, data]));
    const amounts = { net: 49, vat: 9.31, total: 58.31, currency: 'EUR' };
    const ids = { id: invoice.id, number: invoice.number, user_id: seller.userId };
    expect(dataByType).toMatchObject({
      'invoice.created': { invoice: { ...ids, ...amounts, kind: 'invoice', amount_due: 58.31 } },
      'invoice.paid': { invoice: { ...ids, ...amounts, status: 'paid', amount_due: 0 } },
      'payment.succeeded': {
        payment: {
          id: payment.id,
          invoice_id: invoice.id,
          amount: 58.31,
          currency: 'EUR',
          status: 'succeeded',
        },
      },
    });
  });

  it('201: a trial charges nothing', async () => {
    const seller = await createSeller(t);
    const response = await t.post('/api/subscriptions', { ...STARTER, trial: true }, { as: seller });
    expect(response.status).toBe(201);
    expect(response.body.data).toMatchObject({
      subscription: { status: 'trialing', trialAvailable: false },
      invoice: null,
      payment: null,
    });
    const { trialEnd, currentPeriodEnd, createdAt } = response.body.data.subscription;
    expect(trialEnd).toBe(currentPeriodEnd);
    const daysLong = (Date.parse(trialEnd) - Date.parse(createdAt)) / 86_400_000;
    expect(Math.round(daysLong)).toBe(14);
  });

  it('422: a trial of a plan that has none', async () => {
    const seller = await createSeller(t);
    const daysOf = (days: number) =>
      t.db.updateTable('plans').set({ trial_days: days }).where('slug', '=', 'starter').execute();
    await daysOf(0);
    const response = await t.post('/api/subscriptions', { ...STARTER, trial: true }, { as: seller });
    await daysOf(14);
    expect([response.status, fieldsOf(response)]).toEqual([422, ['trial']]);
  });

  it('201 by plan id; VAT by the country of the seller', async () => {
    const { body } = await t.get('/api/subscriptions/plans');
    const premium = body.data.plans.find((plan: { slug: string }) => plan.slug === 'premium');
    const seller = await createSeller(t, { country: 'CH' });
    const response = await t.post(
      '/api/subscriptions',
      { planId: premium.id, billingCycle: 'yearly', paymentMethod: 'pm_ok' },
      { as: seller },
    );
    expect(response.body.data.invoice).toMatchObject({ net: 3490, vat: 0, total: 3490 });
  });

  it('202: a slow gateway responds later', async () => {
    const seller = await createSeller(t);
    const response = await t.post(
      '/api/subscriptions',
      { ...STARTER, paymentMethod: 'pm_slow' },
      { as: seller },
    );
    expect(response.status).toBe(202);
    expect(response.body.data).toMatchObject({
      subscription: { plan: { slug: 'free' } },
      payment: { status: 'pending' },
      invoice: null,
    });
    const waiting = await t.get('/api/subscriptions', { as: seller });
    expect(waiting.body.data.pendingPayment.id).toBe(response.body.data.payment.id);
    expect((await t.post('/api/subscriptions', STARTER, { as: seller })).body.error.code).toBe(
      'INVALID_STATE',
    );
    t.clock.advance(30_000);
    await t.drainJobs();
    const after = await t.get('/api/subscriptions', { as: seller });
    expect(after.body.data).toMatchObject({
      subscription: { plan: { slug: 'starter' }, status: 'active' },
      pendingPayment: null,
    });
  });

  it('the test gateway calls back as often as its methods say, and no more', async () => {
    const callbacks: Record<string, number> = {};
    for (const paymentMethod of ['pm_ok', 'pm_slow', 'pm_duplicate_callback']) {
      const as = await createSeller(t);
      const { payment } = (await t.post('/api/subscriptions', { ...STARTER, paymentMethod }, { as })).body
        .data;
      const jobs = await t.db
        .selectFrom('jobs')
        .select('payload')
        .where('name', '=', 'billing.receive-test-callback')
        .execute();
      callbacks[paymentMethod] = jobs.filter(
        ({ payload }) => (payload as { paymentId: string }).paymentId === payment.id,
      ).length;
    }
    expect(callbacks).toEqual({ pm_ok: 0, pm_slow: 1, pm_duplicate_callback: 3 });
  });

  it('201: the same Idempotency-Key is the same subscription', async () => {
    const seller = await createSeller(t);
    const call = () =>
      t.post('/api/subscriptions', STARTER, { as: seller, headers: { 'idempotency-key': 'once' } });
    const responses = await Promise.all([call(), call(), call()]);
    expect(responses.map((response) => response.status)).toEqual([201, 201, 201]);
    expect(new Set(responses.map((response) => response.text)).size).toBe(1);
    expect((await tally(t, seller.sellerId)).chargedMinor).toBe(5831);
  });

  it('402: a decline changes nothing', async () => {
    const seller = await createSeller(t);
    const response = await t.post(
      '/api/subscriptions',
      { ...STARTER, paymentMethod: 'pm_declined' },
      { as: seller },
    );
    expect([response.status, response.body.error.code]).toEqual([402, 'PAYMENT_FAILED']);
    const { body } = await t.get('/api/subscriptions', { as: seller });
    expect(body.data.subscription).toMatchObject({
      plan: { slug: 'free' },
      status: 'active',
      paymentMethod: null,
    });
    expect(await eventsOf(t, seller.sellerId)).toEqual(['payment.failed']);
    expect((await t.get('/api/subscriptions/invoices', { as: seller })).body.data.invoices).toEqual([]);
    expect((await t.post('/api/subscriptions', STARTER, { as: seller })).status).toBe(201);
  });

  it.each([
    [{}, ['planId', 'billingCycle', 'paymentMethod']],
    [{ ...STARTER, planId: 'golden' }, ['planId']],
    [{ ...STARTER, planId: 'enterprise' }, ['planId']],
    [{ ...STARTER, planId: 'free' }, ['planId']],
    [{ ...STARTER, billingCycle: 'weekly' }, ['billingCycle']],
    [{ ...STARTER, paymentMethod: 'pm_unheard_of' }, ['paymentMethod']],
    [{ ...STARTER, paymentMethod: '' }, ['paymentMethod']],
    [{ ...STARTER, trial: 'yes' }, ['trial']],
  ])('422: %o', async (body, fields) => {
    const seller = await createSeller(t);
    const response = await t.post('/api/subscriptions', body, { as: seller });
    expect([response.status, response.body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(fieldsOf(response)).toEqual(fields);
  });

  it('422 explains how to get the enterprise plan', async () => {
    const seller = await createSeller(t);
    const response = await t.post('/api/subscriptions', { ...STARTER, planId: 'enterprise' }, { as: seller });
    expect(response.body.error.message).toContain('by agreement');
  });

  it('401 and 403: the owner alone, with an access token', async () => {
    const seller = await createSeller(t);
    expect((await t.post('/api/subscriptions', STARTER)).status).toBe(401);
    expect((await t.post('/api/subscriptions', STARTER, { as: await createBuyer(t) })).status).toBe(403);
    for (const role of ['MANAGER', 'AGENT', 'VIEWER'] as const) {
      const member = await createTeamMember(t, seller.sellerId, role);
      const response = await t.post('/api/subscriptions', STARTER, { as: member });
      expect([role, response.status, response.body.error.code]).toEqual([role, 403, 'FORBIDDEN']);
      const reads = (await t.get('/api/subscriptions', { as: member })).status;
      expect([role, reads]).toEqual([role, role === 'MANAGER' ? 200 : 403]);
    }
  });

  it('409: one subscription, one trial', async () => {
    const seller = await createSubscriber(t, 'starter', { trial: true });
    const duplicate = await t.post('/api/subscriptions', STARTER, { as: seller });
    expect([duplicate.status, duplicate.body.error.code]).toEqual([409, 'INVALID_STATE']);
    await t.post('/api/subscriptions/cancel', undefined, { as: seller });
    t.clock.advance(15 * 86_400_000);
    await t.app.runner.scheduleRecurring();
    t.clock.advance(600_000);
    await t.drainJobs();
    const token = await freshToken(t, seller);
    const trial = await t.post('/api/subscriptions', { ...STARTER, trial: true }, { as: token });
    expect([trial.status, trial.body.error.code]).toEqual([409, 'INVALID_STATE']);
    expect((await t.post('/api/subscriptions', STARTER, { as: token })).status).toBe(201);
  });

  it('409: a plan by agreement is not bought over', async () => {
    const seller = await createSeller(t, { plan: 'enterprise' });
    const response = await t.post('/api/subscriptions', STARTER, { as: seller });
    expect([response.status, response.body.error.code]).toEqual([409, 'INVALID_STATE']);
  });

  it('one of two simultaneous requests charges', async () => {
    const seller = await createSeller(t);
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => t.post('/api/subscriptions', STARTER, { as: seller })),
    );
    expect(responses.filter((response) => response.status === 201)).toHaveLength(1);
    expect(responses.filter((response) => response.status === 409)).toHaveLength(5);
    expect((await tally(t, seller.sellerId)).chargedMinor).toBe(5831);
  });
});

describe('the postal address of the invoice', () => {
  const order = async (seller: TestSeller, body: object = {}) =>
    t.post(
      '/api/subscriptions',
      { planId: 'starter', billingCycle: 'monthly', paymentMethod: 'pm_ok', ...body },
      { as: seller },
    );
  const MISSING = ['street', 'postalCode'];
  const clearAddress = (seller: TestSeller) =>
    t.db
      .updateTable('sellers')
      .set({ street: null, postal_code: ' ' })
      .where('id', '=', seller.sellerId)
      .execute();

  it('is required to order a plan or a trial: 422 names each field, and how to add it; then the order goes through', async () => {
    const seller = await createSeller(t);
    await clearAddress(seller);
    for (const body of [{}, { planId: 'professional', trial: true }]) {
      const response = await order(seller, body);
      expect([response.status, fieldsOf(response)]).toEqual([422, MISSING]);
      expect(response.body.error.details[0].message).toContain('PUT /seller/profile');
    }
    const { rows } = await sql<{
      id: string;
    }>`select id from payments where seller_id = ${seller.sellerId}`.execute(t.db);
    expect(rows).toEqual([]);
    const address = { street: 'Kajen 6', postalCode: '20459' };
    expect((await t.put('/api/seller/profile', address, { as: seller })).status).toBe(200);
    expect((await order(seller)).status).toBe(201);
  });

  it('is required for a change that is charged, not for one that begins later, nor to cancel', async () => {
    const seller = await createSeller(t);
    expect((await order(seller, { planId: 'professional' })).status).toBe(201);
    await clearAddress(seller);
    const change = (planId: string) => t.patch('/api/subscriptions', { planId }, { as: seller });
    const dearer = await change('premium');
    expect([dearer.status, fieldsOf(dearer)]).toEqual([422, MISSING]);
    expect((await change('starter')).status).toBe(200);
    expect((await change('free')).status).toBe(200);
  });

  it('is not required where an administrator gives a plan, and does not stop a renewal', async () => {
    const admin = await createAdmin(t);
    const seller = await createSeller(t);
    await clearAddress(seller);
    const url = `/api/admin/users/${seller.userId}/subscription`;
    expect((await t.put(url, { planId: 'premium' }, { as: admin })).status).toBe(200);
    const older = await createSeller(t);
    expect((await order(older)).status).toBe(201);
    await clearAddress(older);
    await pass(t, days(32));
    const { body } = await t.get('/api/subscriptions/invoices', { as: await freshToken(t, older) });
    expect(body.data.invoices.map(({ status }: { status: string }) => status)).toEqual(['paid', 'paid']);
  });
});
