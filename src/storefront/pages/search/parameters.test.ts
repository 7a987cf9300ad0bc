import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OFFERED_RANGES } from './filters.tsx';
import { changed, RANGES, readSearchQuery, toQueryString, withReadings, without } from './parameters.ts';

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

describe('the readings of the words', () => {
  const words = { q: 'typed' };

  it('become filters where the page has them, and stay words elsewhere', () => {
    const filters = withReadings(words, [
      { typed: 'looking for', kind: 'talk' },
      { typed: 'DAF', kind: 'make', parameters: { brand: ['daf'] } },
      { typed: 'MAN', kind: 'make', parameters: { brand: ['man'] } },
      { typed: 'under 30000', kind: 'number', parameters: { max_price: 30_000, currency: 'EUR' } },
      { typed: 'near Dresden', kind: 'place', parameters: { city: 'Dresden', radius: 100 } },
      { typed: 'at the sea', kind: 'place', parameters: { lat: 1, lng: 2, radius: 50 } },
      { typed: 'without ADR', kind: 'equipment', excluded: true },
      { typed: 'blue', kind: 'word' },
    ]);
    expect(filters).toEqual({
      q: 'at the sea without ADR blue',
      max_price: '30000',
      currency: 'EUR',
      city: 'Dresden',
      radius: '100',
      brand: 'daf,man',
    });
  });

  it('stay words if another filter is in force', () => {
    const readings = [{ typed: 'MAN', kind: 'make', parameters: { brand: ['man'] } }];
    expect(withReadings({ q: 'MAN', brand: 'daf' }, readings)).toEqual({ q: 'MAN', brand: 'daf' });
    expect(withReadings({ q: 'MAN', brand: 'man' }, readings)).toEqual({ brand: 'man' });
    const year = [
      { typed: 'from 2018', kind: 'number', parameters: { min_year: 2018 }, overridden: true },
    ] as const;
    expect(withReadings({ q: 'from 2018', min_year: '2015' }, year)).toEqual({ min_year: '2015' });
  });

  it('change nothing if there are none', () => {
    expect(withReadings(words, undefined)).toEqual(words);
  });
});

it.each(RANGES)('%s is in the form of some category', (name) => {
  expect(OFFERED_RANGES, 'GROUPS_OF in src/storefront/pages/search/groups.ts').toContain(name);
});
