import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, addMs, MINUTE_MS } from '../../../src/platform/clock.ts';
import { hashToken } from '../../../src/platform/crypto/tokens.ts';
import {
  createBuyer,
  createSeller,
  createTeamMember,
  type TestUser,
  TEST_PASSWORD,
} from '../../support/factories.ts';
import { fieldsOf, createTestApp, type TestApp } from '../../support/test-app.ts';
import { errorOf } from '../auth/support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const create = (person: TestUser, body: Record<string, unknown> = {}, app = t) =>
  app.post(
    '/api/account/api-keys',
    { name: 'ERP', scopes: ['listings:read'], password: TEST_PASSWORD, ...body },
    { as: person },
  );
const verify = (key: string, app = t) => app.get('/v1/auth/verify', { as: key });
const regenerate = (person: TestUser, id: string, body: Record<string, unknown> = {}, app = t) =>
  app.post(`/api/account/api-keys/${id}/regenerate`, { password: TEST_PASSWORD, ...body }, { as: person });

describe('POST /account/api-keys', () => {
  it('201: the value and the signing secret, this once', async () => {
    const seller = await createSeller(t);
    const response = await create(seller, { name: ' ERP ', scopes: ['listings:read', 'webhooks:manage'] });
    expect(response.status).toBe(201);
    const { apiKey } = response.body.data;
    expect(apiKey).toEqual({
      id: expect.stringMatching(/^key_/),
      name: 'ERP',
      scopes: ['listings:read', 'webhooks:manage'],
      prefix: `${apiKey.key.slice(0, 12)}…${apiKey.key.slice(-4)}`,
      environment: 'live',
      expiresAt: null,
      lastUsedAt: null,
      lastUsedIp: null,
      createdAt: expect.any(String),
      key: expect.stringMatching(/^fw_live_[0-9A-Za-z]{36}$/),
      signingSecret: expect.stringMatching(/^fws_[A-Za-z0-9_-]{43}$/),
    });
    const list = await t.get('/api/account/api-keys', { as: seller });
    const { key, signingSecret, ...listedKey } = apiKey;
    expect(list.body.data.apiKeys).toEqual([listedKey]);
    const row = await t.db
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', apiKey.id)
      .executeTakeFirstOrThrow();
    expect(row.key_hash.equals(hashToken(key))).toBe(true);
    expect(row.signing_secret.includes(signingSecret)).toBe(false);
  });

  it('201: the same Idempotency-Key creates one key, and the stored response is encrypted', async () => {
    const person = await createBuyer(t);
    const body = { name: 'ERP', scopes: ['listings:read'], password: TEST_PASSWORD };
    const options = { as: person, headers: { 'idempotency-key': 'key-1' } };
    const [first, second] = [
      await t.post('/api/account/api-keys', body, options),
      await t.post('/api/account/api-keys', body, options),
    ];
    expect(second.body).toEqual(first.body);
    const stored = await t.db
      .selectFrom('idempotency_keys')
      .select('body')
      .where('key', '=', 'key-1')
      .executeTakeFirstOrThrow();
    expect(stored.body?.includes('fws_')).toBe(false);
  });

  it.each([
    [{ name: '' }, ['name']],
    [{ name: '   ' }, ['name']],
    [{ name: 'x'.repeat(101) }, ['name']],
    [{ scopes: [] }, ['scopes']],
    [{ scopes: ['listings:read', 'listings:read'] }, ['scopes']],
    [{ scopes: ['admin:all'] }, ['scopes.0']],
    [{ scopes: 'listings:read' }, ['scopes']],
    [{ expiresAt: 'tomorrow' }, ['expiresAt']],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, ['expiresAt']],
    [{ name: 7, scopes: ['x'] }, ['name', 'scopes.0']],
    [{ name: '', scopes: ['listings:read'], expiresAt: '2020-01-01T00:00:00Z' }, ['expiresAt', 'name']],
  ])('422: %j', async (body, fields) => {
    const response = await create(await createBuyer(t), body);
    expect(errorOf(response)).toEqual([422, 'VALIDATION_ERROR']);
    expect(fieldsOf(response).toSorted()).toEqual(fields);
  });

  it.each([
    [{ password: undefined }, ['password']],
    [{ password: 'Wrong#Lorry42' }, ['password']],
    [{ password: '' }, ['password']],
  ])('422: without the password of the account: %j', async (body, fields) => {
    const person = await createBuyer(t);
    const response = await create(person, body);
    expect(errorOf(response)).toEqual([422, 'VALIDATION_ERROR']);
    expect(fieldsOf(response).toSorted()).toEqual(fields);
    const { id } = (await create(person)).body.data.apiKey;
    expect(fieldsOf(await regenerate(person, id, body))).toEqual(fields);
    expect((await t.get('/api/account/api-keys', { as: person })).body.data.apiKeys).toHaveLength(1);
  });

  it('403: while the address is unverified, also for replacing the same key', async () => {
    const person = await createBuyer(t, { emailVerified: false });
    const refused = await create(person);
    expect(errorOf(refused)).toEqual([403, 'FORBIDDEN']);
    expect(refused.text).toContain('verified email address');
    await t.db.updateTable('users').set({ email_verified: true }).where('id', '=', person.userId).execute();
    const { id } = (await create(person)).body.data.apiKey;
    await t.db.updateTable('users').set({ email_verified: false }).where('id', '=', person.userId).execute();
    expect(errorOf(await regenerate(person, id))).toEqual([403, 'FORBIDDEN']);
  });

  it('an email reports each new key, without its value', async () => {
    const person = await createBuyer(t, { name: 'Anna Petersen' });
    const created = (await create(person, { scopes: ['listings:read', 'messages:read'] })).body.data.apiKey;
    const remade = (await regenerate(person, created.id)).body.data.apiKey;
    await t.drainJobs();
    const mails = t.mailbox.filter((mail) => mail.to === person.email);
    expect(mails.map((mail) => mail.subject)).toEqual(
      Array<string>(2).fill('A new API key for your Fifthwheel account'),
    );
    const text = mails.map((mail) => mail.text).join();
    for (const key of [created, remade]) {
      expect(text).toContain(`ERP (${key.prefix}), with the scopes listings:read, messages:read.`);
      expect(text).not.toContain(key.key);
      expect(text).not.toContain(key.signingSecret);
    }
  });

  it('401: without credentials', async () => {
    expect(errorOf(await t.post('/api/account/api-keys', {}))).toEqual([401, 'UNAUTHORIZED']);
  });

  it('403: a third key of a buyer, also if several are requested at the same time', async () => {
    const person = await createBuyer(t);
    const responses = await Promise.all(Array.from({ length: 6 }, () => create(person)));
    expect(responses.filter((response) => response.status === 201)).toHaveLength(2);
    for (const refused of responses.filter((response) => response.status !== 201))
      expect(errorOf(refused)).toEqual([403, 'PLAN_LIMIT_EXCEEDED']);
    const id = responses.find((response) => response.status === 201)?.body.data.apiKey.id;
    await t.del(`/api/account/api-keys/${id}`, { as: person });
    expect((await create(person)).status).toBe(201);
  });

  it("403: more than the plan allows the seller's whole team", async () => {
    const owner = await createSeller(t);
    const member = await createTeamMember(t, owner.sellerId, 'MANAGER');
    const responses = await Promise.all([owner, member, owner, member].map((person) => create(person)));
    expect(responses.filter((response) => response.status === 201)).toHaveLength(2);
    expect(responses.filter((response) => errorOf(response)[1] === 'PLAN_LIMIT_EXCEEDED')).toHaveLength(2);
  });

  it('403: by an API key', async () => {
    const person = await createBuyer(t);
    const { key } = (await create(person)).body.data.apiKey;
    for (const response of [
      await t.post('/api/account/api-keys', { name: 'x', scopes: [] }, { as: key }),
      await t.get('/api/account/api-keys', { as: key }),
      await t.get('/api/account/security', { as: key }),
      await t.get('/api/auth/me', { as: key }),
      await t.post('/api/auth/logout', undefined, { as: key }),
    ]) {
      expect(errorOf(response)).toEqual([403, 'INSUFFICIENT_SCOPE']);
    }
  });
});

