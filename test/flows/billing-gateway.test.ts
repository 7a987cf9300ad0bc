import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  Charge,
  ChargeOutcome,
  Gateway,
  RefundOutcome,
} from '../../src/modules/billing/payments/gateway.ts';
import {
  findSellerOfUser,
  getCustomer,
  listSellerNames,
  listSellersNamed,
} from '../../src/modules/auth/account/customers.repository.ts';
import { listDuePaymentIds } from '../../src/modules/billing/payments/payments.repository.ts';
import { TestGateway } from '../../src/modules/billing/payments/test-gateway.ts';
import { createParts } from '../../src/modules/billing/wiring.ts';
import { createSettings } from '../../src/modules/settings/index.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/platform/clock.ts';
import { createSellerWithAddress as createSeller, type TestSeller } from '../support/factories.ts';
import { withClockAt } from '../support/stopped-clock.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { days, eventsOf, holdNotices } from '../http/billing/support.ts';

type Fault = 'none' | 'request lost' | 'answer lost';
type Decision = 'succeeded' | 'failed' | 'pending';

/** A payment service with an unreliable connection: it remembers its decisions even if the request or the response is lost. */
class UnreliableGateway implements Gateway {
  readonly name = 'unreliable';
  readonly form = { kind: 'token' } as const;
  readonly charges = new Map<string, Decision>();
  readonly refunds = new Set<string>();
  faults: Fault[] = [];
  decision: Decision = 'succeeded';

  async setUpPaymentMethod() {
    return { gateway: this.name, customer: null, token: 'pm', label: 'pm' };
  }

  charge(charge: Charge): Promise<ChargeOutcome> {
    return this.#overTheLine(() => {
      if (!this.charges.has(charge.paymentId)) this.charges.set(charge.paymentId, this.decision);
    }, charge);
  }

  retrieve(charge: Charge): Promise<ChargeOutcome> {
    return this.charge(charge);
  }

  cancel(charge: Charge): Promise<ChargeOutcome> {
    return this.#overTheLine(() => {
      if (
        this.charges.get(charge.paymentId) === undefined ||
        this.charges.get(charge.paymentId) === 'pending'
      )
        this.charges.set(charge.paymentId, 'failed');
    }, charge);
  }

  async refund(charge: Charge): Promise<RefundOutcome> {
    this.refunds.add(charge.paymentId);
    return { status: 'succeeded' };
  }

  outcome(paymentId: string): ChargeOutcome {
    const decision = this.charges.get(paymentId) ?? 'pending';
    if (decision === 'failed') return { status: 'failed', ref: null, code: 'declined', message: 'Declined.' };
    return decision === 'succeeded'
      ? { status: 'succeeded', ref: 'ref' }
      : { status: 'pending', ref: null, clientSecret: null };
  }

  async #overTheLine(effect: () => void, charge: Charge): Promise<ChargeOutcome> {
    const fault = this.faults.shift() ?? 'none';
    if (fault === 'request lost') throw new Error('connection refused');
    effect();
    if (fault === 'answer lost') throw new Error('socket hang up');
    return this.outcome(charge.paymentId);
  }
}

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  holdNotices(t);
});
afterAll(() => t.close());

function connect() {
  const gateway = new UnreliableGateway();
  const { settings } = createSettings(t.app.platform);
  return {
    gateway,
    ...createParts(t.app.platform, {
      settings,
      gateway,
      listings: t.app.modules.listings.inventory,
      customers: {
        get: getCustomer,
        names: listSellerNames,
        named: listSellersNamed,
        sellerOf: findSellerOfUser,
      },
    }),
  };
}

const STARTER = { planId: 'starter', billingCycle: 'monthly', paymentMethod: 'pm' } as const;

