import { describe, expect, it } from 'vitest';
import type { FacetName } from '@fifthwheel/search';
import { facetAggregations, facetsIn } from './facets.ts';
import type { Json } from './query-types.ts';

const RATES = { base: 'EUR', rates: { PLN: 4.3 } };
const ALL: readonly FacetName[] = [
  'categories',
  'brands',
  'price_ranges',
  'years',
  'fuel_types',
  'locations',
];
const CHEAP: Json = { range: { price: { lte: 30_000 } } };
const VOLVO: Json = { terms: { brand: ['volvo'] } };

function requestFor(ownConditions: ReadonlyMap<FacetName, readonly Json[]>): { text: string; request: Json } {
  const request = facetAggregations(ALL, ownConditions, {}, RATES);
  return { text: JSON.stringify(request), request };
}

const times = (text: string, part: Json): number => text.split(JSON.stringify(part)).length - 1;

describe('facets of a cluster', () => {
  it('test a condition once for all facets without a condition on their field', () => {
    const { text } = requestFor(new Map([['price_ranges', [CHEAP]]]));
    expect(times(text, CHEAP)).toBe(1);
    const both = requestFor(
      new Map<FacetName, readonly Json[]>([
        ['price_ranges', [CHEAP]],
        ['brands', [VOLVO]],
      ]),
    ).text;
    // Prices and brands are each narrowed by the other's conditions, all other facets by both.
    expect([times(both, CHEAP), times(both, VOLVO)]).toEqual([2, 2]);
  });

  it('use no filter if no facet has a condition on its field', () => {
    const { request } = requestFor(new Map());
    expect(Object.keys(request)).toEqual([
      'categories/values',
      'brands/values',
      'price_ranges/EUR',
      'price_ranges/PLN',
      'years/values',
      'fuel_types/values',
      'locations/values',
    ]);
    expect(request['brands/values']).toHaveProperty('terms.field', 'brand');
  });

  it('list the models of the selected brands, whatever model is selected', () => {
    const actros: Json = { terms: { model: ['actros'] } };
    const request = facetAggregations(
      ['models', 'years'],
      new Map<FacetName, readonly Json[]>([
        ['brands', [VOLVO, actros]],
        ['price_ranges', [CHEAP]],
      ]),
      { brands: ['volvo'], models: ['Actros'] },
      RATES,
    );
    const text = JSON.stringify(request['models']);
    expect([times(text, VOLVO), times(text, CHEAP), times(text, actros)]).toEqual([1, 1, 0]);
    expect(text).toContain('"field":"brand_model"');
  });

  it('count each facet once, without its own conditions, wherever it is requested', () => {
    const { request } = requestFor(new Map([['brands', [VOLVO]]]));
    expect(JSON.stringify(request['brands'])).not.toContain('volvo');
    const counted = { buckets: [{ key: 'daf', doc_count: 3 }] };
    const facets = facetsIn(
      ['brands', 'fuel_types'],
      { brands: { values: counted }, others: { 'fuel_types/values': counted } } as never,
      { brands: ['volvo'] },
      { nameOf: (_, slug) => slug.toUpperCase(), modelOf: (key) => key, isOnlySubcategory: () => false },
    );
    expect(facets).toEqual({
      brands: [
        { slug: 'daf', name: 'DAF', count: 3 },
        { slug: 'volvo', name: 'VOLVO', count: 0 },
      ],
      fuel_types: [{ value: 'daf', count: 3 }],
    });
  });
});
