import { sql } from 'kysely';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAdmin, createSellerWithAddress as createSeller, type TestUser } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { days, freshToken, holdNotices, pass, tally } from '../http/billing/support.ts';

let t: TestApp;
let admin: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  holdNotices(t);
  admin = await createAdmin(t);
  await t.app.runner.scheduleRecurring();
  for (const coupon of COUPONS) {
    const created = await t.post('/api/admin/coupons', { name: 'A test', ...coupon }, { as: admin });
    expect(created.status).toBe(201);
  }
});
afterAll(() => t.close());

const plan = fc.constantFrom('starter', 'professional', 'premium');
const billingCycle = fc.constantFrom('monthly', 'yearly');
const paymentMethod = fc.constantFrom(
  'pm_ok',
  'pm_ok',
  'pm_fails_on_renewal',
  'pm_declined',
  'pm_slow',
  'pm_duplicate_callback',
);

const COUPONS = [
  { code: 'ONCE', percent: 33, periods: 1 },
  { code: 'TWICE', amount: { amount: 77.77, currency: 'EUR' }, periods: 2 },
  { code: 'STARTERS', percent: 100, planIds: ['starter'] },
  { code: 'EVER', percent: 7 },
];
const couponCode = fc.constantFrom(...COUPONS.map(({ code }) => code));
/** Half of the sellers use a coupon. */
const withCoupon = fc.option(couponCode, { nil: undefined });

