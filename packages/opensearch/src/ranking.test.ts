import { expect, it } from 'vitest';
import { sortOf } from './ranking.ts';

const exchange = { base: 'EUR', rates: {} };

it.each([
  ['price_position', undefined, 'asc'],
  ['price_position', 'desc', 'desc'],
  ['mileage', undefined, 'desc'],
] as const)(
  'sort=%s with order=%s sorts %s, with missing values last and then by ID',
  (sort, order, sorted) => {
    expect(sortOf({ sort, order }, exchange)).toEqual([
      { [sort]: { order: sorted, missing: '_last' } },
      { id: 'asc' },
    ]);
  },
);
