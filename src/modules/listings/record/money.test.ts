import { describe, expect, it } from 'vitest';
import { withRate } from './money.ts';

describe('amounts', () => {
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
