import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAdmin, createBuyer, createListing, createSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

/** Returns the differences between stored and actual values: views and texts by listing, messages by sender. */
async function otherDifferences(): Promise<unknown[]> {
  const { rows } = await sql`
    with kept as (
      select listing_id as key, seller_id, status, views::bigint as amount, null::timestamptz as at, null as text from stock_views
      union all
      select listing_id, seller_id, status, null, created_at, text from listing_texts
      union all
      select key, null, null, sum(amount), null, null from (
        select kind, key, amount from market_sums union all select kind, key, amount from market_sum_changes
      ) sums where kind = 'messages_sent' group by key having sum(amount) <> 0
    ), counted as (
      select id as key, seller_id, status, views::bigint as amount, null::timestamptz as at, null as text from listings
      union all
      select id, seller_id, status, null, created_at, listing_text(title, external_id, vin, serial_number) from listings
      union all
      select sender_id, null, null, count(*), null, null from messages group by sender_id
    )
    (table kept except table counted) union all (table counted except table kept)`.execute(t.db);
  return rows;
}

/** Returns the differences between stored rollups and actual counts. */
async function differences(): Promise<unknown[]> {
  const { rows } = await sql`
    with kept as (
      select seller_id, status, sum(listings)::int as listings, sum(favorites)::int as favorites, sum(quality)::int as quality
      from (select seller_id, status, listings, favorites, quality from seller_stock
        union all select seller_id, status, listings, favorites, quality from seller_stock_changes) k
      group by 1, 2 having sum(listings) <> 0
    ), counted as (
      select seller_id, status, count(*)::int as listings, sum(favorites_count)::int as favorites, sum(quality_score)::int as quality
      from listings group by 1, 2
    )
    (table kept except table counted) union all (table counted except table kept)`.execute(t.db);
  return rows;
}

it('sums of sellers follow every change, before they are added up and after', async () => {
  const seller = await createSeller(t, { plan: 'enterprise' });
  const other = await createSeller(t);
  const buyers = await Promise.all([createBuyer(t), createBuyer(t), createBuyer(t)]);
  const listings = [];
  for (const state of ['ACTIVE', 'ACTIVE', 'DRAFT'] as const)
    listings.push(await createListing(t, seller, { status: state }));
  await createListing(t, other);
  const [first, second, draft] = listings.map(({ listingId }) => listingId);
  expect(await differences()).toEqual([]);
  await Promise.all(buyers.map((buyer) => t.post('/api/favorites', { listingId: first }, { as: buyer })));
  await t.post(`/api/seller/listings/${second}/unpublish`, {}, { as: seller });
  await t.del(`/api/seller/listings/${draft}`, { as: seller });
  expect(await differences()).toEqual([]);
  await t.drainJobs();
  await sql`update jobs set run_at = ${t.clock.now()} where name = 'listings.fold-sums'`.execute(t.db);
  await t.app.runner.scheduleRecurring();
  await sql`update jobs set run_at = ${t.clock.now()} where name = 'listings.fold-sums'`.execute(t.db);
  await t.drainJobs();
  const { rows } = await sql`select from seller_stock_changes`.execute(t.db);
  expect(rows).toEqual([]);
  expect(await differences()).toEqual([]);
  const { body } = await t.get('/api/seller/dashboard', { as: seller });
  expect(body.data.listings).toMatchObject({ total: 2, byStatus: { ACTIVE: 1, PAUSED: 1, DRAFT: 0 } });
  expect(body.data.favorites).toBe(3);
  expect(body.data.series.at(-1)).toMatchObject({ favorites: 3 });
});

it('sums of the market follow every change', async () => {
  const admin = await createAdmin(t);
  const read = async () => (await t.get('/api/admin/dashboard', { as: admin })).body.data;
  const before = await read();
  const seller = await createSeller(t, { verified: true });
  await createListing(t, seller);
  const after = await read();
  expect(after.users.SELLER - before.users.SELLER).toBe(1);
  expect(after.sellers.verified - before.sellers.verified).toBe(1);
  expect(after.listings.ACTIVE - before.listings.ACTIVE).toBe(1);
  expect(after.series.at(-1).listings - before.series.at(-1).listings).toBe(1);
  const subscriptions = await sql<{ monthly: number }>`
    select coalesce(sum(monthly_price(s)), 0)::int as monthly from subscriptions s`.execute(t.db);
  expect(after.monthlyRevenue.amount * 100).toBe(subscriptions.rows[0]?.monthly);
  await sql`update jobs set run_at = ${t.clock.now()} where name = 'admin.fold-sums'`.execute(t.db);
  await t.drainJobs();
  expect((await read()).listings).toEqual(after.listings);
});

it('views in the order of a stock, texts that are searched, and messages of senders, follow every change', async () => {
  const admin = await createAdmin(t);
  const seller = await createSeller(t, { plan: 'enterprise' });
  const buyer = await createBuyer(t);
  const { listingId, slug } = await createListing(t, seller);
  const { listingId: other } = await createListing(t, seller, { status: 'DRAFT' });
  expect(await otherDifferences()).toEqual([]);
  for (const content of ['Is it still available?', 'And where does it stand?'])
    expect(await t.post('/api/messages', { listingId, content }, { as: buyer })).toMatchObject({
      status: 201,
    });
  await t.get(`/api/listings/${slug}`, { as: buyer });
  await t.app.settle();
  await t.db.updateTable('listings').set({ views: 7 }).where('id', '=', other).execute();
  await t.post(`/api/seller/listings/${listingId}/unpublish`, {}, { as: seller });
  expect(
    await t.patch(`/api/seller/listings/${other}`, { title: 'Found by another title' }, { as: seller }),
  ).toMatchObject({ status: 200 });
  expect(await otherDifferences()).toEqual([]);
  const { body } = await t.get('/api/seller/listings?sort=views', { as: seller });
  expect(body.data.listings[0].id).toBe(other);
  const activity = async (userId: string) =>
    (await t.get(`/api/admin/users/${userId}`, { as: admin })).body.data.activity;
  expect(await activity(buyer.userId)).toMatchObject({ messagesSent: 2, listings: 0 });
  expect(await activity(seller.userId)).toMatchObject({ messagesSent: 0, activeListings: 0, listings: 2 });
  await sql`delete from messages where sender_id = ${buyer.userId}`.execute(t.db);
  await t.del(`/api/seller/listings/${other}`, { as: seller });
  expect(await otherDifferences()).toEqual([]);
  expect(await activity(buyer.userId)).toMatchObject({ messagesSent: 0 });
});
