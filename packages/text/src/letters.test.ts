import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';
import { canBeWithin, lettersOf } from './letters.ts';

const word = fc
  .array(fc.constantFrom('a', 'b', 'y', 'z', 'ø', '4', '-'), { maxLength: 8 })
  .map((letters) => letters.join(''));

test('words that are within some edits are never set aside', () => {
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, edits) => {
      fc.pre(editDistance(a, b, 8) <= edits);
      expect(canBeWithin(edits, lettersOf(a), lettersOf(b))).toBe(true);
    }),
  );
});

test('words that differ in more letters than that are', () => {
  expect(canBeWithin(2, lettersOf('kipper'), lettersOf('bagger'))).toBe(false);
  expect(canBeWithin(3, lettersOf('kipper'), lettersOf('bagger'))).toBe(true);
});

test('a text and its bytes have the same letters', () => {
  fc.assert(fc.property(fc.string(), (text) => lettersOf(text) === lettersOf(Buffer.from(text))));
});
