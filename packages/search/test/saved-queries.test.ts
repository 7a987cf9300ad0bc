import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SavedQueryIndex, SearchEngine, type SearchQuery } from '@fifthwheel/search';
import { document, PROPERTY_TIMEOUT_MS, query, RATES, RUNS } from './generators.ts';

const OTHER_RATES = { base: 'EUR', rates: { USD: 0.8, PLN: 6 } };
const savedId = fc.integer({ min: 0, max: 25 }).map((number) => `ssr_${number}`);

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('put' as const), id: savedId, query }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), id: savedId }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('match' as const), document }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('rates' as const), rates: fc.constantFrom(RATES, OTHER_RATES) }),
  },
);

describe('saved queries', () => {
  test(
    'match a document exactly when a strict search would find it',
    () => {
      fc.assert(
        fc.property(
          fc.array(step, { maxLength: 40 }),
          fc.array(document, { minLength: 1, maxLength: 5 }),
          (steps, documents) => {
            const index = new SavedQueryIndex({ rates: RATES });
            const saved = new Map<string, SearchQuery>();
            let rates = RATES as { base: string; rates: Record<string, number> };
            for (const taken of steps) {
              if (taken.kind === 'put') {
                index.put(taken.id, taken.query);
                saved.set(taken.id, taken.query);
              } else if (taken.kind === 'remove') {
                index.remove(taken.id);
                saved.delete(taken.id);
              } else if (taken.kind === 'match') {
                index.match(taken.document);
              } else {
                rates = taken.rates;
                index.setRates(rates);
              }
            }
            expect(index.size).toBe(saved.size);
            for (const listed of documents) {
              const engine = new SearchEngine({ rates, blockDocuments: 32 });
              engine.apply([{ kind: 'put', document: listed }]);
              const expected = [...saved].filter(
                // A query for IDs cannot match a new listing.
                ([, asked]) =>
                  asked.ids === undefined && engine.search({ ...asked, strictText: true }).total === 1,
              );
              expect(index.match(listed).toSorted()).toEqual(expected.map(([id]) => id).toSorted());
            }
          },
        ),
        { numRuns: RUNS },
      );
    },
    PROPERTY_TIMEOUT_MS,
  );

  test('a query without conditions matches everything', () => {
    const index = new SavedQueryIndex();
    index.put('ssr_all', {});
    const [listed] = fc.sample(document, 1);
    expect(listed && index.match(listed)).toEqual(['ssr_all']);
  });
});
