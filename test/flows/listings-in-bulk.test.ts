import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BulkItem, BulkOptions, BulkResult } from '../../src/modules/listings/index.ts';
import type { SellerListingActor } from '../../src/modules/listings/index.ts';
import { DAY_MS } from '../../src/platform/clock.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { createSeller, type TestSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { collectNotices, eventsOf, tractor } from '../http/listings/bodies.ts';

let t: TestApp;
let seller: TestSeller;

beforeAll(async () => {
  t = await createTestApp();
  collectNotices(t);
});

beforeEach(async () => {
  seller = await createSeller(t, { plan: 'starter' });
});

afterAll(() => t.close());

function listingActorOf(member: TestSeller): SellerListingActor {
  return {
    kind: 'seller',
    sellerId: member.sellerId,
    userId: member.userId,
    emailVerified: true,
    source: 'import',
  };
}

function write(items: readonly BulkItem[], options: Partial<BulkOptions> = {}): Promise<BulkResult[]> {
  return inTransaction(t.db, (trx) =>
    t.app.modules.listings.bulk.write(trx, items, { actor: listingActorOf(seller), ...options }),
  );
}

function item(externalId: string, overrides: Partial<BulkItem> & { body?: object } = {}): BulkItem {
  const { body, ...rest } = overrides;
  return {
    mode: 'patch',
    target: 'active',
    ...rest,
    body: { ...tractor, features: [...tractor.features], externalId, ...body },
  };
}

const outcomes = (results: readonly BulkResult[]) => results.map((result) => result.outcome);

async function readOwn(id: string | null) {
  return (await t.get(`/api/seller/listings/${id}`, { as: seller })).body.data;
}

