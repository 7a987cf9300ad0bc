import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAdmin,
  createBuyer,
  createListing,
  createSellerWithAddress as createSeller,
  type TestUser,
} from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { createSubscriber, days, eventsOf, freshToken, holdNotices, pass, tally } from './support.ts';

let t: TestApp;
let admin: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  holdNotices(t);
  admin = await createAdmin(t);
});
afterAll(() => t.close());

async function auditOf(action: string, subjectId: string) {
  return t.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', action)
    .where('subject_id', '=', subjectId)
    .execute();
}

async function planId(slug: string): Promise<string> {
  const plan = await t.db.selectFrom('plans').select('id').where('slug', '=', slug).executeTakeFirstOrThrow();
  return plan.id;
}

describe('GET /admin/plans', () => {
  it('200: all plans with their sellers', async () => {
    await createSeller(t);
    const { status, body } = await t.get('/api/admin/plans', { as: admin });
    expect(status).toBe(200);
    expect(body.data.plans.map((plan: { slug: string }) => plan.slug)).toEqual([
      'free',
      'starter',
      'professional',
      'premium',
      'enterprise',
    ]);
    expect(body.data.plans[0].subscribers).toBeGreaterThanOrEqual(1);
  });

  it('those of the same place come in the order in which they were made', async () => {
    const plans = await t.db.selectFrom('plans').select(['id', 'sort_order']).orderBy('id', 'desc').execute();
    const move = (id: string, place: number) =>
      t.db.updateTable('plans').set({ sort_order: place }).where('id', '=', id).execute();
    for (const { id } of plans) await move(id, 1);
    const { body } = await t.get('/api/admin/plans', { as: admin });
    for (const { id, sort_order: place } of plans) await move(id, place);
    expect(body.data.plans.map((plan: { id: string }) => plan.id)).toEqual(
      plans.map(({ id }) => id).toReversed(),
    );
  });
});

