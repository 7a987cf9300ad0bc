import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { share, taxOn } from './amounts.ts';

describe('share', () => {
  it.each([
    [100, 1, 2, 50],
    [1, 1, 2, 1],
    [-1, 1, 2, -1],
    [3, 1, 2, 2],
    [100, 1, 3, 33],
    [200, 1, 3, 67],
    [349_000, 31_535_999, 31_536_000, 349_000],
    [4900, 0, 10, 0],
  ])('%i × %i / %i is %i', (amount, part, whole, expected) => {
    expect(share(amount, part, whole)).toBe(expected);
  });

  it('is at most half a cent off, mirrors its sign, and the used and the unused part are the whole', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.integer({ min: 1, max: 31_622_400 }),
        fc.nat(),
        (amount, whole, seed) => {
          const part = seed % (whole + 1);
          const unused = share(amount, part, whole);
          expect(share(-amount, part, whole)).toBe(unused === 0 ? 0 : -unused);
          const error = BigInt(unused) * BigInt(whole) - BigInt(amount) * BigInt(part);
          expect(2n * (error < 0n ? -error : error) <= BigInt(whole)).toBe(true);
          const used = amount - unused;
          expect(used).toBeGreaterThanOrEqual(0);
          expect(Math.abs(used - share(amount, whole - part, whole))).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe('taxOn', () => {
  it.each([
    [14_900, 1900, 2831],
    [4900, 1900, 931],
    [4901, 1900, 931],
    [50, 1900, 10],
    [-50, 1900, -10],
    [4900, 0, 0],
  ])('%i at %i', (net, rate, tax) => {
    expect(taxOn(net, rate)).toBe(tax);
  });
});
