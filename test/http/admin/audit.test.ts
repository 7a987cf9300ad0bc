import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdmin, createSeller, type TestUser } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let admin: TestUser;

beforeAll(async () => {
  // One test disables the trigger that protects the table, which only its owner can do.
  t = await createTestApp({ asOwner: true });
  admin = await createAdmin(t);
  for (const value of ['manual', 'first_listing', 'auto']) {
    await t.put('/api/admin/settings/listings.moderation', { value }, { as: admin });
  }
});

afterAll(() => t.close());

const read = (path: string) => t.get(`/api/admin/audit-log${path}`, { as: admin });

describe('the audit log', () => {
  it('lists entries newest first, filtered', async () => {
    const response = await read('?action=setting.changed&limit=2');
    expect(response.body.data.pagination).toMatchObject({ total: 3, totalPages: 2 });
    expect(response.body.data.entries[0]).toMatchObject({
      actor: { kind: 'user', id: admin.userId },
      subject: { type: 'setting', id: 'listings.moderation' },
      before: { value: 'first_listing' },
      after: { value: 'auto' },
      requestId: expect.any(String),
    });
    expect((await read('?action=nothing')).body.data.entries).toEqual([]);
    expect((await read('?acton=x')).body.error.code).toBe('INVALID_FILTER');
  });

  it('verifies, and is exported as CSV', async () => {
    expect((await read('/verify')).body.data).toMatchObject({
      valid: true,
      checked: 3,
      brokenAt: null,
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const csv = await read('/export.csv');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.text.split('\n')).toHaveLength(5);
  });

  it('gives its head, and still leads through one that was kept', async () => {
    const { head } = (await read('/head')).body.data;
    expect(head).toEqual({
      seq: 3,
      hash: (await read('/verify')).body.data.head,
      at: expect.any(String),
    });
    const compare = (heads: unknown) =>
      t.post('/api/admin/audit-log/verify', { heads }, { as: admin }).then((response) => response.body);
    expect((await compare([head])).data).toEqual({
      valid: true,
      checked: 3,
      brokenAt: null,
      head: head.hash,
      heads: [{ seq: 3, hash: head.hash, matches: true }],
    });
    const elsewhere = { seq: 2, hash: head.hash };
    const cutOff = { seq: 4, hash: head.hash };
    expect((await compare([cutOff, head, elsewhere])).data).toEqual({
      valid: false,
      checked: 3,
      brokenAt: 2,
      head: null,
      heads: [
        { ...cutOff, matches: false },
        { seq: 3, hash: head.hash, matches: true },
        { ...elsewhere, matches: false },
      ],
    });
    expect((await compare([])).error.code).toBe('VALIDATION_ERROR');
  });

  it('cannot be changed, and a change by force is found', async () => {
    await expect(t.db.updateTable('audit_log').set({ action: 'other' }).execute()).rejects.toThrow(
      'append-only',
    );
    await expect(t.db.deleteFrom('audit_log').execute()).rejects.toThrow('append-only');
    await sql`alter table audit_log disable trigger user`.execute(t.db);
    await sql`update audit_log set after = '{"value": "auto "}' where seq = 2`.execute(t.db);
    expect((await read('/verify')).body.data).toEqual({ valid: false, checked: 1, brokenAt: 2, head: null });
  });

  it('entries of many at once make one chain', async () => {
    const other = await createTestApp();
    const someone = await createAdmin(other);
    await Promise.all(
      Array.from({ length: 10 }, () =>
        other.put('/api/admin/settings/listings.soldReopenDays', { value: 10 }, { as: someone }),
      ),
    );
    expect((await other.get('/api/admin/audit-log/verify', { as: someone })).body.data).toMatchObject({
      valid: true,
      checked: 10,
    });
    await other.close();
  });

  it('is for administrators', async () => {
    const seller = await createSeller(t);
    for (const path of ['', '/verify', '/head', '/export.csv']) {
      expect((await t.get(`/api/admin/audit-log${path}`, { as: seller })).body.error.code).toBe('FORBIDDEN');
      expect((await t.get(`/api/admin/audit-log${path}`)).body.error.code).toBe('UNAUTHORIZED');
    }
  });
});
