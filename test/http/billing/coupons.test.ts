import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reserveRedemption } from '../../../src/modules/billing/coupons/coupons.repository.ts';
import { MINUTE_MS } from '../../../src/platform/clock.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import {
  createAdmin,
  createSellerWithAddress as createSeller,
  createTeamMember,
  type TestUser,
} from '../../support/factories.ts';
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

let counter = 0;
const asAdmin = async () => ({ as: await freshToken(t, admin, 'ADMIN') });

async function create(body: object = {}) {
  counter += 1;
  const response = await t.post(
    '/api/admin/coupons',
    { code: `Code-${counter}`, name: 'A test', percent: 20, ...body },
    await asAdmin(),
  );
  expect([response.status, response.text]).toEqual([201, response.text]);
  return response.body.data.coupon;
}

const change = async (id: string, body: object) => t.patch(`/api/admin/coupons/${id}`, body, await asAdmin());
const read = async (path: string) => (await t.get(`/api/admin/coupons${path}`, await asAdmin())).body.data;

const subscribe = async (seller: TestUser, couponCode: string, body: object = {}) =>
  t.post(
    '/api/subscriptions',
    { planId: 'starter', billingCycle: 'monthly', paymentMethod: 'pm_ok', couponCode, ...body },
    { as: await freshToken(t, seller) },
  );
const apply = async (seller: TestUser, couponCode: string, body: object = {}) =>
  t.patch('/api/subscriptions', { couponCode, ...body }, { as: await freshToken(t, seller) });
const preview = async (seller: TestUser, body: object) =>
  (await t.post('/api/subscriptions/preview', body, { as: await freshToken(t, seller) })).body;
const subscription = async (seller: TestUser) =>
  (await t.get('/api/subscriptions', { as: await freshToken(t, seller) })).body.data.subscription;

async function invoices(seller: TestUser) {
  const as = await freshToken(t, seller);
  const list = (await t.get('/api/subscriptions/invoices', { as })).body.data.invoices;
  const found = [];
  for (const { id } of list.toReversed())
    found.push((await t.get(`/api/subscriptions/invoices/${id}`, { as })).body.data.invoice);
  return found;
}

async function expectBalanced(sellerId: string): Promise<void> {
  const sums = await tally(t, sellerId);
  expect(sums.ledgerMinor).toBe(sums.invoicedMinor - sums.paidMinor + sums.givenBackMinor);
  expect(sums.chargedMinor).toBe(sums.paidMinor);
}

