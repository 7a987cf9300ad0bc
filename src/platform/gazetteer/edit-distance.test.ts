import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistanceWithin } from './edit-distance.ts';

const distance = (a: string, b: string, limit: number) =>
  editDistanceWithin(Buffer.from(a), Buffer.from(b), limit);

/** The whole table, written for reading. */
function fullTableDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = table[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(replaced, table[i - 1]![j]! + 1, table[i]![j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, table[i - 2]![j - 2]! + 1);
      }
      table[i]![j] = cost;
    }
  }
  return table[a.length]![b.length]!;
}

it.each([
  ['hamburg', 'hamburg', 0],
  ['hambrug', 'hamburg', 1],
  ['munchenn', 'munchen', 1],
  ['koln', 'colna', 2],
  ['koln', 'berlin', 3],
  ['', 'ab', 2],
])('%s to %s is %i within 2 (3 means more)', (a, b, edits) => {
  expect(distance(a, b, 2)).toBe(edits);
});

it('agrees with the full table for every limit', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, limit) => {
      expect(distance(a, b, limit)).toBe(Math.min(fullTableDistance(a, b), limit + 1));
    }),
    { numRuns: 2000 },
  );
});
