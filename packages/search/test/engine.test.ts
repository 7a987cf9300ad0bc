import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  FACET_NAMES,
  SearchEngine,
  type SearchChange,
  type SearchDocument,
  type SearchResult,
  type Suggestion,
} from '@fifthwheel/search';
import { modelKey } from './meaning.ts';
import {
  change,
  document,
  NOW_MS,
  openQuery,
  PROPERTY_TIMEOUT_MS,
  query,
  RATES,
  repriced,
  repricing,
  RUNS,
} from './generators.ts';
import { Oracle } from './oracle.ts';

const OPTIONS = { rates: RATES, rankedAtMs: NOW_MS };

function plain(result: SearchResult): unknown {
  const { facets } = result;
  return {
    total: result.total,
    hits: result.hits.map((hit) => ({ ...hit, summary: new TextDecoder().decode(hit.summary) })),
    facets: {
      ...facets,
      // The last display name that was written applies, whichever document it came with.
      ...(facets.categories && { categories: facets.categories.map(({ slug, count }) => ({ slug, count })) }),
      ...(facets.brands && { brands: facets.brands.map(({ slug, count }) => ({ slug, count })) }),
      ...(facets.subcategories && {
        subcategories: facets.subcategories.map(({ slug, count }) => ({ slug, count })),
      }),
      // Any spelling of a model can be shown.
      ...(facets.models && {
        models: facets.models.map((row) => ({ ...row, value: modelKey(row.value) })),
      }),
    },
  };
}

const TYPED = [
  'v',
  'vol',
  'volvo',
  'volvo f',
  'merced',
  'mercedse',
  'benz act',
  'fh',
  'fh16',
  'kogle',
  'x',
  'mb',
  'act',
];

// Any spelling of the model that is in use can be shown.
function suggestionKey(suggestion: Suggestion): string {
  return suggestion.type === 'brand' ? suggestion.slug : `${suggestion.brand} ${modelKey(suggestion.value)}`;
}

// Batches of writes, each followed by slices of maintenance and by searches. With few slices, sealing and
// merging are still running during the next writes; many slices finish them.
const batch = fc.record({
  changes: fc.array(change, { maxLength: 50, size: 'max' }),
  repricings: fc.array(repricing, { maxLength: 50, size: 'max' }),
  isCatchingUp: fc.boolean(),
  slices: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constant(1000)),
  queries: fc.array(fc.oneof({ weight: 3, arbitrary: query }, { weight: 1, arbitrary: openQuery }), {
    minLength: 1,
    maxLength: 3,
  }),
  rates: fc.option(fc.constantFrom({ base: 'EUR', rates: { USD: 0.9, PLN: 5 } }, RATES), { freq: 5 }),
  rankedAtMs: fc.option(
    fc.integer({ min: 0, max: 100 }).map((days) => NOW_MS + days * 86_400_000),
    { freq: 5 },
  ),
});

describe('the engine returns the same results as plain evaluation', () => {
  test(
    'on membership, totals, order, pages, scores and every facet count, whatever the writes in between',
    () => {
      fc.assert(
        fc.property(fc.array(batch, { minLength: 1, maxLength: 12, size: 'max' }), (batches) => {
          const engine = new SearchEngine({ ...OPTIONS, blockDocuments: 32 });
          const oracle = new Oracle(OPTIONS);
          const written: SearchChange[] = [];
          for (const { changes, repricings, isCatchingUp, slices, queries, rates, rankedAtMs } of batches) {
            written.push(...changes);
            engine.isCatchingUp = isCatchingUp;
            const repricedAgain = repriced(written, repricings);
            for (const index of [engine, oracle]) {
              index.apply(changes);
              index.apply(repricedAgain);
              if (rates) index.setRates(rates);
              if (rankedAtMs !== null) index.setRankedAt(rankedAtMs);
            }
            for (let slice = 0; slice < slices && engine.compact(); slice++);
            for (const request of queries)
              expect(plain(engine.search(request))).toEqual(plain(oracle.search(request)));
            for (const typed of TYPED) {
              expect(engine.suggest(typed).map(suggestionKey)).toEqual(
                oracle.suggest(typed).map(suggestionKey),
              );
            }
            expect(engine.stats().documents).toBe(oracle.stats().documents);
          }
        }),
        { numRuns: RUNS },
      );
    },
    PROPERTY_TIMEOUT_MS,
  );
});

