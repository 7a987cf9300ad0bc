import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findSellerOfUser,
  getCustomer,
  listSellerNames,
  listSellersNamed,
} from '../../../src/modules/auth/account/customers.repository.ts';
import type { Gateway, RefundOutcome } from '../../../src/modules/billing/payments/gateway.ts';
import { listDueRefundIds } from '../../../src/modules/billing/payments/refunds.repository.ts';
import { TestGateway } from '../../../src/modules/billing/payments/test-gateway.ts';
import { createParts } from '../../../src/modules/billing/wiring.ts';
import { createSettings } from '../../../src/modules/settings/index.ts';
import type { UserActor } from '../../../src/platform/actor.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/platform/clock.ts';
import { createAdmin, createBuyer, type TestSeller, type TestUser } from '../../support/factories.ts';
import { withClockAt } from '../../support/stopped-clock.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { createSubscriber, days, freshToken, holdNotices, pass, tally } from './support.ts';

let t: TestApp;
let admin: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  holdNotices(t);
  admin = await createAdmin(t);
  await t.app.runner.scheduleRecurring();
});
afterAll(() => t.close());

async function paymentOf(seller: TestSeller): Promise<string> {
  const { id } = await t.db
    .selectFrom('payments')
    .select('id')
    .where('seller_id', '=', seller.sellerId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}

const refund = async (paymentId: string, body: object, headers: Record<string, string> = {}) =>
  t.post(
    `/api/admin/payments/${paymentId}/refunds`,
    { reason: 'Agreed on the telephone.', ...body },
    { as: await freshToken(t, admin, 'ADMIN'), headers },
  );

const read = async (path: string) =>
  (await t.get(`/api/admin/${path}`, { as: await freshToken(t, admin, 'ADMIN') })).body.data;

async function expectBalanced(seller: TestSeller, creditMinor = 0): Promise<void> {
  const sums = await tally(t, seller.sellerId);
  expect(sums.ledgerMinor + creditMinor).toBe(0);
  expect(sums.ledgerMinor).toBe(sums.invoicedMinor - sums.paidMinor + sums.givenBackMinor);
  expect(sums.givenBackAtGatewayMinor).toBe(sums.givenBackMinor);
}

describe('POST /admin/payments/:id/refunds', () => {
  it('gives back a part and then the rest, each with a credit note that adds up with the invoice', async () => {
    const seller = await createSubscriber(t, 'professional');
    const id = await paymentOf(seller);
    const first = await refund(id, { amount: 33.33 });
    expect(first.status).toBe(201);
    expect(first.body.data.refund).toMatchObject({
      paymentId: id,
      status: 'succeeded',
      amount: { amount: 33.33, currency: 'EUR' },
      reason: 'Agreed on the telephone.',
      creditNote: { number: expect.stringMatching(/^FW-/) },
      failure: null,
    });
    await expectBalanced(seller);
    expect((await refund(id, {})).body.data.refund.amount.amount).toBe(143.98);
    await expectBalanced(seller);
    const { payment, refunds } = await read(`payments/${id}`);
    expect(payment).toMatchObject({ refunded: { amount: 177.31 }, status: 'succeeded' });
    expect(refunds).toHaveLength(2);
    const notes: { net: number; vat: number }[] = [];
    for (const { creditNote } of refunds) notes.push((await read(`invoices/${creditNote.id}`)).invoice);
    expect(notes).toMatchObject([
      { kind: 'credit_note', status: 'paid', total: -33.33, corrects: payment.invoiceNumber },
      { kind: 'credit_note', status: 'paid', total: -143.98, lines: [{ kind: 'refund' }] },
    ]);
    const entries = await t.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('action', '=', 'payment.refunded')
      .where('subject_id', '=', id)
      .orderBy('seq')
      .execute();
    expect(entries).toMatchObject([
      { before: { refunded: 0 }, after: { refunded: 33.33, creditNote: refunds[0].creditNote.number } },
      { before: { refunded: 33.33 }, after: { refunded: 177.31, reason: 'Agreed on the telephone.' } },
    ]);
    const cents = (name: 'net' | 'vat') => notes.reduce((sum, note) => sum + Math.round(note[name] * 100), 0);
    expect([cents('net'), cents('vat')]).toEqual([-14_900, -2831]);
  });

  it('rejects more than is left, a payment that failed, and one that does not exist', async () => {
    const seller = await createSubscriber(t, 'starter');
    const id = await paymentOf(seller);
    const excessive = await refund(id, { amount: 58.32 });
    expect([excessive.status, excessive.body.error.details[0].field]).toEqual([422, 'amount']);
    expect(excessive.text).toContain('58.31');
    expect((await refund(id, {})).status).toBe(201);
    expect((await refund(id, { amount: 0.01 })).body.error.code).toBe('INVALID_STATE');
    expect((await refund(id, {})).body.error.code).toBe('INVALID_STATE');
    expect((await refund('pay_00000000000000000000000000', {})).status).toBe(404);
    expect((await refund('x', {})).status).toBe(404);
    await t.db
      .updateTable('payments')
      .set({ status: 'failed', refunded_minor: 0 })
      .where('id', '=', id)
      .execute();
    expect((await refund(id, { amount: 1 })).body.error.code).toBe('INVALID_STATE');
    for (const amount of [0, -1, 0.001, 1e9]) expect((await refund(id, { amount })).status).toBe(422);
  });

  it('many at the same time never refund more than was paid', async () => {
    const seller = await createSubscriber(t, 'starter');
    const id = await paymentOf(seller);
    const responses = await Promise.all(Array.from({ length: 6 }, () => refund(id, { amount: 20 })));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 422, 422, 422, 422,
    ]);
    expect((await tally(t, seller.sellerId)).givenBackMinor).toBe(4000);
    await expectBalanced(seller);
  });

  it('requests with the same key are one refund', async () => {
    const seller = await createSubscriber(t, 'starter');
    const id = await paymentOf(seller);
    const key = { 'idempotency-key': 'refund-once' };
    const [first, repeated] = [await refund(id, { amount: 10 }, key), await refund(id, { amount: 10 }, key)];
    expect(repeated.body).toEqual(first.body);
    expect((await tally(t, seller.sellerId)).givenBackMinor).toBe(1000);
  });

  it('takes from what is credited when the plan changes', async () => {
    const seller = await createSubscriber(t, 'starter');
    const preview = async () =>
      (await t.post('/api/subscriptions/preview', { planId: 'premium' }, { as: await freshToken(t, seller) }))
        .body.data.preview.lines;
    expect((await preview())[0]).toMatchObject({ kind: 'unused', net: -49 });
    await refund(await paymentOf(seller), { amount: 11.9 });
    expect((await preview())[0]).toMatchObject({ kind: 'unused', net: -39 });
    await refund(await paymentOf(seller), {});
    expect(await preview()).toMatchObject([{ kind: 'plan', net: 349 }]);
  });

  describe('after a plan change has credited the rest of the period', () => {
    const change = async (seller: TestSeller, body: object) =>
      t.call('PATCH', '/api/subscriptions', { as: await freshToken(t, seller), body });
    const creditOf = async (seller: TestSeller): Promise<number> => {
      const { body } = await t.get('/api/subscriptions', { as: await freshToken(t, seller) });
      return Math.round(body.data.credit.amount * 100);
    };
    const grant = async (seller: TestSeller) =>
      t.put(
        `/api/admin/users/${seller.userId}/subscription`,
        { planId: 'enterprise' },
        { as: await freshToken(t, admin, 'ADMIN') },
      );
    const readRefundable = async (id: string): Promise<number> => {
      const { payment } = await read(`payments/${id}`);
      const { amount, refunded, credited } = payment;
      return Math.round((amount.amount - refunded.amount - credited.amount) * 100);
    };

    it.each([
      ['to a dearer plan', { planId: 'premium' }],
      ['to a yearly plan', { billingCycle: 'yearly' }],
    ])('%s, restores exactly the used amount', async (_name, body) => {
      const seller = await createSubscriber(t, 'starter');
      const id = await paymentOf(seller);
      await pass(t, days(10));
      expect((await change(seller, body)).status).toBe(200);
      const remaining = await readRefundable(id);
      expect(remaining).toBeGreaterThan(1500);
      expect(remaining).toBeLessThan(2500);
      const tooMuch = await refund(id, { amount: (remaining + 1) / 100 });
      expect([tooMuch.status, tooMuch.body.error.details[0].field]).toEqual([422, 'amount']);
      expect(tooMuch.body.error.details[0].message).toContain('a plan change has credited');
      const response = await refund(id, {});
      expect(Math.round(response.body.data.refund.amount.amount * 100)).toBe(remaining);
      const secondRefund = await refund(id, {});
      expect([secondRefund.status, secondRefund.body.error.code]).toEqual([409, 'INVALID_STATE']);
      await expectBalanced(seller);
      // The refund covers time that has been used, so the current plan keeps its value.
      const paid = await paymentOf(seller);
      expect(paid).not.toBe(id);
      expect(await readRefundable(paid)).toBeGreaterThan(0);
    });

    it('leaves the rest as credit and refunds only the used part', async () => {
      const seller = await createSubscriber(t, 'professional');
      const id = await paymentOf(seller);
      await refund(id, { amount: 11.9 });
      await pass(t, days(10));
      expect((await grant(seller)).status).toBe(200);
      const credit = await creditOf(seller);
      expect(credit).toBeGreaterThan(0);
      expect(await readRefundable(id)).toBe(17731 - 1190 - credit);
      expect((await refund(id, {})).status).toBe(201);
      await expectBalanced(seller, credit);
    });

    it('at the same moment as the refund, gives back either way no more than was paid', async () => {
      for (let round = 0; round < 3; round++) {
        const seller = await createSubscriber(t, 'professional');
        const id = await paymentOf(seller);
        await Promise.all([refund(id, {}), grant(seller), refund(id, {})]);
        const { givenBackMinor } = await tally(t, seller.sellerId);
        const credit = await creditOf(seller);
        expect(givenBackMinor + credit).toBeGreaterThan(17700);
        expect(givenBackMinor + credit).toBeLessThanOrEqual(17731);
        await expectBalanced(seller, credit);
      }
    });

    it('refunds nothing of the later payment that the next change has credited', async () => {
      const seller = await createSubscriber(t, 'starter');
      expect((await change(seller, { planId: 'professional' })).status).toBe(200);
      const second = await paymentOf(seller);
      expect((await grant(seller)).status).toBe(200);
      const response = await refund(second, {});
      expect([response.status, response.body.error.code]).toEqual([409, 'INVALID_STATE']);
      expect(await creditOf(seller)).toBeLessThanOrEqual(17731);
    });
  });

  it('a refund for an earlier period does not reduce the current one', async () => {
    const seller = await createSubscriber(t, 'starter');
    const first = await paymentOf(seller);
    await pass(t, days(32));
    expect(await paymentOf(seller)).not.toBe(first);
    const preview = async () =>
      (await t.post('/api/subscriptions/preview', { planId: 'premium' }, { as: await freshToken(t, seller) }))
        .body.data.preview.lines;
    // The rest of a period, and with it the prorated price, shrinks every second.
    const now = t.clock.now().getTime();
    const before = await withClockAt(t, now, preview);
    expect((await refund(first, {})).status).toBe(201);
    expect(await withClockAt(t, now, preview)).toEqual(before);
  });

  it('a payment through another service cannot be refunded', async () => {
    const seller = await createSubscriber(t, 'starter');
    const id = await paymentOf(seller);
    await t.db.updateTable('payments').set({ gateway: 'another' }).where('id', '=', id).execute();
    const { status, body } = await refund(id, {});
    expect([status, body.error.message]).toEqual([
      409,
      'This payment was made through another payment service (another).',
    ]);
  });

  it('are listed by their time, and those of the same by their ids', async () => {
    const seller = await createSubscriber(t, 'starter');
    const id = await paymentOf(seller);
    const ids: string[] = [];
    for (const amount of [1, 2, 3]) ids.push((await refund(id, { amount })).body.data.refund.id);
    const [one = '', two = '', three = ''] = ids;
    await sql`update refunds set created_at = now() where payment_id = ${id}`.execute(t.db);
    await sql`update refunds set reason = 'Noted later.' where id = ${one}`.execute(t.db);
    await sql`update refunds set created_at = created_at - interval '1 hour' where id = ${three}`.execute(
      t.db,
    );
    const { refunds } = await read(`payments/${id}`);
    expect(refunds.map((listed: { id: string }) => listed.id)).toEqual([three, one, two]);
  });

  it('waits while a payment of the subscription is on its way', async () => {
    const seller = await createSubscriber(t, 'starter');
    const id = await paymentOf(seller);
    const as = await freshToken(t, seller);
    const change = await t.patch(
      '/api/subscriptions',
      { planId: 'premium', paymentMethod: 'pm_slow' },
      { as },
    );
    expect(change.status).toBe(202);
    expect((await refund(id, {})).body.error.code).toBe('INVALID_STATE');
    await pass(t, 2 * MINUTE_MS);
    // The plan change has credited the first payment; the second one now pays for the plan.
    expect((await refund(id, {})).status).toBe(409);
    expect((await refund(await paymentOf(seller), {})).status).toBe(201);
  });

  it('an email announces it, with the credit note as a PDF for the seller and for administrators', async () => {
    const seller = await createSubscriber(t, 'starter');
    const { refund: refunded } = (await refund(await paymentOf(seller), { amount: 12.34 })).body.data;
    await t.drainJobs();
    const mail = t.mailbox.findLast(({ to }) => to === seller.email);
    expect(mail?.subject).toMatch(/^Refund for invoice FW-/);
    expect(mail?.text).toContain('€12.34');
    expect(mail?.text).toContain(refunded.creditNote.number);
    const sellerPdf = await t.get(`/api/subscriptions/invoices/${refunded.creditNote.id}/pdf`, {
      as: await freshToken(t, seller),
    });
    const adminPdf = await t.get(`/api/admin/invoices/${refunded.creditNote.id}/pdf`, {
      as: await freshToken(t, admin, 'ADMIN'),
    });
    expect([sellerPdf.status, adminPdf.status, adminPdf.headers['content-type']]).toEqual([
      200,
      200,
      'application/pdf',
    ]);
    expect(adminPdf.headers['content-disposition']).toContain(`${refunded.creditNote.number}.pdf`);
  });
});

