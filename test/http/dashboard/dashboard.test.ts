import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldDays } from '../../../src/modules/listings/index.ts';
import { readVehiclesAfter } from '../../../src/modules/dashboard/numbers.repository.ts';
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
    const response = await t.get('/api/seller/dashboard', { as: seller });
    expect(response.status).toBe(200);
    const { data } = response.body;
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

  it('names the most viewed of a period of days before, in and after whole months', async () => {
    const dealer = await createSeller(t, { plan: 'enterprise' });
    const days = {
      early: [
        ['2026-01-14', 500],
        ['2026-01-15', 6],
      ],
      steady: [
        ['2026-01-20', 3],
        ['2026-02-10', 3],
        ['2026-03-02', 3],
      ],
      late: [
        ['2026-03-05', 8],
        ['2026-03-06', 900],
      ],
      whole: [['2026-02-28', 7]],
      gone: [['2026-02-01', 999]],
    } as const;
    const ids = new Map<string, string>();
    for (const [title, viewsByDay] of Object.entries(days)) {
      const { listingId } = await createListing(t, dealer, { title });
      ids.set(title, listingId);
      for (const [day, views] of viewsByDay)
        await t.db
          .insertInto('listing_stats_daily')
          .values({ listing_id: listingId, day, views, visitors: 1 })
          .execute();
    }
    await t.db
      .updateTable('listings')
      .set({ status: 'DELETED', deleted_at: t.clock.now() })
      .where('id', '=', ids.get('gone') ?? '')
      .execute();
    const listTop = async (from: string, to: string): Promise<unknown> => {
      const { body } = await t.get(`/api/seller/dashboard?from=${from}&to=${to}`, { as: dealer });
      return body.data.topListings.map(({ title, views }: { title: string; views: number }) => [
        title,
        views,
      ]);
    };
    expect(await listTop('2026-01-15', '2026-03-05')).toEqual([
      ['steady', 9],
      ['late', 8],
      ['whole', 7],
      ['early', 6],
    ]);
    expect(await listTop('2026-02-01', '2026-02-28')).toEqual([
      ['whole', 7],
      ['steady', 3],
    ]);
    expect(await listTop('2026-01-15', '2026-01-31')).toEqual([
      ['early', 6],
      ['steady', 3],
    ]);
    await t.db
      .updateTable('listing_stats_daily')
      .set({ views: 70 })
      .where('listing_id', '=', ids.get('whole') ?? '')
      .execute();
    expect(await listTop('2026-01-20', '2026-03-04')).toEqual([
      ['whole', 70],
      ['steady', 9],
    ]);
  });

  it('names the weakest offers first, whatever state they are in that a seller can improve', async () => {
    const dealer = await createSeller(t, { plan: 'enterprise' });
    for (const [title, status, score] of [
      ['Good', 'ACTIVE', 90],
      ['Poor', 'ACTIVE', 20],
      ['Begun', 'DRAFT', 10],
      ['Sold', 'SOLD', 1],
    ] as const) {
      const { listingId } = await createListing(t, dealer, { title });
      const sold_at = status === 'SOLD' ? t.clock.now() : null;
      await t.db
        .updateTable('listings')
        .set({ status, sold_at, quality_score: score })
        .where('id', '=', listingId)
        .execute();
    }
    const { body } = await t.get('/api/seller/dashboard', { as: dealer });
    expect(body.data.quality.weakest.map(({ title }: { title: string }) => title)).toEqual([
      'Begun',
      'Poor',
      'Good',
    ]);
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
    'to=2101-01-01',
    'from=9999-12-31&to=9999-12-31',
  ])('400: %s', async (query) => {
    const response = await t.get(`/api/seller/dashboard?${query}`, { as: seller });
    expect([response.status, response.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
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
  const response = await t.get(`/api/seller/dashboard/export.csv?from=${today}&to=${today}`, { as: seller });
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.text).toBe(`date,views,visitors,inquiries,favorites\n${today},200,150,3,2\n`);
});

describe('figures of vehicles', () => {
  const read = (query = '', as: TestSeller = seller) =>
    t.get(`/api/seller/dashboard/vehicles?${query}`, { as });

  it('200: every vehicle of the stock with its stock number, including those without views', async () => {
    const dealer = await createSeller(t);
    const viewedListing = await createListing(t, dealer, { title: '=Seen' });
    const unseen = await createListing(t, dealer, { title: 'Unseen' });
    await t.db
      .updateTable('listings')
      .set({ external_id: 'A-1' })
      .where('id', '=', viewedListing.listingId)
      .execute();
    const day = { listing_id: viewedListing.listingId, visitors: 1, inquiries: 1, favorites: 2 };
    await t.db
      .insertInto('listing_stats_daily')
      .values([
        { ...day, day: today, views: 5 },
        { ...day, day: '2020-01-01', views: 900 },
      ])
      .execute();
    const response = await read('sort=views', dealer);
    expect(response.status).toBe(200);
    expect(response.body.data.vehicles).toMatchObject([
      { id: viewedListing.listingId, externalId: 'A-1', views: 5, visitors: 1, inquiries: 1, favorites: 2 },
      { id: unseen.listingId, externalId: null, views: 0, visitors: 0, inquiries: 0, favorites: 0 },
    ]);
    expect(response.body.data.pagination).toMatchObject({ total: 2, hasMore: false });
    expect((await read('sort=title&order=asc&limit=1&page=2', dealer)).body.data.vehicles[0].title).toBe(
      'Unseen',
    );
    const earlier = await read('from=2020-01-01&to=2020-01-31', dealer);
    expect(earlier.body.data.vehicles[0].views).toBe(900);

    const csv = await t.get('/api/seller/dashboard/vehicles.csv', { as: dealer });
    expect([csv.status, csv.headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="vehicles.csv"',
    ]);
    const [header, first, second] = csv.text.trim().split('\n');
    expect(header).toBe(
      'externalId,id,vin,title,status,price,currency,views,visitors,inquiries,favorites,soldPrice,vatDeductible',
    );
    expect(first).toMatch(new RegExp(`^A-1,${viewedListing.listingId},.*,'=Seen,.*,5,1,1,2,,$`));
    expect(second).toMatch(/,0,0,0,0,,$/);

    const stats = await t.get(`/api/seller/listings/${viewedListing.listingId}/stats`, { as: dealer });
    expect(stats.body.data).toMatchObject({
      id: viewedListing.listingId,
      externalId: 'A-1',
      views: 5,
      favorites: 2,
    });
    expect(stats.body.data.series).toHaveLength(30);
    expect(stats.body.data.series.at(-1)).toMatchObject({ date: today, views: 5 });
    expect(
      (await t.get(`/api/seller/listings/${viewedListing.listingId}/stats`, { as: seller })).status,
    ).toBe(404);
  });

  it.each([
    ['before', () => Promise.resolve()],
    ['after', () => foldDays(t.db, 1000)],
  ])('are those of the days of any period, however written, %s each is added up', async (_, addUp) => {
    const dealer = await createSeller(t);
    const { listingId } = await createListing(t, dealer);
    const figuresOn = (day: string, n: number) => ({
      listing_id: listingId,
      day,
      views: n,
      visitors: n % 2,
      inquiries: n % 3,
      favorites: 2 - n,
    });
    const days = ['2024-01-31', '2024-02-01', '2024-02-29', '2024-03-01', '2024-03-17', '2024-03-31'];
    // Insert the last day first, then several at once, then one in between; afterwards update one row, then all.
    const write = async (rows: ReturnType<typeof figuresOn>[]) => {
      await t.db.insertInto('listing_stats_daily').values(rows).execute();
      await addUp();
    };
    await write([figuresOn(days[5] ?? '', 32)]);
    await write([0, 1, 2, 3].map((n) => figuresOn(days[n] ?? '', 2 ** n)));
    await write([figuresOn(days[4] ?? '', 16)]);
    const change = t.db.updateTable('listing_stats_daily').where('listing_id', '=', listingId);
    await change.set({ views: 5, favorites: 0 }).where('day', '=', '2024-02-29').execute();
    await addUp();
    await change.set({ inquiries: sql`views` }).execute();
    await addUp();

    const written = await t.db
      .selectFrom('listing_stats_daily')
      .select([sql<string>`day::text`.as('day'), 'views', 'visitors', 'inquiries', 'favorites'])
      .where('listing_id', '=', listingId)
      .execute();
    const edges = [...days, '2024-01-01', '2024-02-15', '2024-03-16', '2024-03-18', '2024-04-30'].toSorted();
    for (const [n, from] of edges.entries())
      for (const to of edges.slice(n)) {
        const rowsInRange = written.filter(({ day }) => day >= from && day <= to);
        const expected = Object.fromEntries(
          (['views', 'visitors', 'inquiries', 'favorites'] as const).map((figure) => [
            figure,
            rowsInRange.reduce((total, row) => total + row[figure], 0),
          ]),
        );
        const { body } = await read(`from=${from}&to=${to}&sort=favorites`, dealer);
        expect(body.data.vehicles, `${from} to ${to}`).toMatchObject([expected]);
      }
  });

  it('of a purged vehicle do not become those of the next one', async () => {
    const dealer = await createSeller(t);
    const [kept, purged] = [await createListing(t, dealer), await createListing(t, dealer)];
    const count = async ({ listingId }: { listingId: string }, views: number) => {
      await t.db
        .insertInto('listing_stats_daily')
        .values({ listing_id: listingId, day: today, views })
        .execute();
      await foldDays(t.db, 1000);
    };
    await count(kept, 3);
    await count(purged, 50);
    await t.db.deleteFrom('listings').where('id', '=', purged.listingId).execute();
    const next = await createListing(t, dealer);
    await count(next, 4);
    const { body } = await read('sort=views', dealer);
    expect(body.data.vehicles.map(({ id, views }: { id: string; views: number }) => [id, views])).toEqual([
      [next.listingId, 4],
      [kept.listingId, 3],
    ]);
  });

  it('order the stock over the ends of months', async () => {
    const dealer = await createSeller(t);
    const viewsByTitle = { a: [5, 9], b: [8, 1], c: [6, 4] };
    for (const [title, [before = 0, after = 0]] of Object.entries(viewsByTitle)) {
      const { listingId } = await createListing(t, dealer, { title });
      await t.db
        .insertInto('listing_stats_daily')
        .values([
          { listing_id: listingId, day: '2024-05-20', views: before },
          { listing_id: listingId, day: '2024-06-10', views: after },
        ])
        .execute();
    }
    const readOrder = async (period: string): Promise<string> => {
      const { body } = await read(`${period}&sort=views`, dealer);
      return body.data.vehicles.map(({ title }: { title: string }) => title).join('');
    };
    expect(await readOrder('from=2024-05-20&to=2024-06-10')).toBe('acb');
    expect(await readOrder('from=2024-05-01&to=2024-06-09')).toBe('bca');
    expect(await readOrder('from=2024-05-21&to=2024-06-30&order=asc')).toBe('bca');
  });

  it('reads the whole stock in parts, by stock number, those without one last', async () => {
    const dealer = await createSeller(t);
    const idByName = new Map<string, string>();
    for (const externalId of ['B-2', null, 'A-1', null, 'B-10']) {
      const { listingId } = await createListing(t, dealer);
      await t.db
        .updateTable('listings')
        .set({ external_id: externalId })
        .where('id', '=', listingId)
        .execute();
      idByName.set(listingId, externalId ?? '–');
    }
    const [, second] = [...idByName.keys()];
    await t.db
      .insertInto('listing_stats_daily')
      .values({ listing_id: second ?? '', day: today, views: 7, visitors: 3 })
      .execute();
    const unnumbered = [...idByName.keys()].filter((id) => idByName.get(id) === '–').toSorted();
    const read: string[] = [];
    for (let after: Parameters<typeof readVehiclesAfter>[3] = null; ;) {
      const part = await readVehiclesAfter(t.db, dealer.sellerId, { from: today, to: today }, after, 2);
      read.push(
        ...part.map(({ id, views }) => `${idByName.get(id) === '–' ? id : idByName.get(id)} ${views}`),
      );
      after = part.at(-1) ?? null;
      if (part.length < 2) break;
    }
    expect(read).toEqual([
      'A-1 0',
      'B-10 0',
      'B-2 0',
      ...unnumbered.map((id) => `${id} ${id === second ? 7 : 0}`),
    ]);
  });

  it('400 for parameters that there are not and for bad periods, 401 and 403', async () => {
    expect((await read('form=2020-01-01')).body.error.code).toBe('INVALID_FILTER');
    expect((await read('sort=colour')).body.error.code).toBe('INVALID_SORT');
    for (const path of ['vehicles', 'vehicles.csv']) {
      const url = `/api/seller/dashboard/${path}`;
      expect((await t.get(`${url}?from=2020-02-01&to=2020-01-01`, { as: seller })).status).toBe(400);
      expect((await t.get(url)).status).toBe(401);
      expect((await t.get(url, { as: await createBuyer(t) })).status).toBe(403);
    }
    for (const url of [
      '/api/seller/dashboard',
      '/api/seller/dashboard/export.csv',
      '/api/seller/dashboard/vehicles.csv',
      '/api/seller/listings/x/stats',
    ]) {
      const response = await t.get(`${url}?form=2020-01-01`, { as: seller });
      expect(response.body.error).toMatchObject({
        code: 'INVALID_FILTER',
        message: 'There is no parameter "form"; did you mean "from"?',
      });
    }
    expect((await t.get('/api/seller/listings/x/stats')).status).toBe(401);
    expect((await t.get('/api/seller/listings/x/stats', { as: await createBuyer(t) })).status).toBe(403);
  });
});
