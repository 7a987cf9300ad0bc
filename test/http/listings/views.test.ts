import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createAdmin,
  createBuyer,
  createSeller,
  createTeamMember,
  type TestSeller,
} from '../../support/factories.ts';
import { createTestApp, type CallOptions, type TestApp } from '../../support/test-app.ts';
import { publish } from './bodies.ts';

const DAY_MS = 86_400_000;

let t: TestApp;
let seller: TestSeller;

beforeAll(async () => {
  t = await createTestApp();
  seller = await createSeller(t, { plan: 'premium' });
});

afterAll(() => t.close());

async function flush(app: TestApp = t): Promise<void> {
  for (const module of app.app.modules.list) if (module.name === 'listings') await module.settle?.();
}

async function readViews(id: string) {
  await flush();
  const { views } = await t.db
    .selectFrom('listings')
    .select('views')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return views;
}

const browser = (name: string, ip = '192.0.2.1'): CallOptions => ({
  headers: { 'user-agent': `Mozilla/5.0 ${name}` },
  ip,
});

it('counts a visitor once a day, by address and browser', async () => {
  const { id, slug } = await publish(t, seller);
  const url = `/api/listings/${slug}`;
  for (const options of [browser('A'), browser('A'), browser('B'), browser('A', '192.0.2.2')])
    await t.get(url, options);
  expect(await readViews(id)).toBe(3);
  await t.get(`/v1/listings/${id}`, browser('A'));
  expect(await readViews(id)).toBe(3);
  t.clock.advance(DAY_MS);
  await t.get(url, browser('A'));
  expect(await readViews(id)).toBe(4);
  const days = await t.db
    .selectFrom('listing_stats_daily')
    .select(['views', 'visitors'])
    .where('listing_id', '=', id)
    .orderBy('day')
    .execute();
  expect(days).toEqual([
    { views: 3, visitors: 3 },
    { views: 1, visitors: 1 },
  ]);
  t.clock.advance(-DAY_MS);
});

it('counts neither the own team, nor administrators, nor robots', async () => {
  const { id, slug } = await publish(t, seller);
  const url = `/api/listings/${slug}`;
  const viewer = await createTeamMember(t, seller.sellerId, 'VIEWER');
  const admin = await createAdmin(t);
  for (const as of [seller, viewer, admin]) await t.get(url, { as });
  for (const robot of ['Googlebot/2.1', 'bingbot', 'facebookexternalhit/1.1', 'AhrefsBot', 'Some Crawler'])
    await t.get(url, { headers: { 'user-agent': robot } });
  expect(await readViews(id)).toBe(0);
  const buyer = await createBuyer(t);
  const other = await createSeller(t);
  await t.get(url, { as: buyer, ...browser('C') });
  await t.get(url, { as: other, ...browser('D') });
  expect(await readViews(id)).toBe(2);
});

it('stores no address, and updates the search index', async () => {
  const { id, slug } = await publish(t, seller);
  await t.get(`/api/listings/${slug}`, browser('E', '198.51.100.77'));
  expect(await readViews(id)).toBe(1);
  const [row] = await t.db.selectFrom('listing_views').selectAll().where('listing_id', '=', id).execute();
  expect(row?.visitor).toHaveLength(16);
  const changes = await t.db
    .selectFrom('listing_view_changes')
    .select('views')
    .where('listing_id', '=', id)
    .execute();
  expect(changes).toEqual([{ views: 1 }]);
});

it('does not count a view twice that two processes have seen', async () => {
  const other = await createTestApp({ databaseUrl: t.databaseUrl });
  const { id, slug } = await publish(t, seller);
  await t.get(`/api/listings/${slug}`, browser('F'));
  await other.get(`/api/listings/${slug}`, browser('F'));
  await other.get(`/api/listings/${slug}`, browser('G'));
  await Promise.all([flush(t), flush(other)]);
  expect(await readViews(id)).toBe(2);
  await other.close();
});

it('writes what it has noted when it stops', async () => {
  const other = await createTestApp({ databaseUrl: t.databaseUrl });
  const { id, slug } = await publish(t, seller);
  await other.get(`/api/listings/${slug}`, browser('H'));
  await other.close();
  expect(await readViews(id)).toBe(1);
});

it('changes neither version nor change log', async () => {
  const { id, slug, version } = await publish(t, seller);
  const countChanges = async () =>
    (await t.db.selectFrom('listing_changes').select('seq').where('listing_id', '=', id).execute()).length;
  await t.drainJobs();
  const before = await countChanges();
  await t.get(`/api/listings/${slug}`, browser('I'));
  expect(await readViews(id)).toBe(1);
  expect(await countChanges()).toBe(before);
  const ownView = await t.get(`/api/seller/listings/${id}`, { as: seller });
  expect(ownView.body.data).toMatchObject({ version, stats: { views: 1 } });
});

it('forgets visitors after two days', async () => {
  const { slug } = await publish(t, seller);
  await t.get(`/api/listings/${slug}`, browser('J'));
  await flush();
  await t.app.runner.scheduleRecurring();
  t.clock.advance(4 * DAY_MS);
  await t.drainJobs();
  expect(await t.db.selectFrom('listing_views').selectAll().execute()).toEqual([]);
});