/** Behaves like the test gateway, except that the test sets the outcome of refunds. */
class HesitantGateway implements Gateway {
  readonly #inner = new TestGateway(t.app.platform, { name: 'test.callback', run: async () => {} });
  readonly name = 'test';
  readonly form = { kind: 'token' } as const;
  answers: (RefundOutcome | 'lost before' | 'lost after')[] = [];
  readonly setUpPaymentMethod: Gateway['setUpPaymentMethod'] = (request) =>
    this.#inner.setUpPaymentMethod(request);
  readonly charge: Gateway['charge'] = (charge) => this.#inner.charge(charge);
  readonly retrieve: Gateway['retrieve'] = (charge) => this.#inner.retrieve(charge);
  readonly cancel: Gateway['cancel'] = (charge) => this.#inner.cancel(charge);
  readonly refund: Gateway['refund'] = async (charge, part) => {
    const response = this.answers.shift();
    if (response === 'lost before') throw new Error('connection refused');
    if (typeof response === 'object') return response;
    const outcome = await this.#inner.refund(charge, part);
    if (response === 'lost after') throw new Error('socket hang up');
    return outcome;
  };
}

describe('a refund whose outcome is', () => {
  async function startRefund(...responses: HesitantGateway['answers']) {
    const gateway = new HesitantGateway();
    gateway.answers = responses;
    const { refunds } = createParts(t.app.platform, {
      settings: createSettings(t.app.platform).settings,
      gateway,
      listings: t.app.modules.listings.inventory,
      customers: {
        get: getCustomer,
        names: listSellerNames,
        named: listSellersNamed,
        sellerOf: findSellerOfUser,
      },
    });
    const seller = await createSubscriber(t, 'starter');
    const actor: UserActor = {
      kind: 'user',
      userId: admin.userId,
      email: admin.email,
      emailVerified: true,
      role: 'ADMIN',
      language: 'en',
      seller: null,
      credential: { kind: 'session', sessionId: 'ses_1' },
    };
    const origin = { ip: '127.0.0.1', requestId: 'req_1' };
    const refunded = await refunds.refund(
      actor,
      await paymentOf(seller),
      { amount: 20, reason: 'Agreed.' },
      origin,
    );
    return { seller, refunds, made: refunded };
  }

  it.each(['lost before', 'lost after'] as const)(
    '%s it arrived is queried again, and happens once',
    async (outcome) => {
      const { seller, refunds, made: refunded } = await startRefund(outcome);
      expect(refunded.status).toBe('pending');
      expect((await refunds.run(refunded.id)).status).toBe('succeeded');
      expect((await refunds.run(refunded.id)).status).toBe('succeeded');
      await expectBalanced(seller);
    },
  );

  it('undecided for long is queried by a job, less and less often', async () => {
    const { seller, made: refunded } = await startRefund({ status: 'pending' });
    expect(refunded.status).toBe('pending');
    await pass(t, 2 * MINUTE_MS);
    await pass(t, MINUTE_MS);
    const { refunds } = await read(`payments/${refunded.payment_id}`);
    expect(refunds).toMatchObject([{ status: 'succeeded' }]);
    await expectBalanced(seller);
  });

  it('unknown is queried after a minute, then less and less often, but at least once an hour', async () => {
    const responses = Array.from({ length: 9 }, () => ({ status: 'pending' as const }));
    const { refunds, made: refunded } = await startRefund(...responses);
    const pauses: number[] = [];
    for (let i = 0; i < 8; i++) {
      const { next_check_at: next } = await t.db
        .selectFrom('refunds')
        .select('next_check_at')
        .where('id', '=', refunded.id)
        .executeTakeFirstOrThrow();
      const pauseMs = (next?.getTime() ?? 0) - t.clock.now().getTime();
      pauses.push(Math.round(pauseMs / MINUTE_MS));
      const listDueAfter = (ms: number) => listDueRefundIds(t.db, new Date((next?.getTime() ?? 0) + ms));
      expect(await listDueAfter(-1)).not.toContain(refunded.id);
      expect(await listDueAfter(0)).toContain(refunded.id);
      t.clock.advance(pauseMs);
      await refunds.run(refunded.id);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('a refusal leaves the amount as credit, and says so to the seller and at the desk', async () => {
    const { seller, made: refunded } = await startRefund({
      status: 'failed',
      message: 'expired or canceled card',
    });
    expect(refunded).toMatchObject({ status: 'failed', failure_message: 'expired or canceled card' });
    const sums = await tally(t, seller.sellerId);
    expect([sums.ledgerMinor, sums.givenBackAtGatewayMinor]).toEqual([-2000, 0]);
    const { credit } = (await t.get('/api/subscriptions', { as: await freshToken(t, seller) })).body.data;
    expect(credit.amount).toBe(20);
    await pass(t, HOUR_MS);
    const mail = t.mailbox.findLast(({ to }) => to === seller.email);
    expect(mail?.text).toContain('added the amount to your credit');
  });
});

describe('GET /admin/payments and /admin/invoices', () => {
  it('show all sellers, by seller, state and day, from cursor to cursor', async () => {
    const subscriber = await createSubscriber(t, 'starter');
    await t.patch('/api/subscriptions', { planId: 'premium' }, { as: subscriber });
    await t.patch(
      '/api/subscriptions',
      { billingCycle: 'yearly', paymentMethod: 'pm_declined' },
      { as: subscriber },
    );
    const filter = `sellerId=${subscriber.sellerId}`;
    const { payments, pagination } = await read(`payments?${filter}`);
    expect(payments.map(({ status }: { status: string }) => status)).toEqual([
      'failed',
      'succeeded',
      'succeeded',
    ]);
    expect(payments[0]).toMatchObject({ failure: 'The card was declined.', invoiceNumber: null });
    expect(payments[1]).toMatchObject({
      seller: { id: subscriber.sellerId, name: expect.any(String) },
      method: 'pm_ok',
    });
    expect(pagination).toMatchObject({ total: 3, nextCursor: null });
    expect((await read(`payments?${filter}&status=failed`)).payments).toHaveLength(1);
    const first = await read(`payments?${filter}&limit=2`);
    const second = await read(`payments?${filter}&limit=2&cursor=${first.pagination.nextCursor}`);
    expect([...first.payments, ...second.payments]).toEqual(payments);

    const { invoices } = await read(`invoices?${filter}`);
    expect(invoices).toHaveLength(2);
    expect((await read(`invoices?number=${invoices[0].number}`)).invoices).toEqual([invoices[0]]);
    expect((await read(`invoices?${filter}&kind=credit_note`)).invoices).toEqual([]);
    expect((await read(`invoices?${filter}&kind=invoice&status=paid&limit=1`)).invoices).toEqual([
      invoices[0],
    ]);
    const today = t.clock.now().toISOString().slice(0, 10);
    expect((await read(`invoices?${filter}&from=${today}&to=${today}`)).invoices).toHaveLength(2);
    t.clock.advance(days(1));
    const tomorrow = t.clock.now().toISOString().slice(0, 10);
    expect((await read(`invoices?${filter}&from=${tomorrow}`)).invoices).toEqual([]);
    expect((await read(`payments?${filter}&to=${today}`)).payments).toHaveLength(3);
    const { invoice, payments: attempts, sellerId } = await read(`invoices/${invoices[1].id}`);
    expect([invoice.number, attempts.length, sellerId]).toEqual([invoices[1].number, 1, subscriber.sellerId]);
  });

  it('are not for others', async () => {
    const buyer = await createBuyer(t);
    for (const path of ['payments', 'payments/x', 'invoices', 'invoices/x', 'invoices/x/pdf'])
      expect((await t.get(`/api/admin/${path}`, { as: buyer })).status).toBe(403);
    expect(await read('payments/x')).toBeUndefined();
    const { rows } = await sql`select 1 from audit_log where action = 'payment.refunded' limit 1`.execute(
      t.db,
    );
    expect(rows).toHaveLength(1);
  });
});