describe('POST /subscriptions with couponCode', () => {
  it('charges what the preview says, with a line for the discount and VAT on what is left', async () => {
    const { code } = await create({ periods: 2 });
    const seller = await createSeller(t);
    const previewed = (await preview(seller, { planId: 'starter', couponCode: ` ${code.toLowerCase()} ` }))
      .data.preview;
    expect(previewed).toMatchObject({
      lines: [
        { kind: 'plan', net: 49 },
        { kind: 'discount', net: -9.8, description: `Discount with coupon ${code}` },
      ],
      net: 39.2,
      vat: 7.45,
      amountDue: 46.65,
      nextCharge: { net: 39.2, discount: 9.8 },
    });
    const response = await subscribe(seller, code.toLowerCase());
    expect(response.status).toBe(201);
    expect(response.body.data).toMatchObject({
      subscription: {
        price: { amount: 49 },
        coupon: { code, percent: 20, amount: null, periodsLeft: 1, fitsPlan: true },
      },
      invoice: { net: 39.2, vat: 7.45, total: 46.65, status: 'paid' },
      payment: { amount: { amount: 46.65 } },
    });
    expect(await invoices(seller)).toMatchObject([
      {
        lines: previewed.lines.map(({ kind, net }: { kind: string; net: number }) => ({ kind, net })),
        taxes: [{ rate: 19, net: 39.2, amount: 7.45 }],
      },
    ]);
    await expectBalanced(seller.sellerId);
  });

  it('reduces the price to zero at most, and then charges nothing', async () => {
    const { code } = await create({
      percent: undefined,
      amount: { amount: 60, currency: 'EUR' },
      periods: 1,
    });
    const seller = await createSeller(t);
    const { body, status } = await subscribe(seller, code);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      payment: null,
      invoice: { net: 0, total: 0, status: 'paid' },
      subscription: { coupon: { percent: null, amount: { amount: 60, currency: 'EUR' }, periodsLeft: 0 } },
    });
    await expectBalanced(seller.sellerId);
  });

  it('keeps the coupon through a trial, for the first period that is paid', async () => {
    const { code } = await create({ periods: 1 });
    const seller = await createSeller(t);
    const response = await subscribe(seller, code, { trial: true });
    expect(response.body.data.subscription.coupon).toMatchObject({ periodsLeft: 1 });
    await pass(t, days(14) + MINUTE_MS);
    expect(await invoices(seller)).toMatchObject([{ net: 39.2, status: 'paid' }]);
    await pass(t, days(32));
    expect((await invoices(seller)).at(-1)).toMatchObject({ net: 49 });
    expect(await subscription(seller)).toMatchObject({ coupon: null });
  });

  it('releases the coupon if the payment fails', async () => {
    const coupon = await create({ redemptionsMax: 1 });
    const seller = await createSeller(t);
    const declined = await subscribe(seller, coupon.code, { paymentMethod: 'pm_declined' });
    expect(declined.body.error.code).toBe('PAYMENT_FAILED');
    expect((await read(`/${coupon.id}`)).coupon.redeemed).toBe(0);
    const slow = await subscribe(seller, coupon.code, { paymentMethod: 'pm_slow' });
    expect(slow.status).toBe(202);
    const other = await createSeller(t);
    expect((await subscribe(other, coupon.code)).body.error.code).toBe('COUPON_USED_UP');
    await pass(t, 2 * MINUTE_MS);
    expect(await subscription(seller)).toMatchObject({ coupon: { code: coupon.code, periodsLeft: null } });
    expect((await read(`/${coupon.id}/redemptions`)).redemptions).toMatchObject([
      { seller: { id: seller.sellerId }, periodsUsed: 1, endedAt: null },
    ]);
  });

  it('of 20 sellers at once lets one have the last', async () => {
    const coupon = await create({ redemptionsMax: 1 });
    const sellers = await Promise.all(Array.from({ length: 20 }, () => createSeller(t)));
    const responses = await Promise.all(sellers.map((seller) => subscribe(seller, coupon.code)));
    const outcomes = responses.map(({ status, body }) => (status === 201 ? 'bought' : body.error.code));
    expect(outcomes.filter((outcome) => outcome === 'bought')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'COUPON_USED_UP')).toHaveLength(19);
    expect((await read(`/${coupon.id}`)).coupon.redeemed).toBe(1);
    expect((await tally(t)).chargedMinor).toBe((await tally(t)).paidMinor);
  });

  it('redeems a coupon once for many simultaneous requests of one seller', async () => {
    const coupon = await create();
    const seller = await createSubscriber(t, 'starter');
    const responses = await Promise.all(Array.from({ length: 8 }, () => apply(seller, coupon.code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(7);
    expect((await read(`/${coupon.id}`)).coupon.redeemed).toBe(1);
  });
});

describe('a coupon is rejected', () => {
  it('for one reason each', async () => {
    const seller = await createSeller(t);
    const now = t.clock.now().getTime();
    const soon = new Date(now + days(1)).toISOString();
    const past = new Date(now - days(1)).toISOString();
    const codes: Record<string, object> = {
      COUPON_UNKNOWN: { validFrom: soon },
      COUPON_EXPIRED: { validUntil: past },
      COUPON_NOT_FOR_PLAN: { planIds: ['premium'] },
    };
    for (const [expected, body] of Object.entries(codes)) {
      const { code } = await create(body);
      expect((await subscribe(seller, code)).body.error.code).toBe(expected);
      expect((await preview(seller, { planId: 'starter', couponCode: code })).error.code).toBe(expected);
    }
    const withdrawn = await create({ active: false });
    expect((await subscribe(seller, withdrawn.code)).body.error.code).toBe('COUPON_EXPIRED');
    for (const code of ['nothing-like-it', 'straße', 'x']) {
      const response = await subscribe(seller, code);
      expect([response.status, response.body.error.code]).toEqual([422, 'COUPON_UNKNOWN']);
    }
    expect((await tally(t, seller.sellerId)).invoicedMinor).toBe(0);
  });

  it('after too many codes per day, also a right one, because codes can be guessed', async () => {
    const seller = await createSeller(t);
    const { code } = await create();
    const errorCodes: string[] = [];
    for (let guess = 0; guess < 50; guess++) {
      errorCodes.push(
        (await preview(seller, { planId: 'starter', couponCode: `guess-${guess}` })).error.code,
      );
      errorCodes.push((await subscribe(seller, `guess-${guess}`)).body.error.code);
    }
    expect([...new Set(errorCodes)]).toEqual(['COUPON_UNKNOWN']);
    const refused = await subscribe(seller, code);
    expect([refused.status, refused.headers['x-ratelimit-limit']]).toEqual([429, '100']);
    expect((await preview(seller, { planId: 'starter', couponCode: code })).error.code).toBe('RATE_LIMITED');
    expect((await preview(seller, { planId: 'starter' })).success).toBe(true);
    expect((await subscribe(await createSeller(t), code)).status).toBe(201);
    t.clock.advance(days(1));
    expect((await subscribe(seller, code)).status).toBe(201);
  });

  it('before the moment from which it holds, and from the moment at which it ends', async () => {
    const at = t.clock.now().getTime();
    const toIso = (ms: number): string => new Date(ms).toISOString();
    const outcome = async (validity: object): Promise<string> => {
      const { code } = await create(validity);
      const seller = await createSeller(t);
      const previewCoupon = () => preview(seller, { planId: 'starter', couponCode: code });
      return (await withClockAt(t, at, previewCoupon)).error?.code ?? 'seen';
    };
    expect(await outcome({ validFrom: toIso(at + 1) })).toBe('COUPON_UNKNOWN');
    expect(await outcome({ validFrom: toIso(at) })).toBe('seen');
    expect(await outcome({ validUntil: toIso(at + 1) })).toBe('seen');
    expect(await outcome({ validUntil: toIso(at) })).toBe('COUPON_EXPIRED');
  });

  it('also if that happened between preview and redemption', async () => {
    const at = t.clock.now();
    const toIso = (ms: number): string => new Date(at.getTime() + ms).toISOString();
    const isReserved = async (terms: object): Promise<boolean> => {
      const { id } = await create(terms);
      const row = await inTransaction(t.db, (trx) => reserveRedemption(trx, id, at));
      return row !== undefined && row.id === id && row.redeemed === 1;
    };
    expect(await isReserved({})).toBe(true);
    expect(await isReserved({ validFrom: toIso(0), validUntil: toIso(1), redemptionsMax: 1 })).toBe(true);
    expect(await isReserved({ validFrom: toIso(1) })).toBe(false);
    expect(await isReserved({ validUntil: toIso(0) })).toBe(false);
    expect(await isReserved({ active: false })).toBe(false);
    const { id } = await create({ redemptionsMax: 1 });
    const reserve = () => inTransaction(t.db, (trx) => reserveRedemption(trx, id, at));
    expect([(await reserve())?.redeemed, await reserve()]).toEqual([1, undefined]);
  });

  it('when the seller has redeemed it before, and while another goes with the subscription', async () => {
    const [first, second] = [await create({ periods: 1 }), await create()];
    const seller = await createSeller(t);
    await subscribe(seller, first.code);
    expect((await apply(seller, first.code)).body.error.code).toBe('COUPON_ALREADY_REDEEMED');
    expect((await apply(seller, second.code)).body.error.code).toBe('INVALID_STATE');
    await pass(t, days(32));
    expect((await apply(seller, second.code)).status).toBe(200);
    expect((await apply(seller, first.code)).body.error.code).toBe('COUPON_ALREADY_REDEEMED');
  });

  it('for a seller on the free plan, with a cancellation, and for members who are not owners', async () => {
    const { code } = await create();
    const free = await createSeller(t);
    expect((await apply(free, code)).body.error.code).toBe('INVALID_STATE');
    const seller = await createSubscriber(t, 'starter');
    const freePlan = await apply(seller, code, { planId: 'free' });
    expect(freePlan.body.error.code).toBe('COUPON_NOT_FOR_PLAN');
    const manager = await createTeamMember(t, seller.sellerId, 'MANAGER');
    expect((await apply(manager, code)).status).toBe(403);
    await t.post('/api/subscriptions/cancel', undefined, { as: await freshToken(t, seller) });
    expect((await apply(seller, code)).body.error.code).toBe('INVALID_STATE');
  });
});

describe('over the periods', () => {
  it('reduces as many as it says and then charges the full price', async () => {
    const coupon = await create({ periods: 2 });
    const seller = await createSubscriber(t, 'starter');
    const previewed = (await preview(seller, { couponCode: coupon.code })).data.preview;
    expect(previewed).toMatchObject({
      effective: 'period_end',
      amountDue: 0,
      lines: [],
      nextCharge: { net: 39.2, discount: 9.8 },
    });
    expect((await apply(seller, coupon.code)).body.data).toMatchObject({
      invoice: null,
      subscription: { coupon: { periodsLeft: 2 } },
    });
    await change(coupon.id, { active: false });
    for (let month = 0; month < 4; month++) await pass(t, days(31));
    expect((await invoices(seller)).map(({ net }) => net)).toEqual([49, 39.2, 39.2, 49, 49]);
    expect((await read(`/${coupon.id}/redemptions`)).redemptions).toMatchObject([
      { periodsUsed: 2, endedAt: expect.any(String) },
    ]);
    await expectBalanced(seller.sellerId);
  });

  it('has no end, and pauses on a plan that it does not cover', async () => {
    const { code } = await create({ periods: null, planIds: ['starter'] });
    const seller = await createSeller(t);
    await subscribe(seller, code);
    const up = await t.patch(
      '/api/subscriptions',
      { planId: 'premium' },
      { as: await freshToken(t, seller) },
    );
    expect(up.body.data.subscription.coupon).toMatchObject({ code, fitsPlan: false });
    await pass(t, days(31));
    expect((await invoices(seller)).at(-1)).toMatchObject({ net: 349 });
    const down = await t.patch(
      '/api/subscriptions',
      { planId: 'starter' },
      { as: await freshToken(t, seller) },
    );
    expect(down.body.data.subscription.coupon).toMatchObject({ fitsPlan: true });
    await pass(t, days(31));
    await pass(t, days(31));
    expect((await invoices(seller)).slice(-2)).toMatchObject([{ net: 39.2 }, { net: 39.2 }]);
    await expectBalanced(seller.sellerId);
  });

  it('an unpaid renewal voids its invoice, including the discount', async () => {
    const { code, id } = await create({ periods: null });
    const seller = await createSeller(t);
    await subscribe(seller, code, { paymentMethod: 'pm_fails_on_renewal' });
    for (const wait of [31, 4, 5]) await pass(t, days(wait));
    expect(await subscription(seller)).toMatchObject({ status: 'expired', coupon: null });
    const [, renewal, note] = await invoices(seller);
    expect(renewal).toMatchObject({ status: 'void', net: 39.2 });
    expect(note).toMatchObject({ kind: 'credit_note', net: -39.2, corrects: renewal.number });
    expect(note.lines.map((line: { kind: string; net: number }) => [line.kind, line.net])).toEqual([
      ['unused', -49],
      ['discount', 9.8],
    ]);
    expect((await read(`/${id}/redemptions`)).redemptions[0].endedAt).not.toBeNull();
    await expectBalanced(seller.sellerId);
  });
});

describe('when something changes', () => {
  it('a larger plan is charged minus the paid amount, in proportion to the period', async () => {
    const { code } = await create({ periods: 1 });
    const seller = await createSeller(t);
    await subscribe(seller, code);
    const previewed = (await preview(seller, { planId: 'premium' })).data.preview;
    expect(previewed).toMatchObject({
      lines: [
        { kind: 'unused', net: -39.2 },
        { kind: 'plan', net: 349 },
        { kind: 'discount', net: -69.8 },
      ],
      net: 240,
      nextCharge: { net: 349, discount: 0 },
    });
    const { body } = await t.patch(
      '/api/subscriptions',
      { planId: 'premium' },
      { as: await freshToken(t, seller) },
    );
    expect(body.data.invoice).toMatchObject({ net: 240, total: previewed.total });
    await expectBalanced(seller.sellerId);
  });

  it('a change that redeems a coupon reduces the period that it begins, or the next one', async () => {
    const { code } = await create({ periods: 1 });
    const year = await createSubscriber(t, 'starter');
    const previewed = await preview(year, { couponCode: code, billingCycle: 'yearly' });
    expect(previewed.data.preview).toMatchObject({ effective: 'now', net: 343, nextCharge: { net: 490 } });
    const applied = await apply(year, code, { billingCycle: 'yearly' });
    expect(applied.body.data).toMatchObject({
      invoice: { net: 343 },
      subscription: { coupon: { periodsLeft: 0 } },
    });
    const seller = await createSubscriber(t, 'starter');
    const up = await apply(seller, code, { planId: 'premium' });
    expect(up.body.data).toMatchObject({
      invoice: { net: 300 },
      subscription: { coupon: { periodsLeft: 1 } },
    });
    await pass(t, days(31));
    expect((await invoices(seller)).at(-1)).toMatchObject({ net: 279.2 });
    const down = await createSubscriber(t, 'premium');
    const later = await apply(down, code, { planId: 'starter' });
    expect(later.body.data).toMatchObject({
      invoice: null,
      subscription: { scheduledChange: { plan: { slug: 'starter' } }, coupon: { periodsLeft: 1 } },
    });
    await pass(t, days(31));
    expect((await invoices(down)).at(-1)).toMatchObject({ net: 39.2 });
    for (const { sellerId } of [year, seller, down]) await expectBalanced(sellerId);
  });

  it('a payment method can come with the coupon', async () => {
    const { code } = await create();
    const seller = await createSubscriber(t, 'starter');
    const { body } = await apply(seller, code, { paymentMethod: 'pm_fails_on_renewal' });
    expect(body.data.subscription).toMatchObject({
      coupon: { code },
      paymentMethod: { label: 'pm_fails_on_renewal' },
    });
  });

  it('a cancellation keeps it to the end, and another subscription begins without', async () => {
    const { code } = await create({ periods: null });
    const seller = await createSeller(t);
    await subscribe(seller, code);
    const as = await freshToken(t, seller);
    await t.post('/api/subscriptions/cancel', undefined, { as });
    await t.post('/api/subscriptions/resume', undefined, { as });
    expect(await subscription(seller)).toMatchObject({ coupon: { code } });
    await t.post('/api/subscriptions/cancel', undefined, { as });
    await pass(t, days(32));
    expect(await subscription(seller)).toMatchObject({ status: 'expired', coupon: null });
    const resubscribed = await t.post(
      '/api/subscriptions',
      { planId: 'starter', billingCycle: 'monthly', paymentMethod: 'pm_ok' },
      { as: await freshToken(t, seller) },
    );
    expect(resubscribed.body.data.invoice).toMatchObject({ net: 49 });
    await expectBalanced(seller.sellerId);
  });

  it('a plan granted by an administrator credits the paid amount, not the price', async () => {
    const { code } = await create({ percent: 50 });
    const seller = await createSeller(t);
    await subscribe(seller, code);
    await t.put(`/api/admin/users/${seller.userId}/subscription`, { planId: 'enterprise' }, await asAdmin());
    expect((await invoices(seller)).at(-1)).toMatchObject({ kind: 'credit_note', net: -24.5 });
    expect(await subscription(seller)).toMatchObject({ coupon: null });
    await expectBalanced(seller.sellerId);
  });

  it('a refund returns the paid amount, and nothing more is credited afterwards', async () => {
    const { code } = await create({ percent: 50 });
    const seller = await createSeller(t);
    const { body } = await subscribe(seller, code);
    const url = `/api/admin/payments/${body.data.payment.id}/refunds`;
    const part = await t.post(url, { amount: 11.9, reason: 'As agreed.' }, await asAdmin());
    expect(part.status).toBe(201);
    expect((await preview(seller, { planId: 'premium' })).data.preview.lines[0]).toMatchObject({
      kind: 'unused',
      net: -14.5,
    });
    const rest = await t.post(url, { reason: 'As agreed.' }, await asAdmin());
    expect(rest.body.data.refund.amount.amount).toBe(17.26);
    const notes = (await invoices(seller)).slice(1);
    expect(notes.map(({ net, vat }) => [net, vat])).toEqual([
      [-10, -1.9],
      [-14.5, -2.76],
    ]);
    expect(
      (await preview(seller, { planId: 'premium' })).data.preview.lines.map(
        (line: { kind: string }) => line.kind,
      ),
    ).toEqual(['plan', 'discount']);
    await expectBalanced(seller.sellerId);
  });

  it('the PDF of the invoice is made, in German too', async () => {
    const { code } = await create();
    const seller = await createSeller(t);
    await t.db.updateTable('users').set({ language: 'de' }).where('id', '=', seller.userId).execute();
    const { body } = await subscribe(seller, code);
    const as = await freshToken(t, seller);
    const pdf = await t.get(`/api/subscriptions/invoices/${body.data.invoice.id}/pdf`, { as });
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect((await invoices(seller))[0].lines[1].description).toBe(`Rabatt mit Gutschein ${code}`);
  });
});

describe('/admin/coupons', () => {
  it('creates, lists, reads and changes, each in the audit log', async () => {
    const validUntil = '2031-01-01T00:00:00.000Z';
    const coupon = await create({
      code: 'spring-2031',
      note: 'For the fair.',
      planIds: ['starter', 'premium', 'starter'],
      periods: 3,
      validUntil: validUntil,
      redemptionsMax: 50,
    });
    expect(coupon).toMatchObject({
      code: 'SPRING-2031',
      name: 'A test',
      note: 'For the fair.',
      percent: 20,
      amount: null,
      periods: 3,
      planIds: ['pln_00000000000000000000000002', expect.any(String)],
      validFrom: null,
      validUntil: validUntil,
      redemptionsMax: 50,
      redeemed: 0,
      active: true,
    });
    expect((await read(`/${coupon.id}`)).coupon).toEqual(coupon);
    expect((await read('?code=spring-2031')).coupons).toEqual([coupon]);
    const first = await read('?limit=1');
    expect(first.coupons).toEqual([coupon]);
    const second = await read(`?limit=1&cursor=${first.pagination.nextCursor}`);
    expect(second.coupons[0].id).not.toBe(coupon.id);
    const list = async (query = ''): Promise<string[]> =>
      (await read(`?limit=2${query}`)).coupons.map(({ id }: { id: string }) => id);
    const ids = await list();
    const at = t.clock.now();
    await t.db.updateTable('coupons').set({ created_at: at }).where('id', 'in', ids).execute();
    expect(await list()).toEqual(ids);
    await t.db
      .updateTable('coupons')
      .set({ created_at: new Date(at.getTime() - 1) })
      .where('id', '=', coupon.id)
      .execute();
    expect(await list()).toEqual(ids.toReversed());
    const changed = await change(coupon.id, {
      percent: null,
      amount: { amount: 5, currency: 'EUR' },
      name: 'Fair',
      active: false,
    });
    expect(changed.body.data.coupon).toMatchObject({
      percent: null,
      amount: { amount: 5, currency: 'EUR' },
      name: 'Fair',
      active: false,
    });
    expect((await read('?active=false&code=spring-2031')).coupons).toHaveLength(1);
    expect((await read('?active=true&code=spring-2031')).coupons).toEqual([]);
    expect((await change(coupon.id, { name: 'Fair' })).status).toBe(200);
    // The coupon has no percentage, so null changes nothing.
    expect((await change(coupon.id, { percent: null })).status).toBe(200);
    expect((await change(coupon.id, { amount: null })).body.error.details[0].field).toBe('percent');
    expect((await change(coupon.id, { percent: null, amount: null })).status).toBe(422);
    const entries = await t.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('subject_id', '=', coupon.id)
      .orderBy('seq')
      .execute();
    expect(entries).toMatchObject([
      { action: 'coupon.created', after: { code: 'SPRING-2031', percent: 20 } },
      {
        action: 'coupon.changed',
        before: { percent: 20, amount_minor: null, name: 'A test', active: true },
        after: { percent: null, amount_minor: 500, currency: 'EUR', name: 'Fair', active: false },
      },
    ]);
  });

  it('rejects impossible values', async () => {
    const coupon = await create();
    const post = async (body: object) =>
      t.post('/api/admin/coupons', { code: 'WRONG', name: 'Wrong', percent: 5, ...body }, await asAdmin());
    const fields = async (body: object) => {
      const response = await post(body);
      expect(response.status).toBe(422);
      return response.body.error.details.map(({ field }: { field: string }) => field);
    };
    expect(await fields({ percent: null })).toEqual(['percent']);
    expect(await fields({ amount: { amount: 5, currency: 'EUR' } })).toEqual(['percent']);
    expect(await fields({ percent: null, amount: { amount: 5, currency: 'PLN' } })).toEqual([
      'amount.currency',
    ]);
    expect(await fields({ percent: 101 })).toEqual(['percent']);
    expect(await fields({ percent: null, amount: { amount: 0.001, currency: 'EUR' } })).toEqual([
      'amount.amount',
    ]);
    expect(await fields({ periods: 0 })).toEqual(['periods']);
    expect(await fields({ planIds: ['nothing'] })).toEqual(['planIds']);
    expect(await fields({ planIds: [] })).toEqual(['planIds']);
    expect(await fields({ code: 'two words' })).toEqual(['code']);
    expect(await fields({ code: 'ÄÖÜẞ' })).toEqual(['code']);
    const day = '2030-01-01T00:00:00.000Z';
    expect(await fields({ validFrom: day, validUntil: day })).toEqual(['validUntil']);
    const duplicate = await post({ code: coupon.code.toLowerCase() });
    expect([duplicate.status, duplicate.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    const other = await create({ validUntil: day });
    expect((await change(other.id, { code: coupon.code })).body.error.code).toBe('ALREADY_EXISTS');
    expect((await change(other.id, { validFrom: '2030-02-01T00:00:00.000Z' })).status).toBe(422);
    for (const id of ['x', 'cpn_00000000000000000000000000']) {
      expect((await change(id, { name: 'x' })).status).toBe(404);
      expect((await t.get(`/api/admin/coupons/${id}/redemptions`, await asAdmin())).status).toBe(404);
    }
  });

  it('keeps the terms of a redeemed coupon, and deletes only unredeemed ones', async () => {
    const coupon = await create({ redemptionsMax: 3 });
    const [one, two] = [await createSeller(t), await createSeller(t)];
    await subscribe(one, coupon.code);
    await subscribe(two, coupon.code);
    for (const body of [{ percent: 10 }, { code: 'ANOTHER' }, { periods: 1 }, { planIds: ['starter'] }])
      expect((await change(coupon.id, body)).body.error.code).toBe('INVALID_STATE');
    expect((await change(coupon.id, { percent: 20, note: 'Kept.' })).status).toBe(200);
    expect((await change(coupon.id, { redemptionsMax: 1 })).body.error.details[0].field).toBe(
      'redemptionsMax',
    );
    expect((await change(coupon.id, { redemptionsMax: 2 })).status).toBe(200);
    expect((await subscribe(await createSeller(t), coupon.code)).body.error.code).toBe('COUPON_USED_UP');
    const refused = await t.call('DELETE', `/api/admin/coupons/${coupon.id}`, await asAdmin());
    expect(refused.body.error.code).toBe('INVALID_STATE');
    const { redemptions, pagination } = await read(`/${coupon.id}/redemptions?limit=1`);
    expect(redemptions).toMatchObject([{ seller: { id: two.sellerId, name: expect.any(String) } }]);
    const next = await read(`/${coupon.id}/redemptions?limit=1&cursor=${pagination.nextCursor}`);
    expect(next.redemptions).toMatchObject([{ seller: { id: one.sellerId }, periodsUsed: 1, endedAt: null }]);

    // Redemptions are listed newest first, by time and not by ID.
    await t.db
      .updateTable('coupon_redemptions')
      .set({ created_at: new Date(t.clock.now().getTime() - days(1)) })
      .where('seller_id', '=', two.sellerId)
      .execute();
    const reordered = (await read(`/${coupon.id}/redemptions`)).redemptions;
    expect(reordered.map(({ seller }: { seller: { id: string } }) => seller.id)).toEqual([
      one.sellerId,
      two.sellerId,
    ]);
    expect((await read(`/${coupon.id}/redemptions?limit=1`)).redemptions).toEqual([reordered[0]]);
    await t.db
      .updateTable('coupon_redemptions')
      .set({ created_at: t.clock.now() })
      .where('coupon_id', '=', coupon.id)
      .execute();
    const { redemptions: alike } = await read(`/${coupon.id}/redemptions`);
    expect(alike.map(({ seller }: { seller: { id: string } }) => seller.id)).toEqual([
      two.sellerId,
      one.sellerId,
    ]);

    const fresh = await create();
    expect((await t.call('DELETE', `/api/admin/coupons/${fresh.id}`, await asAdmin())).status).toBe(204);
    expect((await t.get(`/api/admin/coupons/${fresh.id}`, await asAdmin())).status).toBe(404);
  });

  it('is for administrators', async () => {
    const seller = await createSeller(t);
    expect((await t.get('/api/admin/coupons', { as: seller })).status).toBe(403);
    expect(
      (await t.post('/api/admin/coupons', { code: 'MINE', name: 'x', percent: 100 }, { as: seller })).status,
    ).toBe(403);
  });
});
