import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBuyer, createListing, createSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { insertConversation } from './talk.ts';

let t: TestApp;

beforeAll(async () => {
  t = await createTestApp();
});

afterAll(() => t.close());

async function review(slug: string, sellerId: string, rating: number, name = 'Anna Petersen'): Promise<void> {
  const buyer = await createBuyer(t, { name });
  await insertConversation(t, buyer, { sellerId });
  const response = await t.post(
    `/api/sellers/${slug}/reviews`,
    { rating, title: `${rating} stars`, text: 'As described.' },
    { as: buyer },
  );
  expect(response.status).toBe(201);
}

describe('GET /sellers/:slug', () => {
  it('200: public data only', async () => {
    const seller = await createSeller(t, { companyName: 'Nord Trucks', verified: true, city: 'Kiel' });
    await createListing(t, seller);
    await createListing(t, seller, { status: 'DRAFT' });
    for (const rating of [5, 5, 4]) await review(seller.slug, seller.sellerId, rating);
    const response = await t.get(`/api/sellers/${seller.slug}`);
    expect(response.status).toBe(200);
    expect(response.body.data).toEqual({
      id: seller.sellerId,
      slug: seller.slug,
      companyName: 'Nord Trucks',
      verified: true,
      trustScore: expect.any(Number),
      country: 'DE',
      city: 'Kiel',
      about: null,
      logo: null,
      trader: {},
      contact: {},
      memberSince: expect.stringMatching(/Z$/),
      listingCount: 1,
      rating: { average: 4.67, count: 3, histogram: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 2 } },
      responseTimeMinutes: null,
    });
    expect(response.headers['cache-control']).toBe('public, max-age=60');
    const tag = String(response.headers['etag']);
    const secondResponse = await t.get(`/v1/sellers/${seller.slug}`, { headers: { 'if-none-match': tag } });
    expect(secondResponse.status).toBe(304);
    expect((await t.get(`/api/sellers/${seller.sellerId}`)).body.data).toEqual(response.body.data);
  });

  it('200: without reviews there is no average', async () => {
    const seller = await createSeller(t);
    const { rating } = (await t.get(`/api/sellers/${seller.slug}`)).body.data;
    expect(rating).toEqual({ average: null, count: 0, histogram: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 } });
  });

  it.each(['suspended', 'erased'] as const)('404: %s, on every public path', async (status) => {
    const seller = await createSeller(t);
    await t.db.updateTable('sellers').set({ status }).where('id', '=', seller.sellerId).execute();
    for (const path of ['', '/listings', '/reviews']) {
      const response = await t.get(`/api/sellers/${seller.slug}${path}`);
      expect([response.status, response.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('404: unknown slugs of every form', async () => {
    for (const slug of ['nobody', 'sel_x', "x' or 1=1", '%00', 'a'.repeat(150)]) {
      expect((await t.get(`/api/sellers/${encodeURIComponent(slug)}`)).status).toBe(404);
    }
  });
});

describe('GET /sellers/:slug/listings', () => {
  it('200: the live ones, newest first, in pages', async () => {
    const seller = await createSeller(t, { plan: 'premium' });
    await createListing(t, await createSeller(t));
    for (const title of ['first', 'second', 'third']) {
      await createListing(t, seller, { title });
      t.clock.advance(1000);
    }
    await createListing(t, seller, { title: 'draft', status: 'DRAFT' });
    const response = await t.get(`/api/sellers/${seller.slug}/listings?limit=2`);
    expect(response.body.data.listings.map((listing: { title: string }) => listing.title)).toEqual([
      'third',
      'second',
    ]);
    expect(response.body.data.pagination).toEqual({
      page: 1,
      limit: 2,
      total: 3,
      totalPages: 2,
      hasMore: true,
    });
    expect(response.headers['cache-control']).toBe('public, max-age=60');
    const rest = await t.get(`/api/sellers/${seller.slug}/listings?limit=2&page=2`);
    expect(rest.body.data.listings.map((listing: { title: string }) => listing.title)).toEqual(['first']);
  });

  it('400: an unknown parameter, a page of nothing', async () => {
    const seller = await createSeller(t);
    const unknown = await t.get(`/api/sellers/${seller.slug}/listings?pge=2`);
    expect([unknown.status, unknown.body.error.code]).toEqual([400, 'INVALID_FILTER']);
    const zero = await t.get(`/api/sellers/${seller.slug}/listings?page=0`);
    expect([zero.status, zero.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});

describe('GET /sellers/:slug/reviews', () => {
  it('200: published ones, newest first, with a shortened name', async () => {
    const seller = await createSeller(t);
    for (const rating of [1, 2, 3]) {
      await review(seller.slug, seller.sellerId, rating, 'Jean-Luc van der Berg');
      t.clock.advance(1000);
    }
    await t.db
      .updateTable('reviews')
      .set({ status: 'pending' })
      .where('seller_id', '=', seller.sellerId)
      .where('rating', '=', 2)
      .execute();
    const response = await t.get(`/api/sellers/${seller.slug}/reviews`);
    expect(response.body.data.reviews).toEqual(
      [3, 1].map((rating) => ({
        id: expect.stringMatching(/^rev_/),
        rating,
        title: `${rating} stars`,
        text: 'As described.',
        author: { name: 'Jean-Luc B.' },
        reply: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      })),
    );
    expect(response.body.data.pagination).toMatchObject({ total: 2, totalPages: 1, hasMore: false });
    const second = await t.get(`/api/sellers/${seller.slug}/reviews?limit=1&page=2`);
    expect(second.body.data.reviews.map((entry: { rating: number }) => entry.rating)).toEqual([1]);
    expect(second.body.data.pagination.hasMore).toBe(false);
  });

  it('400: beyond the reach', async () => {
    const seller = await createSeller(t);
    const response = await t.get(`/api/sellers/${seller.slug}/reviews?page=101&limit=100`);
    expect([response.status, response.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});