async function stateOf(seller: TestSeller) {
  const row = await t.db
    .selectFrom('subscriptions as s')
    .innerJoin('plans as p', 'p.id', 's.plan_id')
    .select(['s.id', 's.status', 'p.slug'])
    .where('seller_id', '=', seller.sellerId)
    .executeTakeFirstOrThrow();
  const payments = await t.db
    .selectFrom('payments')
    .select(['id', 'status', 'amount_minor'])
    .where('seller_id', '=', seller.sellerId)
    .orderBy('id')
    .execute();
  const invoices = await t.db
    .selectFrom('invoices')
    .select(['status', 'due_minor'])
    .where('seller_id', '=', seller.sellerId)
    .orderBy('id')
    .execute();
  const entries = await t.db
    .selectFrom('ledger_entries')
    .select('amount_minor')
    .where('seller_id', '=', seller.sellerId)
    .execute();
  return {
    id: row.id,
    plan: `${row.slug} ${row.status}`,
    payments: payments.map((payment) => payment.status),
    paymentIds: payments.map((payment) => payment.id),
    invoices: invoices.map((invoice) => invoice.status),
    balanceMinor: entries.reduce((sum, entry) => sum + entry.amount_minor, 0),
    openMinor: invoices.reduce((sum, row_) => sum + (row_.status === 'open' ? row_.due_minor : 0), 0),
  };
}

