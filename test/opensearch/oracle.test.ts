import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { SearchQuery, SearchResult, Suggestion } from '@fifthwheel/search';
import {
  change,
  NOW_MS,
  openQuery,
  PROPERTY_TIMEOUT_MS,
  query,
  RATES,
} from '../../packages/search/test/generators.ts';
import { modelKey } from '../../packages/search/test/meaning.ts';
import { Oracle } from '../../packages/search/test/oracle.ts';
import { ClusterMarket } from './cluster-market.ts';

const RUNS = Number(process.env['FC_RUNS'] ?? 20);
/** The cluster adds scores in single precision, so the last digit shown can differ by one. */
const LAST_DIGIT = 1.5e-4;

const OPTIONS = { rates: RATES, rankedAtMs: NOW_MS };
const TYPED = ['v', 'volvo f', 'mercedse', 'fh16', 'kogle', 'mb'];

let market: ClusterMarket;

beforeAll(async () => {
  market = await ClusterMarket.create(inject('openSearchUrl'), OPTIONS);
}, 240_000);

afterAll(async () => {
  await market.drop();
});

const batch = fc.record({
  changes: fc.array(change, { maxLength: 50, size: 'max' }),
  queries: fc.array(fc.oneof({ weight: 4, arbitrary: query }, { weight: 1, arbitrary: openQuery }), {
    minLength: 2,
    maxLength: 6,
  }),
  rates: fc.option(fc.constantFrom({ base: 'EUR', rates: { USD: 0.9, PLN: 5 } }, RATES), { freq: 5 }),
  rankedAtMs: fc.option(
    fc.integer({ min: 0, max: 100 }).map((days) => NOW_MS + days * 86_400_000),
    { freq: 5 },
  ),
});

const withoutNames = (rows: readonly { slug: string; count: number }[]) =>
  rows.map(({ slug, count }) => ({ slug, count }));

function plain({ total, hits, facets }: SearchResult) {
  return {
    total,
    hits: hits.map(({ score: _score, summary, ...hit }) => ({
      ...hit,
      summary: new TextDecoder().decode(summary),
    })),
    facets: {
      ...facets,
      ...(facets.categories && { categories: withoutNames(facets.categories) }),
      ...(facets.subcategories && { subcategories: withoutNames(facets.subcategories) }),
      ...(facets.brands && { brands: withoutNames(facets.brands) }),
      ...(facets.models && {
        models: facets.models.map(({ value, ...row }) => ({ ...row, key: modelKey(value) })),
      }),
      // The cluster keeps no names of equipment.
      ...(facets.features && { features: facets.features.map(({ value, count }) => ({ value, count })) }),
    },
  };
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

/** Compares results. `all` contains every hit, so that pages sorted by relevance can be compared as sets. */
function expectSame(
  searchQuery: SearchQuery,
  found: SearchResult,
  expected: SearchResult,
  all: SearchResult,
): void {
  expect(found.total).toBe(expected.total);
  expect(found.hits).toHaveLength(expected.hits.length);
  const scores = new Map(all.hits.map(({ id, score }) => [id, score]));
  for (const { id, score } of found.hits)
    expect(Math.abs(score - (scores.get(id) ?? -1))).toBeLessThan(LAST_DIGIT);
  if ((searchQuery.sort ?? 'relevance') !== 'relevance') {
    expect(plain(found)).toEqual(plain(expected));
    return;
  }
  found.hits.forEach(({ id }, index) => {
    const due = expected.hits[index]?.score ?? -1;
    expect(Math.abs((scores.get(id) ?? -1) - due)).toBeLessThan(LAST_DIGIT);
  });
  expect(plain({ ...found, hits: [] })).toEqual(plain({ ...expected, hits: [] }));
  if (found.hits.length === expected.total)
    expect(plain(found).hits.toSorted(byId)).toEqual(plain(expected).hits.toSorted(byId));
}

const suggestionKey = (suggestion: Suggestion): string =>
  suggestion.type === 'brand' ? suggestion.slug : `${suggestion.brand} ${modelKey(suggestion.value)}`;

describe('a cluster returns the same results as plain evaluation', () => {
  test(
    'on membership, totals, order, pages, scores, every facet count and suggestions, whatever the writes in between',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 3 }), async (batches) => {
          await market.clear();
          market.setRates(RATES);
          market.setRankedAt(NOW_MS);
          const oracle = new Oracle(OPTIONS);
          for (const { changes, queries, rates, rankedAtMs } of batches) {
            await market.apply(changes);
            oracle.apply(changes);
            for (const index of [market, oracle]) {
              if (rates) index.setRates(rates);
              if (rankedAtMs !== null) index.setRankedAt(rankedAtMs);
            }
            for (const searchQuery of queries) {
              const all = oracle.search({ ...searchQuery, offset: 0, limit: 1000 });
              expectSame(
                searchQuery,
                await market.index.search(searchQuery),
                oracle.search(searchQuery),
                all,
              );
            }
            for (const typed of TYPED)
              expect((await market.index.suggest(typed, 10)).map(suggestionKey)).toEqual(
                oracle.suggest(typed).map(suggestionKey),
              );
            expect(await market.index.count()).toBe(oracle.stats().documents);
          }
        }),
        { numRuns: RUNS },
      );
    },
    PROPERTY_TIMEOUT_MS,
  );
});
