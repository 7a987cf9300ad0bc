import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '../../src/platform/clock.ts';
import { addSearchEngineFiles } from '../../src/web/shell/search-engines.ts';

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
    taxonomy: { current: { categories: [] } },
    infoLinks: () => [],
    liveSlugs: async (after: string, limit: number) => {
      walks++;
      longest = Math.max(longest, limit);
      const from = slugs.findIndex((slug) => slug > after);
      const found = from < 0 ? [] : slugs.slice(from, from + limit);
      return found.map((slug) => ({ slug, updatedAt: now }));
    },
  } as unknown as Parameters<typeof addSearchEngineFiles>[1]);
});
afterAll(() => app.close());

const get = async (url: string): Promise<string> => (await app.inject(url)).body;
const filesOf = (index: string): number => (index.match(/sitemap\/\d+\.xml/g) ?? []).length;

it('sitemaps name each listing once, also those that come after the market was walked, and walk it once an hour', async () => {
  const files = filesOf(await get('/sitemap.xml'));
  expect(files).toBeGreaterThan(2);
  const walked = walks;
  expect(walked).toBeGreaterThanOrEqual(LISTINGS / 1000);
  await get('/sitemap.xml');
  expect(walks).toBe(walked);

  slugs = [...slugs, slugOf(1001), slugOf(70_001), slugOf(500_001)].toSorted();
  const seen: string[] = [];
  for (let file = 1; file <= files; file++) {
    const xml = await get(`/sitemap/${file}.xml`);
    expect((xml.match(/<loc>/g) ?? []).length).toBeLessThanOrEqual(50_000);
    seen.push(...[...xml.matchAll(/\/en\/listing\/([^<]+)</g)].map((match) => match[1] ?? ''));
  }
  expect(seen).toEqual(slugs);
  // What is read at once is also written without a break.
  expect(longest).toBe(1000);

  now = new Date(now.getTime() + HOUR_MS + 1);
  const before = walks;
  await get('/sitemap.xml');
  expect(walks).toBeGreaterThan(before);
});
