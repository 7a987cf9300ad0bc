import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/platform/clock.ts';
import {
  createApiKey,
  createBuyer,
  createSeller,
  createTeamMember,
  type TestUser,
} from '../../support/factories.ts';
import { fieldsOf, type TestResponse, createTestApp, type TestApp } from '../../support/test-app.ts';
import {
  errorOf,
  FORM_HEADERS,
  formBytes,
  type FormPart,
  partsOf,
  PDF,
  PNG,
  purgeExpired,
  sellerForm,
} from '../auth/support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const pdf = (content: Buffer = PDF, name = 'licence.pdf'): FormPart => ({
  name: 'documents[]',
  file: { name, type: 'application/pdf', content },
});
const copies = (count: number, content?: Buffer): FormPart[] =>
  Array.from({ length: count }, () => pdf(content));

async function filesBelow(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
}
const countStored = (sellerId: string): Promise<number> =>
  filesBelow(path.join(t.dataDir, 'media', 'private', 'documents', sellerId));
const countAllStored = (): Promise<number> =>
  filesBelow(path.join(t.dataDir, 'media', 'private', 'documents'));

describe('/account/documents', () => {
  const url = '/api/account/documents';
  const send = (as: TestUser | string, parts: readonly FormPart[] = [pdf()]): Promise<TestResponse> =>
    t.call('POST', url, { as, payload: formBytes(parts), headers: FORM_HEADERS });

  it('a seller sends documents, sees them and deletes one with its file', async () => {
    const seller = await createSeller(t);
    const sent = await send(seller, [pdf(), { ...pdf(PNG, 'van.png'), name: 'documents' }]);
    expect(sent.status).toBe(201);
    const [licence, picture] = sent.body.data.documents;
    expect([licence, picture]).toEqual([
      {
        id: expect.stringMatching(/^doc_/),
        filename: 'licence.pdf',
        contentType: 'application/pdf',
        bytes: PDF.length,
        createdAt: expect.any(String),
        refusedAt: null,
        refusalReason: null,
      },
      expect.objectContaining({ filename: 'van.png', contentType: 'image/png', bytes: PNG.length }),
    ]);
    const listed = await t.get(`${url}?limit=1&page=2`, { as: seller });
    expect(listed.body.data).toEqual({
      documents: [licence],
      pagination: { page: 2, limit: 1, total: 2, totalPages: 2, hasMore: false },
    });
    const rows = await t.db
      .selectFrom('seller_documents')
      .select(['id', 'storage_key', 'user_id'])
      .where('seller_id', '=', seller.sellerId)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      {
        id: licence.id,
        storage_key: `private/documents/${seller.sellerId}/${licence.id}`,
        user_id: seller.userId,
      },
      expect.objectContaining({ id: picture.id }),
    ]);
    expect((await t.del(`${url}/${licence.id}`, { as: seller })).status).toBe(204);
    await t.drainJobs();
    const { storage } = t.app.platform;
    expect(await storage.get(rows[0]?.storage_key ?? '')).toBeNull();
    const stored = await storage.get(rows[1]?.storage_key ?? '');
    stored?.stream.destroy();
    expect(stored?.bytes).toBe(PNG.length);
    expect((await t.get(url, { as: seller })).body.data.documents).toEqual([picture]);
    expect(errorOf(await t.del(`${url}/${licence.id}`, { as: seller }))).toEqual([404, 'NOT_FOUND']);
    const audited = await t.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'subject_type', 'before', 'after'])
      .where('subject_id', '=', seller.sellerId)
      .orderBy('seq')
      .execute();
    expect(audited).toEqual([
      {
        action: 'documents.sent',
        actor_id: seller.userId,
        subject_type: 'seller',
        before: null,
        after: {
          documents: [
            { id: licence.id, contentType: 'application/pdf', bytes: PDF.length },
            { id: picture.id, contentType: 'image/png', bytes: PNG.length },
          ],
        },
      },
      {
        action: 'documents.deleted',
        actor_id: seller.userId,
        subject_type: 'seller',
        before: { documents: [{ id: licence.id }] },
        after: null,
      },
    ]);
  });

  it('neither shows nor deletes documents of other accounts', async () => {
    const [seller, stranger] = [await createSeller(t), await createSeller(t)];
    const { id } = (await send(seller)).body.data.documents[0];
    expect((await t.get(url, { as: stranger })).body.data.documents).toEqual([]);
    expect(errorOf(await t.del(`${url}/${id}`, { as: stranger }))).toEqual([404, 'NOT_FOUND']);
    await t.drainJobs();
    expect([
      (await t.get(url, { as: seller })).body.data.documents[0].id,
      await countStored(seller.sellerId),
    ]).toEqual([id, 1]);
  });

  it('stores nothing from a rejected request', async () => {
    const seller = await createSeller(t);
    const unverified = await createSeller(t, { emailVerified: false });
    const member = await createTeamMember(t, seller.sellerId, 'MANAGER');
    const key = await createApiKey(t, seller.userId, ['listings:write']);
    const before = await countAllStored();
    expect(errorOf(await send(unverified))).toEqual([403, 'FORBIDDEN']);
    expect(errorOf(await send(await createBuyer(t)))).toEqual([403, 'FORBIDDEN']);
    expect(errorOf(await send(member))).toEqual([403, 'FORBIDDEN']);
    expect(errorOf(await send(key))).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(fieldsOf(await send(seller, partsOf({ note: 'x' })))).toEqual(['documents']);
    expect(errorOf(await send(seller, copies(6)))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const page = pdf(Buffer.from('<html><script>alert(1)</script>'));
    expect(errorOf(await send(seller, [pdf(), page]))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(await countAllStored()).toBe(before);
    const rows = await t.db
      .selectFrom('seller_documents')
      .select('id')
      .where('seller_id', 'in', [seller.sellerId, unverified.sellerId])
      .execute();
    expect(rows).toEqual([]);
  });

  it('has room for 20 of a seller, also when many come at once; a deleted one makes room', async () => {
    const seller = await createSeller(t);
    for (let i = 0; i < 3; i++) expect((await send(seller, copies(5))).status).toBe(201);
    const responses = await Promise.all([1, 2, 3, 4].map(() => send(seller, copies(2))));
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 403, 403,
    ]);
    const refused = await send(seller, copies(2));
    expect(errorOf(refused)).toEqual([403, 'PLAN_LIMIT_EXCEEDED']);
    expect(refused.body.error.message).toContain('can have 20 documents and has 19');
    expect(await countStored(seller.sellerId)).toBe(19);
    const [{ id }] = (await t.get(url, { as: seller })).body.data.documents;
    await t.del(`${url}/${id}`, { as: seller });
    expect((await send(seller, copies(2))).status).toBe(201);
  });
});

