import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMs, HOUR_MS, SECOND_MS } from '../../../src/platform/clock.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { createListing, createSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { newPerson, PASSWORD, purgeExpired, type SignedIn } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  // Tests create triggers that make writes fail.
  t = await createTestApp({ asOwner: true });
});
afterAll(() => t.close());

const ask = (token: string) => t.get('/api/auth/me/export', { as: token });

/** Inserts notifications with texts of this length. */
async function insertNotices(
  { userId }: { readonly userId: string },
  count: number,
  characters = 10,
): Promise<void> {
  await sql`
    insert into notifications (id, user_id, type, data, dedupe_key, in_app, created_at)
    select ${userId} || n, ${userId}, 'listing_approved', jsonb_build_object('title', repeat('x', ${characters})),
      'notice ' || n, n % 2 = 0, now() from generate_series(1, ${count}) n`.execute(t.db);
}

const countExportedNotices = async (person: SignedIn): Promise<number> =>
  (await ask(person.token)).body.data.notifications.told.length;

describe('GET /auth/me/export of an account with much in it', () => {
  it('returns 202 until a job has assembled it, then all data in the same form', async () => {
    const ordinary = await newPerson(t);
    const person = await newPerson(t);
    await insertNotices(ordinary, 900);
    await insertNotices(person, 1201);
    const first = await ask(person.token);
    expect([first.status, first.headers['retry-after'], first.body.data]).toEqual([
      202,
      '10',
      { status: 'preparing', requestedAt: expect.any(String), rows: 0 },
    ]);
    expect((await ask(person.token)).status).toBe(202);
    const { rows } = await sql`select 1 from jobs where name = 'auth.export-account'`.execute(t.db);
    expect(rows).toHaveLength(1);
    await t.drainJobs();
    const [response, little] = [await ask(person.token), await ask(ordinary.token)];
    expect([response.status, little.status]).toEqual([200, 200]);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.body.data.account.email).toBe(person.email);
    expect(response.body.data.notifications.told).toHaveLength(1201);
    const form = (value: unknown): unknown =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, form(one)]))
        : Array.isArray(value)
          ? 'list'
          : typeof value;
    expect(form(response.body)).toEqual(form(little.body));
  });

  it('keeps the assembled export for an hour', async () => {
    const person = await newPerson(t);
    await insertNotices(person, 1001);
    await ask(person.token);
    await t.drainJobs();
    await sql`delete from notifications where user_id = ${person.userId} and dedupe_key <> 'notice 1'`.execute(
      t.db,
    );
    expect(await countExportedNotices(person)).toBe(1001);
    t.clock.advance(HOUR_MS / 2);
    const later = await newPerson(t);
    await insertNotices(later, 1002);
    await ask(later.token);
    await t.drainJobs();
    t.clock.advance(HOUR_MS / 2);
    const secondExport = await ask(person.token);
    expect([secondExport.status, secondExport.body.data.notifications.told.length]).toEqual([200, 1]);
    await purgeExpired(t);
    const { rows } = await sql`select user_id from account_exports`.execute(t.db);
    expect(rows).toEqual([{ user_id: later.userId }]);
    expect(await countExportedNotices(later)).toBe(1002);
    t.clock.advance(HOUR_MS / 2);
    await purgeExpired(t);
    expect((await sql`select 1 from account_exports`.execute(t.db)).rows).toEqual([]);
    expect((await sql`select 1 from account_export_parts`.execute(t.db)).rows).toEqual([]);
  });

  it('continues where it broke off', async () => {
    const [person, other] = [await newPerson(t), await newPerson(t)];
    await insertNotices(person, 1600, 1000);
    await insertNotices(other, 1003);
    for (const { token } of [person, other]) await ask(token);
    await sql`
      create function refuse_part() returns trigger language plpgsql as $$
      begin
        if new.number = 1 and new.export_id = (select id from account_exports where user_id = ${sql.lit(person.userId)})
          then raise exception 'the disk is full'; end if;
        return new;
      end $$`.execute(t.db);
    await sql`
      create trigger refuse_part before insert on account_export_parts for each row execute function refuse_part()`.execute(
      t.db,
    );
    await t.drainJobs({ mayFail: ['auth.export-account'] });
    const midway = await ask(person.token);
    expect(midway.status).toBe(202);
    expect(await countExportedNotices(other)).toBe(1003);
    expect(midway.body.data.rows).toBeGreaterThanOrEqual(200);
    await sql`drop function refuse_part cascade`.execute(t.db);
    t.clock.advance(HOUR_MS / 2);
    await t.drainJobs();
    const { data } = (await ask(person.token)).body;
    expect(data.notifications.told).toHaveLength(1600);
    const { rows: parts } = await sql<{ content: Buffer }>`
      select p.content from account_export_parts p join account_exports e on e.id = p.export_id
      where e.user_id = ${person.userId}`.execute(t.db);
    expect(parts.length).toBeGreaterThan(1);
    for (const { content } of parts) expect(gunzipSync(content).length).toBeLessThan(500_000);
  });

  it('neither adds to the export of another account nor ends or restarts it', async () => {
    const [person, other] = [await newPerson(t), await newPerson(t)];
    await insertNotices(person, 1100);
    await insertNotices(other, 1200);
    const readStoredExports = async ({ userId }: SignedIn) => {
      const { rows } = await sql`
        select e.id, e.finished_at, e.rows, array_agg(md5(p.content) order by p.number) parts
        from account_exports e left join account_export_parts p on p.export_id = e.id
        where e.user_id = ${userId} group by e.id`.execute(t.db);
      return rows;
    };
    await ask(other.token);
    await t.drainJobs();
    const otherExports = await readStoredExports(other);
    t.clock.advance(HOUR_MS / 2);
    await ask(person.token);
    expect(await readStoredExports(person)).toMatchObject([{ finished_at: null, rows: 0, parts: [null] }]);
    await t.drainJobs();
    expect(await readStoredExports(other)).toEqual(otherExports);
    expect(await countExportedNotices(person)).toBe(1100);
    const ownExports = await readStoredExports(person);
    t.clock.advance(HOUR_MS / 2);
    expect((await ask(other.token)).status).toBe(202);
    await t.drainJobs();
    expect(await countExportedNotices(other)).toBe(1200);
    expect(await readStoredExports(person)).toEqual(ownExports);
  });

  it('has the whole stock of a dealer, the deleted vehicles last', async () => {
    const dealer = await createSeller(t);
    const { listingId } = await createListing(t, dealer);
    await sql`
      insert into listings select copy.*
      from listings l, generate_series(1, 1100) n, jsonb_populate_record(l, jsonb_build_object(
        'id', l.id || n, 'slug', l.slug || n,
        'status', case when n > 560 then 'DELETED' else l.status end,
        'deleted_at', case when n > 560 then now() end)) as copy
      where l.id = ${listingId}`.execute(t.db);
    expect((await ask(dealer.token)).status).toBe(202);
    await t.drainJobs();
    const listings: readonly { id: string; status: string }[] = (await ask(dealer.token)).body.data.listings;
    expect(new Set(listings.map(({ id }) => id)).size).toBe(1101);
    expect(listings).toHaveLength(1101);
    expect(listings.findIndex(({ status }) => status === 'DELETED')).toBe(561);
  });

  it('is put together for more than a thousand rows, which are counted, and at once for no more', async () => {
    const person = await newPerson(t);
    await insertNotices(person, 1200);
    await ask(person.token);
    await t.drainJobs();
    const rowsOf = sql<{ rows: number }>`select rows from account_exports where user_id = ${person.userId}`;
    const [counted] = (await rowsOf.execute(t.db)).rows;
    // The other rows: one for each section that is not a list.
    const otherRows = (counted?.rows ?? 0) - 1200;
    expect([otherRows > 0, otherRows < 30]).toEqual([true, true]);
    await sql`delete from account_exports where user_id = ${person.userId}`.execute(t.db);
    const keep = (count: number) =>
      sql`
        delete from notifications where user_id = ${person.userId}
          and substr(dedupe_key, 8)::int > ${count - otherRows}`.execute(t.db);
    await keep(1001);
    expect((await ask(person.token)).status).toBe(202);
    await t.drainJobs();
    expect((await rowsOf.execute(t.db)).rows).toEqual([{ rows: 1001 }]);
    await sql`delete from account_exports where user_id = ${person.userId}`.execute(t.db);
    await keep(1000);
    expect((await ask(person.token)).body.data.notifications.told).toHaveLength(1000 - otherRows);
    expect((await rowsOf.execute(t.db)).rows).toEqual([]);
  });

  it('restarts an export that has not finished within a day, and completes it', async () => {
    const [person, later] = [await newPerson(t), await newPerson(t)];
    const requested = (at: Date) => sql`
      update account_exports set requested_at = ${at} where user_id = ${person.userId} returning id`;
    await insertNotices(person, 1100);
    await insertNotices(later, 1100);
    await ask(person.token);
    const [first] = (await requested(addMs(t.clock.now(), -23 * HOUR_MS)).execute(t.db)).rows;
    expect((await ask(person.token)).status).toBe(202);
    expect((await requested(addMs(t.clock.now(), -24 * HOUR_MS - SECOND_MS)).execute(t.db)).rows).toEqual([
      first,
    ]);
    expect((await ask(person.token)).status).toBe(202);
    const [second] = (await requested(t.clock.now()).execute(t.db)).rows;
    expect(second).not.toEqual(first);
    await ask(later.token);
    await requested(addMs(t.clock.now(), -24 * HOUR_MS - SECOND_MS)).execute(t.db);
    await purgeExpired(t);
    const { rows } = await sql`
      select user_id from account_exports where user_id in (${person.userId}, ${later.userId})`.execute(t.db);
    expect(rows).toEqual([{ user_id: later.userId }]);
    // The jobs of deleted exports finish without an export.
    await t.drainJobs();
    expect(await countExportedNotices(later)).toBe(1100);
  });

  it('has the whole security log, however long, each entry once', async () => {
    const person = await newPerson(t);
    for (let n = 0; n < 401; n++)
      await inTransaction(t.db, (trx) =>
        t.app.platform.audit.record(trx, {
          actor: { kind: 'system' },
          action: `test.entry_${n}`,
          subject: { type: 'user', id: person.userId },
        }),
      );
    const { securityLog } = (await ask(person.token)).body.data;
    expect(securityLog.map(({ action }: { action: string }) => action)).toEqual(
      Array.from({ length: 401 }, (_, n) => `test.entry_${n}`),
    );
  });

  it('is gone with the account', async () => {
    const person = await newPerson(t);
    await insertNotices(person, 1100);
    await ask(person.token);
    await t.drainJobs();
    expect(await countExportedNotices(person)).toBe(1100);
    const erased = await t.call('DELETE', '/api/auth/me', { as: person.token, body: { password: PASSWORD } });
    expect(erased.status).toBe(204);
    const { rows } = await sql`select 1 from account_exports where user_id = ${person.userId}`.execute(t.db);
    expect(rows).toEqual([]);
  });
});