const action = fc.oneof(
  fc.record({
    kind: fc.constant('subscribe' as const),
    planId: plan,
    billingCycle,
    paymentMethod,
    couponCode: withCoupon,
  }),
  fc.record({
    kind: fc.constant('try' as const),
    planId: plan,
    billingCycle,
    paymentMethod,
    couponCode: withCoupon,
  }),
  fc.record({ kind: fc.constant('change' as const), planId: plan, billingCycle, couponCode: withCoupon }),
  fc.record({ kind: fc.constant('coupon' as const), couponCode }),
  fc.record({ kind: fc.constant('method' as const), paymentMethod }),
  fc.record({ kind: fc.constantFrom('cancel' as const, 'resume' as const) }),
  fc.record({ kind: fc.constant('move' as const), country: fc.constantFrom('DE', 'PL', 'CH') }),
  fc.record({ kind: fc.constant('refund' as const), part: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
  fc.record({ kind: fc.constant('grant' as const), planId: fc.constantFrom('free', 'enterprise') }),
);
const year = fc.array(fc.record({ action, waitDays: fc.integer({ min: 0, max: 45 }) }), {
  minLength: 6,
  maxLength: 14,
});

type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

async function perform(seller: TestUser & { sellerId: string }, what: Action): Promise<number> {
  const as = await freshToken(t, seller);
  switch (what.kind) {
    case 'subscribe':
    case 'try':
      return (await t.post('/api/subscriptions', { ...what, trial: what.kind === 'try' }, { as })).status;
    case 'change':
    case 'coupon':
    case 'method':
      return (await t.patch('/api/subscriptions', what, { as })).status;
    case 'cancel':
    case 'resume':
      return (await t.post(`/api/subscriptions/${what.kind}`, undefined, { as })).status;
    case 'move':
      await t.db
        .updateTable('sellers')
        .set({ country: what.country, vat_id: what.country === 'PL' ? 'PL5261040828' : null })
        .where('id', '=', seller.sellerId)
        .execute();
      return 200;
    case 'refund':
      return refundPart(seller.sellerId, what.part);
    case 'grant':
      return (
        await t.put(
          `/api/admin/users/${seller.userId}/subscription`,
          { planId: what.planId },
          { as: await freshToken(t, admin, 'ADMIN') },
        )
      ).status;
  }
}

/** Refunds part of the remainder of the newest payment that is not fully refunded. */
async function refundPart(sellerId: string, part: number): Promise<number> {
  const payment = await t.db
    .selectFrom('payments')
    .select(['id', 'amount_minor', 'refunded_minor', 'credited_minor'])
    .where('seller_id', '=', sellerId)
    .where('status', '=', 'succeeded')
    .where(sql<boolean>`refunded_minor + credited_minor < amount_minor`)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const left =
    payment === undefined ? 0 : payment.amount_minor - payment.refunded_minor - payment.credited_minor;
  if (payment === undefined || left === 0) return 200;
  const body = { amount: Math.max(1, Math.floor(left * part)) / 100, reason: 'As agreed.' };
  const as = await freshToken(t, admin, 'ADMIN');
  return (await t.post(`/api/admin/payments/${payment.id}/refunds`, body, { as })).status;
}

/** Counts invoices that are not the sum of their lines and taxes, and ledger entries without a document. */
async function countBrokenInvoices(): Promise<number> {
  const { rows } = await sql<{ broken: number }>`
    select count(*) as broken from invoices i where
      net_minor <> (select coalesce(sum(net_minor), 0) from invoice_lines l where l.invoice_id = i.id)
      or not exists (select from ledger_entries e where e.invoice_id = i.id and e.amount_minor = i.total_minor)
      or (status = 'paid' and due_minor > 0 and due_minor <> (
        select coalesce(sum(p.amount_minor), 0) from payments p where p.invoice_id = i.id and p.status = 'succeeded'))`.execute(
    t.db,
  );
  return rows[0]?.broken ?? -1;
}

/** Counts coupons whose number of redemptions is wrong, and open redemptions without a subscription or a pending payment. */
async function countBrokenCoupons(): Promise<number> {
  const { rows } = await sql<{ broken: number }>`
    select (select count(*) from coupons c
        where redeemed <> (select count(*) from coupon_redemptions r where r.coupon_id = c.id))
      + (select count(*) from coupon_redemptions r where (ended_at is null) <> exists (
          select from subscriptions s where s.redemption_id = r.id
          union all select from payments p where p.status = 'pending' and p.purchase->'coupon'->>'redemptionId' = r.id))
      + (select count(*) from coupon_redemptions r join coupons c on c.id = r.coupon_id where r.periods_used > c.periods)
      as broken`.execute(t.db);
  return rows[0]?.broken ?? -1;
}

/** Each run takes about two seconds on an idle machine. */
const RUNS = 8;
const TIMEOUT_MS = 180_000;

it('a year of random changes never loses or invents a cent', { timeout: TIMEOUT_MS }, async () => {
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(year, async (steps) => {
      const seller = await createSeller(t);
      for (const { action: what, waitDays } of steps) {
        seen.add(await perform(seller, what));
        await pass(t, 60_000);
        await pass(t, days(waitDays));
        const sums = await tally(t, seller.sellerId);
        // The balance is the invoiced minus the paid amount, and also the open invoices minus the credit.
        expect(sums.ledgerMinor).toBe(sums.invoicedMinor - sums.paidMinor + sums.givenBackMinor);
        const { body } = await t.get('/api/subscriptions', { as: await freshToken(t, seller) });
        const creditMinor = Math.round(body.data.credit.amount * 100);
        expect(creditMinor).toBeGreaterThanOrEqual(0);
        expect(sums.ledgerMinor).toBe(sums.openMinor - creditMinor);
        // The gateway has charged what is recorded as paid, which is the amount due of the settled invoices.
        expect(sums.chargedMinor).toBe(sums.paidMinor);
        expect(sums.refundedMinor).toBe(sums.returnedMinor);
        expect(sums.givenBackAtGatewayMinor).toBe(sums.givenBackMinor);
        // No money is paid out twice, once as a refund and once as credit.
        expect(creditMinor).toBeLessThanOrEqual(sums.paidMinor - sums.givenBackMinor);
      }
      expect(await countBrokenInvoices()).toBe(0);
      expect(await countBrokenCoupons()).toBe(0);
      await t.db.updateTable('sellers').set({ status: 'erased' }).where('id', '=', seller.sellerId).execute();
    }),
    { numRuns: RUNS },
  );
  expect([...seen]).toEqual(expect.arrayContaining([200, 201, 409]));
  const { rows } = await sql<{ number: string }>`select number from invoices order by number`.execute(t.db);
  const years = new Set(rows.map((row) => row.number.slice(0, 7)));
  for (const prefix of years) {
    const invoices = rows.filter((row) => row.number.startsWith(prefix));
    expect(invoices.map((row) => Number(row.number.split('-')[2]))).toEqual(invoices.map((_, i) => i + 1));
  }
});