describe('writing many listings at once', () => {
  it('creates, changes, leaves alone and removes, each with its events', async () => {
    const created = await write([item('A'), item('B'), item('C', { target: 'draft' })]);
    expect(outcomes(created)).toEqual(['created', 'created', 'created']);
    const [a, b, c] = created.map((result) => result.listingId ?? '');
    expect(await readOwn(a ?? '')).toMatchObject({ status: 'ACTIVE', source: 'import', externalId: 'A' });
    expect(await readOwn(c ?? '')).toMatchObject({ status: 'DRAFT' });
    const results = await write([
      item('A', { body: { price: 40_000 } }),
      item('B'),
      item('C', { target: 'deleted' }),
      item('D', { target: 'sold' }),
    ]);
    expect(outcomes(results)).toEqual(['updated', 'unchanged', 'removed', 'unchanged']);
    expect(await readOwn(a ?? '')).toMatchObject({ price: 40_000, previousPrice: 45_900, version: 2 });
    expect(await eventsOf(t, a ?? '')).toEqual([
      'listing.created',
      'listing.published',
      'listing.updated',
      'listing.price_dropped',
    ]);
    expect(await eventsOf(t, b ?? '')).toEqual(['listing.created', 'listing.published']);
    expect(await eventsOf(t, c ?? '')).toEqual(['listing.created', 'listing.deleted']);
    const found = await t.get('/api/search?min_price=40000&max_price=40000');
    expect(found.body.data.results.map((hit: { id: string }) => hit.id)).toContain(a);
  });

  it('names the problems of bad items and writes the good ones', async () => {
    const results = await write([
      item('A', { body: { price: -5, year: 1 } }),
      item('B'),
      item('C', { body: { category: 'nothing', subcategory: null } }),
      item('B'),
      item('E', { body: { vin: 'WMA06XZZ4HP000010' } }),
      item('F', { body: { vin: 'wma06xzz4hp000010' } }),
    ]);
    expect(outcomes(results)).toEqual(['failed', 'created', 'failed', 'failed', 'created', 'failed']);
    expect(results[0]?.errors.map((error) => error.field).toSorted()).toEqual(['price', 'year']);
    expect(results[2]?.errors[0]?.field).toBe('category');
    expect(results[3]?.errors).toMatchObject([
      { field: 'externalId', message: 'occurs twice in the same file' },
    ]);
    expect(results[5]?.errors).toMatchObject([{ field: 'vin' }]);
    expect((await t.get('/api/seller/listings', { as: seller })).body.data.pagination.total).toBe(2);
  });

  it('leaves listings beyond the plan as drafts', async () => {
    const results = await write(Array.from({ length: 20 }, (_, index) => item(`N-${index}`)));
    expect(results.filter((result) => result.isOverLimit)).toHaveLength(5);
    expect(await t.app.modules.listings.countActive(t.db, seller.sellerId)).toBe(15);
    const drafts = await t.get('/api/seller/listings?status=DRAFT', { as: seller });
    expect(drafts.body.data.pagination.total).toBe(5);
  });

  it('says why a listing does not go live, and keeps it', async () => {
    const [result] = await write([item('A', { body: { price: null } })]);
    expect(result).toMatchObject({ outcome: 'created', isOverLimit: false });
    expect(result?.warnings).toContainEqual({
      field: 'price',
      message: 'is required to publish',
      severity: 'warning',
    });
    expect((await readOwn(result?.listingId ?? null)).status).toBe('DRAFT');
  });

  it('gives a suspended seller the reason that a single write gives, not a full plan', async () => {
    await t.db
      .updateTable('sellers')
      .set({ status: 'suspended' })
      .where('id', '=', seller.sellerId)
      .execute();
    const [result] = await write([item('A')]);
    expect(result).toMatchObject({ outcome: 'created', isOverLimit: false });
    const message = 'The seller is suspended.';
    expect(result?.warnings).toContainEqual({ field: 'status', message, severity: 'warning' });
    const alone = inTransaction(t.db, (trx) =>
      t.app.modules.listings.transition(trx, listingActorOf(seller), result?.listingId ?? '', 'publish'),
    );
    await expect(alone).rejects.toMatchObject({ code: 'FORBIDDEN', message });
  });

  it('finds a listing without stock number by VIN, and sets its number', async () => {
    const [created] = await write([
      { body: { ...tractor, features: [], vin: 'WMA06XZZ4HP000020' }, mode: 'patch', target: 'draft' },
    ]);
    const [found] = await write([item('NEW', { body: { vin: 'WMA06XZZ4HP000020' } })]);
    expect(found).toMatchObject({ outcome: 'updated', listingId: created?.listingId });
    expect(await readOwn(created?.listingId ?? null)).toMatchObject({ externalId: 'NEW', status: 'ACTIVE' });
    const [other] = await write([item('OTHER', { body: { vin: 'WMA06XZZ4HP000020' } })]);
    expect(other?.errors).toMatchObject([{ field: 'vin' }]);
  });

  it('an equal digest is not a change', async () => {
    const rowHash = Buffer.from('0011223344', 'hex');
    await write([item('A', { rowHash })]);
    const [repeated] = await write([item('A', { rowHash, body: { price: 1 } })]);
    expect(repeated?.outcome).toBe('unchanged');
    const [changed] = await write([
      item('A', { rowHash: Buffer.from('55', 'hex'), body: { price: 44_000 } }),
    ]);
    expect(changed?.outcome).toBe('updated');
  });

  it('patch leaves and replace clears what the body leaves out', async () => {
    const [created] = await write([item('A')]);
    const body = {
      category: 'tractor-units',
      brand: 'man',
      year: 2020,
      currency: 'EUR',
      price: 1,
      externalId: 'A',
    };
    await write([{ body, mode: 'patch', target: null }]);
    expect(await readOwn(created?.listingId ?? null)).toMatchObject({ model: 'TGX', price: 1 });
    await write([{ body, mode: 'replace', target: null }]);
    expect(await readOwn(created?.listingId ?? null)).toMatchObject({
      model: null,
      mileage: null,
      status: 'ACTIVE',
    });
  });

  it('moves listings on and off the market', async () => {
    const [created] = await write([item('A')]);
    const id = created?.listingId ?? null;
    await write([item('A', { target: 'paused' })]);
    expect((await readOwn(id)).status).toBe('PAUSED');
    await write([item('A', { body: { mileage: 1 } })]);
    expect(await readOwn(id)).toMatchObject({ status: 'ACTIVE', mileage: 1, version: 3 });
    expect(outcomes(await write([item('A', { target: 'sold' })]))).toEqual(['removed']);
    const [late] = await write([item('A', { body: { mileage: 2 }, target: null })]);
    expect(late).toMatchObject({ outcome: 'failed', errors: [{ field: 'status' }] });
  });

  it('a dry run judges and writes nothing', async () => {
    const results = await write([item('A'), item('B', { body: { year: 1 } })], {
      dryRun: { slotsTaken: 0, draftsTaken: 0 },
    });
    expect(outcomes(results)).toEqual(['created', 'failed']);
    expect((await t.get('/api/seller/listings', { as: seller })).body.data.pagination.total).toBe(0);
  });

  it('a dry run counts the slots of the plan over all of its calls', async () => {
    const dryRun = { slotsTaken: 0, draftsTaken: 0 };
    const batchFrom = (from: number) => Array.from({ length: 10 }, (_, i) => item(`S-${from + i}`));
    const results = [...(await write(batchFrom(0), { dryRun })), ...(await write(batchFrom(10), { dryRun }))];
    // The plan allows 15 listings.
    expect(results.map((result) => result.isOverLimit)).toEqual([
      ...Array(15).fill(false),
      ...Array(5).fill(true),
    ]);
    expect(dryRun.slotsTaken).toBe(15);
  });

  it('brings back a sale for as long as the endpoint does, and not later', async () => {
    const [created] = await write([item('A')]);
    const id = created?.listingId ?? '';
    await write([item('A', { target: 'sold' })]);
    t.clock.advance(31 * DAY_MS);
    const [late] = await write([item('A')]);
    expect(late).toMatchObject({ outcome: 'unchanged', warnings: [{ field: 'status' }] });
    expect(late?.warnings[0]?.message).toContain('30 days after the sale');
    const endpoint = inTransaction(t.db, (trx) =>
      t.app.modules.listings.transition(trx, listingActorOf(seller), id, 'publish'),
    );
    await expect(endpoint).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: late?.warnings[0]?.message,
    });
    t.clock.advance(-2 * DAY_MS);
    expect(outcomes(await write([item('A', { body: { price: 44_000 } })]))).toEqual(['updated']);
    t.clock.advance(-29 * DAY_MS);
    expect(await readOwn(id)).toMatchObject({ status: 'ACTIVE', price: 44_000, soldAt: null });
  });

  it('keeps texts as they are, whatever they look like to the database', async () => {
    const body = {
      model: 'NULL',
      variant: '{"a",b}',
      description: 'back\\slash, "quotes", {braces}\nand lines, \'\'',
      translations: { de: { title: 'Ein "Titel" \\ mit {Zeichen}' } },
      features: ['retarder'],
    };
    const [created, bare] = await write([item('A', { body }), item('B', { body: { features: [] } })]);
    expect(await readOwn(created?.listingId ?? null)).toMatchObject(body);
    expect(await readOwn(bare?.listingId ?? null)).toMatchObject({ features: [], model: 'TGX' });
    const changed = { ...body, features: ['air_suspension'], variant: null };
    await write([item('A', { body: changed }), item('B')]);
    expect(await readOwn(created?.listingId ?? null)).toMatchObject(changed);
    expect(await readOwn(bare?.listingId ?? null)).toMatchObject({ features: [...tractor.features] });
  });

  it("never touches another seller's listing with the same keys", async () => {
    const [created] = await write([item('A', { body: { vin: 'WMA06XZZ4HP000030' } })]);
    const stranger = await createSeller(t, { plan: 'starter' });
    const [otherResult] = await write([item('A', { body: { vin: 'WMA06XZZ4HP000030' } })], {
      actor: listingActorOf(stranger),
    });
    expect(otherResult?.outcome).toBe('created');
    expect(otherResult?.listingId).not.toBe(created?.listingId);
    await t.drainJobs();
    const { moderation_flags } = await t.db
      .selectFrom('listings')
      .select('moderation_flags')
      .where('id', '=', otherResult?.listingId ?? '')
      .executeTakeFirstOrThrow();
    expect(moderation_flags).toEqual({ vinSeenElsewhere: [created?.listingId] });
  });
});

