import { afterAll, beforeAll, expect, it } from 'vitest';
import { listDueSubscriptionIds } from '../../src/modules/billing/repository.ts';
import {
  createListing,
  createSellerWithAddress as createSeller,
  type TestSeller,
} from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { days, eventsOf, freshToken, holdNotices, noticesOf, pass, tally } from '../http/billing/support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  holdNotices(t);
  await t.app.runner.scheduleRecurring();
});
afterAll(() => t.close());

const HOUR = 3_600_000;

async function current(seller: TestSeller) {
  return (await t.get('/api/subscriptions', { as: await freshToken(t, seller) })).body.data;
}

/** Lets time pass until one hour after the given instant. */
async function passUntil(instant: string): Promise<void> {
  await pass(t, Date.parse(instant) + HOUR - t.clock.now().getTime());
}

async function statesOf(seller: TestSeller): Promise<Record<string, number>> {
  const rows = await t.db
    .selectFrom('listings')
    .select('status')
    .where('seller_id', '=', seller.sellerId)
    .execute();
  return Object.fromEntries(
    [...new Set(rows.map((row) => row.status))].map((status) => [
      status,
      rows.filter((row) => row.status === status).length,
    ]),
  );
}

it('a year of a seller: trial, upgrade, renewals, a declined card, recovery, downgrade, cancellation', async () => {
  const seller = await createSeller(t, { country: 'DE' });
  const patch = async (body: unknown) =>
    t.patch('/api/subscriptions', body, { as: await freshToken(t, seller) });

  // January: a trial of two weeks, a notice three days before its end, then a charge.
  const trial = await t.post(
    '/api/subscriptions',
    { planId: 'starter', billingCycle: 'monthly', paymentMethod: 'pm_ok', trial: true },
    { as: seller },
  );
  const { trialEnd } = trial.body.data.subscription;
  await pass(t, days(12));
  expect((await noticesOf(t, seller.userId)).at(-1)?.data).toMatchObject({
    change: 'trial_ending',
    at: trialEnd,
  });
  await passUntil(trialEnd);
  let now = await current(seller);
  expect(now.subscription).toMatchObject({
    status: 'active',
    trialEnd: null,
    currentPeriodStart: trialEnd,
    plan: { slug: 'starter' },
  });
  expect(await eventsOf(t, seller.sellerId)).toEqual([
    'subscription.created',
    'subscription.renewed',
    'invoice.created',
    'payment.succeeded',
    'invoice.paid',
  ]);

  // An upgrade in the middle of a period, with listings that need it.
  await pass(t, days(10));
  expect((await patch({ planId: 'professional' })).status).toBe(200);
  for (let i = 0; i < 20; i++) {
    t.clock.advance(1000);
    await createListing(t, seller);
  }
  // Listing periods are not part of this test, so extend them.
  await t.db
    .updateTable('listings')
    .set({ expires_at: new Date(t.clock.now().getTime() + days(400)) })
    .where('seller_id', '=', seller.sellerId)
    .execute();
  for (let month = 0; month < 3; month++)
    await passUntil((await current(seller)).subscription.currentPeriodEnd);
  now = await current(seller);
  expect(now.subscription).toMatchObject({ status: 'active', price: { amount: 149 } });

  // The card fails: three attempts in a week. A new card saves the plan before the last one.
  await patch({ paymentMethod: 'pm_fails_on_renewal' });
  await passUntil(now.subscription.currentPeriodEnd);
  now = await current(seller);
  expect(now.subscription).toMatchObject({ status: 'past_due', plan: { slug: 'professional' } });
  expect(now.openInvoice).toMatchObject({ status: 'open', total: 177.31, amountDue: 177.31 });
  expect((await patch({ planId: 'premium' })).status).toBe(409);
  await passUntil(now.subscription.nextAttemptAt);
  now = await current(seller);
  expect(now.subscription.status).toBe('past_due');
  const declined = await patch({ paymentMethod: 'pm_declined' });
  expect(declined.status).toBe(402);
  expect((await current(seller)).subscription).toMatchObject({
    status: 'past_due',
    nextAttemptAt: now.subscription.nextAttemptAt,
    paymentMethod: { label: 'pm_fails_on_renewal' },
  });
  const rescued = await patch({ paymentMethod: 'pm_ok' });
  expect(rescued.body.data).toMatchObject({
    subscription: { status: 'active', nextAttemptAt: null, paymentMethod: { label: 'pm_ok' } },
    payment: { status: 'succeeded' },
    invoice: { status: 'paid' },
  });
  const failures = (await noticesOf(t, seller.userId)).filter((notice) => notice.type === 'payment_failed');
  expect(failures.map((notice) => notice.data['attempt'])).toEqual([1, 2]);
  expect(failures[0]?.data).toMatchObject({ plan: 'Professional', amount: 177.31, attemptsMax: 3 });

  // A downgrade at the next period: announced now, announced again, then the newest listings are paused.
  const downgrade = await patch({ planId: 'starter' });
  const { at } = downgrade.body.data.subscription.scheduledChange;
  expect(await statesOf(seller)).toEqual({ ACTIVE: 20 });
  await passUntil(new Date(Date.parse(at) - days(3)).toISOString());
  expect((await noticesOf(t, seller.userId)).at(-1)?.data).toMatchObject({
    change: 'change_ahead',
    listings: 5,
  });
  await passUntil(at);
  now = await current(seller);
  expect(now.subscription).toMatchObject({
    plan: { slug: 'starter' },
    scheduledChange: null,
    price: { amount: 49 },
  });
  expect(await statesOf(seller)).toEqual({ ACTIVE: 15, PAUSED: 5 });

  // Dunning ends: the plan falls back to free, and the unpaid invoice is canceled.
  await patch({ paymentMethod: 'pm_fails_on_renewal' });
  await passUntil(now.subscription.currentPeriodEnd);
  const unpaid = await current(seller);
  expect(unpaid.subscription.status).toBe('past_due');
  const firstTry = Date.parse(unpaid.openInvoice.issuedAt);
  await passUntil((await current(seller)).subscription.nextAttemptAt);
  const last = (await current(seller)).subscription.nextAttemptAt;
  expect(Date.parse(last) - firstTry).toBe(days(7));
  await passUntil(last);
  now = await current(seller);
  expect(now).toMatchObject({
    subscription: { status: 'expired', plan: { slug: 'free' }, nextAttemptAt: null },
    openInvoice: null,
    credit: { amount: 0 },
  });
  expect(await statesOf(seller)).toEqual({ ACTIVE: 5, PAUSED: 15 });
  const events = await eventsOf(t, seller.sellerId);
  expect(events.filter((type) => type.startsWith('listing.'))).toEqual(
    Array.from({ length: 15 }, () => 'listing.unpublished'),
  );
  expect(events.filter((type) => !type.startsWith('listing.')).slice(-3)).toEqual([
    'payment.failed',
    'invoice.created',
    'subscription.canceled',
  ]);

  // The seller subscribes again, then cancels at the end of the period.
  const back = await t.post(
    '/api/subscriptions',
    { planId: 'starter', billingCycle: 'monthly', paymentMethod: 'pm_ok' },
    { as: await freshToken(t, seller) },
  );
  expect(back.status).toBe(201);
  const end = (await t.post('/api/subscriptions/cancel', undefined, { as: await freshToken(t, seller) })).body
    .data.subscription.currentPeriodEnd;
  await pass(t, Date.parse(end) - HOUR - t.clock.now().getTime());
  expect((await current(seller)).subscription).toMatchObject({
    status: 'canceled',
    plan: { slug: 'starter' },
  });
  await passUntil(end);
  expect((await current(seller)).subscription).toMatchObject({ status: 'expired', plan: { slug: 'free' } });

  const sums = await tally(t, seller.sellerId);
  expect(sums).toMatchObject({ ledgerMinor: 0, openMinor: 0 });
  expect(sums.invoicedMinor).toBe(sums.paidMinor);
  expect(sums.paidMinor).toBe(sums.chargedMinor);
  const mails = t.mailbox.filter((mail) => mail.to === seller.email);
  const paid = (
    await t.get('/api/subscriptions/invoices?status=paid&limit=100', { as: await freshToken(t, seller) })
  ).body.data.invoices.filter((invoice: { kind: string }) => invoice.kind === 'invoice');
  expect(mails).toHaveLength(paid.length);
});

