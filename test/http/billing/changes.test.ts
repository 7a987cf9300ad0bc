import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import {
  createListing,
  createSellerWithAddress as createSeller,
  createTeamMember,
  type TestSeller,
} from '../../support/factories.ts';
import { withClockAt } from '../../support/stopped-clock.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
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
  // Moves the row to the end of the table, so that code which relies on the row order fails.
  await sql`update plans set name = name where slug = 'free'`.execute(t.db);
});
afterAll(() => t.close());

describe('PATCH /subscriptions', () => {
  it('200: a larger plan begins at once, for the price of the preview', async () => {
    const seller = await createSubscriber(t, 'starter');
    t.clock.advance(days(10));
    const as = await freshToken(t, seller);
    const preview = (await t.post('/api/subscriptions/preview', { planId: 'premium' }, { as })).body.data
      .preview;
    expect(preview).toMatchObject({
      effective: 'now',
      plan: { slug: 'premium' },
      billingCycle: 'monthly',
      lines: [{ kind: 'unused' }, { kind: 'plan' }],
      pausedListings: [],
      creditApplied: 0,
    });
    const response = await t.patch('/api/subscriptions', { planId: 'premium' }, { as });
    expect(response.status).toBe(200);
    const { subscription, invoice, payment } = response.body.data;
    expect(invoice).toMatchObject({
      net: preview.net,
      vat: preview.vat,
      total: preview.total,
      amountDue: 0,
      status: 'paid',
    });
    expect(payment.amount.amount).toBe(preview.amountDue);
    expect(subscription).toMatchObject({
      plan: { slug: 'premium' },
      price: { amount: 349, currency: 'EUR' },
    });
    // The difference of 300 EUR, prorated for the rest of a month of 28 to 31 days, ten of which have passed.
    expect(invoice.net).toBeGreaterThanOrEqual((300 * 18) / 28 - 0.02);
    expect(invoice.net).toBeLessThanOrEqual((300 * 21) / 31 + 0.02);
    const detail = (await t.get(`/api/subscriptions/invoices/${invoice.id}`, { as })).body.data.invoice;
    const nets = detail.lines.map((line: { net: number }) => Math.round(line.net * 100));
    expect(nets[0]).toBeLessThan(0);
    expect(nets[0] + nets[1]).toBe(Math.round(invoice.net * 100));
    expect(await eventsOf(t, seller.sellerId, 'subscription')).toEqual([
      'subscription.created',
      'subscription.updated',
    ]);
  });

  it('200: a smaller plan starts with the next period, and the seller is notified of the listings that it pauses', async () => {
    const seller = await createSubscriber(t, 'professional');
    for (let i = 0; i < 17; i++) await createListing(t, seller);
    const response = await t.patch('/api/subscriptions', { planId: 'starter' }, { as: seller });
    expect(response.status).toBe(200);
    const { subscription } = response.body.data;
    expect(response.body.data).toMatchObject({ invoice: null, payment: null });
    expect(subscription).toMatchObject({
      plan: { slug: 'professional' },
      scheduledChange: {
        plan: { slug: 'starter' },
        billingCycle: 'monthly',
        at: subscription.currentPeriodEnd,
      },
    });
    expect((await noticesOf(t, seller.userId)).at(-1)).toMatchObject({
      type: 'subscription',
      data: {
        change: 'change_scheduled',
        plan: 'Starter',
        listings: 2,
        at: subscription.currentPeriodEnd,
      },
    });
    const back = await t.patch('/api/subscriptions', { planId: 'professional' }, { as: seller });
    expect(back.body.data.subscription.scheduledChange).toBeNull();
  });

  it('200: a year begins at once, a month only after it', async () => {
    const seller = await createSubscriber(t, 'starter');
    const year = await t.patch('/api/subscriptions', { billingCycle: 'yearly' }, { as: seller });
    expect(year.body.data).toMatchObject({
      subscription: { billingCycle: 'yearly', price: { amount: 490 } },
      invoice: { net: 441 },
    });
    const month = await t.patch('/api/subscriptions', { billingCycle: 'monthly' }, { as: seller });
    expect(month.body.data.subscription).toMatchObject({
      billingCycle: 'yearly',
      scheduledChange: { billingCycle: 'monthly' },
    });
  });

  it('200: if a larger monthly plan replaces a yearly one, the remainder becomes credit', async () => {
    const seller = await createSubscriber(t, 'starter', { billingCycle: 'yearly' });
    const response = await t.patch(
      '/api/subscriptions',
      { planId: 'professional', billingCycle: 'monthly' },
      { as: seller },
    );
    expect(response.body.data).toMatchObject({
      payment: null,
      invoice: {
        kind: 'credit_note',
        status: 'paid',
        net: -341,
        total: -405.79,
        paidAt: expect.any(String),
      },
    });
    const { body } = await t.get('/api/subscriptions', { as: seller });
    expect(body.data.credit).toEqual({ amount: 405.79, currency: 'EUR' });
    const preview = await t.post('/api/subscriptions/preview', { planId: 'premium' }, { as: seller });
    expect(preview.body.data.preview).toMatchObject({ total: 238, creditApplied: 238, amountDue: 0 });
    const next = await t.patch('/api/subscriptions', { planId: 'premium' }, { as: seller });
    expect(next.body.data).toMatchObject({
      payment: null,
      invoice: { total: 238, creditApplied: 238, amountDue: 0, status: 'paid' },
    });
    const sums = await tally(t, seller.sellerId);
    expect(sums.chargedMinor).toBe(58_310);
    expect(sums.ledgerMinor).toBe(-16_779);
  });

  it('200: within a trial a larger plan costs nothing yet', async () => {
    const seller = await createSubscriber(t, 'starter', { trial: true });
    const response = await t.patch('/api/subscriptions', { planId: 'premium' }, { as: seller });
    expect(response.body.data).toMatchObject({
      subscription: { status: 'trialing', plan: { slug: 'premium' }, price: { amount: 349 } },
      invoice: null,
      payment: null,
    });
  });

  it('200: within a trial a plan without one is paid at once, and the trial is over', async () => {
    const seller = await createSubscriber(t, 'starter', { trial: true });
    await t.db.updateTable('plans').set({ trial_days: 0 }).where('slug', '=', 'premium').execute();
    const response = await t.patch('/api/subscriptions', { planId: 'premium' }, { as: seller });
    await t.db.updateTable('plans').set({ trial_days: 14 }).where('slug', '=', 'premium').execute();
    expect(response.body.data).toMatchObject({
      subscription: { status: 'active', plan: { slug: 'premium' }, trialEnd: null },
      invoice: { status: 'paid' },
      payment: { status: 'succeeded' },
    });
    const { chargedMinor } = await tally(t, seller.sellerId);
    expect(chargedMinor).toBe(response.body.data.invoice.total * 100);
    expect(chargedMinor).toBeGreaterThan(0);
  });

  it('200: another payment method, without any charge', async () => {
    const seller = await createSubscriber(t, 'starter');
    const response = await t.patch(
      '/api/subscriptions',
      { paymentMethod: 'pm_fails_on_renewal' },
      { as: seller },
    );
    expect(response.body.data).toMatchObject({
      subscription: { paymentMethod: { label: 'pm_fails_on_renewal' } },
      invoice: null,
      payment: null,
    });
  });

  it('200: the free plan is a cancellation', async () => {
    const seller = await createSubscriber(t, 'starter');
    const response = await t.patch('/api/subscriptions', { planId: 'free' }, { as: seller });
    expect(response.body.data.subscription).toMatchObject({ status: 'canceled', cancelAtPeriodEnd: true });
  });

  it('402: a decline changes neither plan nor payment method', async () => {
    const seller = await createSubscriber(t, 'starter');
    const before = (await t.get('/api/subscriptions', { as: seller })).body.data.subscription;
    const response = await t.patch(
      '/api/subscriptions',
      { planId: 'premium', paymentMethod: 'pm_declined' },
      { as: seller },
    );
    expect([response.status, response.body.error.code]).toEqual([402, 'PAYMENT_FAILED']);
    expect((await t.get('/api/subscriptions', { as: seller })).body.data.subscription).toEqual(before);
  });

  it.each([
    [{}, 'planId'],
    [{ planId: 'enterprise' }, 'planId'],
    [{ planId: 'none' }, 'planId'],
    [{ billingCycle: 'daily' }, 'billingCycle'],
    [{ paymentMethod: 'pm_unheard_of' }, 'paymentMethod'],
  ])('422: %o', async (body, field) => {
    const seller = await createSubscriber(t, 'starter');
    const response = await t.patch('/api/subscriptions', body, { as: seller });
    expect([response.status, response.body.error.details?.[0]?.field]).toEqual([422, field]);
  });

  it('409: on the free plan, without a difference, after a cancellation', async () => {
    const free = await createSeller(t);
    expect((await t.patch('/api/subscriptions', { planId: 'premium' }, { as: free })).status).toBe(409);
    const seller = await createSubscriber(t, 'starter');
    expect((await t.patch('/api/subscriptions', { planId: 'starter' }, { as: seller })).status).toBe(409);
    await t.post('/api/subscriptions/cancel', undefined, { as: seller });
    const late = await t.patch('/api/subscriptions', { planId: 'premium' }, { as: seller });
    expect([late.status, late.body.error.code]).toEqual([409, 'INVALID_STATE']);
  });

  it('403: not for managers', async () => {
    const seller = await createSubscriber(t, 'starter');
    const manager = await createTeamMember(t, seller.sellerId, 'MANAGER');
    expect((await t.patch('/api/subscriptions', { planId: 'premium' }, { as: manager })).status).toBe(403);
  });
});