describe('moderation flags', () => {
  it('mark a price far below like vehicles, and texts that hide a contact', async () => {
    await write(Array.from({ length: 6 }, (_, index) => item(`P-${index}`)));
    const [bait] = await write([
      item('BAIT', { body: { price: 9000, description: 'Write me on Whats App, 0 1 7 0 - 1 2 3 4 5 6 7' } }),
    ]);
    await t.drainJobs();
    const flagsOf = async (id: string | null | undefined) =>
      await t.db
        .selectFrom('listings')
        .select(['moderation_flags', 'version'])
        .where('id', '=', id ?? '')
        .executeTakeFirstOrThrow();
    expect(await flagsOf(bait?.listingId)).toEqual({
      version: 1,
      moderation_flags: { priceFarBelow: { price: 9000, median: 45_900 }, contactInText: ['description'] },
    });
    await write([item('BAIT', { body: { price: 44_000, description: 'A truck.' } })]);
    await t.drainJobs();
    expect((await flagsOf(bait?.listingId)).moderation_flags).toEqual({});
  });
});

describe('taking many listings off the market', () => {
  it('happens once to each, however many do it at the same time, and to no others', async () => {
    const created = await write([item('T-1'), item('T-2'), item('T-3')]);
    const [first, second, third] = created.map((result) => result.listingId ?? '') as [
      string,
      string,
      string,
    ];
    const other = await createSeller(t, { plan: 'starter' });
    const { inventory } = t.app.modules.listings;
    const takeOff = (sellerId: string, ids: readonly string[]) =>
      inTransaction(t.db, (trx) => inventory.applyAll(trx, sellerId, ids, 'unpublish', { actor: 'seller' }));
    expect(await takeOff(other.sellerId, [first, second, third])).toEqual([]);
    const taken = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        takeOff(seller.sellerId, i % 2 === 0 ? [first, second] : [second, first]),
      ),
    );
    expect(taken.flat().toSorted()).toEqual([first, second].toSorted());
    for (const id of [first, second]) {
      expect(await readOwn(id)).toMatchObject({ status: 'PAUSED', version: 2 });
      expect(await eventsOf(t, id)).toEqual(['listing.created', 'listing.published', 'listing.unpublished']);
    }
    expect(await readOwn(third)).toMatchObject({ status: 'ACTIVE', version: 1 });
  });
});
