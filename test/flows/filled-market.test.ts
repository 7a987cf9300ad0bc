import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AuditReader } from '../../src/modules/admin/audit-reader.ts';
import { countsFor, fillMarket } from '../../src/modules/demo/index.ts';
import { StockExport } from '../../src/modules/imports/export/stock-export.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { createAdmin } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const NOW = new Date('2026-09-01T12:00:00Z');
const COUNTS = countsFor(400, { listingsOfLargestDealer: 250, dealers: 12, auditEntries: 1200 });

/** Tables that do not grow with use, and queues, which are empty when everything works. */
const NOT_FILLED =
  /^(?:kysely_|sandbox_|taxonomy_|translations$|info_page|settings|account_export|import_pictures$|jobs$|process_metrics$|live_outbox$|.*_changes$|search_misses$|public_address$|stream_tickets$|email_alerts$|machine_translations$|message_translations$|translation_spending$)/;

let t: TestApp;
let filledTables: [string, number][];

async function fill(app: TestApp, into: [string, number][] = []): Promise<void> {
  await fillMarket(app.app.modules.demo, {
    databaseUrl: app.databaseUrl,
    counts: COUNTS,
    logins: false,
    now: NOW,
    onTable: (table, rows) => into.push([table, rows]),
  });
}

beforeAll(async () => {
  t = await createTestApp();
  filledTables = [];
  await fill(t, filledTables);
});
afterAll(() => t.close());

async function tables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(
    t.db,
  );
  return rows.map(({ name }) => name).filter((name) => !NOT_FILLED.test(name));
}

it('has rows in every table that grows with use', async () => {
  const names = await tables();
  const empty: string[] = [];
  for (const name of names) {
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(t.db);
    if (rows.length === 0) empty.push(name);
  }
  expect(names.length).toBeGreaterThan(60);
  expect(empty).toEqual([]);
  expect(Object.fromEntries(filledTables)).toMatchObject({
    listings: 400,
    favorites: 800,
    notifications: 2000,
  });
});

it('keeps the counts that it relies on', async () => {
  const wrong = await sql<{ what: string; count: number }>`
    select 'favorites' as what, count(*)::int as count from listings l
      where favorites_count <> (select count(*) from favorites f where f.listing_id = l.id)
    union all select 'inquiries', count(*)::int from listings l
      where inquiries_count <> (select count(*) from conversations c where c.listing_id = l.id)
    union all select 'images', count(*)::int from listings l
      where images_count <> (select count(*) from listing_images i where i.listing_id = l.id)
    union all select 'ratings', count(*)::int from sellers s
      where rating_count <> (select count(*) from reviews r where r.seller_id = s.id and r.status = 'published')
    union all select 'messages', count(*)::int from conversations c
      where last_seq <> (select max(seq) from messages m where m.conversation_id = c.id)
        or buyer_unread + seller_unread <> (select count(*) from messages m where m.conversation_id = c.id and read_at is null)
    union all select 'notices', count(*)::int from notification_counts n
      where (total, unread) not in (
        select count(*)::int, count(*) filter (where read_at is null)::int from notifications where user_id = n.user_id and in_app)
    union all select 'balances', count(*)::int from (select seller_id from ledger_entries group by 1 having sum(amount_minor) <> 0) b
    union all select 'coupons', count(*)::int from coupons c
      where redeemed <> (select count(*) from coupon_redemptions r where r.coupon_id = c.id)
    union all select 'early messages', count(*)::int from conversations c join listings l on l.id = c.listing_id
      where c.created_at < l.published_at`.execute(t.db);
  expect(wrong.rows.filter(({ count }) => count > 0)).toEqual([]);
});

it('is filled once', async () => {
  await expect(fill(t)).rejects.toThrow('filled before');
});

it('comes out the same from the same counts at the same instant', async () => {
  const other = await createTestApp();
  try {
    await fill(other);
    const all = async (app: TestApp, table: string, without: string): Promise<unknown> =>
      (
        await sql`select md5(string_agg(row::text, '' order by row::text)) from (
          select to_jsonb(t) - ${without.split(' ')}::text[] as row from ${sql.table(table)} t) rows`.execute(
          app.db,
        )
      ).rows;
    for (const [table, without] of [
      ['users', 'password_hash'],
      ['listings', 'category_id subcategory_id brand_id version'],
      ['messages', ''],
      ['favorites', ''],
      ['notifications', ''],
      ['invoices', ''],
      ['coupon_redemptions', ''],
      ['webhook_attempts', ''],
      ['audit_log', ''],
    ] as const)
      expect([table, await all(other, table, without)]).toEqual([table, await all(t, table, without)]);
  } finally {
    await other.close();
  }
});

it('extends the chain of the audit log', async () => {
  const admin = await createAdmin(t);
  const { body } = await t.get('/api/admin/audit-log/verify', { as: admin });
  expect(body.data).toMatchObject({ valid: true, checked: COUNTS.auditEntries });
});

/** Returns a database that records the rows that each statement reads. */
function watched(): { readonly db: Database; readonly reads: Readonly<Record<string, unknown>>[][] } {
  const reads: Readonly<Record<string, unknown>>[][] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      reads.push(result.rows);
      return result;
    },
  };
  return { db: t.db.withPlugin(plugin), reads };
}

const longest = (reads: readonly (readonly unknown[])[]): number =>
  Math.max(...reads.map(({ length }) => length));

it('has its audit log verified and written in small batches', async () => {
  const { db, reads } = watched();
  const reader = new AuditReader(db, t.app.platform.audit);
  expect(await reader.verify()).toMatchObject({ valid: true, checked: COUNTS.auditEntries });
  expect(longest(reads)).toBeLessThanOrEqual(500);

  reads.length = 0;
  let written = 0;
  for await (const batch of reader.export({})) written += batch.length;
  expect(written).toBe(COUNTS.auditEntries);
  expect(longest(reads)).toBeLessThanOrEqual(250);
});

it('has its stock exported a few vehicles at a time', async () => {
  const { id } = await t.db
    .selectFrom('listings')
    .select('seller_id as id')
    .groupBy('seller_id')
    .orderBy(sql`count(*)`, 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { db, reads } = watched();
  const stock = new StockExport({ db, taxonomy: t.app.modules.taxonomy });
  for (const file of [stock.csv(id), stock.xml(id)]) {
    reads.length = 0;
    for await (const _piece of file);
    const vehicles = reads.filter(([row]) => row !== undefined && 'seller_id' in row);
    expect(vehicles.flat().length).toBeGreaterThan(200);
    expect(longest(vehicles)).toBeLessThanOrEqual(100);
  }
});
