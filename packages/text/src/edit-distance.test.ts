import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';

// The recursive definition, without the optimizations.
function recursiveDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [restA, restB] = [a.slice(1), b.slice(1)];
  const steps = [
    recursiveDistance(restA, restB) + (a[0] === b[0] ? 0 : 1),
    recursiveDistance(restA, b) + 1,
    recursiveDistance(a, restB) + 1,
  ];
  if (a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0])
    steps.push(recursiveDistance(a.slice(2), b.slice(2)) + 1);
  return Math.min(...steps);
}

const word = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 }).map((letters) => letters.join(''));

describe('edit distance', () => {
  test('is the defined one up to the bound, and one more beyond it', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 1, max: 4 }), (a, b, max) => {
        expect(editDistance(a, b, max)).toBe(Math.min(recursiveDistance(a, b), max + 1));
      }),
    );
  });
});
