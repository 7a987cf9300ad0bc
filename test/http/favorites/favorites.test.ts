import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/platform/clock.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import type { NoticeType } from '../../../src/platform/notices.ts';
import {
  createAdmin,
  createApiKey,
  createBuyer,
  createListing,
  createSeller,
  type TestListing,
  type TestSeller,
  type TestUser,
} from '../../support/factories.ts';
import { eraseSection, exportSection } from '../../support/personal-data.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const add = (user: { token: string }, listing: TestListing) =>
  t.post('/api/favorites', { listingId: listing.listingId }, { as: user });

async function favoritesCount(listing: TestListing): Promise<number> {
  const row = await t.db
    .selectFrom('listings')
    .select('favorites_count')
    .where('id', '=', listing.listingId)
    .executeTakeFirstOrThrow();
  return row.favorites_count;
}

describe('favorites', () => {
  it('201, 200: keep the price at which they were added and say how it has changed', async () => {
    const buyer = await createBuyer(t);
    const listing = await createListing(t, await createSeller(t), { price: 50_000 });
    const added = await add(buyer, listing);
    expect([added.status, added.body.data.favorite]).toEqual([
      201,
      {
        id: expect.stringMatching(/^fav_/),
        listing: {
          id: listing.listingId,
          title: listing.title,
          slug: listing.slug,
          price: 50_000,
          currency: 'EUR',
          vatDeductible: null,
          year: 2020,
          mileage: 420_000,
          location: { country: 'DE', city: 'Hamburg' },
          thumbnail: null,
          status: 'ACTIVE',
        },
        priceAtAdded: 50_000,
        priceChange: 0,
        note: null,
        createdAt: expect.any(String),
      },
    ]);
    await t.db
      .updateTable('listings')
      .set({ price: 45_899.99 })
      .where('id', '=', listing.listingId)
      .execute();
    const { data } = (await t.get('/v1/favorites', { as: buyer })).body;
    expect(data.favorites).toMatchObject([{ priceAtAdded: 50_000, priceChange: -4100.01 }]);
    expect(data.pagination).toEqual({ page: 1, limit: 20, total: 1, totalPages: 1, hasMore: false });
    await t.db.updateTable('listings').set({ currency: 'PLN' }).where('id', '=', listing.listingId).execute();
    expect((await t.get('/v1/favorites', { as: buyer })).body.data.favorites[0].priceChange).toBeNull();
  });

  it("204: go by the id of the listing or by their own, once, and only one's own", async () => {
    const [buyer, other] = [await createBuyer(t), await createBuyer(t)];
    const seller = await createSeller(t);
    const [listing, remaining] = [await createListing(t, seller), await createListing(t, seller)];
    await add(buyer, remaining);
    for (const idOf of [() => listing.listingId, (id: string) => id]) {
      const id = idOf((await add(buyer, listing)).body.data.favorite.id);
      expect((await t.del(`/api/favorites/${id}`, { as: other })).status).toBe(404);
      const response = await t.del(`/api/favorites/${id}`, { as: buyer });
      expect([response.status, response.text]).toEqual([204, '']);
      expect((await t.del(`/api/favorites/${id}`, { as: buyer })).body.error.code).toBe('NOT_FOUND');
      expect(await favoritesCount(listing)).toBe(0);
    }
    expect(await favoritesCount(remaining)).toBe(1);
    const { favorites } = (await t.get('/api/favorites', { as: buyer })).body.data;
    expect(favorites.map((favorite: { listing: { id: string } }) => favorite.listing.id)).toEqual([
      remaining.listingId,
    ]);
  });

  it('keep title and state of deleted listings, and nothing else', async () => {
    const buyer = await createBuyer(t);
    const seller = await createSeller(t);
    const [paused, purged] = [await createListing(t, seller), await createListing(t, seller)];
    await add(buyer, paused);
    t.clock.advance(10);
    await add(buyer, purged);
    await t.db.updateTable('listings').set({ status: 'PAUSED' }).where('id', '=', paused.listingId).execute();
    await t.db.deleteFrom('listings').where('id', '=', purged.listingId).execute();
    const { favorites } = (await t.get('/api/favorites', { as: buyer })).body.data;
    for (const [i, [listing, status]] of [
      [purged, 'DELETED'] as const,
      [paused, 'PAUSED'] as const,
    ].entries()) {
      expect(favorites[i].listing).toMatchObject({
        id: listing.listingId,
        title: listing.title,
        status,
        slug: null,
        price: null,
      });
      expect([favorites[i].priceAtAdded, favorites[i].priceChange]).toEqual([45_900, null]);
    }
  });

  it('come newest first, page by page', async () => {
    const buyer = await createBuyer(t);
    const seller = await createSeller(t);
    const added: string[] = [];
    for (let n = 0; n < 3; n++) {
      const listing = await createListing(t, seller);
      t.clock.advance(1000);
      await add(buyer, listing);
      added.unshift(listing.listingId);
    }
    const pages: string[] = [];
    for (const page of [1, 2]) {
      const { favorites } = (await t.get(`/api/favorites?limit=2&page=${page}`, { as: buyer })).body.data;
      pages.push(...favorites.map((favorite: { listing: { id: string } }) => favorite.listing.id));
    }
    expect(pages).toEqual(added);
  });

  it('are counted exactly, whatever comes at once', async () => {
    const listing = await createListing(t, await createSeller(t));
    const buyers = await Promise.all(Array.from({ length: 6 }, () => createBuyer(t)));
    const added = await Promise.all(buyers.flatMap((buyer) => [add(buyer, listing), add(buyer, listing)]));
    expect(added.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([
      ...Array(6).fill(201),
      ...Array(6).fill(409),
    ]);
    expect(await favoritesCount(listing)).toBe(6);
    const removed = await Promise.all(
      buyers
        .slice(0, 3)
        .flatMap((buyer) => [
          t.del(`/api/favorites/${listing.listingId}`, { as: buyer }),
          t.del(`/api/favorites/${listing.listingId}`, { as: buyer }),
        ]),
    );
    expect(removed.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([
      204, 204, 204, 404, 404, 404,
    ]);
    expect(await favoritesCount(listing)).toBe(3);
    const day = await t.db
      .selectFrom('listing_stats_daily')
      .select('favorites')
      .where('listing_id', '=', listing.listingId)
      .executeTakeFirstOrThrow();
    expect(day.favorites).toBe(3);
  });

  it('422 without a listing; 401 and 403 for other roles; 404 for hidden listings; 409 twice', async () => {
    const buyer = await createBuyer(t);
    const seller = await createSeller(t);
    const listing = await createListing(t, seller);
    expect((await t.post('/api/favorites', {}, { as: buyer })).status).toBe(422);
    expect((await t.post('/api/favorites', { listingId: listing.listingId })).status).toBe(401);
    const key = await createApiKey(t, seller.userId, ['listings:read', 'listings:write']);
    expect((await add({ token: key }, listing)).body.error.code).toBe('INSUFFICIENT_SCOPE');
    const draft = await createListing(t, seller, { status: 'DRAFT' });
    const responses = [
      await add(buyer, draft),
      await add(buyer, { ...draft, listingId: 'lst_00000000000000000000000000' }),
      await add(buyer, { ...draft, listingId: 'x' }),
    ];
    expect(responses.map((response) => response.status)).toEqual([404, 404, 404]);
    expect(new Set(responses.map((response) => response.text)).size).toBe(1);
    await add(buyer, listing);
    const duplicate = await add(buyer, listing);
    expect([duplicate.status, duplicate.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    expect((await t.del(`/api/favorites/${listing.listingId}`, { as: await createBuyer(t) })).status).toBe(
      404,
    );
  });
});

describe('news of favorites', () => {
  const REOPENINGS = 15;
  let seller: TestSeller;
  let listing: TestListing;
  let buyer: TestUser;
  // Previous tests have moved the clock past the expiry of tokens.
  beforeEach(async () => {
    seller = await createSeller(t);
    listing = await createListing(t, seller, { price: 50_000 });
    buyer = await createBuyer(t);
    await add(buyer, listing);
  });

  const setPrice = async (price: number | null, fields: Record<string, unknown> = {}): Promise<void> => {
    const body = { price, ...fields };
    const response = await t.patch(`/api/seller/listings/${listing.listingId}`, body, { as: seller });
    expect(response.status).toBe(200);
    await t.drainJobs();
  };
  const step = async (action: string): Promise<void> => {
    const response = await t.post(`/api/seller/listings/${listing.listingId}/${action}`, undefined, {
      as: seller,
    });
    expect(response.status).toBe(200);
    await t.drainJobs();
  };
  const pass = async (ms = MINUTE_MS): Promise<void> => {
    t.clock.advance(ms);
    await t.drainJobs();
  };
  /** Returns the new and the previous price of each notification; the number of emails must be the same. */
  const listAnnouncedPrices = async (
    user = buyer,
    type: NoticeType = 'price_drop',
  ): Promise<(number | undefined)[][]> => {
    const rows = await t.db
      .selectFrom('notifications')
      .select('data')
      .where('user_id', '=', user.userId)
      .where('type', '=', type)
      .orderBy('created_at')
      .execute();
    expect(t.mailbox.filter(({ to }) => to === user.email)).toHaveLength(rows.length);
    return rows.map(({ data }) => [data['previousPrice'], data['price']] as (number | undefined)[]);
  };

  it('name the new price, and the price from which it has fallen for each', async () => {
    const lateBuyer = await createBuyer(t);
    await setPrice(48_000);
    await add(lateBuyer, listing);
    await setPrice(44_000);
    await pass();
    expect(await listAnnouncedPrices()).toEqual([[50_000, 44_000]]);
    expect(await listAnnouncedPrices(lateBuyer)).toEqual([[48_000, 44_000]]);
    const mail = t.mailbox.find(({ to }) => to === lateBuyer.email);
    expect(mail?.text).toContain(
      `\n${listing.title}\n€44,000 incl. VAT\nPrice reduced from €48,000 incl. VAT\n`,
    );
    expect(mail?.text).toContain(`https://market.example/listings/${listing.slug}`);
  });

  it('are sent once for many price cuts in a row, with the lowest price; later cuts follow a day after', async () => {
    for (let cut = 1; cut <= 50; cut++) await setPrice(50_000 - cut * 100);
    await pass();
    expect(await listAnnouncedPrices()).toEqual([[50_000, 45_000]]);
    for (const price of [44_000, 43_000, 43_500]) await setPrice(price);
    await pass(HOUR_MS);
    expect(await listAnnouncedPrices()).toHaveLength(1);
    await pass(DAY_MS);
    expect(await listAnnouncedPrices()).toEqual([
      [50_000, 45_000],
      [45_000, 43_500],
    ]);
    await pass(DAY_MS);
    expect(await listAnnouncedPrices()).toHaveLength(2);
  });

  it('come once for a batch of price changes that is sent again and again', async () => {
    for (const percent of [-2, -2, -2]) {
      const operations = [{ op: 'changePrice', id: listing.listingId, percent }];
      const response = await t.post('/api/seller/listings/batch', { operations }, { as: seller });
      expect(response.body.data.results).toMatchObject([{ status: 200 }]);
      await t.drainJobs();
    }
    await pass();
    expect(await listAnnouncedPrices()).toEqual([[50_000, 47_059.6]]);
  });

  it('do not come for less than the least drop; small cuts add up', async () => {
    for (let cut = 1; cut <= 50; cut++) await setPrice(50_000 - cut);
    await pass();
    expect(await listAnnouncedPrices()).toEqual([]);
    await setPrice(49_900);
    await pass();
    expect(await listAnnouncedPrices()).toEqual([[50_000, 49_900]]);
  });

  it('follow the percentage of cheap vehicles and the amount at the stored rates', async () => {
    const trailer = await createListing(t, seller, { price: 1000 });
    const polish = await createListing(t, seller, { price: 50_000, currency: 'PLN' });
    for (const target of [trailer, polish]) await add(buyer, target);
    const cut = async (target: TestListing, price: number): Promise<void> => {
      await t.patch(`/api/seller/listings/${target.listingId}`, { price }, { as: seller });
      await t.drainJobs();
      await pass();
    };
    await cut(trailer, 971);
    await cut(polish, 49_575);
    expect(await listAnnouncedPrices()).toEqual([]);
    await cut(trailer, 970);
    // 428 PLN equal 100 EUR.
    await cut(polish, 49_572);
    expect(await listAnnouncedPrices()).toEqual([
      [1000, 970],
      [50_000, 49_572],
    ]);
    const admin = await createAdmin(t);
    const set = (value: unknown) =>
      t.put('/api/admin/settings/listings.leastPriceDrop', { value }, { as: admin });
    expect((await set({ percent: 50, euros: 20_000 })).status).toBe(200);
    await setPrice(31_000);
    await pass();
    expect(await listAnnouncedPrices()).toHaveLength(2);
    await setPrice(30_000);
    await pass();
    expect(await listAnnouncedPrices()).toHaveLength(3);
    expect((await set(null)).status).toBe(200);
  });

  it('do not come for a mistake that is corrected within a minute, nor for a rise and a fall back', async () => {
    await setPrice(5000);
    await setPrice(50_000);
    await pass();
    await setPrice(60_000);
    await setPrice(50_000);
    await pass();
    expect(await listAnnouncedPrices()).toEqual([]);
    await setPrice(45_000);
    await pass();
    for (const price of [47_000, 45_000]) await setPrice(price);
    await pass(2 * DAY_MS);
    expect(await listAnnouncedPrices()).toEqual([[50_000, 45_000]]);
  });

  it('know the price before the first cut of a vehicle that was saved without one', async () => {
    await t.db
      .updateTable('favorites')
      .set({ price_at_added: null, currency_at_added: null })
      .where('user_id', '=', buyer.userId)
      .execute();
    for (const price of [49_960, 49_920, 49_880]) await setPrice(price);
    await pass();
    expect(await listAnnouncedPrices()).toEqual([]);
    await setPrice(49_860);
    await pass();
    // The recorded price history starts with the result of the first cut.
    expect(await listAnnouncedPrices()).toEqual([[49_960, 49_860]]);
  });

  it('compare net prices with net ones and gross with gross, since when the vehicle was saved', async () => {
    const other = await createListing(t, seller);
    const put = async (body: object): Promise<void> => {
      const response = await t.patch(`/api/seller/listings/${other.listingId}`, body, { as: seller });
      expect(response.status).toBe(200);
      await t.drainJobs();
      await pass();
    };
    const change = async (user: TestUser): Promise<unknown> => {
      const { favorites } = (await t.get('/api/favorites', { as: user })).body.data;
      return favorites.find(({ listing: { id } }: { listing: { id: string } }) => id === other.listingId)
        .priceChange;
    };
    await put({ price: 119_000, vatDeductible: false });
    const ofOldRelease = await createBuyer(t);
    const readers = [buyer, ofOldRelease];
    for (const user of readers) await add(user, other);
    await t.db
      .updateTable('favorites')
      .set({ vat_deductible_at_added: null })
      .where('user_id', '=', ofOldRelease.userId)
      .execute();
    // Including VAT, the price is higher than before.
    await put({ priceNet: 105_000, vatRate: 19 });
    await put({ price: 104_999 });
    for (const user of readers) {
      expect(await listAnnouncedPrices(user)).toEqual([]);
      expect(await change(user)).toBeNull();
    }
    await put({ price: 100_000 });
    for (const user of readers) expect(await listAnnouncedPrices(user)).toEqual([[105_000, 100_000]]);
    const mail = t.mailbox.find(({ to }) => to === buyer.email);
    expect(mail?.text).toContain('It now costs €100,000 net instead of €105,000 net.');
    expect(mail?.text).toContain('\n€100,000 net\nPrice reduced from €105,000 net\n');
    // The new price is above the net price in the notifications, but below the gross price that the readers saw.
    await put({ price: 118_000, vatDeductible: false });
    await put({ price: 115_000 });
    expect(await change(buyer)).toBe(-4000);
    await pass(DAY_MS);
    expect(await listAnnouncedPrices()).toEqual([
      [105_000, 100_000],
      [119_000, 115_000],
    ]);
  });

  it('about a sale are sent once a day, however often it is repeated, and not after it is reversed', async () => {
    for (let i = 0; i < REOPENINGS; i++) {
      await step('sold');
      await step('reopen');
    }
    await step('sold');
    expect(await listAnnouncedPrices(buyer, 'favorite_sold')).toHaveLength(1);
    const other = await createListing(t, seller);
    await add(buyer, other);
    await t.post(`/api/seller/listings/${other.listingId}/sold`, undefined, { as: seller });
    await t.post(`/api/seller/listings/${other.listingId}/reopen`, undefined, { as: seller });
    await t.drainJobs();
    expect(await listAnnouncedPrices(buyer, 'favorite_sold')).toHaveLength(1);
  });

  it('come once to who has also saved searches that find the vehicle, unless the emails of the one are off', async () => {
    const [, silent] = [buyer, await createBuyer(t)];
    await add(silent, listing);
    await t.put(
      '/api/notifications/preferences',
      { preferences: { price_drop: { email: false } } },
      { as: silent },
    );
    for (const as of [buyer, silent])
      for (const name of ['One', 'Two']) {
        const search = { name, query: { max_price: 60_000 }, alerts: true, alert_frequency: 'instant' };
        expect((await t.post('/v1/search/saved', search, { as })).status).toBe(201);
      }
    await t.app.runner.scheduleRecurring();
    await setPrice(45_000);
    await pass();
    await pass(2 * MINUTE_MS);
    const listKinds = async (user: TestUser): Promise<string[]> =>
      (
        await t.db
          .selectFrom('notifications')
          .select('type')
          .where('user_id', '=', user.userId)
          .orderBy('type')
          .execute()
      ).map(({ type }) => type);
    expect(await listKinds(buyer)).toHaveLength(1);
    expect(t.mailbox.filter(({ to }) => to === buyer.email)).toHaveLength(1);
    expect(await listKinds(silent)).toContain('saved_search_match');
    expect(t.mailbox.filter(({ to }) => to === silent.email)).toHaveLength(1);
  });

  it('are sent once although their job runs again after a crash', async () => {
    await setPrice(45_000);
    const job = await t.db
      .selectFrom('jobs')
      .selectAll()
      .where('name', '=', 'favorites.announce-price')
      .executeTakeFirstOrThrow();
    await pass();
    await t.db
      .insertInto('jobs')
      .values({ ...job, payload: JSON.stringify(job.payload), locked_until: null })
      .execute();
    await t.drainJobs();
    expect(await listAnnouncedPrices()).toHaveLength(1);
  });
});

it('leave with the person, and the counts follow', async () => {
  const buyer = await createBuyer(t);
  const listing = await createListing(t, await createSeller(t));
  await add(buyer, listing);
  const person = { userId: buyer.userId, email: buyer.email, sellerId: null };
  const { favorites } = t.app.modules;
  expect(await exportSection(favorites.personalData, t.db, person)).toMatchObject([
    { listingId: listing.listingId },
  ]);
  await inTransaction(t.db, (trx) => eraseSection(favorites.personalData, trx, person, t.clock.now()));
  expect(await exportSection(favorites.personalData, t.db, person)).toEqual([]);
  expect(await favoritesCount(listing)).toBe(0);
});

describe('notes', () => {
  it('200: keep what the user writes about a favorite, until they delete it or the favorite', async () => {
    const buyer = await createBuyer(t);
    const listing = await createListing(t, await createSeller(t));
    const { favorite } = (await add(buyer, listing)).body.data;
    const write = (id: string, note: unknown, as = buyer) =>
      t.call('PATCH', `/api/favorites/${id}`, { body: { note }, as });
    const written = await write(listing.listingId, '  Ask for the tyres.\nCall on Monday ');
    expect([written.status, written.body.data.favorite.note]).toEqual([
      200,
      'Ask for the tyres.\nCall on Monday',
    ]);
    expect((await t.get('/api/favorites', { as: buyer })).body.data.favorites).toMatchObject([
      { note: 'Ask for the tyres.\nCall on Monday' },
    ]);
    const person = { userId: buyer.userId, email: buyer.email, sellerId: null };
    expect(await exportSection(t.app.modules.favorites.personalData, t.db, person)).toMatchObject([
      { note: 'Ask for the tyres.\nCall on Monday' },
    ]);
    expect((await write(favorite.id, 'n'.repeat(1000))).status).toBe(200);
    expect((await write(favorite.id, 'n'.repeat(1001))).body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'note' }],
    });
    expect((await write(favorite.id, ' ')).body.data.favorite.note).toBeNull();
    expect((await write(favorite.id, null)).body.data.favorite.note).toBeNull();
    const other = await createBuyer(t);
    for (const id of [favorite.id, listing.listingId, 'none'])
      expect((await write(id, 'Mine?', other)).status).toBe(404);
  });
});

describe('favorites chosen before signing in', () => {
  it('200: are added once, unless their listing is no longer live', async () => {
    const [buyer, seller] = [await createBuyer(t), await createSeller(t)];
    const [first, second, sold] = [
      await createListing(t, seller),
      await createListing(t, seller),
      await createListing(t, seller),
    ];
    await add(buyer, first);
    await t.post(`/api/seller/listings/${sold.listingId}/sold`, undefined, { as: seller });
    const listingIds = [first, second, second, sold].map(({ listingId }) => listingId);
    const merge = () =>
      t.post('/api/favorites/merge', { listingIds: [...listingIds, 'none'] }, { as: buyer });
    expect((await merge()).body.data).toEqual({ added: 1 });
    expect((await merge()).body.data).toEqual({ added: 0 });
    expect(await favoritesCount(second)).toBe(1);
    expect((await t.get('/api/favorites/ids', { as: buyer })).body.data).toEqual({
      listingIds: [second.listingId, first.listingId],
      total: 2,
    });
  });

  it('422: are at most 50', async () => {
    const listingIds = Array.from({ length: 51 }, (_, at) => `lst_${at}`);
    const refused = await t.post('/api/favorites/merge', { listingIds }, { as: await createBuyer(t) });
    expect([refused.status, refused.body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
  });
});
