import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FavoriteNotifier } from '../../../src/modules/favorites/favorite-notifier.ts';
import { listingPriceDropped } from '../../../src/modules/listings/index.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import {
  createApiKey,
  createBuyer,
  createListing,
  createSeller,
  type TestListing,
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
          year: 2020,
          mileage: 420_000,
          location: { country: 'DE', city: 'Hamburg' },
          thumbnail: null,
          status: 'ACTIVE',
        },
        priceAtAdded: 50_000,
        priceChange: 0,
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
    const listing = await createListing(t, await createSeller(t));
    for (const idOf of [() => listing.listingId, (id: string) => id]) {
      const id = idOf((await add(buyer, listing)).body.data.favorite.id);
      expect((await t.del(`/api/favorites/${id}`, { as: other })).status).toBe(404);
      const answer = await t.del(`/api/favorites/${id}`, { as: buyer });
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect((await t.del(`/api/favorites/${id}`, { as: buyer })).body.error.code).toBe('NOT_FOUND');
      expect(await favoritesCount(listing)).toBe(0);
    }
  });

  it('keep title and state of what is gone, and nothing else', async () => {
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

  it('are counted exactly, whatever comes at once', async () => {
    const listing = await createListing(t, await createSeller(t));
    const buyers = await Promise.all(Array.from({ length: 6 }, () => createBuyer(t)));
    const added = await Promise.all(buyers.flatMap((buyer) => [add(buyer, listing), add(buyer, listing)]));
    expect(added.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
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
    expect(removed.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
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

  it('422 without a listing; 401, 403 for whom they are not; 404 for what nobody sees; 409 twice', async () => {
    const buyer = await createBuyer(t);
    const seller = await createSeller(t);
    const listing = await createListing(t, seller);
    expect((await t.post('/api/favorites', {}, { as: buyer })).status).toBe(422);
    expect((await t.post('/api/favorites', { listingId: listing.listingId })).status).toBe(401);
    const key = await createApiKey(t, seller.userId, ['listings:read', 'listings:write']);
    expect((await add({ token: key }, listing)).body.error.code).toBe('INSUFFICIENT_SCOPE');
    const draft = await createListing(t, seller, { status: 'DRAFT' });
    const answers = [
      await add(buyer, draft),
      await add(buyer, { ...draft, listingId: 'lst_00000000000000000000000000' }),
      await add(buyer, { ...draft, listingId: 'x' }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    await add(buyer, listing);
    const twice = await add(buyer, listing);
    expect([twice.status, twice.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    expect((await t.del(`/api/favorites/${listing.listingId}`, { as: await createBuyer(t) })).status).toBe(
      404,
    );
  });
});

describe('news of favorites', () => {
  it('of a fallen price and of a sale reach everybody once for each event', async () => {
    const seller = await createSeller(t);
    const listing = await createListing(t, seller, { price: 50_000 });
    const buyers = [await createBuyer(t), await createBuyer(t)];
    for (const buyer of buyers) await add(buyer, listing);
    const drop = {
      listing_id: listing.listingId,
      seller_id: seller.sellerId,
      title: listing.title,
      previous_price: 50_000,
      price: 45_900,
      currency: 'EUR',
    };
    const dropped = await inTransaction(t.db, (trx) =>
      t.app.platform.events.emit(trx, listingPriceDropped, drop, { sellerId: seller.sellerId }),
    );
    const news = new FavoriteNotifier(t.app.platform);
    await news.priceDropped(dropped.id, drop);
    await news.priceDropped('evt_again', drop);
    await news.priceDropped('evt_another_day', { ...drop, previous_price: 45_900, price: 44_900 });
    await news.sold('evt_sold', listing.listingId);
    await news.sold('evt_gone', 'lst_00000000000000000000000000');
    await t.drainJobs();
    for (const buyer of buyers) {
      const { notifications } = (await t.get('/api/notifications', { as: buyer })).body.data;
      expect(notifications.map((item: { type: string }) => item.type).toSorted()).toEqual([
        'favorite_sold',
        'price_drop',
        'price_drop',
      ]);
      expect(notifications).toContainEqual(
        expect.objectContaining({
          type: 'price_drop',
          link: `/listings/${listing.slug}`,
          data: expect.objectContaining({ price: 45_900, previousPrice: 50_000 }) as object,
        }),
      );
      const mails = t.mailbox.filter(({ to }) => to === buyer.email).map(({ text }) => text);
      const told = mails.filter((text) => text.includes('Price reduced from'));
      expect(told.map((text) => /Price reduced from (\S+)/.exec(text)?.[1] ?? '').toSorted()).toEqual([
        '€45,900',
        '€50,000',
      ]);
      expect(told.filter((text) => text.includes(`\n${listing.title}\n€45,900\n`))).toHaveLength(1);
    }
  });

  it('tell each new low once: a rise and a fall back are none, nor is what was the price when it was added', async () => {
    const seller = await createSeller(t);
    const listing = await createListing(t, seller);
    const [early, late] = [await createBuyer(t), await createBuyer(t)];
    const setPrice = async (price: number): Promise<void> => {
      const answer = await t.patch(`/api/seller/listings/${listing.listingId}`, { price }, { as: seller });
      expect(answer.status).toBe(200);
      await t.drainJobs();
    };
    const lows = async (buyer: { token: string }): Promise<number[]> => {
      const { notifications } = (await t.get('/api/notifications', { as: buyer })).body.data;
      return notifications
        .filter((item: { type: string }) => item.type === 'price_drop')
        .map((item: { data: { price: number } }) => item.data.price)
        .toSorted((a: number, b: number) => b - a);
    };
    await setPrice(50_000);
    await add(early, listing);
    await setPrice(45_000);
    await add(late, listing);
    for (const price of [60_000, 48_000, 52_000, 45_000, 47_000, 44_000, 46_000, 44_000])
      await setPrice(price);
    expect(await lows(early)).toEqual([45_000, 44_000]);
    expect(await lows(late)).toEqual([44_000]);
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