it('a server that was off for months bills each period once', async () => {
  const seller = await createSeller(t);
  await t.post(
    '/api/subscriptions',
    { planId: 'starter', billingCycle: 'monthly', paymentMethod: 'pm_ok' },
    { as: seller },
  );
  await pass(t, days(100));
  await pass(t, HOUR);
  const { subscription } = await current(seller);
  expect(Date.parse(subscription.currentPeriodEnd)).toBeGreaterThan(t.clock.now().getTime());
  expect((await tally(t, seller.sellerId)).chargedMinor).toBe(4 * 5831);
  // A renewal of the same plan causes no notification.
  expect((await noticesOf(t, seller.userId)).map(({ data }) => data['change'])).toEqual(['subscribed']);
});

it('the scheduler checks for due periods every five minutes, and for due payments every minute', async () => {
  await pass(t, HOUR);
  const jobs = await t.db
    .selectFrom('jobs')
    .select(['name', 'run_at'])
    .where('name', 'in', ['billing.find-due-subscriptions', 'billing.find-due-payments'])
    .orderBy('name')
    .execute();
  const minutes = jobs.map(({ name, run_at: at }) => [
    name,
    Math.round((at.getTime() - t.clock.now().getTime()) / 60_000),
  ]);
  expect(minutes).toEqual([
    ['billing.find-due-payments', 1],
    ['billing.find-due-subscriptions', 5],
  ]);
});

