import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAdmin, createListing, createSeller, type TestUser } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

/** More listings than are updated in the transaction of the change itself. */
const LISTINGS = 1100;

let t: TestApp;
let admin: TestUser;
beforeAll(async () => {
  t = await createTestApp({ asOwner: true });
  admin = await createAdmin(t);
  const seller = await createSeller(t, { plan: 'enterprise' });
  const { listingId } = await createListing(t, seller, { brand: 'tatra', title: 'Tipper' });
  // Use a transaction of the application, because the next search waits for it.
  await t.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ name: string }>`
      select string_agg(quote_ident(attname), ', ') as name from pg_attribute
      where attrelid = 'listings'::regclass and attnum > 0 and not attisdropped and attname not in ('id', 'slug')`.execute(
      trx,
    );
    const columns = sql.raw(rows[0]?.name ?? '');
    await sql`insert into listings (id, slug, ${columns})
      select id || n, slug || n, ${columns} from listings, generate_series(1, ${LISTINGS - 1}) n where id = ${listingId}`.execute(
      trx,
    );
  });
});
afterAll(() => t.close());

async function total(query: string): Promise<number> {
  await t.app.settle();
  return (await t.get(`/api/search?${query}`)).body.data.pagination.total;
}

it('a brand with many listings is renamed in batches, and none of them is missing meanwhile', async () => {
  expect(await total('brand=tatra')).toBe(LISTINGS);
  const renamed = await t.patch(
    '/api/admin/brands/tatra',
    { slug: 'tatra-works', name: 'Zetorix' },
    { as: admin },
  );
  expect(renamed.status).toBe(200);
  for (const slug of ['tatra-works', 'tatra']) expect(await total(`brand=${slug}`)).toBe(LISTINGS);
  const waiting = await t.db
    .selectFrom('jobs')
    .select('payload')
    .where('name', '=', 'taxonomy.reindex')
    .execute();
  expect(waiting).toHaveLength(1);
  expect(await total('q=zetorix')).toBeLessThan(LISTINGS);
  await t.drainJobs();
  expect(await total('q=zetorix')).toBe(LISTINGS);
});

/** Merges the brand; returns the cost of the check that no listing is left, which the final deletion of the brand makes. */
async function beforeDeletion(brandId: string): Promise<number> {
  const client = new pg.Client({ connectionString: t.databaseUrl });
  await client.connect();
  // A running ANALYZE would keep the old row versions visible.
  await client.query('alter table listings set (autovacuum_enabled = off)');
  // Force the index plan of a marketplace that is much larger than the brand.
  await client.query('set enable_seqscan = off; set enable_bitmapscan = off');
  // This lock assigns no transaction ID, which would keep the old row versions visible.
  await client.query('begin; lock table brands in share mode');
  const merged = t.drainJobs();
  const waiting = async () =>
    (
      await client.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount;
  await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, format json) select from listings where brand_id = '${brandId}'`,
  );
  await client.query('commit');
  await client.end();
  await merged;
  const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

it('a brand with many listings is merged in batches, and none of them is missing meanwhile', async () => {
  const { id: source } = (await t.get('/api/brands/tatra-works')).body.data;
  expect((await t.post('/api/admin/brands/tatra-works/merge', { into: 'volvo' }, { as: admin })).status).toBe(
    202,
  );
  for (const slug of ['tatra-works', 'tatra', 'volvo']) expect(await total(`brand=${slug}`)).toBe(LISTINGS);
  const { body } = await t.get('/api/search?brand=volvo&limit=1');
  const slug = body.data.results[0].slug as string;
  expect((await t.get(`/api/listings/${slug}`)).body.data.brand).toMatchObject({ slug: 'volvo' });
  const costs = [await beforeDeletion(source)];
  expect(await total('brand=volvo')).toBe(LISTINGS);
  expect((await t.get('/api/brands/tatra-works')).body.data.slug).toBe('volvo');
  // The index reads the moved listings meanwhile, and PostgreSQL keeps the entries that its snapshot may see. Merge again then.
  for (const [from, into] of [
    ['volvo', 'daf'],
    ['daf', 'man'],
  ] as const) {
    if (Math.min(...costs) < 100) break;
    const { id } = (await t.get(`/api/brands/${from}`)).body.data;
    await t.post(`/api/admin/brands/${from}/merge`, { into }, { as: admin });
    costs.push(await beforeDeletion(id));
  }
  expect(Math.min(...costs)).toBeLessThan(100);
});

it('a subcategory with many listings is moved in batches, and none of them is missing meanwhile', async () => {
  const top = { slug: 'heavy-tops', names: { en: 'Heavy tops' }, class: 'TU' };
  expect((await t.post('/api/admin/categories', top, { as: admin })).status).toBe(201);
  const url = '/api/admin/categories/standard-tractor-units';
  expect((await t.patch(url, { parent: 'heavy-tops' }, { as: admin })).status).toBe(200);
  expect(await total('subcategory=standard-tractor-units')).toBe(LISTINGS);
  await t.drainJobs();
  expect(await total('category=heavy-tops')).toBe(LISTINGS);
});