describe('GET /account/api-keys', () => {
  it('200: the own ones, with their last use', async () => {
    const freshApp = await createTestApp();
    try {
      const [person, stranger] = [await createBuyer(freshApp), await createBuyer(freshApp)];
      const { key } = (await create(person, {}, freshApp)).body.data.apiKey;
      await create(stranger, {}, freshApp);
      await freshApp.get('/v1/auth/verify', { headers: { 'x-api-key': key }, ip: '192.0.2.7' });
      const list = async () => (await freshApp.get('/api/account/api-keys', { as: person })).body.data;
      const { apiKeys, pagination } = await list();
      expect(pagination).toEqual({ page: 1, limit: 20, total: 1, totalPages: 1, hasMore: false });
      expect(apiKeys[0]).toMatchObject({ lastUsedAt: expect.any(String), lastUsedIp: '192.0.2.7' });
      freshApp.clock.advance(61_000);
      await verify(key, freshApp);
      expect((await list()).apiKeys[0].lastUsedAt > apiKeys[0].lastUsedAt).toBe(true);
    } finally {
      await freshApp.close();
    }
  });
});

describe('DELETE /account/api-keys/:id', () => {
  it('204: refused from the next request on', async () => {
    const person = await createBuyer(t);
    const { id, key } = (await create(person)).body.data.apiKey;
    expect((await verify(key)).status).toBe(200);
    expect((await t.del(`/api/account/api-keys/${id}`, { as: person })).status).toBe(204);
    expect(errorOf(await verify(key))).toEqual([401, 'INVALID_API_KEY']);
    expect((await t.get('/api/account/api-keys', { as: person })).body.data.apiKeys).toEqual([]);
    expect(errorOf(await t.del(`/api/account/api-keys/${id}`, { as: person }))).toEqual([404, 'NOT_FOUND']);
  });

  it('404: a key of another account, as for an unknown one', async () => {
    const [person, stranger] = [await createBuyer(t), await createBuyer(t)];
    const { id, key } = (await create(stranger)).body.data.apiKey;
    const responses = await Promise.all(
      [id, 'key_00000000000000000000000000', 'x'].flatMap((target) => [
        t.del(`/api/account/api-keys/${target}`, { as: person }),
        regenerate(person, target),
      ]),
    );
    for (const response of responses) expect(errorOf(response)).toEqual([404, 'NOT_FOUND']);
    expect(new Set(responses.map((response) => response.text)).size).toBe(1);
    expect((await verify(key)).status).toBe(200);
  });
});