it('a subscription is due from the very instant at which something is to happen', async () => {
  const subscribed = async (body: object = {}) => {
    const seller = await createSeller(t);
    const all = { planId: 'professional', billingCycle: 'monthly', paymentMethod: 'pm_ok', ...body };
    expect((await t.post('/api/subscriptions', all, { as: seller })).status).toBeLessThan(300);
    return { seller, id: (await current(seller)).subscription.id as string };
  };
  const [active, trial, canceled, smaller, unpaid] = [
    await subscribed(),
    await subscribed({ trial: true }),
    await subscribed(),
    await subscribed(),
    await subscribed(),
  ];
  await t.post('/api/subscriptions/cancel', undefined, { as: canceled.seller });
  await t.patch('/api/subscriptions', { planId: 'starter' }, { as: smaller.seller });
  const now = t.clock.now();
  const at = (ms: number): Date => new Date(now.getTime() + days(1) + ms);
  const all = [active, trial, canceled, smaller, unpaid].map(({ id }) => id);
  await t.db
    .updateTable('subscriptions')
    .set({ current_period_end: at(0) })
    .where('id', 'in', all)
    .execute();
  await t.db
    .updateTable('subscriptions')
    .set({ status: 'past_due', next_attempt_at: at(days(1)) })
    .where('id', '=', unpaid.id)
    .execute();
  const due = async (from: Date, remindBefore: Date) =>
    (await listDueSubscriptionIds(t.db, from, remindBefore)).filter((id) => all.includes(id)).toSorted();
  const ids = (...subscriptions: { id: string }[]) => subscriptions.map(({ id }) => id).toSorted();
  expect(await due(now, at(-1))).toEqual([]);
  expect(await due(now, at(0))).toEqual(ids(trial, canceled, smaller));
  expect(await due(at(-1), at(-1))).toEqual([]);
  expect(await due(at(0), at(0))).toEqual(ids(active, trial, canceled, smaller));
  expect(await due(at(days(1) - 1), at(0))).toEqual(ids(active, trial, canceled, smaller));
  expect(await due(at(days(1)), at(0))).toEqual(ids(active, trial, canceled, smaller, unpaid));
  await t.db
    .updateTable('subscriptions')
    .set({ reminded_for: at(0) })
    .where('id', 'in', [trial.id, smaller.id])
    .execute();
  expect(await due(now, at(0))).toEqual(ids(canceled));
  await t.patch('/api/subscriptions', { planId: 'premium', paymentMethod: 'pm_slow' }, { as: active.seller });
  expect(await due(at(0), at(0))).toEqual(ids(trial, canceled, smaller));
});

