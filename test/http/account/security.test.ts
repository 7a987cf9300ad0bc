import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBuyer, type TestUser, TEST_PASSWORD } from '../../support/factories.ts';
import { fieldsOf, createTestApp, type TestApp } from '../../support/test-app.ts';
import { errorOf } from '../auth/support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const put = (person: TestUser, body: unknown) => t.put('/api/account/security', body, { as: person });
const restrict = (person: TestUser, ...addresses: string[]) =>
  put(person, { ipRestriction: { enabled: true, addresses } });

async function keyOf(person: TestUser): Promise<string> {
  const response = await t.post(
    '/api/account/api-keys',
    { name: 'x', scopes: ['listings:read'], password: TEST_PASSWORD },
    { as: person },
  );
  return response.body.data.apiKey.key;
}

describe('/account/security', () => {
  it('200: nothing is restricted at first; omitted fields stay', async () => {
    const person = await createBuyer(t);
    const defaults = { ipRestriction: { enabled: false, addresses: [] }, requireSignature: false };
    expect((await t.get('/api/account/security', { as: person })).body.data).toEqual(defaults);
    expect((await put(person, { requireSignature: true })).body.data).toEqual({
      ...defaults,
      requireSignature: true,
    });
    const response = await put(person, {
      ipRestriction: { enabled: false, addresses: [' 192.0.2.1 ', '2001:db8::/32'] },
    });
    expect(response.body.data).toEqual({
      ipRestriction: { enabled: false, addresses: ['192.0.2.1', '2001:db8::/32'] },
      requireSignature: true,
    });
    expect((await t.get('/api/account/security', { as: person })).body.data).toEqual(response.body.data);
    const log = await t.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', person.userId)
      .execute();
    expect(log).toHaveLength(2);
  });

  it('422: a list that would block every address, and invalid entries', async () => {
    const person = await createBuyer(t);
    expect(fieldsOf(await restrict(person))).toEqual(['ipRestriction.addresses']);
    const both = { ipRestriction: { enabled: true, addresses: [] }, requireSignature: 'yes' };
    expect(fieldsOf(await t.put('/api/account/security', both, { as: person })).toSorted()).toEqual([
      'ipRestriction.addresses',
      'requireSignature',
    ]);
    const bad = [
      '192.0.2.256',
      '10.1',
      '0x7f.0.0.1',
      '010.0.0.1',
      '192.0.2.0/33',
      '192.0.2.0/-1',
      '2001:db8::/129',
      'fe80::1%eth0',
      'example.org',
      '',
      '1.2.3.4/8/8',
    ];
    const response = await restrict(person, ...bad);
    expect(response.body.error.details).toHaveLength(bad.length);
    expect(fieldsOf(await put(person, { ipRestriction: { enabled: 'yes' } }))).toEqual([
      'ipRestriction.addresses',
      'ipRestriction.enabled',
    ]);
    expect((await t.get('/api/account/security', { as: person })).body.data.ipRestriction.enabled).toBe(
      false,
    );
  });

  it('200: concurrent changes do not overwrite each other', async () => {
    const person = await createBuyer(t);
    const countWaiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db);
      return rows[0]?.count;
    };
    const second = await t.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('users')
        .set({ require_signature: true })
        .where('id', '=', person.userId)
        .execute();
      const response = restrict(person, '203.0.113.7');
      await expect.poll(countWaiting).toBe(1);
      return { response };
    });
    expect((await second.response).body.data).toEqual({
      ipRestriction: { enabled: true, addresses: ['203.0.113.7'] },
      requireSignature: true,
    });
  });

  it('401: without credentials', async () => {
    expect(errorOf(await t.get('/api/account/security'))).toEqual([401, 'UNAUTHORIZED']);
    expect(errorOf(await t.put('/api/account/security', {}))).toEqual([401, 'UNAUTHORIZED']);
  });
});

