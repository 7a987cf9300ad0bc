import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Notice } from '../../src/platform/notices.ts';
import type { ListingRow } from '../../src/modules/listings/tables.ts';
import { ListingWriter } from '../../src/modules/listings/writing/listing-writer.ts';
import { createSeller, createTeamMember, type TestSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { collectNotices, eventsOf, publish } from '../http/listings/bodies.ts';

const DAY_MS = 86_400_000;

let t: TestApp;
let seller: TestSeller;
let notices: Notice[];

beforeEach(async () => {
  t = await createTestApp();
  notices = collectNotices(t);
  seller = await createSeller(t, { plan: 'starter' });
  await t.app.runner.scheduleRecurring();
});

afterEach(() => t.close());

async function advance(days: number): Promise<void> {
  t.clock.advance(days * DAY_MS);
  await t.drainJobs();
}

function read(id: string): Promise<ListingRow> {
  return t.db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

function noticesAbout(id: string): string[] {
  return notices
    .filter(({ data }) => 'listingId' in data && data.listingId === id)
    .map(({ type, data }) => ('days' in data ? `${type} ${data.days}` : type));
}

it('a listing is warned of 7 days and a day before its end, once each, and then expires', async () => {
  const [listing, later] = [await publish(t, seller), await publish(t, seller)];
  await t.db
    .updateTable('listings')
    .set({ expires_at: new Date(t.clock.now().getTime() + 100 * DAY_MS) })
    .where('id', '=', later.id)
    .execute();
  await advance(52.5);
  expect(noticesAbout(listing.id)).toEqual([]);
  await advance(1);
  await advance(1);
  expect(noticesAbout(listing.id)).toEqual(['listing_expiring 7']);
  await advance(4.6);
  await advance(0.3);
  expect(noticesAbout(listing.id)).toEqual(['listing_expiring 7', 'listing_expiring 1']);
  expect((await t.get('/api/listings')).body.data.pagination.total).toBe(2);
  await advance(1);
  expect(noticesAbout(listing.id)).toEqual(['listing_expiring 7', 'listing_expiring 1', 'listing_expired']);
  // The other listing does not expire yet.
  expect(noticesAbout(later.id)).toEqual([]);
  expect((await read(later.id)).status).toBe('ACTIVE');
  expect((await read(listing.id)).status).toBe('EXPIRED');
  expect(await eventsOf(t, listing.id)).toEqual([
    'listing.created',
    'listing.published',
    'listing.unpublished',
  ]);
  expect((await t.get('/api/listings')).body.data.pagination.total).toBe(1);
});

it('a renewed listing is warned of again before its new end', async () => {
  const listing = await publish(t, seller);
  await advance(55);
  await t.db
    .updateTable('listings')
    .set({ expires_at: new Date(t.clock.now().getTime() + 60 * DAY_MS) })
    .where('id', '=', listing.id)
    .execute();
  await advance(10);
  expect(noticesAbout(listing.id)).toEqual(['listing_expiring 7']);
  await advance(45);
  expect(noticesAbout(listing.id)).toEqual(['listing_expiring 7', 'listing_expiring 7']);
});

it('the page of an expired listing is served for 30 days', async () => {
  const listing = await publish(t, seller);
  await advance(61);
  const page = await t.get(`/api/listings/${listing.slug}`);
  expect(page.body.data.status).toBe('EXPIRED');
  await advance(28);
  expect((await t.get(`/api/listings/${listing.slug}`)).status).toBe(200);
  await advance(2);
  expect((await t.get(`/api/listings/${listing.slug}`)).status).toBe(404);
});

it('the page of a sold listing is served for 30 days', async () => {
  const listing = await publish(t, seller);
  await t.post(`/api/listings/${listing.id}/sold`, undefined, { as: seller });
  expect((await t.get(`/api/listings/${listing.slug}`)).body.data).toMatchObject({ status: 'SOLD' });
  await advance(29);
  expect((await t.get(`/api/listings/${listing.slug}`)).status).toBe(200);
  await advance(2);
  expect((await t.get(`/api/listings/${listing.slug}`)).status).toBe(404);
});

it('featuring ends by itself, and its slot is free', async () => {
  const listing = await publish(t, seller);
  await t.post(`/api/listings/${listing.id}/feature`, { days: 5 }, { as: seller });
  await advance(4);
  expect((await read(listing.id)).featured).toBe(true);
  await advance(1.1);
  expect(await read(listing.id)).toMatchObject({ featured: false, featured_until: null, status: 'ACTIVE' });
});

it('what was deleted is purged after 30 days, with a signal', async () => {
  const listing = await publish(t, seller);
  await t.del(`/api/seller/listings/${listing.id}`, { as: seller });
  await advance(29);
  expect((await read(listing.id)).status).toBe('DELETED');
  await advance(2);
  await expect(read(listing.id)).rejects.toThrow();
  expect((await eventsOf(t, listing.id)).at(-1)).toBe('listing.purged');
});

it('more than a batch expires in one run, fifty records at a time, and news reach owners and managers only', async () => {
  const dealer = await createSeller(t, { plan: 'enterprise' });
  const manager = await createTeamMember(t, dealer.sellerId, 'MANAGER');
  await createTeamMember(t, dealer.sellerId, 'AGENT');
  const listing = await publish(t, dealer);
  await sql`
    insert into listings (id, seller_id, slug, title, status, category_id, brand_id, created_at, updated_at, published_at, expires_at)
    select 'lst_copy' || n, seller_id, 'copy-' || n, title, status, category_id, brand_id, created_at, updated_at, published_at, expires_at
    from listings, generate_series(1, 450) n where id = ${listing.id}`.execute(t.db);
  const write = vi.spyOn(ListingWriter.prototype, 'write');
  await advance(181);
  const written = write.mock.calls.map(([, changes]) => changes.length);
  write.mockRestore();
  expect(written.reduce((sum, count) => sum + count)).toBe(451);
  expect(Math.max(...written)).toBe(50);
  const left = await t.db.selectFrom('listings').select('id').where('status', '=', 'ACTIVE').execute();
  expect(left).toHaveLength(0);
  const readers = new Set(notices.map((notice) => notice.userId));
  expect(readers).toEqual(new Set([dealer.userId, manager.userId]));
});