describe('POST /account/api-keys/:id/regenerate', () => {
  it('201: the old value ends at once', async () => {
    const person = await createBuyer(t);
    const oldKey = (await create(person, { scopes: ['messages:read'] })).body.data.apiKey;
    const response = await regenerate(person, oldKey.id);
    expect(response.status).toBe(201);
    const { apiKey } = response.body.data;
    expect(apiKey).toMatchObject({ name: 'ERP', scopes: ['messages:read'], expiresAt: null });
    expect([apiKey.key, apiKey.id, apiKey.signingSecret]).not.toContain(oldKey.key);
    expect(errorOf(await verify(oldKey.key))).toEqual([401, 'INVALID_API_KEY']);
    expect((await verify(apiKey.key)).status).toBe(200);
  });

  it('201: or after its grace, and two keys may be on their way at the limit', async () => {
    const freshApp = await createTestApp();
    try {
      const person = await createBuyer(freshApp);
      const oldKey = (await create(person, {}, freshApp)).body.data.apiKey;
      await create(person, {}, freshApp);
      const { apiKey } = (await regenerate(person, oldKey.id, { graceMinutes: 30 }, freshApp)).body.data;
      expect((await verify(oldKey.key, freshApp)).status).toBe(200);
      expect(errorOf(await regenerate(person, oldKey.id, {}, freshApp))).toEqual([409, 'INVALID_STATE']);
      freshApp.clock.advance(31 * MINUTE_MS);
      expect(errorOf(await verify(oldKey.key, freshApp))).toEqual([401, 'INVALID_API_KEY']);
      expect((await verify(apiKey.key, freshApp)).status).toBe(200);
    } finally {
      await freshApp.close();
    }
  });

  it('one key in its grace period per slot: however often keys are replaced, two slots have four keys', async () => {
    const person = await createBuyer(t);
    const values: string[] = [];
    for (let place = 0; place < 2; place++) {
      let latest = (await create(person)).body.data.apiKey;
      values.push(latest.key);
      for (let i = 0; i < 5; i++) {
        latest = (await regenerate(person, latest.id, { graceMinutes: 1440 })).body.data.apiKey;
        values.push(latest.key);
      }
    }
    const statuses = [];
    for (const key of values) statuses.push((await verify(key)).status);
    const statusesPerKey = [401, 401, 401, 401, 200, 200];
    expect(statuses).toEqual([...statusesPerKey, ...statusesPerKey]);
  });

  it('a key that is revoked takes along the one in its grace, so that its place is free', async () => {
    const person = await createBuyer(t);
    const values: string[] = [];
    for (let i = 0; i < 4; i++) {
      const oldKey = (await create(person)).body.data.apiKey;
      const { apiKey } = (await regenerate(person, oldKey.id, { graceMinutes: 1440 })).body.data;
      values.push(oldKey.key, apiKey.key);
      expect((await t.del(`/api/account/api-keys/${apiKey.id}`, { as: person })).status).toBe(204);
    }
    for (const key of values) expect((await verify(key)).status).toBe(401);
  });

  it('201: a grace does not prolong a key that ends sooner', async () => {
    const person = await createBuyer(t);
    const expiresAt = addMs(t.clock.now(), 10 * MINUTE_MS).toISOString();
    const { id } = (await create(person, { expiresAt })).body.data.apiKey;
    await regenerate(person, id, { graceMinutes: 1440 });
    const { apiKeys } = (await t.get('/api/account/api-keys', { as: person })).body.data;
    expect(apiKeys.map((key: { expiresAt: string }) => key.expiresAt)).toEqual([expiresAt, expiresAt]);
  });

  it('is in the audit log, as are the making of a key and its end', async () => {
    const person = await createBuyer(t);
    const first = (await create(person)).body.data.apiKey.id;
    const second = (await regenerate(person, first)).body.data.apiKey.id;
    await t.del(`/api/account/api-keys/${second}`, { as: person });
    const audited = await t.db
      .selectFrom('audit_log')
      .select(['action', 'subject_id'])
      .where('actor_id', '=', person.userId)
      .orderBy('seq')
      .execute();
    expect(audited).toEqual([
      { action: 'api_key.created', subject_id: first },
      { action: 'api_key.regenerated', subject_id: second },
      { action: 'api_key.revoked', subject_id: second },
    ]);
  });

  it('one of two requests at the same time succeeds', async () => {
    const person = await createBuyer(t);
    const { id } = (await create(person)).body.data.apiKey;
    const responses = await Promise.all([1, 2].map(() => regenerate(person, id)));
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([201, 404]);
  });

  it.each([-1, 1441, 1.5, '5'])('422: a grace of %j minutes', async (graceMinutes) => {
    const person = await createBuyer(t);
    const { id } = (await create(person)).body.data.apiKey;
    expect(fieldsOf(await regenerate(person, id, { graceMinutes }))).toEqual(['graceMinutes']);
  });
});

