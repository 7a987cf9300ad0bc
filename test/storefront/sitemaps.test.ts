import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countsFor, fillMarket } from '../../src/modules/demo/index.ts';
import { HOUR_MS } from '../../src/platform/clock.ts';
import { addSearchEngineFiles } from '../../src/storefront/shell/search-engines.ts';
import { slugOf as slugOfText } from '../../src/platform/text/slug.ts';
import { LANGUAGES } from '../../src/storefront/texts/reader.ts';
import { createAdmin, createSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const LISTINGS = 60_000;
const slugOf = (n: number): string => `truck-${String(n).padStart(6, '0')}`;

let app: FastifyInstance;
let slugs: string[];
let walks = 0;
let longest = 0;
let now = new Date('2026-01-01T00:00:00Z');

beforeAll(() => {
  slugs = Array.from({ length: LISTINGS }, (_, n) => slugOf(2 * n));
  app = fastify();
  addSearchEngineFiles(app, {
    sender: { admit: async () => {} },
    baseUrl: 'https://market.example',
    clock: { now: () => now },
    market: { get: async () => ({ data: { categories: [] } }) },
    infoLinks: () => [],
    takenSegments: new Set(),
    liveDealers: async () => [],
    liveSlugs: async (after: string, limit: number) => {
      walks++;
      longest = Math.max(longest, limit);
      const from = slugs.findIndex((slug) => slug > after);
      const batch = from < 0 ? [] : slugs.slice(from, from + limit);
      return batch.map((slug) => ({ slug, updatedAt: now }));
    },
  } as unknown as Parameters<typeof addSearchEngineFiles>[1]);
});
afterAll(() => app.close());

const get = async (url: string): Promise<string> => (await app.inject(url)).body;
const filesOf = (index: string): number => (index.match(/sitemap\/\d+\.xml/g) ?? []).length;
const addressesIn = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]+)</g)].map((match) => match[1] ?? '');

it('sitemaps name each listing once, also those that come after the market was walked, and walk it once an hour', async () => {
  const files = filesOf(await get('/sitemap.xml'));
  expect(files).toBeGreaterThan(2);
  const walksBefore = walks;
  expect(walksBefore).toBeGreaterThanOrEqual(LISTINGS / 1000);
  await get('/sitemap.xml');
  expect(walks).toBe(walksBefore);

  slugs = [...slugs, slugOf(1001), slugOf(70_001), slugOf(500_001)].toSorted();
  const listedSlugs: string[] = [];
  for (let file = 1; file <= files; file++) {
    const xml = await get(`/sitemap/${file}.xml`);
    expect((xml.match(/<loc>/g) ?? []).length).toBeLessThanOrEqual(50_000);
    listedSlugs.push(...[...xml.matchAll(/\/en\/listing\/([^<]+)</g)].map((match) => match[1] ?? ''));
  }
  expect(listedSlugs).toEqual(slugs);
  // Rows that are read in one batch are also written without a yield.
  expect(longest).toBe(1000);

  now = new Date(now.getTime() + HOUR_MS + 1);
  const before = walks;
  await get('/sitemap.xml');
  expect(walks).toBeGreaterThan(before);
});

describe('a filled sitemap', () => {
  const BASE = 'https://market.example';
  /** A slug that collides with another page. */
  const TAKEN = 'messages';
  let t: TestApp;
  let listed: string[];

  const page = (url: string) => t.get(url.replace(BASE, ''), { headers: { accept: 'text/html' } });

  beforeAll(async () => {
    t = await createTestApp();
    await fillMarket(t.app.modules.demo, {
      databaseUrl: t.databaseUrl,
      counts: countsFor(300, { listingsOfLargestDealer: 120, dealers: 12 }),
      logins: false,
      now: t.clock.now(),
      onTable: () => {},
    });
    const admin = await createAdmin(t);
    // Resources that the sitemap must leave out: a hidden category, one whose slug is taken by another page, a suspended
    // dealer and a dealer without listings.
    const { data } = (await t.get('/api/admin/categories', { as: admin })).body;
    const categories: { id: string; slug: string; parentId: string | null }[] = data.categories;
    const [hidden, renamed] = categories.filter(({ parentId }) => parentId === null);
    const change = (id: string | undefined, body: object) =>
      t.patch(`/api/admin/categories/${id}`, body, { as: admin });
    expect((await change(hidden?.id, { active: false })).status).toBe(200);
    expect((await change(renamed?.id, { slug: TAKEN })).status).toBe(200);
    await createSeller(t, { companyName: 'Nothing In Stock' });
    const owner = await t.db
      .selectFrom('team_members as m')
      .innerJoin('listings as l', 'l.seller_id', 'm.seller_id')
      .select('m.user_id')
      .where('m.role', '=', 'OWNER')
      .where('l.status', '=', 'ACTIVE')
      .executeTakeFirstOrThrow();
    const suspended = await t.post(
      `/api/admin/users/${owner.user_id}/suspend`,
      { reason: 'Fraud' },
      { as: admin },
    );
    expect(suspended.status).toBe(200);
    await t.drainJobs();
    await t.app.settle();
    const index = addressesIn((await t.get('/sitemap.xml')).text);
    const files = await Promise.all(index.map((address) => t.get(address.replace(BASE, ''))));
    listed = files.flatMap(({ text }) => addressesIn(text));
  });
  afterAll(() => t.close());

  it('robots.txt names the index, and each file of it names pages once', async () => {
    expect((await t.get('/robots.txt')).text).toContain(`Sitemap: ${BASE}/sitemap.xml\n`);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('every address is a page that asks to be listed under this very address', async () => {
    const wrong: unknown[] = [];
    for (const address of listed) {
      const { status, text } = await page(address);
      const canonical = /<link rel="canonical" href="([^"]*)"/.exec(text)?.[1];
      const robots = /<meta name="robots" content="([^"]*)"/.exec(text)?.[1];
      if (status !== 200 || canonical !== address || robots !== undefined)
        wrong.push([address, status, canonical, robots]);
    }
    expect(wrong).toEqual([]);
  });

  it('lists dealers, categories, makes and models with live listings in every language, and no others', async () => {
    const live = await t.db
      .selectFrom('listings as l')
      .innerJoin('sellers as s', 's.id', 'l.seller_id')
      .innerJoin('categories as c', 'c.id', 'l.category_id')
      .innerJoin('brands as b', 'b.id', 'l.brand_id')
      .select(['l.slug', 's.slug as dealer', 'c.slug as category', 'b.slug as brand', 'l.model'])
      .where('l.status', '=', 'ACTIVE')
      .where('c.active', '=', true)
      .execute();
    expect(live.length).toBeGreaterThan(50);
    const { categories } = (await t.get('/api/categories')).body.data;
    const expected = new Set<string>();
    for (const { slug, dealer, category, brand, model } of live)
      for (const path of [
        `listing/${slug}`,
        `dealer/${dealer}`,
        ...(category === TAKEN
          ? []
          : [category, `${category}/${brand}`, `${category}/${brand}/${slugOfText(model ?? '')}`]),
      ])
        for (const language of LANGUAGES) expected.add(`${BASE}/${language}/${path}`);
    expect([...expected].filter((address) => !listed.includes(address))).toEqual([]);
    const empty = categories.filter(({ listingCount }: { listingCount: number }) => listingCount === 0);
    for (const { slug } of empty) expect(listed).not.toContain(`${BASE}/en/${slug}`);
    expect(listed.filter((address) => address.includes('nothing-in-stock'))).toEqual([]);
  });
});