const written = fc.array(change, { minLength: 20, maxLength: 120 });

function engineWith(changes: readonly SearchChange[]): SearchEngine {
  const engine = new SearchEngine({ ...OPTIONS, blockDocuments: 32 });
  engine.apply(changes);
  while (engine.compact());
  return engine;
}

test('writes can leave merging to the compacting process', () => {
  const engine = new SearchEngine({ ...OPTIONS, blockDocuments: 32 });
  const documents = fc
    .sample(document, { numRuns: 320, seed: 7 })
    .map((listing, index) => ({ ...listing, id: `lst_${index}` }));
  // One of four blocks stays: too few documents to free the rest at once, but enough to merge.
  const most = documents.filter((_, index) => index % 4 !== 0);
  for (const listing of documents) engine.apply([{ kind: 'put', document: listing }]);
  while (engine.compact());
  const { blocks } = engine.stats();
  engine.isCatchingUp = true;
  for (let round = 0; round < 20; round++) for (const { id } of most) engine.apply([{ kind: 'remove', id }]);
  expect(engine.stats().blocks).toBe(blocks);
  engine.isCatchingUp = false;
  for (let round = 0; round < 20; round++) for (const { id } of most) engine.apply([{ kind: 'remove', id }]);
  expect(engine.stats().blocks).toBeLessThan(blocks);
});

test('catching up keeps a document in its slot for as long as what it says is the same', () => {
  const documents = fc.sample(document, { numRuns: 32, seed: 7 }).map((listing, index) => ({
    ...listing,
    id: `lst_${index}`,
    price: 20_000 + index,
    summary: 'x'.repeat(40),
  }));
  const engine = engineWith(documents.map((listing) => ({ kind: 'put', document: listing })));
  const oracle = new Oracle(OPTIONS);
  const put = (listings: readonly SearchDocument[]): void => {
    for (const index of [engine, oracle])
      index.apply(listings.map((listing) => ({ kind: 'put', document: listing })));
  };
  const expectSame = (): void => {
    for (const sort of ['price', 'relevance', 'views'] as const) {
      const request = { sort, facets: FACET_NAMES, maxPrice: 60_000 };
      expect(plain(engine.search(request))).toEqual(plain(oracle.search(request)));
    }
  };
  put(documents);
  while (engine.compact());
  const { blocks } = engine.stats();
  engine.isCatchingUp = true;
  put(
    documents.map((listing, index) => ({
      ...listing,
      price: 90_000 - index * 1000,
      views: index,
      featured: !listing.featured,
      summary: `priced ${index}`,
    })),
  );
  expect(engine.stats().blocks).toBe(blocks);
  expectSame();
  while (engine.compact({ merges: false }));
  expectSame();
  expect(engine.stats().blocks).toBe(blocks);
  put([{ ...documents[0]!, title: 'Something else' }]);
  expect(engine.stats().blocks).toBe(blocks + 1);
  expectSame();
});