describe('PATCH /admin/plans/:id', () => {
  it('200: prices hold for new periods, limits at once; audited', async () => {
    const seller = await createSubscriber(t, 'premium');
    const response = await t.patch(
      '/api/admin/plans/premium',
      { price: { amount: 359.5 }, yearlyPrice: { amount: 3595 }, limits: { teamSeats: 20 } },
      { as: admin },
    );
    expect(response.status).toBe(200);
    expect(response.body.data.plan).toMatchObject({
      price: { amount: 359.5, currency: 'EUR' },
      limits: { teamSeats: 20, activeListings: 250 },
    });
    const { body } = await t.get('/api/subscriptions', { as: seller });
    expect(body.data).toMatchObject({
      subscription: { price: { amount: 349 } },
      usage: { teamSeats: { limit: 20 } },
    });
    const [entry] = await auditOf('plan.changed', await planId('premium'));
    expect(entry).toMatchObject({
      actor_id: admin.userId,
      before: { monthly_minor: 34_900, limits: { teamSeats: 15 } },
      after: { monthly_minor: 35_950, limits: { teamSeats: 20 } },
    });
    const back = { price: { amount: 349 }, yearlyPrice: { amount: 3490 }, limits: { teamSeats: 15 } };
    await t.patch(`/api/admin/plans/${await planId('premium')}`, back, { as: admin });
  });

  it('200: a plan that is no longer offered cannot be bought, and is kept by those who have it', async () => {
    const seller = await createSubscriber(t, 'starter');
    await t.patch('/api/admin/plans/starter', { active: false }, { as: admin });
    const { body } = await t.get('/api/subscriptions/plans');
    expect(body.data.plans.map((plan: { slug: string }) => plan.slug)).not.toContain('starter');
    const refused = await t.post(
      '/api/subscriptions',
      { planId: 'starter', billingCycle: 'monthly', paymentMethod: 'pm_ok' },
      { as: await createSeller(t) },
    );
    expect(refused.status).toBe(422);
    const preview = async (as: TestUser, body: object): Promise<number> =>
      (await t.post('/api/subscriptions/preview', body, { as })).status;
    expect(await preview(await createSeller(t), { planId: 'starter' })).toBe(422);
    expect(await preview(seller, { billingCycle: 'yearly' })).toBe(200);
    const year = await t.patch('/api/subscriptions', { billingCycle: 'yearly' }, { as: seller });
    expect(year.status).toBe(200);
    await t.patch('/api/admin/plans/starter', { active: true }, { as: admin });
  });

  it('200: by agreement is without a price, and without cycles to choose from', async () => {
    const patch = async (body: object) =>
      (await t.patch('/api/admin/plans/premium', body, { as: admin })).body.data.plan;
    expect(await patch({ price: null, yearlyPrice: null })).toMatchObject({
      price: null,
      yearlyPrice: null,
      billingCycles: [],
    });
    expect(await patch({ price: { amount: 349 }, yearlyPrice: { amount: 3490 } })).toMatchObject({
      price: { amount: 349 },
      yearlyPrice: { amount: 3490 },
      billingCycles: ['monthly', 'yearly'],
    });
  });

  it('200: the description of the free plan can change; a change of nothing is not in the audit log', async () => {
    const id = await planId('free');
    const { description } = await t.db
      .selectFrom('plans')
      .select('description')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (const body of [{ description: 'To begin with.' }, { description }, {}])
      expect((await t.patch('/api/admin/plans/free', body, { as: admin })).status).toBe(200);
    expect(await auditOf('plan.changed', id)).toHaveLength(2);
  });

  it('200: of changes at the same time none is lost', async () => {
    const limits = { drafts: 901, imagesPerListing: 41, featuredSlots: 9, teamSeats: 17, apiKeys: 31 };
    const before = await t.db
      .selectFrom('plans')
      .select('limits')
      .where('slug', '=', 'premium')
      .executeTakeFirstOrThrow();
    const patch = (changes: object) =>
      t.patch('/api/admin/plans/premium', { limits: changes }, { as: admin });
    await Promise.all(Object.entries(limits).map(([name, value]) => patch({ [name]: value })));
    const { body } = await t.get('/api/admin/plans', { as: admin });
    const premium = body.data.plans.find(({ slug }: { slug: string }) => slug === 'premium');
    expect(premium.limits).toEqual({ ...before.limits, ...limits });
    await patch(before.limits);
  });

  it.each([
    [{ price: { amount: 1.005 } }, 'premium'],
    [{ price: { amount: -1 } }, 'premium'],
    [{ price: null }, 'premium'],
    [{ price: { amount: 5 } }, 'free'],
    [{ yearlyPrice: { amount: 5 } }, 'free'],
    [{ active: false }, 'free'],
    [{ price: { amount: 5 } }, 'enterprise'],
    [{ limits: { teamSeats: 0 } }, 'premium'],
    [{ limits: { activeListings: 1.5 } }, 'premium'],
    [{ trialDays: 1000 }, 'premium'],
  ])('422: %o', async (body, plan) => {
    expect((await t.patch(`/api/admin/plans/${plan}`, body, { as: admin })).status).toBe(422);
  });

  it('401, 403, 404', async () => {
    expect((await t.patch('/api/admin/plans/free', {})).status).toBe(401);
    expect((await t.patch('/api/admin/plans/free', {}, { as: await createSeller(t) })).status).toBe(403);
    expect((await t.patch('/api/admin/plans/golden', {}, { as: admin })).status).toBe(404);
  });
});