it('a plan that costs nothing is neither billed nor charged', async () => {
  const priceOf = (monthly: number) =>
    t.db.updateTable('plans').set({ monthly_minor: monthly }).where('slug', '=', 'professional').execute();
  await priceOf(0);
  const seller = await createSeller(t);
  const subscription = await t.post(
    '/api/subscriptions',
    { planId: 'professional', billingCycle: 'monthly', paymentMethod: 'pm_ok' },
    { as: seller },
  );
  expect(subscription.body.data).toMatchObject({ invoice: null, payment: null });
  await pass(t, days(32));
  expect((await current(seller)).subscription).toMatchObject({
    status: 'active',
    plan: { slug: 'professional' },
  });
  const invoices = await t.db
    .selectFrom('invoices')
    .select('id')
    .where('seller_id', '=', seller.sellerId)
    .execute();
  expect(invoices).toEqual([]);
  await priceOf(14_900);
});

it('a changed plan price applies from the next period on', async () => {
  const seller = await createSeller(t);
  await t.post(
    '/api/subscriptions',
    { planId: 'starter', billingCycle: 'monthly', paymentMethod: 'pm_ok' },
    { as: seller },
  );
  await t.db.updateTable('plans').set({ monthly_minor: 5900 }).where('slug', '=', 'starter').execute();
  const before = (await current(seller)).subscription;
  expect(before.price.amount).toBe(49);
  await passUntil(before.currentPeriodEnd);
  expect((await current(seller)).subscription.price.amount).toBe(59);
  await t.db.updateTable('plans').set({ monthly_minor: 4900 }).where('slug', '=', 'starter').execute();
});

it('a plan whose price is now by agreement renews at its old price', async () => {
  const seller = await createSeller(t);
  await t.post(
    '/api/subscriptions',
    { planId: 'premium', billingCycle: 'monthly', paymentMethod: 'pm_ok' },
    { as: seller },
  );
  const prices = { monthly_minor: 34_900, yearly_minor: 349_000 };
  const agreed = { monthly_minor: null, yearly_minor: null };
  await t.db.updateTable('plans').set(agreed).where('slug', '=', 'premium').execute();
  await passUntil((await current(seller)).subscription.currentPeriodEnd);
  expect((await current(seller)).subscription.price.amount).toBe(349);
  expect((await tally(t, seller.sellerId)).chargedMinor).toBe(2 * 41_531);
  await t.db.updateTable('plans').set(prices).where('slug', '=', 'premium').execute();
});

it('an erased seller is not charged again', async () => {
  const seller = await createSeller(t);
  await t.post(
    '/api/subscriptions',
    { planId: 'starter', billingCycle: 'monthly', paymentMethod: 'pm_ok' },
    { as: seller },
  );
  await t.db.updateTable('sellers').set({ status: 'erased' }).where('id', '=', seller.sellerId).execute();
  await pass(t, days(40));
  await pass(t, HOUR);
  expect((await tally(t, seller.sellerId)).chargedMinor).toBe(5831);
});

it('a plan that begins on the 31st renews on the last day of shorter months, then on the 31st again', async () => {
  const year = t.clock.now().getUTCFullYear() + 1;
  await pass(t, Date.UTC(year, 0, 31, 10) - t.clock.now().getTime());
  const seller = await createSeller(t, { country: 'DE' });
  const body = { planId: 'starter', billingCycle: 'monthly', paymentMethod: 'pm_ok' };
  const subscription = await t.post('/api/subscriptions', body, { as: seller });
  expect(subscription.status).toBe(201);
  const ends: string[] = [];
  for (let month = 0; month < 3; month++) {
    const { currentPeriodEnd } = (await current(seller)).subscription;
    ends.push(currentPeriodEnd.slice(0, 10));
    await passUntil(currentPeriodEnd);
  }
  const lastOf = (month: number): string => new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10);
  expect(ends).toEqual([lastOf(1), lastOf(2), lastOf(3)]);
});