describe('loosening a restriction', () => {
  const restricted = {
    ipRestriction: { enabled: true, addresses: ['192.0.2.0/24', '2001:db8::/32'] },
    requireSignature: true,
  };

  it.each<[string, object]>([
    ['turning the list off', { ipRestriction: { enabled: false, addresses: ['192.0.2.0/24'] } }],
    ['a wider range', { ipRestriction: { enabled: true, addresses: ['192.0.0.0/16'] } }],
    ['another address', { ipRestriction: { enabled: true, addresses: ['192.0.2.0/24', '198.51.100.1'] } }],
    ['unsigned requests', { requireSignature: false }],
    [
      'one restriction while tightening the other',
      { ipRestriction: { enabled: true, addresses: ['192.0.2.1'] }, requireSignature: false },
    ],
  ])('422 without the password, or with a wrong one, and 200 with it: %s', async (_name, change) => {
    const person = await createBuyer(t);
    expect((await put(person, restricted)).status).toBe(200);
    for (const password of [undefined, 'Wrong#Lorry42']) {
      const refused = await put(person, { ...change, password });
      expect([refused.status, fieldsOf(refused)]).toEqual([422, ['password']]);
    }
    expect((await t.get('/api/account/security', { as: person })).body.data).toEqual(restricted);
    expect((await put(person, { ...change, password: TEST_PASSWORD })).body.data).toMatchObject(change);
  });

  it('tightening needs no password', async () => {
    const person = await createBuyer(t);
    const list = (...addresses: string[]) => ({ ipRestriction: { enabled: true, addresses } });
    for (const change of [
      { ipRestriction: { enabled: false, addresses: ['0.0.0.0/0'] } },
      list('0.0.0.0/0', '::/0'),
      list('192.0.2.0/24', '198.51.100.0/24'),
      list('192.0.2.128/25', '192.0.2.0/25'),
      list('192.0.2.7', '::ffff:192.0.2.9'),
      { requireSignature: true },
    ])
      expect((await put(person, change)).status).toBe(200);
  });

  it('422: a restriction that another request tightened meanwhile is not loosened without the password', async () => {
    const person = await createBuyer(t);
    const countWaiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db);
      return rows[0]?.count;
    };
    const { response: pending } = await t.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('users')
        .set({ ip_restriction: true, allowed_addresses: ['192.0.2.1'] })
        .where('id', '=', person.userId)
        .execute();
      const response = restrict(person, '203.0.113.7');
      await expect.poll(countWaiting).toBe(1);
      return { response };
    });
    expect(fieldsOf(await pending)).toEqual(['password']);
  });
});

describe('a restriction to addresses', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['192.0.2.7', '::ffff:192.0.2.7', true],
    ['::ffff:192.0.2.7', '192.0.2.7', true],
    ['::ffff:192.0.2.0/120', '192.0.2.99', true],
    ['::ffff:192.0.2.0/120', '192.0.3.1', false],
    ['192.0.2.0/24', '192.0.2.255', true],
    ['192.0.2.0/24', '192.0.3.0', false],
    ['192.0.2.128/25', '192.0.2.127', false],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:DB8:0:0::1', '2001:db8::1', true],
    ['::/0', '192.0.2.7', false],
  ])('to %s, from %s', async (entry, ip, allowed) => {
    const person = await createBuyer(t);
    const key = await keyOf(person);
    expect((await restrict(person, '203.0.113.200', entry)).status).toBe(200);
    const response = await t.get('/v1/auth/verify', { as: key, ip });
    expect(allowed ? [response.status] : errorOf(response)).toEqual(allowed ? [200] : [403, 'FORBIDDEN']);
  });

  it('binds every key of the account, on public endpoints too, and no sign-in', async () => {
    const person = await createBuyer(t);
    const keys = [await keyOf(person), await keyOf(person)];
    await restrict(person, '203.0.113.9');
    for (const key of keys) {
      expect(errorOf(await t.get('/v1/auth/verify', { as: key }))).toEqual([403, 'FORBIDDEN']);
      const open = await t.get('/api/currencies', { headers: { 'x-api-key': key } });
      expect(errorOf(open)).toEqual([403, 'FORBIDDEN']);
    }
    expect((await t.get('/api/auth/me', { as: person })).status).toBe(200);
    const disabled = { ipRestriction: { enabled: false, addresses: [] }, password: TEST_PASSWORD };
    expect((await put(person, disabled)).status).toBe(200);
    expect((await t.get('/v1/auth/verify', { as: keys[0] ?? '' })).status).toBe(200);
  });

  it('cannot be bypassed with a forged X-Forwarded-For; a trusted proxy is believed', async () => {
    const person = await createBuyer(t);
    const key = await keyOf(person);
    await restrict(person, '203.0.113.9');
    const forwarded = { as: key, ip: '192.0.2.1', headers: { 'x-forwarded-for': '203.0.113.9' } };
    expect(errorOf(await t.get('/v1/auth/verify', forwarded))).toEqual([403, 'FORBIDDEN']);
    const behind = await createTestApp({ env: { TRUST_PROXY: '192.0.2.0/24' }, databaseUrl: t.databaseUrl });
    try {
      expect((await behind.get('/v1/auth/verify', forwarded)).status).toBe(200);
      const chain = { ...forwarded, headers: { 'x-forwarded-for': '203.0.113.9, 198.51.100.1' } };
      expect(errorOf(await behind.get('/v1/auth/verify', chain))).toEqual([403, 'FORBIDDEN']);
    } finally {
      await behind.close();
    }
  });
});