describe('PUT /admin/users/:id/subscription', () => {
  it('200: enterprise without payment or end; audited', async () => {
    const seller = await createSeller(t);
    const response = await t.put(
      `/api/admin/users/${seller.userId}/subscription`,
      { planId: 'enterprise' },
      { as: admin },
    );
    expect(response.status).toBe(200);
    expect(response.body.data.subscription).toMatchObject({
      plan: { slug: 'enterprise' },
      status: 'active',
      billingCycle: null,
      price: { amount: 0 },
      currentPeriodEnd: null,
    });
    expect(await eventsOf(t, seller.sellerId)).toEqual(['subscription.updated']);
    const [entry] = await auditOf('subscription.granted', seller.sellerId);
    expect(entry).toMatchObject({ before: { plan: 'free' }, after: { plan: 'enterprise' } });
    const { body } = await t.get('/api/subscriptions', { as: seller });
    expect(body.data.usage.activeListings).toEqual({ used: 0, limit: null });
  });

  it('200: prepaid amounts become credit', async () => {
    const seller = await createSubscriber(t, 'professional');
    await t.put(`/api/admin/users/${seller.userId}/subscription`, { planId: 'enterprise' }, { as: admin });
    const { body } = await t.get('/api/subscriptions', { as: seller });
    expect(body.data.credit.amount).toBeCloseTo(177.31, 1);
    expect(body.data.credit.amount).toBeLessThanOrEqual(177.31);
    const sums = await tally(t, seller.sellerId);
    expect(-sums.ledgerMinor).toBe(Math.round(body.data.credit.amount * 100));
  });

  it('200: a trial has nothing that could become credit', async () => {
    const seller = await createSubscriber(t, 'professional', { trial: true });
    await t.put(`/api/admin/users/${seller.userId}/subscription`, { planId: 'enterprise' }, { as: admin });
    const { body } = await t.get('/api/subscriptions', { as: seller });
    expect(body.data.credit.amount).toBe(0);
    expect((await tally(t, seller.sellerId)).invoicedMinor).toBe(0);
  });

  it('200: back to free pauses the newest listings over its limit', async () => {
    const seller = await createSeller(t, { plan: 'premium' });
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) {
      t.clock.advance(1000);
      ids.push((await createListing(t, seller)).listingId);
    }
    await t.put(`/api/admin/users/${seller.userId}/subscription`, { planId: 'free' }, { as: admin });
    const rows = await t.db
      .selectFrom('listings')
      .select(['id', 'status', 'paused_by_plan'])
      .where('seller_id', '=', seller.sellerId)
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.status)).toEqual([...Array<string>(5).fill('ACTIVE'), 'PAUSED', 'PAUSED']);
    expect(rows.filter((row) => row.paused_by_plan).map((row) => row.id)).toEqual(ids.slice(5));
    await t.put(`/api/admin/users/${seller.userId}/subscription`, { planId: 'premium' }, { as: admin });
    const live = await t.db
      .selectFrom('listings')
      .select('id')
      .where('seller_id', '=', seller.sellerId)
      .where('status', '=', 'ACTIVE')
      .execute();
    expect(live).toHaveLength(7);
  });

  it('401, 403, 404, 409, 422', async () => {
    const seller = await createSeller(t);
    const buyer = await createBuyer(t);
    const put = (userId: string, plan: string, as?: TestUser) =>
      t.put(`/api/admin/users/${userId}/subscription`, { planId: plan }, as === undefined ? {} : { as });
    expect((await put(seller.userId, 'free')).status).toBe(401);
    expect((await put(seller.userId, 'free', seller)).status).toBe(403);
    expect((await put('usr_unknown', 'free', admin)).status).toBe(404);
    expect((await put(buyer.userId, 'free', admin)).body.error.code).toBe('INVALID_STATE');
    expect((await put(seller.userId, 'golden', admin)).status).toBe(422);
    await t.post(
      '/api/subscriptions',
      { planId: 'starter', billingCycle: 'monthly', paymentMethod: 'pm_slow' },
      { as: seller },
    );
    expect((await put(seller.userId, 'premium', admin)).status).toBe(409);
  });
});

describe('a grant in time', () => {
  it('200: while past due nothing is credited: the running period was never paid', async () => {
    const seller = await createSubscriber(t, 'professional', { paymentMethod: 'pm_fails_on_renewal' });
    await t.app.runner.scheduleRecurring();
    await pass(t, days(32));
    const as = await freshToken(t, admin, 'ADMIN');
    const path = `/api/admin/users/${seller.userId}/subscription`;
    const response = await t.put(path, { planId: 'enterprise' }, { as });
    expect(response.body.data.subscription).toMatchObject({ plan: { slug: 'enterprise' }, status: 'active' });
    const { body } = await t.get('/api/subscriptions', { as: await freshToken(t, seller) });
    expect(body.data.credit.amount).toBe(0);
    const invoices = await t.db
      .selectFrom('invoices')
      .select(['status', 'total_minor'])
      .where('seller_id', '=', seller.sellerId)
      .orderBy('id')
      .execute();
    // The first invoice was paid. The second one was not, so it is voided and credited in full.
    expect(invoices).toEqual([
      { status: 'paid', total_minor: 17_731 },
      { status: 'void', total_minor: 17_731 },
      { status: expect.any(String), total_minor: -17_731 },
    ]);
    expect(await tally(t, seller.sellerId)).toMatchObject({
      ledgerMinor: 0,
      openMinor: 0,
      paidMinor: 17_731,
    });
  });
});
