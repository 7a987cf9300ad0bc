import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createBuyer,
  createListing,
  createSeller,
  createTeamMember,
  type TestSeller,
} from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let seller: TestSeller;
let today: string;

beforeAll(async () => {
  t = await createTestApp();
  seller = await createSeller(t);
  today = t.clock.now().toISOString().slice(0, 10);
  const { listingId } = await createListing(t, seller, { title: 'Seen often' });
  await createListing(t, seller, { title: 'A draft', status: 'DRAFT' });
  await t.db
    .insertInto('listing_stats_daily')
    .values({ listing_id: listingId, day: today, views: 200, visitors: 150, inquiries: 3, favorites: 2 })
    .execute();
  const other = await createSeller(t);
  const foreign = await createListing(t, other);
  await t.db
    .insertInto('listing_stats_daily')
    .values({ listing_id: foreign.listingId, day: today, views: 999, visitors: 999 })
    .execute();
});

afterAll(() => t.close());

describe('GET /seller/dashboard', () => {
  it('sums up the own stock, day by day', async () => {
    const answer = await t.get('/api/seller/dashboard', { as: seller });
    expect(answer.status).toBe(200);
    const { data } = answer.body;
    expect(data).toMatchObject({
      views: 200,
      visitors: 150,
      inquiries: 3,
      conversionPercent: 1.5,
      responseTimeMinutes: null,
    });
    expect(data.listings).toMatchObject({ total: 2, byStatus: { ACTIVE: 1, DRAFT: 1, SOLD: 0 } });
    expect(data.series).toHaveLength(30);
    expect(data.series.at(-1)).toEqual({
      date: today,
      views: 200,
      visitors: 150,
      inquiries: 3,
      favorites: 2,
    });
    expect(data.topListings).toEqual([
      expect.objectContaining({ title: 'Seen often', views: 200, inquiries: 3 }),
    ]);
    expect(data.plan).toMatchObject({ slug: 'free', usage: { activeListings: { used: 1, limit: 5 } } });
  });

  it('takes a period', async () => {
    const { data } = (await t.get('/v1/seller/dashboard?from=2026-01-01&to=2026-01-31', { as: seller })).body;
    expect(data).toMatchObject({ period: { from: '2026-01-01', to: '2026-01-31' }, views: 0 });
    expect(data.series).toHaveLength(31);
  });

  it.each([
    'from=2026-02-02&to=2026-02-01',
    'from=2020-01-01&to=2026-01-01',
    'from=yesterday',
    'to=0001-01-01',
    'from=0000-01-01',
  ])('400: %s', async (query) => {
    const answer = await t.get(`/api/seller/dashboard?${query}`, { as: seller });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('is for the team of a seller', async () => {
    expect((await t.get('/api/seller/dashboard')).status).toBe(401);
    expect((await t.get('/api/seller/dashboard', { as: await createBuyer(t) })).status).toBe(403);
    expect(
      (await t.get('/api/seller/dashboard', { as: await createTeamMember(t, seller.sellerId, 'VIEWER') }))
        .status,
    ).toBe(200);
  });
});

it('is exported as CSV', async () => {
  const answer = await t.get(`/api/seller/dashboard/export.csv?from=${today}&to=${today}`, { as: seller });
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.text).toBe(`date,views,visitors,inquiries,favorites\n${today},200,150,3,2\n`);
});
