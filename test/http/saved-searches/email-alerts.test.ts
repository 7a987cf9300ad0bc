import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/platform/clock.ts';
import { emailAlertsPersonalData } from '../../../src/modules/saved-searches/personal-data.repository.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { createBuyer, createSeller, type TestSeller } from '../../support/factories.ts';
import { eraseSection, exportSection } from '../../support/personal-data.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let seller: TestSeller;
let number = 0;
let email: string;

beforeAll(async () => {
  t = await createTestApp();
  seller = await createSeller(t, { plan: 'enterprise' });
  await t.app.runner.scheduleRecurring();
});

afterAll(() => t.close());

beforeEach(() => {
  number++;
  email = `reader-${number}@post.example`;
  t.mailbox.length = 0;
});

const QUERY = { brand: 'mercedes-benz', max_price: 60_000 };

/** Each test is another day and another network, because both are limited. */
const request = (body: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  t.call('POST', '/api/search/alerts', {
    body: { email, name: 'Actros up to €60,000', query: QUERY, ...body },
    headers: { 'accept-language': 'en', ...headers },
    ip: `203.0.113.${number}`,
  });

async function mails(to = email) {
  await t.drainJobs();
  return t.mailbox.filter((mail) => mail.to === to);
}

async function token(to = email): Promise<string> {
  const text = (await mails(to)).at(-1)?.text ?? '';
  return /\/alerts\/(fwal_[\w-]+)/.exec(text)?.[1] ?? '';
}

const call = (method: 'GET' | 'POST', path: string) =>
  t.call(method, `/api/search/alerts/${path}`, { ip: `203.0.113.${number}` });

const confirm = async () => call('POST', `${await token()}/confirm`);

async function publish(fields: Record<string, unknown> = {}): Promise<void> {
  const body = {
    title: 'Mercedes-Benz Actros 1845',
    category: 'tractor-units',
    brand: 'mercedes-benz',
    model: 'Actros',
    year: 2019,
    price: 52_000,
    currency: 'EUR',
    publish: true,
    ...fields,
  };
  expect((await t.post('/api/seller/listings', body, { as: seller })).status).toBe(201);
}

describe('alerts without an account', () => {
  it('begin with a confirmation, and then send the new vehicles of a day in one email', async () => {
    const requested = await request();
    expect([requested.status, requested.body.message]).toEqual([200, expect.any(String)]);
    const [mail, ...others] = await mails();
    expect([mail?.subject, others]).toEqual(['Confirm your email alert', []]);
    expect(mail?.text).not.toContain('Actros');
    expect((await call('GET', await token())).body.data).toEqual({
      name: 'Actros up to €60,000',
      query: QUERY,
      confirmed: false,
      in_account: false,
    });
    await publish({ title: 'Before the confirmation' });
    t.clock.advance(DAY_MS + HOUR_MS);
    expect(await mails()).toHaveLength(1);

    const confirmed = await confirm();
    expect([confirmed.status, confirmed.body.data]).toMatchObject([
      200,
      { confirmed: true, in_account: false },
    ]);
    expect((await confirm()).status).toBe(200);
    await publish({ title: 'Actros one' });
    await publish({ title: 'Actros two' });
    await publish({ title: 'Too dear', price: 70_000 });
    await t.drainJobs();
    t.clock.advance(DAY_MS + HOUR_MS);
    await t.drainJobs();
    const alert = (await mails()).at(-1);
    expect(alert?.subject).toBe('New vehicles for your search');
    for (const title of ['Actros one', 'Actros two']) expect(alert?.text).toContain(title);
    for (const title of ['Before', 'Too dear']) expect(alert?.text).not.toContain(title);
    expect(alert?.text).toContain('https://market.example/search?brand=mercedes-benz&max_price=60000');
    t.clock.advance(DAY_MS + HOUR_MS);
    expect(await mails()).toHaveLength(2);

    const path = (alert?.unsubscribeUrl ?? '').replace('https://market.example', '');
    expect((await t.get(path)).text).toContain('Actros up to €60,000');
    await publish({ title: 'Actros three' });
    const ended = await t.call('POST', path);
    expect([ended.status, ended.text]).toEqual([200, expect.stringContaining('deleted your address')]);
    t.clock.advance(2 * DAY_MS);
    expect(await mails()).toHaveLength(2);
    expect(await t.db.selectFrom('email_alerts').select('id').execute()).toEqual([]);
    expect((await t.get('/alerts/unsubscribe?token=a.b')).status).toBe(404);
  });

  it('are in the language of the request', async () => {
    await request({}, { 'accept-language': 'de-AT' });
    expect((await mails())[0]?.subject).toBe('Bestätigen Sie Ihren Suchauftrag');
  });

  it('422, 400: need an address and a search', async () => {
    expect((await request({ email: 'nobody' })).body.error.details).toMatchObject([{ field: 'email' }]);
    expect((await request({ query: { fuel_type: 'diesell' } })).status).toBe(400);
    expect((await request({ name: '' })).status).toBe(422);
    expect(await mails()).toEqual([]);
  });

  it('send an address at most three confirmations a day, whoever requests them', async () => {
    for (let i = 0; i < 5; i++)
      expect(
        (await request({ email: `reader-${number}+${i}@post.example`, query: { q: `man ${i}` } })).status,
      ).toBe(200);
    await t.drainJobs();
    expect(t.mailbox).toHaveLength(3);
  });

  it('404: cannot be confirmed later than two days, and are deleted then', async () => {
    await request();
    const late = await token();
    t.clock.advance(2 * DAY_MS + HOUR_MS);
    expect((await call('POST', `${late}/confirm`)).status).toBe(404);
    expect((await call('GET', 'fwal_none')).status).toBe(404);
    await t.drainJobs();
    expect(await t.db.selectFrom('email_alerts').select('id').execute()).toEqual([]);
  });

  it('become saved searches of the account with the address', async () => {
    const buyer = await createBuyer(t);
    email = buyer.email.toUpperCase();
    await request();
    await t.drainJobs();
    const link = await token(t.mailbox.at(-1)?.to);
    expect((await call('POST', `${link}/confirm`)).body.data).toMatchObject({ in_account: true });
    const { data } = (await t.get('/api/search/saved', { as: buyer })).body;
    expect(data.saved_searches).toMatchObject([
      { name: 'Actros up to €60,000', query: QUERY, alerts: true, alert_frequency: 'daily' },
    ]);
    expect(await t.db.selectFrom('email_alerts').select('id').execute()).toEqual([]);
  });

  it('move into an account as soon as it has confirmed the address', async () => {
    await request();
    await confirm();
    const password = 'Longhaul24';
    const registered = await t.post('/api/auth/register', {
      email,
      password,
      confirmPassword: password,
      name: 'Rita Reader',
      role: 'BUYER',
      acceptTerms: true,
    });
    expect(registered.body.error).toBeUndefined();
    expect(await t.db.selectFrom('saved_searches').select('name').execute()).toHaveLength(1);
    const code = /\b\d{6}\b/.exec((await mails()).at(-1)?.text ?? '')?.[0];
    expect((await t.post('/api/auth/verify-email', { email, code })).status).toBe(200);
    expect(await t.db.selectFrom('saved_searches').select('name').execute()).toHaveLength(2);
    expect(await t.db.selectFrom('email_alerts').select('id').execute()).toEqual([]);
  });

  it('are exported and erased with the account of the address', async () => {
    await request();
    const person = { userId: 'usr_none', email, sellerId: null };
    expect(await exportSection(emailAlertsPersonalData, t.db, person)).toMatchObject([
      { email, query: QUERY },
    ]);
    await inTransaction(t.db, (trx) => eraseSection(emailAlertsPersonalData, trx, person, t.clock.now()));
    expect(await exportSection(emailAlertsPersonalData, t.db, person)).toEqual([]);
  });
});