describe('documents of registrations', () => {
  const MAX = 60 * 1024 * 1024;
  const register = (ip: string, files: readonly FormPart[]): Promise<TestResponse> =>
    t.call('POST', '/api/auth/register', {
      payload: formBytes([...partsOf(sellerForm()), ...files]),
      headers: FORM_HEADERS,
      ip,
    });
  const leave = (bytes: number) =>
    t.db
      .updateTable('registration_bytes')
      .set({ bytes: MAX - bytes })
      .execute();
  const sellers = async (): Promise<number> =>
    (await t.db.selectFrom('sellers').select('id').execute()).length;

  it('take one full form, and not a second one, from a network and a day', async () => {
    const full = copies(5, Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024 - PDF.length)]));
    expect((await register('198.51.100.1', full)).status).toBe(201);
    expect(errorOf(await register('198.51.100.1', full))).toEqual([429, 'RATE_LIMITED']);
  });

  it('are counted together with concurrent ones; rejected ones leave nothing', async () => {
    await register('2001:db8:5:5::1', [pdf()]);
    await leave(PDF.length);
    const before = [await sellers(), await countAllStored()];
    const responses = await Promise.all([2, 3, 4, 5].map((i) => register(`2001:db8:5:5::${i}`, [pdf()])));
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([
      201, 429, 429, 429,
    ]);
    expect([await sellers(), await countAllStored()]).toEqual(before.map((count) => count + 1));
    const refused = responses.find((response) => response.status === 429);
    const seconds = (DAY_MS - (t.clock.now().getTime() % DAY_MS)) / 1000;
    expect(Math.abs(Number(refused?.headers['retry-after']) - seconds)).toBeLessThan(10);
    // These headers count megabytes, see /docs/errors.md.
    expect(refused?.headers).toMatchObject({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' });
    const reset = Number(refused?.headers['x-ratelimit-reset']) * 1000;
    expect(Math.abs(reset - Math.ceil(t.clock.now().getTime() / DAY_MS) * DAY_MS)).toBeLessThan(10_000);
    expect((await register('2001:db8:5:5::6', [])).status).toBe(201);
    expect((await register('2001:db8:5:6::1', [pdf()])).status).toBe(201);
  });

  it('are not counted when the registration fails, and are forgotten with their day', async () => {
    const ip = '198.51.100.7';
    expect((await register(ip, [pdf()])).status).toBe(201);
    await leave(PDF.length);
    const form = sellerForm();
    await t.post('/api/auth/register', form);
    const payload = formBytes([...partsOf({ ...form, email: String(form['email']).toUpperCase() }), pdf()]);
    const duplicate = await t.call('POST', '/api/auth/register', { payload, headers: FORM_HEADERS, ip });
    expect(errorOf(duplicate)).toEqual([409, 'ALREADY_EXISTS']);
    expect((await register(ip, [pdf()])).status).toBe(201);
    expect(errorOf(await register(ip, [pdf()]))).toEqual([429, 'RATE_LIMITED']);
    const counts = async () => t.db.selectFrom('registration_bytes').select('bytes').execute();
    const before = await counts();
    await purgeExpired(t);
    expect(await counts()).toEqual(before);
    t.clock.advance(DAY_MS);
    expect((await register(ip, [pdf()])).status).toBe(201);
    await purgeExpired(t);
    expect((await counts()).map(({ bytes }) => Number(bytes))).toEqual([PDF.length]);
  });
});