describe('GET /auth/verify', () => {
  it('200: below every mount, in either header, whatever the scopes', async () => {
    const person = await createBuyer(t);
    const expiresAt = addMs(t.clock.now(), DAY_MS).toISOString();
    const { key } = (await create(person, { scopes: ['messages:read'], expiresAt })).body.data.apiKey;
    const expected = {
      success: true,
      data: { valid: true, scopes: ['messages:read'], expires_at: expiresAt },
    };
    for (const mount of ['/api', '/api/v1', '/v1']) {
      expect((await t.get(`${mount}/auth/verify`, { as: key })).body).toEqual(expected);
      const response = await t.get(`${mount}/auth/verify`, { headers: { 'x-api-key': key } });
      expect(response.body).toEqual(expected);
    }
    const { key: lasting } = (await create(person)).body.data.apiKey;
    expect((await verify(lasting)).body.data.expires_at).toBeNull();
  });

  it('401: expired, altered, of the other environment, in a query string; no key at all', async () => {
    const freshApp = await createTestApp();
    try {
      const person = await createBuyer(freshApp);
      const expiresAt = addMs(freshApp.clock.now(), HOUR_MS).toISOString();
      const { key } = (await create(person, { expiresAt }, freshApp)).body.data.apiKey;
      const swapDigit = (text: string): string => (text.endsWith('0') ? '1' : '0');
      for (const bad of [
        key.slice(0, -1) + swapDigit(key),
        key.toLowerCase(),
        key.replace('fw_live_', 'fw_test_'),
        `${key}0`,
        'fw_live_',
        'fw_test_0123456789ABCDEFGHIJKLMNOPQRST4PMbyp',
        'fw_live_0123456789ABCDEFGHIJKLMNOPQRST4PMbyp',
        'no-key-of-ours',
        `${person.token}x`,
      ]) {
        expect(errorOf(await verify(bad, freshApp))).toEqual([401, 'INVALID_API_KEY']);
      }
      for (const header of [` ${key} x`, `${key},${key}`, person.token]) {
        const response = await freshApp.get('/v1/auth/verify', { headers: { 'x-api-key': header } });
        expect(errorOf(response)).toEqual([401, 'INVALID_API_KEY']);
      }
      const withEmpty = await freshApp.get('/v1/auth/verify', { headers: { 'x-api-key': '' } });
      expect(errorOf(withEmpty)).toEqual([401, 'UNAUTHORIZED']);
      expect(errorOf(await freshApp.get(`/v1/auth/verify?api_key=${key}`))).toEqual([401, 'UNAUTHORIZED']);
      expect(errorOf(await freshApp.get('/v1/auth/verify', { as: person }))).toEqual([
        401,
        'INVALID_API_KEY',
      ]);
      freshApp.clock.advance(HOUR_MS + 1000);
      expect(errorOf(await verify(key, freshApp))).toEqual([401, 'INVALID_API_KEY']);
    } finally {
      await freshApp.close();
    }
  });

  it('401: a bearer that is no key; of webhooks, unless it is a token by its form', async () => {
    for (const bearer of ['nonsense', 'sk_live_0123456789', 'a.b', 'a.b.c'])
      expect(errorOf(await t.get('/v1/auth/verify', { as: bearer }))).toEqual([401, 'INVALID_API_KEY']);
    expect(errorOf(await t.get('/v1/webhooks', { as: 'nonsense' }))).toEqual([401, 'INVALID_API_KEY']);
    expect(errorOf(await t.get('/v1/webhooks', { as: 'a.b.c' }))).toEqual([401, 'INVALID_TOKEN']);
    for (const path of ['/api/seller/webhooks', '/api/auth/me', '/v1/messages/conversations', '/v1/search'])
      expect([path, ...errorOf(await t.get(path, { as: 'nonsense' }))]).toEqual([path, 401, 'INVALID_TOKEN']);
  });

  it('403: the key of a suspended account', async () => {
    const person = await createBuyer(t);
    const { key } = (await create(person)).body.data.apiKey;
    await t.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', person.userId).execute();
    expect(errorOf(await verify(key))).toEqual([403, 'FORBIDDEN']);
  });

  it('sandbox keys are invalid on the live server, and vice versa', async () => {
    const sandbox = await createTestApp({ env: { FIFTHWHEEL_MODE: 'sandbox' } });
    try {
      const live = (await create(await createBuyer(t))).body.data.apiKey;
      const test = (await create(await createBuyer(sandbox), {}, sandbox)).body.data.apiKey;
      expect(test).toMatchObject({ environment: 'test', key: expect.stringMatching(/^fw_test_/) });
      expect((await verify(test.key, sandbox)).status).toBe(200);
      expect(errorOf(await verify(test.key))).toEqual([401, 'INVALID_API_KEY']);
      expect(errorOf(await verify(live.key, sandbox))).toEqual([401, 'INVALID_API_KEY']);
    } finally {
      await sandbox.close();
    }
  });
});
