import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createListing, createSeller, type TestSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const LISTINGS = 1250;
const BATCH_SIZE = 100;

let t: TestApp;
let seller: TestSeller;
beforeAll(async () => {
  t = await createTestApp();
  seller = await createSeller(t, { plan: 'enterprise' });
  const { listingId } = await createListing(t, seller);
  // Inserts in parts, so that each stays below the statement timeout even on a busy machine.
  for (let first = 2; first <= LISTINGS; first += 250) {
    await sql`
      insert into listings
      select (jsonb_populate_record(l, jsonb_build_object(
        'id', 'lst_' || lpad(n::text, 26, '0'), 'slug', 'copy-' || n, 'external_id', null, 'vin', null))).*
      from listings l, generate_series(${first}::int, ${Math.min(first + 249, LISTINGS)}::int) n
      where l.id = ${listingId}`.execute(t.db);
  }
  // The first score changes the seller too.
  await runJob();
  await runJob();
  await t.app.settle();
});
afterAll(() => t.close());

async function readNewest(): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select max(seq) as seq from listing_changes`.execute(t.db);
  return rows[0]?.seq ?? 0;
}

async function countChangedSince(seq: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct listing_id) as count from listing_changes where seq > ${seq}`.execute(t.db);
  return rows[0]?.count ?? 0;
}

function change(values: { phone?: string; company_name?: string }): Promise<unknown> {
  return t.db.updateTable('sellers').set(values).where('id', '=', seller.sellerId).execute();
}

async function runJob(): Promise<void> {
  await t.app.runner.scheduleRecurring();
  await sql`update jobs set run_at = ${t.clock.now()} where name = 'listings.note-sellers'`.execute(t.db);
  await t.drainJobs();
}

it('a change of a large dealer is noted for the first listings at once, and for all others by a job', async () => {
  const before = await readNewest();
  await change({ company_name: 'Renamed Lorries' });
  expect(await countChangedSince(before)).toBe(BATCH_SIZE);
  await runJob();
  expect(await countChangedSince(before)).toBe(LISTINGS);
  expect(await t.db.selectFrom('seller_changes').selectAll().execute()).toEqual([]);
});

it('a dealer that changes again while its listings are noted is begun again, and searches are not passed over', async () => {
  await change({ company_name: 'Once More' });
  await sql`update seller_changes set after = 'lst_0' || ${'9'.repeat(25)}`.execute(t.db);
  const before = await readNewest();
  await change({ phone: '+4940998877' });
  await runJob();
  expect(await countChangedSince(before)).toBe(LISTINGS);
  const { rows } = await sql<{ page_only: boolean; count: number }>`
    select page_only, count(*) as count from listing_changes where seq > ${before} group by 1 order by 1`.execute(
    t.db,
  );
  expect(rows).toEqual([
    { page_only: false, count: LISTINGS - BATCH_SIZE },
    { page_only: true, count: BATCH_SIZE },
  ]);
});
