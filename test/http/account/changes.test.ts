import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/platform/clock.ts';
import {
  createAdmin,
  createApiKey,
  createBuyer,
  createSeller,
  type TestUser,
} from '../../support/factories.ts';
import { createTestApp, fieldsOf, type TestApp } from '../../support/test-app.ts';
import {
  codeFor,
  errorOf,
  FORM_HEADERS,
  formBytes,
  lastMailTo,
  newEmail,
  newPerson,
  PASSWORD,
  PDF,
  resetTokenFor,
  sellerForm,
  verifyAddress,
} from '../auth/support.ts';
import { tractor } from '../listings/bodies.ts';

let t: TestApp;
let admin: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  admin = await createAdmin(t);
});
afterAll(() => t.close());

describe('POST /account/become-seller', () => {
  const url = '/v1/account/become-seller';
  const company = { companyName: 'Petersen Nutzfahrzeuge', country: 'DE' };

  it('201: a buyer becomes the owner of a seller and can sell with the same token', async () => {
    const person = await newPerson(t);
    const response = await t.post(url, company, { as: person });
    expect(response.status).toBe(201);
    expect(response.body.data).toMatchObject({
      id: person.userId,
      role: 'SELLER',
      seller: { companyName: company.companyName, slug: 'petersen-nutzfahrzeuge', verified: false },
    });
    expect((await t.post('/v1/seller/listings', tractor, { as: person })).status).toBe(201);
    const team = (await t.get('/v1/seller/team', { as: person })).body.data;
    expect(team.members).toEqual([expect.objectContaining({ role: 'OWNER', userId: person.userId })]);
    const { subscription } = (await t.get('/v1/subscriptions', { as: person })).body.data;
    expect(subscription.plan.id).toBeDefined();
    const { entries } = (await t.get('/v1/admin/audit-log?action=account.became_seller', { as: admin })).body
      .data;
    expect(entries).toContainEqual(expect.objectContaining({ subject: { type: 'user', id: person.userId } }));
  });

  it('201: with documents, once the address is verified', async () => {
    const person = await newPerson(t);
    const payload = formBytes([
      { name: 'companyName', value: 'Papers GmbH' },
      { name: 'country', value: 'AT' },
      { name: 'documents', file: { name: 'licence.pdf', type: 'application/pdf', content: PDF } },
    ]);
    const send = () => t.call('POST', url, { as: person, payload, headers: FORM_HEADERS });
    expect(errorOf(await send())).toEqual([403, 'FORBIDDEN']);
    expect((await t.get('/v1/auth/me', { as: person })).body.data.role).toBe('BUYER');
    await verifyAddress(t, person);
    expect((await send()).status).toBe(201);
    const { documents } = (await t.get('/v1/account/documents', { as: person })).body.data;
    expect(documents).toEqual([expect.objectContaining({ filename: 'licence.pdf' })]);
  });

  it('one seller of requests at the same time, and none a second time', async () => {
    const person = await newPerson(t);
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => t.post(url, { ...company, companyName: 'At Once' }, { as: person })),
    );
    expect(responses.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([201, 409, 409, 409]);
    expect(errorOf(await t.post(url, company, { as: person }))).toEqual([409, 'INVALID_STATE']);
    const sellers = await t.db
      .selectFrom('sellers')
      .select('id')
      .where('company_name', '=', 'At Once')
      .execute();
    expect(sellers).toHaveLength(1);
  });

  it('409 for an account that has joined a team in the meantime, with nothing stored', async () => {
    const person = await newPerson(t);
    await verifyAddress(t, person);
    const team = await createSeller(t);
    const joined = {
      id: 'mem_joined',
      seller_id: team.sellerId,
      user_id: person.userId,
      role: 'AGENT' as const,
    };
    await t.db
      .insertInto('team_members')
      .values({ ...joined, created_at: t.clock.now() })
      .execute();
    const payload = formBytes([
      { name: 'companyName', value: 'Too Late GmbH' },
      { name: 'country', value: 'AT' },
      { name: 'documents', file: { name: 'licence.pdf', type: 'application/pdf', content: PDF } },
    ]);
    const listStoredFiles = () =>
      readdir(path.join(t.dataDir, 'media', 'private', 'documents'), { recursive: true });
    const before = (await listStoredFiles()).filter((name) => name.includes('doc_'));
    const response = await t.call('POST', url, { as: person, payload, headers: FORM_HEADERS });
    expect(errorOf(response)).toEqual([409, 'INVALID_STATE']);
    expect((await listStoredFiles()).filter((name) => name.includes('doc_'))).toEqual(before);
  });

  it('the first response again for the same Idempotency-Key', async () => {
    const person = await newPerson(t);
    const headers = { 'idempotency-key': 'become' };
    const first = await t.post(url, company, { as: person, headers });
    const second = await t.post(url, company, { as: person, headers });
    expect([second.status, second.body]).toEqual([201, first.body]);
  });

  it('422 for missing fields, 401 without credentials, 403 for keys, 409 for administrators', async () => {
    const person = await newPerson(t);
    const refused = await t.post(url, { companyName: 'x', country: 'XX' }, { as: person });
    expect([refused.status, fieldsOf(refused)]).toEqual([422, ['companyName', 'country']]);
    expect((await t.post(url, company)).status).toBe(401);
    expect(errorOf(await t.post(url, company, { as: admin }))).toEqual([409, 'INVALID_STATE']);
    const seller = await createSeller(t);
    const key = await createApiKey(t, seller.userId, ['listings:write']);
    expect((await t.post(url, company, { as: key })).status).toBe(403);
  });
});