describe('POST /subscriptions/preview', () => {
  it('200: a new subscription with its VAT, and the listings that cancellation would pause', async () => {
    const seller = await createSeller(t, { country: 'DE' });
    const { preview } = (
      await t.post(
        '/api/subscriptions/preview',
        { planId: 'professional', billingCycle: 'yearly' },
        { as: seller },
      )
    ).body.data;
    expect(preview).toMatchObject({
      effective: 'now',
      net: 1490,
      vat: 283.1,
      total: 1773.1,
      amountDue: 1773.1,
      taxes: [{ rate: 19, net: 1490, amount: 283.1 }],
      taxNote: null,
      nextCharge: { net: 1490 },
      trialEnd: null,
    });
    const subscriber = await createSubscriber(t, 'starter');
    const listings = [];
    for (let i = 0; i < 7; i++) {
      t.clock.advance(1000);
      listings.push(await createListing(t, subscriber));
    }
    const end = (await t.post('/api/subscriptions/preview', { planId: 'free' }, { as: subscriber })).body.data
      .preview;
    expect(end).toMatchObject({ effective: 'period_end', amountDue: 0, nextCharge: null });
    const rejected = await t.post('/api/subscriptions/preview', { planId: 'free' }, { as: seller });
    expect(rejected.status).toBe(422);
    expect(end.pausedListings.map((listing: { id: string }) => listing.id)).toEqual([
      listings[6]?.listingId,
      listings[5]?.listingId,
    ]);
  });

  it('200: the listings that it names are those that the change pauses, renewed ones included', async () => {
    const subscriber = await createSubscriber(t, 'starter');
    const listings: string[] = [];
    for (let i = 0; i < 6; i++) {
      t.clock.advance(1000);
      listings.push((await createListing(t, subscriber)).listingId);
    }
    t.clock.advance(1000);
    const renewed = await t.post(`/api/seller/listings/${listings[0]}/renew`, {}, { as: subscriber });
    expect(renewed.status).toBe(200);
    const { preview } = (await t.post('/api/subscriptions/preview', { planId: 'free' }, { as: subscriber }))
      .body.data;
    expect(preview.pausedListings.map((listing: { id: string }) => listing.id)).toEqual([listings[0]]);
    await inTransaction(t.db, (trx) =>
      t.app.modules.listings.inventory.pauseOverLimit(trx, subscriber.sellerId, 5),
    );
    const paused = await t.get('/api/seller/listings?status=PAUSED', { as: subscriber });
    expect(paused.body.data.listings.map((listing: { id: string }) => listing.id)).toEqual([listings[0]]);
  });

  it('200: a smaller plan costs nothing now and its own price from the next period on', async () => {
    const subscriber = await createSubscriber(t, 'professional');
    const { currentPeriodEnd } = (await t.get('/api/subscriptions', { as: subscriber })).body.data
      .subscription;
    const { preview } = (
      await t.post('/api/subscriptions/preview', { planId: 'starter' }, { as: subscriber })
    ).body.data;
    expect(preview).toMatchObject({
      plan: { slug: 'starter' },
      billingCycle: 'monthly',
      effective: 'period_end',
      effectiveAt: currentPeriodEnd,
      lines: [],
      amountDue: 0,
      nextCharge: { at: currentPeriodEnd, net: 49 },
    });
  });

  it('200: a trial; managers too; nothing is written', async () => {
    const seller = await createSeller(t);
    const manager = await createTeamMember(t, seller.sellerId, 'MANAGER');
    const response = await t.post(
      '/api/subscriptions/preview',
      { planId: 'starter', trial: true },
      { as: manager },
    );
    expect(response.status).toBe(200);
    expect(response.body.data.preview).toMatchObject({ amountDue: 0, lines: [] });
    expect(response.body.data.preview.trialEnd).toBe(response.body.data.preview.nextCharge.at);
    expect(await eventsOf(t, seller.sellerId)).toEqual([]);
  });

  it('409 and 422 as the request itself would', async () => {
    const seller = await createSubscriber(t, 'starter');
    const same = await t.post('/api/subscriptions/preview', { planId: 'starter' }, { as: seller });
    expect(same.status).toBe(409);
    const enterprise = await t.post('/api/subscriptions/preview', { planId: 'enterprise' }, { as: seller });
    expect(enterprise.status).toBe(422);
    const rejected = await t.post('/api/subscriptions/preview', {}, { as: await createSeller(t) });
    expect([rejected.status, rejected.body.error.details]).toEqual([
      422,
      [{ field: 'planId', message: 'is required because there is no subscription to change' }],
    ]);
  });
});

