import { expect, test } from 'vitest';
import { DIMENSIONS } from './dimensions.ts';
import { FIELD } from './store/fields.ts';

test('every column of the engine has a distinct number, and none is missing', () => {
  const numbers = Object.values(FIELD).toSorted((a, b) => a - b);
  expect(numbers, 'field of a row in packages/search/src/dimensions.ts: take the next free number').toEqual(
    numbers.map((_, index) => index),
  );
});

test.each(['parameter', 'facet', 'column'] as const)('no two dimensions share a %s', (property) => {
  const taken = Object.values(DIMENSIONS).flatMap((row) =>
    property in row && row[property as keyof typeof row] !== null ? [row[property as keyof typeof row]] : [],
  );
  expect(taken, `${property} of the rows in packages/search/src/dimensions.ts`).toEqual([...new Set(taken)]);
});
