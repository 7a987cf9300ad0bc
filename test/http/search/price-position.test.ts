import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PricePositions } from '../../../src/modules/discovery/index.ts';
import {
  findDueListings,
  storePositions,
} from '../../../src/modules/discovery/price-positions.repository.ts';
import { createSeller, type TestSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { collectNotices, publish } from '../listings/bodies.ts';

let t: TestApp;
let seller: TestSeller;
let compare: (context?: { signal?: AbortSignal; heartbeat?: () => Promise<boolean> }) => Promise<void>;

/** Prices of similar vehicles, in thousands. */
const THOUSANDS = [50, 20, 90, 30, 70, 40, 60, 80, 100, 10];
const byPrice = new Map<number, string>();
let dissimilar: string;
let onRequest: string;

beforeAll(async () => {
  t = await createTestApp();
  collectNotices(t);
  seller = await createSeller(t, { plan: 'enterprise' });
  const positions: PricePositions = t.app.modules.pricePositions;
  compare = async ({
    signal = new AbortController().signal,
    heartbeat = () => Promise.resolve(true),
  } = {}) => {
    await positions.compareJob.run({}, { signal, heartbeat } as never);
    await t.app.settle();
  };
  const vehicle = { model: 'TGS', year: 2018, powerKw: 368, vatDeductible: true };
  for (const thousand of THOUSANDS)
    byPrice.set(thousand, (await publish(t, seller, { ...vehicle, price: thousand * 1000 })).id);
  dissimilar = (await publish(t, seller, { ...vehicle, year: 2001, price: 1000 })).id;
  onRequest = (await publish(t, seller, { ...vehicle, priceType: 'on_request', price: null })).id;
  await t.app.settle();
});
afterAll(() => t.close());

async function findIds(parameters: string): Promise<string[]> {
  const response = await t.get(`/api/search?fields=id&sort=price_position${parameters}`);
  expect(response.status).toBe(200);
  return response.body.data.results.map(({ id }: { id: string }) => id);
}
const idsOf = (...thousands: readonly number[]) => thousands.map((thousand) => byPrice.get(thousand));
const newestChange = async () =>
  (await sql<{ seq: number }>`select max(seq) as seq from listing_changes`.execute(t.db)).rows[0]?.seq ?? 0;
const changedSince = async (seq: number) =>
  (
    await sql<{ id: string }>`
      select distinct listing_id as id from listing_changes where seq > ${seq} order by 1`.execute(t.db)
  ).rows.map(({ id }) => id);
const countDue = async () =>
  (
    await sql<{ count: number }>`
      select count(*)::integer as count from listing_price_positions where due_at <= ${t.clock.now()}`.execute(
      t.db,
    )
  ).rows[0]?.count;

it('sorts by ID as long as no listing has a position', async () => {
  expect(await findIds('')).toEqual([...byPrice.values(), dissimilar, onRequest].toSorted());
});

it('sorts by how far prices are below those of similar vehicles; listings without a position come last', async () => {
  await compare();
  expect(await countDue()).toBe(0);
  const without = [dissimilar, onRequest].toSorted();
  expect(await findIds('')).toEqual([...idsOf(10, 20, 30, 40, 50, 60, 70, 80, 90, 100), ...without]);
  expect(await findIds('&order=desc')).toEqual([
    ...idsOf(100, 90, 80, 70, 60, 50, 40, 30, 20, 10),
    ...without,
  ]);
  expect(await findIds('&limit=2&page=2')).toEqual(idsOf(30, 40));
});

it('a price change makes the listing due, and no other listing is indexed again', async () => {
  const id = byPrice.get(100) ?? '';
  const changed = await t.patch(`/api/seller/listings/${id}`, { price: 5000 }, { as: seller });
  expect(changed.status).toBe(200);
  expect(await countDue()).toBe(1);
  const idsWithPosition = (await t.app.modules.pricePositions.ofCards([id, byPrice.get(10) ?? ''])).keys();
  expect([...idsWithPosition]).toEqual(idsOf(10));
  await t.app.settle();
  expect((await findIds('')).slice(0, 9)).not.toContain(id);
  const before = await newestChange();
  await compare();
  expect(await changedSince(before)).toEqual([id]);
  expect((await findIds(''))[0]).toBe(id);
});

it('a new description does not make a listing due, and an unchanged position is not indexed again', async () => {
  const id = byPrice.get(90) ?? '';
  await t.patch(`/api/seller/listings/${id}`, { description: 'Washed.' }, { as: seller });
  expect(await countDue()).toBe(0);
  await sql`update listing_price_positions set due_at = ${t.clock.now()} where listing_id = ${id}`.execute(
    t.db,
  );
  await compare();
  const before = await newestChange();
  await sql`update listing_price_positions set due_at = ${t.clock.now()} where listing_id = ${id}`.execute(
    t.db,
  );
  await compare();
  expect(await countDue()).toBe(0);
  expect(await changedSince(before)).toEqual([]);
});

it('an unpublished listing is no longer compared, and is again after publishing', async () => {
  const id = byPrice.get(80) ?? '';
  await t.post(`/api/seller/listings/${id}/unpublish`, {}, { as: seller });
  await sql`update listing_price_positions set due_at = ${t.clock.now()} where listing_id = ${id}`.execute(
    t.db,
  );
  await compare();
  const rows = sql`select from listing_price_positions where listing_id = ${id}`;
  expect((await rows.execute(t.db)).rows).toHaveLength(0);
  await t.post(`/api/seller/listings/${id}/publish`, {}, { as: seller });
  await compare();
  expect(await findIds('')).toContain(id);
  expect((await t.app.modules.pricePositions.ofCards([id])).size).toBe(1);
});

it('a change during the comparison leaves the listing due', async () => {
  const id = byPrice.get(60) ?? '';
  await sql`update listing_price_positions set due_at = '-infinity' where listing_id = ${id}`.execute(t.db);
  const due = await findDueListings(t.db, t.clock.now(), 10);
  expect(due).toHaveLength(1);
  await t.patch(`/api/seller/listings/${id}`, { price: 61_000 }, { as: seller });
  await storePositions(
    t.db,
    due,
    new Map([[id, { position: 'lowest', compared: 9, perMille: -990 }]]),
    t.clock.now(),
  );
  expect(await countDue()).toBe(1);
  await compare();
  expect(await countDue()).toBe(0);
  expect((await t.app.modules.pricePositions.ofCards([id])).get(id)?.position).toBe('usual');
});

it('commits in batches, so that an aborted run keeps its progress', async () => {
  await sql`
    insert into listings
    select (jsonb_populate_record(l, jsonb_build_object(
      'id', 'lst_' || lpad(n::text, 26, '0'), 'slug', 'copy-' || n, 'external_id', null, 'vin', null))).*
    from listings l, generate_series(1, 250) n
    where l.id = ${byPrice.get(70)}`.execute(t.db);
  await t.app.settle();
  expect(await countDue()).toBe(250);
  const stopped = new AbortController();
  let beats = 0;
  const heartbeat = () => {
    if (++beats === 1) stopped.abort();
    return Promise.resolve(true);
  };
  await compare({ signal: stopped.signal, heartbeat });
  expect(await countDue()).toBe(150);
  await compare();
  expect(await countDue()).toBe(0);
  expect(beats).toBe(1);

  // With more than 100 similar listings, only the prices at a few ranks are read.
  const id = byPrice.get(20) ?? '';
  await sql`update listing_price_positions set due_at = ${t.clock.now()} where listing_id = ${id}`.execute(
    t.db,
  );
  await compare();
  const position = (await t.app.modules.pricePositions.ofCards([id])).get(id);
  expect(position).toEqual({ position: 'lowest', compared: 259, percent: -71 });
});