describe('what must hold between searches', () => {
  test(
    'a document is found by the end of its id as long as it is live',
    () => {
      fc.assert(
        fc.property(written, (changes) => {
          const engine = engineWith(changes);
          const { hits } = engine.search({ limit: 200 });
          for (const { id, summary } of hits)
            expect(engine.summariesEnding(id.slice(1)).map(String)).toContain(String(summary));
          engine.apply(hits.map(({ id }) => ({ kind: 'remove' as const, id })));
          for (const { id } of hits) expect(engine.summariesEnding(id)).toEqual([]);
        }),
        { numRuns: RUNS },
      );
    },
    PROPERTY_TIMEOUT_MS,
  );

  test(
    'a further filter never raises the total',
    () => {
      fc.assert(
        fc.property(written, query, query, (changes, first, second) => {
          const engine = engineWith(changes);
          const defined = Object.fromEntries(
            Object.entries(first).filter(([, value]) => value !== undefined),
          );
          // Text and currency change the meaning of the other fields, so keep those of the first query.
          const { text, strictText, currency } = first;
          const narrower = { ...second, ...defined, text, strictText, currency };
          expect(engine.search(narrower).total).toBeLessThanOrEqual(engine.search(first).total);
        }),
        { numRuns: RUNS },
      );
    },
    PROPERTY_TIMEOUT_MS,
  );

  test(
    'a facet count is the total of selecting its value',
    () => {
      fc.assert(
        fc.property(written, query, (changes, request) => {
          const engine = engineWith(changes);
          const rest = { ...request, models: [], regions: [], cities: [], subcategories: [] };
          const facets = engine.search({
            ...rest,
            facets: [
              'brands',
              'categories',
              'fuel_types',
              'locations',
              'years',
              'axles',
              'cabs',
              'power_ranges',
              'gross_weight_ranges',
            ],
          }).facets;
          const parts = engine.search({
            ...request,
            subcategoriesOf: undefined,
            facets: ['models', 'subcategories', 'features', 'mileage_ranges'],
          }).facets;
          for (const { value, brand, count } of parts.models ?? [])
            expect(engine.search({ ...request, brands: [brand], models: [value] }).total).toBe(count);
          for (const { slug, count } of parts.subcategories ?? []) {
            const chosen = { ...request, categories: [], subcategories: [slug] };
            expect(engine.search(chosen).total).toBe(count);
          }
          for (const { value, count } of parts.features ?? []) {
            const features = [...(request.features ?? []), value];
            expect(engine.search({ ...request, features }).total).toBe(count);
          }
          for (const { min, max, count } of parts.mileage_ranges ?? []) {
            const chosen = { ...request, minMileage: min, maxMileage: max ?? undefined };
            expect(engine.search(chosen).total).toBe(count);
          }
          for (const { slug, count } of facets.brands ?? []) {
            expect(engine.search({ ...rest, brands: [slug] }).total).toBe(count);
          }
          for (const { value, count } of facets.fuel_types ?? []) {
            expect(engine.search({ ...rest, values: { ...rest.values, fuelType: [value] } }).total).toBe(
              count,
            );
          }
          for (const { country, count } of facets.locations ?? []) {
            expect(engine.search({ ...rest, countries: [country] }).total).toBe(count);
          }
          for (const { year, count } of facets.years ?? []) {
            expect(engine.search({ ...rest, minYear: year, maxYear: year }).total).toBe(count);
          }
          for (const { axles, count } of facets.axles ?? []) {
            const ranges = { ...rest.ranges, axles: { min: axles, max: axles } };
            expect(engine.search({ ...rest, ranges }).total).toBe(count);
          }
          for (const { value, count } of facets.cabs ?? []) {
            expect(engine.search({ ...rest, values: { ...rest.values, cab: [value] } }).total).toBe(count);
          }
          for (const [name, rows] of [
            ['powerHp', facets.power_ranges],
            ['grossWeightKg', facets.gross_weight_ranges],
          ] as const) {
            for (const { min, max, count } of rows ?? []) {
              const ranges = { ...rest.ranges, [name]: { min, max: max ?? undefined } };
              expect(engine.search({ ...rest, ranges }).total).toBe(count);
            }
          }
        }),
        { numRuns: RUNS },
      );
    },
    PROPERTY_TIMEOUT_MS,
  );

  test(
    'pages cover every document found once',
    () => {
      fc.assert(
        fc.property(written, query, (changes, request) => {
          const engine = engineWith(changes);
          const ids: string[] = [];
          const { total } = engine.search({ ...request, limit: 0, offset: 0 });
          for (let offset = 0; offset < total; offset += 7) {
            ids.push(...engine.search({ ...request, offset, limit: 7 }).hits.map(({ id }) => id));
          }
          expect(ids).toHaveLength(total);
          expect(new Set(ids).size).toBe(total);
        }),
        { numRuns: RUNS },
      );
    },
    PROPERTY_TIMEOUT_MS,
  );
});