describe('cancel and resume', () => {
  it('200: the plan runs to the end of the period, and the cancellation can be withdrawn', async () => {
    const seller = await createSubscriber(t, 'starter');
    const canceled = await t.post('/api/subscriptions/cancel', undefined, { as: seller });
    expect(canceled.status).toBe(200);
    expect(canceled.body.data.subscription).toMatchObject({
      status: 'canceled',
      plan: { slug: 'starter' },
      cancelAtPeriodEnd: true,
      canceledAt: expect.any(String),
    });
    const resumed = await t.post('/api/subscriptions/resume', undefined, { as: seller });
    expect(resumed.body.data.subscription).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: false,
      canceledAt: null,
    });
    expect(await eventsOf(t, seller.sellerId, 'subscription')).toEqual([
      'subscription.created',
      'subscription.canceled',
      'subscription.updated',
    ]);
    expect((await noticesOf(t, seller.userId)).map(({ data }) => data['change'])).toEqual([
      'subscribed',
      'canceled',
      'resumed',
    ]);
  });

  it('200: a resumed trial is a trial', async () => {
    const seller = await createSubscriber(t, 'starter', { trial: true });
    await t.post('/api/subscriptions/cancel', undefined, { as: seller });
    const resumed = await t.post('/api/subscriptions/resume', undefined, { as: seller });
    expect(resumed.body.data.subscription.status).toBe('trialing');
  });

  it('200: a subscription that is resumed after its trial is charged as before', async () => {
    const seller = await createSubscriber(t, 'starter', { trial: true });
    await t.app.runner.scheduleRecurring();
    await pass(t, days(15));
    const as = await freshToken(t, seller);
    const { subscription } = (await t.get('/api/subscriptions', { as })).body.data;
    expect(subscription.status).toBe('active');
    await t.post('/api/subscriptions/cancel', undefined, { as });
    const resumed = await t.post('/api/subscriptions/resume', undefined, { as });
    expect(resumed.body.data.subscription).toMatchObject({
      status: 'active',
      currentPeriodEnd: subscription.currentPeriodEnd,
    });
  });

  it('200: an unpaid subscription ends immediately, and the debt is dropped', async () => {
    const seller = await createSubscriber(t, 'starter', { paymentMethod: 'pm_fails_on_renewal' });
    await t.app.runner.scheduleRecurring();
    await pass(t, days(32));
    const as = await freshToken(t, seller);
    expect((await t.get('/api/subscriptions', { as })).body.data.subscription.status).toBe('past_due');
    const { subscription } = (await t.post('/api/subscriptions/cancel', undefined, { as })).body.data;
    expect(subscription).toMatchObject({ status: 'expired', plan: { slug: 'free' } });
    expect((await t.get('/api/subscriptions', { as })).body.data.openInvoice).toBeNull();
    expect((await eventsOf(t, seller.sellerId, 'subscription')).slice(-2)).toEqual([
      'subscription.updated',
      'subscription.canceled',
    ]);
  });

  it('the end of a canceled plan is an update, because it was announced before', async () => {
    const seller = await createSubscriber(t, 'starter');
    await t.post('/api/subscriptions/cancel', undefined, { as: seller });
    await t.app.runner.scheduleRecurring();
    await pass(t, days(32));
    expect(await eventsOf(t, seller.sellerId, 'subscription')).toEqual([
      'subscription.created',
      'subscription.canceled',
      'subscription.updated',
    ]);
  });

  it('until the very end of the period: from then on neither a change nor a return is possible', async () => {
    const [staying, canceling] = [await createSubscriber(t, 'starter'), await createSubscriber(t, 'starter')];
    const optionsFor = async (seller: TestSeller) => ({ as: await freshToken(t, seller) });
    const { currentPeriodEnd } = (await t.get('/api/subscriptions', { as: staying })).body.data.subscription;
    await t.post('/api/subscriptions/cancel', undefined, { as: canceling });
    const end = Date.parse(currentPeriodEnd);
    await t.db
      .updateTable('subscriptions')
      .set({ current_period_end: new Date(end) })
      .where('seller_id', '=', canceling.sellerId)
      .execute();
    const preview = async () =>
      t.post('/api/subscriptions/preview', { planId: 'premium' }, await optionsFor(staying));
    const resume = async () => t.post('/api/subscriptions/resume', undefined, await optionsFor(canceling));
    await withClockAt(t, end - 1, async () => {
      expect((await preview()).status).toBe(200);
      expect((await resume()).status).toBe(200);
      await t.post('/api/subscriptions/cancel', undefined, await optionsFor(canceling));
    });
    await withClockAt(t, end, async () => {
      expect((await preview()).body.error.message).toContain('next billing period is starting');
      const { status, body } = await resume();
      expect([status, body.error.message]).toEqual([409, 'The subscription has ended. Subscribe again.']);
    });
  });

  it('409: nothing to cancel, nothing to resume, not twice', async () => {
    const free = await createSeller(t);
    expect((await t.post('/api/subscriptions/cancel', undefined, { as: free })).status).toBe(409);
    const seller = await createSubscriber(t, 'starter');
    expect((await t.post('/api/subscriptions/resume', undefined, { as: seller })).status).toBe(409);
    await t.post('/api/subscriptions/cancel', undefined, { as: seller });
    const secondCancellation = await t.post('/api/subscriptions/cancel', undefined, { as: seller });
    expect([secondCancellation.status, secondCancellation.body.error.code]).toEqual([409, 'INVALID_STATE']);
  });

  it('401, 403', async () => {
    const seller = await createSubscriber(t, 'starter');
    const manager = await createTeamMember(t, seller.sellerId, 'MANAGER');
    for (const path of ['cancel', 'resume']) {
      expect((await t.post(`/api/subscriptions/${path}`)).status).toBe(401);
      expect((await t.post(`/api/subscriptions/${path}`, undefined, { as: manager })).status).toBe(403);
    }
  });
});
