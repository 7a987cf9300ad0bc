import { describe, expect, it } from 'vitest';
import { columnName, distinctColumns } from './raw-row.ts';

describe('columnName', () => {
  it.each([
    ['  Fuel Type ', 'fuel_type'],
    ['Preis-Netto.EUR/Stück', 'preis_netto_eur_stück'],
    ['__Preis__', 'preis'],
    ['...', ''],
    ['x'.repeat(101), 'x'.repeat(100)],
  ])('of %j is %j', (text, name) => {
    expect(columnName(text)).toBe(name);
  });
});

describe('distinctColumns', () => {
  it('gives a name to each column without one, by its place', () => {
    expect(distinctColumns(['', 'Price', ' '])).toEqual(['column_1', 'price', 'column_3']);
  });

  it('numbers repeated names', () => {
    expect(distinctColumns(['Price', 'price', 'Model', 'PRICE'])).toEqual([
      'price',
      'price_2',
      'model',
      'price_3',
    ]);
  });

  it('gives no name twice, also where one is written as a number would make it', () => {
    expect(distinctColumns(['Price', 'Price', 'Price 2', 'Price'])).toEqual([
      'price',
      'price_3',
      'price_2',
      'price_4',
    ]);
    expect(distinctColumns(['Column 2', ''])).toEqual(['column_2', 'column_2_2']);
  });
});
