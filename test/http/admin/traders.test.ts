/** Trader information that the law requires: storage, validation, display and requests to complete it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/platform/clock.ts';
import { createAdmin, createSeller, type TestUser } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let admin: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  admin = await createAdmin(t);
});
afterAll(() => t.close());

const TRADER = {
  street: 'Kaistraße 5',
  postalCode: '20457',
  city: 'Hamburg',
  country: 'DE',
  phone: '+4940123456',
  email: 'office@hansa.example',
  tradeRegister: 'Amtsgericht Hamburg, HRB 12345',
};
const set = (seller: TestUser, body: object) => t.put('/api/seller/profile', body, { as: seller });

async function findTrader(
  sellerId: string,
): Promise<{ missing: string[]; askedAt: string | null } | undefined> {
  for (let cursor: string | null = ''; cursor !== null;) {
    const place: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { data } = (await t.get(`/api/admin/traders?limit=2${place}`, { as: await freshAdmin() })).body;
    const found = data.traders.find((trader: { sellerId: string }) => trader.sellerId === sellerId);
    if (found !== undefined) return found;
    cursor = data.pagination.nextCursor;
  }
  return undefined;
}
/** Returns an administrator with a fresh token, because this file moves the clock past the expiry of tokens. */
async function freshAdmin(): Promise<TestUser> {
  const response = await t.get('/api/auth/me', { as: admin });
  if (response.status !== 200) admin = await createAdmin(t);
  return admin;
}

describe('a trader', () => {
  it('is shown with address, register and ways to be reached, once they have certified', async () => {
    const seller = await createSeller(t);
    const readTrader = async () => (await t.get(`/api/sellers/${seller.slug}`)).body.data.trader;
    expect((await set(seller, TRADER)).status).toBe(200);
    expect(await readTrader()).toEqual({});
    const certified = (await set(seller, { certified: true })).body.data;
    expect(certified).toMatchObject({ ...TRADER, certified: true });
    const { phone, email, tradeRegister } = TRADER;
    const address = 'Kaistraße 5, 20457 Hamburg';
    expect(await readTrader()).toEqual({ address, phone, email, tradeRegister });
    const page = (await t.call('GET', `/en/dealer/${seller.slug}`)).text;
    for (const part of ['Kaistraße 5', '20457', 'HRB 12345', 'office@hansa.example'])
      expect(page).toContain(part);
    expect((await set(seller, { certified: false })).body.data.certified).toBe(false);
    expect(await readTrader()).toEqual({});
  });

  it('has a VAT id of the form of its country, and a number in its register', async () => {
    const seller = await createSeller(t);
    const wrong = await set(seller, { vatId: 'DE12345678', street: 'Kaistraße 5' });
    expect([wrong.status, wrong.body.error.details[0].field]).toEqual([422, 'vatId']);
    expect((await t.get('/api/seller/profile', { as: seller })).body.data.street).toBeNull();
    const register = await set(seller, { tradeRegister: 'Amtsgericht Hamburg' });
    expect([register.status, register.body.error.details[0].field]).toEqual([422, 'tradeRegister']);
    for (const vatId of ['DE 123 456 789', 'ATU12345678', 'US12-3456789'])
      expect((await set(seller, { vatId })).status).toBe(200);
  });

  it('is in the list of those who lack something until nothing is missing', async () => {
    const seller = await createSeller(t);
    const all = ['address', 'phone', 'email', 'registration', 'certification'];
    expect((await findTrader(seller.sellerId))?.missing).toEqual(all);
    const { tradeRegister, ...rest } = TRADER;
    await set(seller, { ...rest, certified: true });
    expect((await findTrader(seller.sellerId))?.missing).toEqual(['registration']);
    await set(seller, { tradeRegister });
    expect(await findTrader(seller.sellerId)).toBeUndefined();
    await set(seller, { tradeRegister: null });
    expect((await findTrader(seller.sellerId))?.missing).toEqual(['registration']);
    await set(seller, { vatId: 'DE123456789' });
    expect(await findTrader(seller.sellerId)).toBeUndefined();
  });

  it('gets one email about missing information in seven days, whichever administrator requests it first', async () => {
    const seller = await createSeller(t);
    const ask = async () =>
      t.post(`/api/admin/traders/${seller.sellerId}/ask`, undefined, { as: await freshAdmin() });
    await set(seller, { phone: TRADER.phone });
    const both = await Promise.all([ask(), ask()]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const requested = both.find(({ status }) => status === 200)?.body.data.trader;
    expect(requested).toMatchObject({ sellerId: seller.sellerId, askedAt: expect.any(String) });
    await t.drainJobs();
    const mails = t.mailbox.filter(({ to, text }) => to === seller.email && text.includes('/dealer/company'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('- an email address');
    expect(mails[0]?.text).not.toContain('- a phone number');
    t.clock.advance(7 * DAY_MS);
    expect((await ask()).status).toBe(200);
    const complete = await createSeller(t);
    await set(complete, { ...TRADER, certified: true });
    const as = await freshAdmin();
    expect((await t.post(`/api/admin/traders/${complete.sellerId}/ask`, undefined, { as })).status).toBe(409);
    expect((await t.post('/api/admin/traders/sel_nobody/ask', undefined, { as })).status).toBe(404);
  });
});
