import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OFFERED_RANGES } from './filters.tsx';
import { changed, RANGES, readSearchQuery, toQueryString, without } from './parameters.ts';

describe('the query of a search page', () => {
  it('has one form however it was written', () => {
    const query = readSearchQuery({
      brand: ['daf', 'man,daf', ''],
      min_year: ' 2019 ',
      max_year: '',
      radius: '50',
      page: '1',
      x: '1',
    });
    expect(query).toEqual({ min_year: '2019', brand: 'daf,man' });
    expect(toQueryString(query)).toBe('?min_year=2019&brand=daf,man');
  });

  it('survives being written as an address and read again', () => {
    fc.assert(
      fc.property(
        fc.record(
          {
            q: fc.string(),
            brand: fc.array(fc.string()),
            city: fc.string(),
            radius: fc.string(),
            sort: fc.string(),
            page: fc.string(),
          },
          { requiredKeys: [] },
        ),
        (parameters) => {
          const query = readSearchQuery(parameters);
          const reread = readSearchQuery(Object.fromEntries(new URLSearchParams(toQueryString(query))));
          expect(reread).toEqual(query);
        },
      ),
    );
  });

  it('is written as forms write it, but for the commas', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (q, city) => {
        const query = { q, min_price: '1000', city, brand: 'daf,man' };
        const written = new URLSearchParams(query).toString().replaceAll('%2C', ',');
        expect(toQueryString(query)).toBe(`?${written}`);
      }),
    );
    expect(toQueryString({})).toBe('');
  });

  it('begins at the first page again when a filter changes', () => {
    const query = readSearchQuery({ brand: 'daf,man', page: '4' });
    expect(without(query, 'brand', 'daf')).toEqual({ brand: 'man' });
    expect(changed(query, { q: 'tipper' })).toEqual({ q: 'tipper', brand: 'daf,man' });
  });
});

it.each(RANGES)('%s is in the form of some category', (name) => {
  expect(OFFERED_RANGES, 'TRAITS in src/storefront/pages/search/filters.tsx').toContain(name);
});