describe('POST /admin/users/:id/make-seller', () => {
  const company = { companyName: 'By Phone GmbH', country: 'PL' };

  it('200: a buyer becomes a seller; others do not', async () => {
    const buyer = await createBuyer(t);
    const makeSeller = (userId: string, as: TestUser = admin) =>
      t.post(`/v1/admin/users/${userId}/make-seller`, company, { as });
    expect((await makeSeller(buyer.userId, buyer)).status).toBe(403);
    const response = await makeSeller(buyer.userId);
    expect([response.status, response.body.data.user.role]).toEqual([200, 'SELLER']);
    const { seller } = (await t.get('/v1/auth/me', { as: buyer })).body.data;
    expect(seller.companyName).toBe(company.companyName);
    expect(errorOf(await makeSeller(buyer.userId))).toEqual([409, 'INVALID_STATE']);
    expect(errorOf(await makeSeller(admin.userId))).toEqual([409, 'INVALID_STATE']);
    expect(errorOf(await makeSeller('usr_nobody'))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('POST /account/email', () => {
  const ask = (email: string, as: { token: string }, password = PASSWORD) =>
    t.post('/v1/account/email', { email, password }, { as });
  const confirm = (code: string, as: { token: string }) =>
    t.post('/v1/account/email/confirm', { code }, { as });
  const otherCode = (code: string): string => (code === '000000' ? '000001' : '000000');
  const emailOf = async (as: { token: string }): Promise<string> =>
    (await t.get('/v1/auth/me', { as })).body.data.email;

  it('the new address applies once its code is confirmed, and the old address is notified', async () => {
    const person = await newPerson(t);
    await t.post('/v1/auth/forgot-password', { email: person.email });
    const token = await resetTokenFor(t, person.email);
    const email = newEmail();
    expect((await ask(email, person)).status).toBe(200);
    expect(await emailOf(person)).toBe(person.email);
    const code = await codeFor(t, email);
    const response = await confirm(`${code.slice(0, 3)} ${code.slice(3)}`, person);
    expect(response.body.data).toMatchObject({ email, emailVerified: true });
    expect((await lastMailTo(t, person.email)).text).toContain(email);
    expect((await t.post('/v1/auth/login', { email, password: PASSWORD })).status).toBe(200);
    const oldLogin = await t.post('/v1/auth/login', { email: person.email, password: PASSWORD });
    expect(errorOf(oldLogin)).toEqual([401, 'INVALID_CREDENTIALS']);
    const reset = { token, password: 'Longhaul25', confirmPassword: 'Longhaul25' };
    expect(errorOf(await t.post('/v1/auth/reset-password', reset))).toEqual([400, 'INVALID_RESET_TOKEN']);
    expect(errorOf(await confirm(code, person))).toEqual([400, 'INVALID_CODE']);
    const audited = await t.db
      .selectFrom('audit_log')
      .select(['action', 'subject_id'])
      .where('actor_id', '=', person.userId)
      .execute();
    expect(audited).toEqual([{ action: 'email.changed', subject_id: person.userId }]);
  });

  it('an address gets five codes a day, whichever accounts ask and however it is spelled; others get theirs', async () => {
    t.clock.advance(DAY_MS);
    const stranger = newEmail();
    const statuses: number[] = [];
    for (let account = 0; account < 3; account++) {
      const person = await newPerson(t);
      for (const email of [stranger, stranger.toUpperCase()])
        statuses.push((await ask(email, person)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const next = await newPerson(t);
    const refused = await ask(stranger, next);
    expect([errorOf(refused), refused.headers['x-ratelimit-limit']]).toEqual([[429, 'RATE_LIMITED'], '5']);
    expect((await ask(newEmail(), next)).status).toBe(200);
    t.clock.advance(DAY_MS);
    expect((await ask(stranger, await newPerson(t))).status).toBe(200);
  });

  it('a code has five tries and an hour, and a new one replaces it', async () => {
    const person = await newPerson(t);
    const email = newEmail();
    await ask(email, person);
    const first = await codeFor(t, email);
    for (let i = 0; i < 5; i++)
      expect(errorOf(await confirm(otherCode(first), person))).toEqual([400, 'INVALID_CODE']);
    expect(errorOf(await confirm(first, person))).toEqual([400, 'INVALID_CODE']);
    await ask(email, person);
    const second = await codeFor(t, email);
    t.clock.advance(HOUR_MS + 1);
    expect(errorOf(await confirm(second, person))).toEqual([400, 'INVALID_CODE']);
    expect(await emailOf(person)).toBe(person.email);
  });

  it('the first of two accounts to confirm an address gets it', async () => {
    const [a, b] = [await newPerson(t), await newPerson(t, sellerForm())];
    const email = newEmail();
    await ask(email, a);
    const codeOfA = await codeFor(t, email);
    await ask(email, b);
    const codeOfB = await codeFor(t, email);
    const responses = await Promise.all([confirm(codeOfA, a), confirm(codeOfB, b)]);
    expect(responses.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409]);
  });

  it('five requests an hour', async () => {
    const person = await newPerson(t);
    for (let i = 0; i < 5; i++) expect((await ask(newEmail(), person)).status).toBe(200);
    const refused = await ask(newEmail(), person);
    expect(errorOf(refused)).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers['retry-after'])).toBe(3600);
  });

  it('422 for a wrong password or the same address, 409 for an address in use, 401 without credentials', async () => {
    const [person, other] = [await newPerson(t), await newPerson(t)];
    expect(fieldsOf(await ask(newEmail(), person, 'Wrong1234'))).toEqual(['password']);
    expect(fieldsOf(await ask(person.email.toUpperCase(), person))).toEqual(['email']);
    expect(fieldsOf(await ask('nobody', person))).toEqual(['email']);
    expect(errorOf(await ask(other.email.toUpperCase(), person))).toEqual([409, 'ALREADY_EXISTS']);
    expect((await t.post('/v1/account/email', { email: newEmail(), password: PASSWORD })).status).toBe(401);
    expect(errorOf(await confirm('123456', person))).toEqual([400, 'INVALID_CODE']);
  });
});
