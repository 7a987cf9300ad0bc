import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromMinorUnits, toMinorUnits, withRate } from './money.ts';

describe('minor units', () => {
  it('keeps every amount of numeric(12,2) exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (minor) => {
        const written = JSON.parse((minor / 100).toFixed(2)) as number;
        expect(toMinorUnits(written)).toBe(minor);
        expect(fromMinorUnits(minor)).toBe(written);
      }),
    );
  });

  it.each([0.001, 1.005, 19.999, 45900.123, 9_999_999_999.991, 1e300, Number.NaN, Infinity])(
    'refuses %d',
    (amount) => {
      expect(toMinorUnits(amount)).toBeUndefined();
    },
  );

  it.each([
    [100, 19, 119],
    [45_900, 19, 54_621],
    [0.01, 19, 0.01],
    [0.05, 10, 0.06],
    [9_999_999_999.99, 0, 9_999_999_999.99],
    [33.33, 7.7, 35.9],
  ])('adds to %d the rate %d', (amount, rate, expected) => {
    expect(withRate(amount, rate)).toBe(expected);
  });
});
