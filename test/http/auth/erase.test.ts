import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey, createListing, createSeller, createTeamMember } from '../../support/factories.ts';
import { fieldsOf, createTestApp, type TestApp } from '../../support/test-app.ts';
import {
  buyerForm,
  errorOf,
  FORM_HEADERS,
  formBytes,
  newPerson,
  PASSWORD,
  partsOf,
  PDF,
  sellerForm,
  signIn,
  verifyAddress,
} from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const erase = (token: string, password: unknown = PASSWORD) =>
  t.call('DELETE', '/api/auth/me', { as: token, body: { password } });

/** Returns the tables in which a text occurs. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(t.db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } =
      await sql`select 1 from ${sql.table(name)} as r where r::text ilike ${`%${text}%`} limit 1`.execute(
        t.db,
      );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

describe('GET /auth/me/export', () => {
  it('200: all data about a person, and no secret', async () => {
    const form = sellerForm({ phone: '+4940123456' });
    const person = await newPerson(t, form);
    await verifyAddress(t, person);
    const key = await t.post(
      '/api/account/api-keys',
      { name: 'ERP', scopes: ['listings:read'], password: PASSWORD },
      { as: person },
    );
    const response = await t.get('/api/auth/me/export', { as: person });
    expect(response.status).toBe(200);
    expect(response.body.data).toMatchObject({
      exportedAt: expect.any(String),
      account: { id: person.userId, email: person.email, phone: '+4940123456', country: 'DE' },
      seller: { companyName: 'Nord Trucks GmbH', teamRole: 'OWNER' },
      sessions: [{ ip: '127.0.0.1' }],
      apiKeys: [{ name: 'ERP' }],
      documents: [],
      securityLog: [{ action: 'api_key.created' }],
    });
    for (const secret of ['argon2', 'hash', person.refreshToken, key.body.data.apiKey.signingSecret])
      expect(response.text).not.toContain(secret);
  });

  it('401: without credentials', async () => {
    expect(errorOf(await t.get('/api/auth/me/export'))).toEqual([401, 'UNAUTHORIZED']);
  });
});

describe('DELETE /auth/me', () => {
  it('204: nothing that names the person is left, but the row', async () => {
    const name = 'Canary Quetzalcoatl';
    const form = sellerForm({
      name,
      email: 'canary.bird@quetzal.example',
      phone: '+4940777888999',
      companyName: 'Quetzal Kanarien KG',
    });
    const document = {
      name: 'documents',
      file: { name: 'quetzal.pdf', type: 'application/pdf', content: PDF },
    };
    const registered = await t.call('POST', '/api/auth/register', {
      payload: formBytes([...partsOf(form), document]),
      headers: FORM_HEADERS,
    });
    const person = await signIn(t, {
      userId: registered.body.data.user.id,
      email: String(form['email']),
    });
    const other = await signIn(t, person);
    await verifyAddress(t, person);
    const key = await t.post(
      '/api/account/api-keys',
      { name: 'quetzal', scopes: ['listings:read'], password: PASSWORD },
      { as: person },
    );
    await t.post('/api/auth/forgot-password', { email: person.email });
    const { storage_key } = await t.db
      .selectFrom('seller_documents')
      .select('storage_key')
      .where('user_id', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect(await tablesWith('quetzal')).toContain('users');

    expect((await erase(person.token)).status).toBe(204);

    expect(await tablesWith('quetzal')).toEqual([]);
    expect(await tablesWith('4940777888999')).toEqual([]);
    for (const session of [person, other])
      expect(errorOf(await t.get('/api/auth/me', { as: session }))).toEqual([401, 'INVALID_TOKEN']);
    const refreshed = await t.post('/api/auth/refresh', { refreshToken: person.refreshToken });
    expect(errorOf(refreshed)).toEqual([401, 'INVALID_TOKEN']);
    const verified = await t.get('/v1/auth/verify', { as: key.body.data.apiKey.key });
    expect(errorOf(verified)).toEqual([401, 'INVALID_API_KEY']);
    await t.drainJobs();
    expect(await t.app.platform.storage.get(storage_key)).toBeNull();
    const row = await t.db
      .selectFrom('users')
      .select(['status', 'name', 'email', 'password_hash'])
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      status: 'erased',
      name: 'Deleted user',
      email: `${person.userId.toLowerCase()}@erased.invalid`,
      password_hash: null,
    });
    const signals = await t.db
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'user.erased')
      .where('user_id', '=', person.userId)
      .execute();
    expect(signals[0]?.data).toEqual({
      user_id: person.userId,
      seller_id: expect.stringMatching(/^sel_/),
    });
  });

  it('204: listings go with their seller, and are in the export before', async () => {
    const owner = await newPerson(t, sellerForm());
    const { id: sellerId } = (await t.get('/api/auth/me', { as: owner })).body.data.seller;
    const { listingId, slug } = await createListing(t, { sellerId });
    const exported = await t.get('/api/auth/me/export', { as: owner });
    expect(exported.body.data.listings).toMatchObject([{ id: listingId, status: 'ACTIVE' }]);
    expect((await erase(owner.token)).status).toBe(204);
    expect(errorOf(await t.get(`/api/listings/${slug}`))).toEqual([404, 'NOT_FOUND']);
    const row = await t.db
      .selectFrom('listings')
      .select('status')
      .where('id', '=', listingId)
      .executeTakeFirstOrThrow();
    expect(row.status).toBe('DELETED');
  });

  it('204: the rows of account and seller keep IDs, times, language and statistics', async () => {
    const person = await newPerson(t, sellerForm({ phone: '+4940123456' }));
    const contact = { phone: '+4940999', email: 'a@b.example', logo: 'logo.webp', about: 'About us' };
    const place = {
      country: 'DE',
      region: 'Hamburg',
      city: 'Hamburg',
      postal_code: '20095',
      lat: 53.5,
      lng: 10,
    };
    const now = t.clock.now();
    const { id: sellerId } = (await t.get('/api/auth/me', { as: person })).body.data.seller;
    await t.db
      .updateTable('sellers')
      .set({
        ...contact,
        ...place,
        website: 'https://a.example',
        vat_id: 'DE1',
        verified: true,
        verified_at: now,
      })
      .where('id', '=', sellerId)
      .execute();
    await t.db
      .updateTable('users')
      .set({ avatar: 'me.webp', email_verified: true, phone_verified: true, suspended_reason: 'none' })
      .set({ ip_restriction: true, allowed_addresses: ['127.0.0.1'], require_signature: true })
      .set({ last_seen_at: now })
      .where('id', '=', person.userId)
      .execute();
    const rows = async () => ({
      user: await t.db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', person.userId)
        .executeTakeFirstOrThrow(),
      seller: await t.db
        .selectFrom('sellers')
        .selectAll()
        .where('id', '=', sellerId)
        .executeTakeFirstOrThrow(),
    });
    const before = await rows();
    expect((await erase(person.token)).status).toBe(204);
    const after = await rows();
    expect(after.user).toEqual({
      ...before.user,
      email: `${person.userId.toLowerCase()}@erased.invalid`,
      name: 'Deleted user',
      password_hash: null,
      phone: null,
      avatar: null,
      email_verified: false,
      phone_verified: false,
      country: null,
      status: 'erased',
      suspended_reason: null,
      ip_restriction: false,
      allowed_addresses: [],
      require_signature: false,
      last_seen_at: null,
      role: after.user.role,
      updated_at: after.user.updated_at,
    });
    expect(after.seller).toEqual({
      ...before.seller,
      slug: `erased-${sellerId.toLowerCase().replace('_', '-')}`,
      company_name: 'Deleted seller',
      ...Object.fromEntries(Object.keys(contact).map((name) => [name, null])),
      ...Object.fromEntries(Object.keys(place).map((name) => [name, null])),
      country: 'DE',
      website: null,
      vat_id: null,
      verified: false,
      verified_at: null,
      status: 'erased',
      updated_at: after.seller.updated_at,
    });
  });

  it('204: twice at the same time erases once', async () => {
    const person = await newPerson(t);
    const responses = await Promise.all([1, 2, 3].map(() => erase(person.token)));
    expect(responses.filter((response) => response.status === 204)).toHaveLength(1);
    const log = await t.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', person.userId)
      .where('action', '=', 'user.erased')
      .execute();
    expect(log).toHaveLength(1);
  });

  it('204: pending work of others stays', async () => {
    const [person, other] = [await newPerson(t), await newPerson(t)];
    for (const { email } of [person, other]) await t.post('/api/auth/forgot-password', { email });
    await t.drainJobs();
    for (const { userId } of [person, other])
      await sql`insert into account_exports (id, user_id, requested_at) values (${`exp_${userId}`}, ${userId}, now())`.execute(
        t.db,
      );
    for (const { userId } of [person, other]) {
      const hash = Buffer.from(userId.padEnd(32));
      await sql`
        insert into email_changes (user_id, email, code_hash, expires_at, issued_since)
        values (${userId}, ${`${userId}@new.example`}, ${hash}, now(), now())`.execute(t.db);
      await sql`
        insert into phone_codes (user_id, phone, code_hash, expires_at, issued_since)
        values (${userId}, '+4940123', ${hash}, now(), now())`.execute(t.db);
    }
    await createApiKey(t, other.userId, ['listings:read']);
    await sql`
      insert into sign_in_failures (account_hash, source_hash, failures, window_ends_at)
      values (${Buffer.from('another')}, '', 3, now())`.execute(t.db);
    const owned =
      'verification_codes password_resets account_exports email_changes phone_codes sessions api_keys';
    const otherRows = () =>
      Promise.all([
        ...owned
          .split(' ')
          .map(
            async (table) =>
              (await sql`select * from ${sql.table(table)} where user_id = ${other.userId}`.execute(t.db))
                .rows,
          ),
        sql`select * from sign_in_failures`.execute(t.db).then(({ rows }) => rows),
      ]);
    const before = await otherRows();
    expect(before.map((rows) => rows.length)).toEqual(Array(8).fill(1));
    expect((await erase(person.token)).status).toBe(204);
    expect(await otherRows()).toEqual(before);
  });

  it('204: the remaining data of a closed seller is erased too, regardless of the sender', async () => {
    const owner = await newPerson(t, sellerForm());
    const { id: sellerId } = (await t.get('/api/auth/me', { as: owner })).body.data.seller;
    const former = await newPerson(t);
    const other = await createSeller(t);
    for (const [id, documentSellerId] of [
      ['doc_of_former', sellerId],
      ['doc_of_other', other.sellerId],
    ])
      await sql`
        insert into seller_documents (id, seller_id, user_id, filename, content_type, bytes, storage_key, created_at)
        values (${id}, ${documentSellerId}, ${former.userId}, 'a.pdf', 'application/pdf', 7, ${`private/documents/${documentSellerId}/${id}`}, now())`.execute(
        t.db,
      );
    expect((await erase(owner.token)).status).toBe(204);
    const remaining = await t.db
      .selectFrom('seller_documents')
      .select('id')
      .where('user_id', '=', former.userId)
      .execute();
    expect(remaining).toEqual([{ id: 'doc_of_other' }]);
    const jobs = await t.db
      .selectFrom('jobs')
      .select('payload')
      .where('name', '=', 'auth.remove-files')
      .execute();
    expect(jobs).toContainEqual({
      payload: { storageKeys: [`private/documents/${sellerId}/doc_of_former`] },
    });
  });

  it('204: the address is free again', async () => {
    const form = buyerForm();
    const person = await newPerson(t, form);
    await erase(person.token);
    expect((await t.post('/api/auth/register', form)).status).toBe(201);
  });

  it('204: a member leaves the team; an owner leaves when there is another', async () => {
    const owner = await newPerson(t, sellerForm());
    const { id } = (await t.get('/api/auth/me', { as: owner })).body.data.seller;
    const member = await newPerson(t);
    await t.db.updateTable('users').set({ role: 'SELLER' }).where('id', '=', member.userId).execute();
    await t.db
      .insertInto('team_members')
      .values({
        id: 'mem_00000000000000000000000001',
        seller_id: id,
        user_id: member.userId,
        role: 'OWNER',
        created_at: t.clock.now(),
      })
      .execute();
    expect((await erase(owner.token)).status).toBe(204);
    expect((await t.get('/api/auth/me', { as: member })).body.data.seller.companyName).toBe(
      'Nord Trucks GmbH',
    );
  });

  it('422: the wrong password, none', async () => {
    const person = await newPerson(t);
    expect(fieldsOf(await erase(person.token, 'Wrong#Lorry42'))).toEqual(['password']);
    expect(fieldsOf(await erase(person.token, null))).toEqual(['password']);
    expect((await t.get('/api/auth/me', { as: person })).status).toBe(200);
  });

  it('401: without credentials; 400: without a body', async () => {
    expect(errorOf(await t.del('/api/auth/me'))).toEqual([401, 'UNAUTHORIZED']);
    const person = await newPerson(t);
    expect(errorOf(await t.del('/api/auth/me', { as: person }))).toEqual([400, 'BAD_REQUEST']);
  });

  it('409: the only owner of a seller with a team', async () => {
    const owner = await newPerson(t, sellerForm());
    const { id } = (await t.get('/api/auth/me', { as: owner })).body.data.seller;
    await createTeamMember(t, id, 'MANAGER');
    expect(errorOf(await erase(owner.token))).toEqual([409, 'INVALID_STATE']);
    expect((await t.get('/api/auth/me', { as: owner })).status).toBe(200);
  });

  it('409: of two owners who leave a team at the same time, one stays with the others', async () => {
    const owner = await newPerson(t, sellerForm());
    const { id } = (await t.get('/api/auth/me', { as: owner })).body.data.seller;
    const second = await createTeamMember(t, id, 'OWNER');
    await createTeamMember(t, id, 'AGENT');
    const countWaiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db);
      return rows[0]?.count;
    };
    // The lock stops both requests before either of them removes its member.
    const both = await t.db.transaction().execute(async (trx) => {
      await sql`select from team_members where seller_id = ${id} for update`.execute(trx);
      const responses = Promise.all([erase(owner.token), erase(second.token)]);
      await expect.poll(countWaiting).toBe(2);
      return { answers: responses };
    });
    expect((await both.answers).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
  });

  it('409: the only administrator; of two at the same time one stays', async () => {
    const people = [await newPerson(t), await newPerson(t)];
    for (const { userId } of people)
      await t.db.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', userId).execute();
    const responses = await Promise.all(people.map((person) => erase(person.token)));
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([204, 409]);
  });
});