describe('an answer that is', () => {
  it.each<[string, Fault]>([
    ['lost after the charge', 'answer lost'],
    ['lost before the charge', 'request lost'],
  ])('%s: pending, then asked for, charged once', async (_name, fault) => {
    const { gateway, subscriptions, payments } = connect();
    const seller = await createSeller(t);
    gateway.faults = [fault];
    const outcome = await subscriptions.subscribe(seller.sellerId, STARTER);
    expect(outcome.payment?.status).toBe('pending');
    await expect(subscriptions.subscribe(seller.sellerId, STARTER)).rejects.toMatchObject({
      code: 'INVALID_STATE',
    });
    await expect(subscriptions.cancel(seller.sellerId)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    const [paymentId = ''] = (await stateOf(seller)).paymentIds;
    await payments.check(paymentId);
    expect(await stateOf(seller)).toMatchObject({
      plan: 'starter active',
      payments: ['succeeded'],
      invoices: ['paid'],
      balanceMinor: 0,
    });
    expect(gateway.charges.size).toBe(1);
  });

  it('given five times at once is recorded once', async () => {
    const { gateway, subscriptions, payments } = connect();
    const seller = await createSeller(t);
    gateway.faults = ['answer lost'];
    await subscriptions.subscribe(seller.sellerId, STARTER);
    const [paymentId = ''] = (await stateOf(seller)).paymentIds;
    await Promise.all(Array.from({ length: 5 }, () => payments.handleCallback(paymentId)));
    expect(await stateOf(seller)).toMatchObject({
      payments: ['succeeded'],
      invoices: ['paid'],
      balanceMinor: 0,
    });
    expect(await eventsOf(t, seller.sellerId)).toEqual([
      'subscription.created',
      'invoice.created',
      'payment.succeeded',
      'invoice.paid',
    ]);
  });

  it('contradicted later stays as recorded', async () => {
    const { subscriptions, payments } = connect();
    const seller = await createSeller(t);
    await subscriptions.subscribe(seller.sellerId, STARTER);
    const [paymentId = ''] = (await stateOf(seller)).paymentIds;
    await payments.record(
      paymentId,
      { status: 'failed', ref: null, code: 'declined', message: 'Declined.' },
      'background',
    );
    expect(await stateOf(seller)).toMatchObject({ plan: 'starter active', payments: ['succeeded'] });
  });

  it('never given is given up within a day, and the seller may subscribe again', async () => {
    const { gateway, subscriptions, payments } = connect();
    const seller = await createSeller(t);
    gateway.decision = 'pending';
    await subscriptions.subscribe(seller.sellerId, STARTER);
    const [paymentId = ''] = (await stateOf(seller)).paymentIds;
    await payments.check(paymentId);
    expect((await stateOf(seller)).payments).toEqual(['pending']);
    const { created_at: createdAt } = await t.db
      .selectFrom('payments')
      .select('created_at')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow();
    const givenUp = createdAt.getTime() + days(1) - HOUR_MS;
    await withClockAt(t, givenUp - 1, () => payments.check(paymentId));
    expect((await stateOf(seller)).payments).toEqual(['pending']);
    await withClockAt(t, givenUp, () => payments.check(paymentId));
    expect(await stateOf(seller)).toMatchObject({ plan: 'free active', payments: ['failed'], invoices: [] });
    gateway.decision = 'succeeded';
    expect((await subscriptions.subscribe(seller.sellerId, STARTER)).payment?.status).toBe('succeeded');
  });

  it('given after we gave up is paid back', async () => {
    const { gateway, subscriptions, payments } = connect();
    const seller = await createSeller(t);
    gateway.decision = 'pending';
    await subscriptions.subscribe(seller.sellerId, STARTER);
    const [paymentId = ''] = (await stateOf(seller)).paymentIds;
    t.clock.advance(days(1));
    await payments.check(paymentId);
    gateway.charges.set(paymentId, 'succeeded');
    await Promise.all([payments.handleCallback(paymentId), payments.handleCallback(paymentId)]);
    expect(await stateOf(seller)).toMatchObject({
      plan: 'free active',
      payments: ['refund_due'],
      balanceMinor: 0,
    });
    await payments.check(paymentId);
    await payments.check(paymentId);
    expect((await stateOf(seller)).payments).toEqual(['refunded']);
    expect([...gateway.refunds]).toEqual([paymentId]);
  });

  it('given late for a renewal still pays for it', async () => {
    const { gateway, subscriptions, payments, renewals } = connect();
    const seller = await createSeller(t);
    await subscriptions.subscribe(seller.sellerId, STARTER);
    gateway.decision = 'failed';
    t.clock.advance(days(31));
    const { id } = await stateOf(seller);
    await renewals.advance(id);
    expect(await stateOf(seller)).toMatchObject({ plan: 'starter past_due', invoices: ['paid', 'open'] });
    const paymentId = (await stateOf(seller)).paymentIds[1] ?? '';
    gateway.charges.set(paymentId, 'succeeded');
    await payments.handleCallback(paymentId);
    expect(await stateOf(seller)).toMatchObject({
      plan: 'starter active',
      payments: ['succeeded', 'succeeded'],
      invoices: ['paid', 'paid'],
      balanceMinor: 0,
    });
  });
});

describe('a charge for a renewal that succeeds late', () => {
  async function owing() {
    const parts = connect();
    const { gateway, subscriptions, renewals } = parts;
    const seller = await createSeller(t);
    await subscriptions.subscribe(seller.sellerId, STARTER);
    gateway.decision = 'failed';
    t.clock.advance(days(31));
    const { id } = await stateOf(seller);
    await renewals.advance(id);
    const first = (await stateOf(seller)).paymentIds[1] ?? '';
    return { ...parts, seller, id, first };
  }

  it('while another charge for the same invoice is pending is paid back: it is paid once', async () => {
    const { gateway, payments, renewals, seller, id, first } = await owing();
    gateway.decision = 'pending';
    t.clock.advance(days(3));
    await renewals.advance(id);
    const second = (await stateOf(seller)).paymentIds[2] ?? '';
    expect((await stateOf(seller)).payments).toEqual(['succeeded', 'failed', 'pending']);

    gateway.charges.set(first, 'succeeded');
    await payments.handleCallback(first);
    expect(await stateOf(seller)).toMatchObject({
      plan: 'starter past_due',
      payments: ['succeeded', 'refund_due', 'pending'],
      invoices: ['paid', 'open'],
    });
    gateway.charges.set(second, 'succeeded');
    await payments.handleCallback(second);
    await payments.check(first);
    expect(await stateOf(seller)).toMatchObject({
      plan: 'starter active',
      payments: ['succeeded', 'refunded', 'succeeded'],
      invoices: ['paid', 'paid'],
      balanceMinor: 0,
    });
    expect([...gateway.refunds]).toEqual([first]);
  });

  it('is recorded in the ledger as received and as owed if it is refunded', async () => {
    const { gateway, payments, renewals, seller, id, first } = await owing();
    gateway.decision = 'succeeded';
    t.clock.advance(days(3));
    await renewals.advance(id);
    gateway.charges.set(first, 'succeeded');
    await payments.handleCallback(first);
    await payments.check(first);
    const entries = await t.db
      .selectFrom('ledger_entries')
      .select(['kind', 'amount_minor', 'payment_id'])
      .where('seller_id', '=', seller.sellerId)
      .where('payment_id', '=', first)
      .orderBy('kind')
      .execute();
    expect(entries).toEqual([
      { kind: 'payment', amount_minor: -5831, payment_id: first },
      { kind: 'refund', amount_minor: 5831, payment_id: first },
    ]);
    expect((await stateOf(seller)).payments).toEqual(['succeeded', 'refunded', 'succeeded']);
  });
});

it('the gateway is queried for an overdue outcome after a minute, then less and less often, but at least once an hour', async () => {
  const { gateway, subscriptions, payments } = connect();
  const seller = await createSeller(t);
  gateway.decision = 'pending';
  await subscriptions.subscribe(seller.sellerId, STARTER);
  const [paymentId = ''] = (await stateOf(seller)).paymentIds;
  const pauses: number[] = [];
  for (let i = 0; i < 10; i++) {
    const { next_check_at: next } = await t.db
      .selectFrom('payments')
      .select('next_check_at')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow();
    const pauseMs = (next?.getTime() ?? 0) - t.clock.now().getTime();
    pauses.push(Math.round(pauseMs / MINUTE_MS));
    const due = (ms: number) => listDuePaymentIds(t.db, new Date((next?.getTime() ?? 0) + ms));
    expect(await due(-1)).not.toContain(paymentId);
    expect(await due(0)).toContain(paymentId);
    t.clock.advance(pauseMs);
    await payments.check(paymentId);
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
});

it('a payment method of another service is not charged, and the seller is asked for a new one', async () => {
  const { gateway, subscriptions, renewals } = connect();
  const seller = await createSeller(t);
  await subscriptions.subscribe(seller.sellerId, STARTER);
  const { id } = await stateOf(seller);
  await t.db.updateTable('subscriptions').set({ gateway: 'an earlier one' }).where('id', '=', id).execute();
  t.clock.advance(days(31));
  await renewals.advance(id);
  expect(await stateOf(seller)).toMatchObject({
    plan: 'starter past_due',
    payments: ['succeeded', 'failed'],
  });
  expect(gateway.charges.size).toBe(1);
});

it('the test gateway abandons what it has not decided, and nothing else', async () => {
  const gateway = new TestGateway(t.app.platform, { name: 'test.callback', run: async () => {} });
  const charge = (paymentId: string, method: string): Charge => ({
    paymentId,
    amountMinor: 100,
    currency: 'EUR',
    customer: null,
    method,
    offSession: false,
    description: '',
    ref: null,
  });
  const [slow, other] = [charge('pay_slow', 'pm_slow'), charge('pay_other', 'pm_slow')];
  const done = charge('pay_done', 'pm_ok');
  const now = t.clock.now().getTime();
  await withClockAt(t, now, async () => {
    for (const payment of [slow, other, done]) await gateway.charge(payment);
  });
  expect(await gateway.cancel(slow)).toMatchObject({ status: 'failed', code: 'canceled' });
  expect((await gateway.cancel(done)).status).toBe('succeeded');
  expect((await gateway.retrieve(other)).status).toBe('pending');
  await withClockAt(t, now + 29_999, async () =>
    expect((await gateway.retrieve(other)).status).toBe('pending'),
  );
  await withClockAt(t, now + 30_000, async () =>
    expect((await gateway.cancel(other)).status).toBe('succeeded'),
  );
  expect((await gateway.charge(slow)).status).toBe('failed');
  const refund = async (id: string, amountMinor: number) =>
    (await gateway.refund(done, { id, amountMinor })).status;
  expect([await refund('one', 60), await refund('one', 60), await refund('two', 41)]).toEqual([
    'succeeded',
    'succeeded',
    'failed',
  ]);
  expect([await refund('three', 40), await refund('four', 1)]).toEqual(['succeeded', 'failed']);
});

it('two workers renew a subscription once', async () => {
  const { gateway, subscriptions, renewals } = connect();
  const seller = await createSeller(t);
  await subscriptions.subscribe(seller.sellerId, STARTER);
  t.clock.advance(days(31));
  const { id } = await stateOf(seller);
  await Promise.all(Array.from({ length: 4 }, () => renewals.advance(id)));
  expect(await stateOf(seller)).toMatchObject({
    payments: ['succeeded', 'succeeded'],
    invoices: ['paid', 'paid'],
  });
  expect(gateway.charges.size).toBe(2);
});

it('books, gateway and plan agree in the end, whatever the connection does', async () => {
  const fault = fc.constantFrom<Fault>('none', 'request lost', 'answer lost');
  const step = fc.record({
    action: fc.constantFrom('subscribe', 'upgrade', 'cancel', 'renew', 'check', 'hear'),
    decision: fc.constantFrom<Decision>('succeeded', 'succeeded', 'failed', 'pending'),
    faults: fc.array(fault, { maxLength: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const { gateway, subscriptions, payments, renewals } = connect();
      const seller = await createSeller(t);
      const { id } = await stateOf(seller);
      for (const { action, decision, faults } of steps) {
        Object.assign(gateway, { decision, faults: [...faults] });
        t.clock.advance(days(action === 'renew' ? 32 : 1));
        const last = (await stateOf(seller)).paymentIds.at(-1);
        const work = {
          subscribe: () => subscriptions.subscribe(seller.sellerId, STARTER),
          upgrade: () => subscriptions.change(seller.sellerId, { planId: 'premium' }),
          cancel: () => subscriptions.cancel(seller.sellerId),
          renew: () => renewals.advance(id),
          check: async () => last && payments.check(last),
          hear: async () => last && payments.handleCallback(last),
        }[action];
        await work().catch((error: { code?: string }) => {
          if (error.code !== 'INVALID_STATE' && error.code !== 'PAYMENT_FAILED') throw error;
        });
        const now = await stateOf(seller);
        expect(now.payments.filter((status) => status === 'pending').length).toBeLessThanOrEqual(1);
        expect(now.balanceMinor).toBeLessThanOrEqual(now.openMinor);
      }
      gateway.faults = [];
      t.clock.advance(days(2));
      for (const paymentId of (await stateOf(seller)).paymentIds) await payments.check(paymentId);
      for (const paymentId of (await stateOf(seller)).paymentIds) await payments.check(paymentId);
      const rows = await t.db
        .selectFrom('payments')
        .select(['id', 'status'])
        .where('seller_id', '=', seller.sellerId)
        .execute();
      for (const row of rows) {
        const taken = gateway.charges.get(row.id) === 'succeeded';
        expect([row.status, taken]).toEqual([
          row.status,
          row.status === 'succeeded' || row.status === 'refunded',
        ]);
      }
      const { plan, balanceMinor, openMinor } = await stateOf(seller);
      expect(balanceMinor - openMinor).toBe(0);
      if (plan.startsWith('free')) expect(plan).toMatch(/^free (active|expired)$/);
    }),
    { numRuns: 40 },
  );
});
