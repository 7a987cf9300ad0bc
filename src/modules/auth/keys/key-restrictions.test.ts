import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowsOrigin, type KeyRestrictions, loosens } from './key-restrictions.ts';

/** Addresses and ranges of a small universe, in which every address can be tried. */
const V4 = Array.from({ length: 16 }, (_, i) => `192.0.2.${i}`);
const V6 = Array.from({ length: 16 }, (_, i) => `2001:db8::${i.toString(16)}`);
const entry = fc.oneof(
  fc.tuple(fc.constantFrom(...V4), fc.integer({ min: 28, max: 32 })).map(([ip, bits]) => `${ip}/${bits}`),
  fc.constantFrom(...V4),
  fc.constantFrom(...V4).map((ip) => `::ffff:${ip}`),
  fc.tuple(fc.constantFrom(...V6), fc.integer({ min: 124, max: 128 })).map(([ip, bits]) => `${ip}/${bits}`),
);
const restrictions: fc.Arbitrary<KeyRestrictions> = fc.record({
  ip_restriction: fc.boolean(),
  allowed_addresses: fc.array(entry, { minLength: 1, maxLength: 6 }),
  require_signature: fc.boolean(),
});
const ORIGINS = [...V4, ...V6, '198.51.100.7', '2001:db9::1'].flatMap((ip) =>
  [true, false].map((isSigned) => ({ ip, isSigned })),
);

describe('a change of restrictions', () => {
  it('loosens them if, and only if, it lets something in that was kept out', () => {
    fc.assert(
      fc.property(restrictions, restrictions, (before, after) => {
        const letsIn = ORIGINS.some((origin) => allowsOrigin(after, origin) && !allowsOrigin(before, origin));
        expect(loosens(before, after)).toBe(letsIn);
      }),
      { numRuns: 2000 },
    );
  });

  it('loosens nothing if it leaves out entries, cuts ranges into parts, or changes nothing', () => {
    fc.assert(
      fc.property(restrictions, fc.nat(5), (before, length) => {
        expect(loosens(before, before)).toBe(false);
        const fewer = { ...before, allowed_addresses: before.allowed_addresses.slice(0, length + 1) };
        expect(loosens(before, fewer)).toBe(false);
      }),
    );
    const list = (...allowed_addresses: string[]): KeyRestrictions => ({
      ip_restriction: true,
      allowed_addresses,
      require_signature: false,
    });
    expect(loosens(list('10.0.0.0/8'), list('10.0.0.0/9', '10.128.0.0/9'))).toBe(false);
    expect(loosens(list('10.128.0.0/9', '10.0.0.0/9'), list('10.0.0.0/8'))).toBe(false);
    expect(loosens(list('10.0.0.0/9', '10.128.0.0/10'), list('10.0.0.0/8'))).toBe(true);
    expect(loosens(list('0.0.0.0/0', '::/0'), list('::/0', '203.0.113.9'))).toBe(false);
    expect(loosens(list('0.0.0.0/0'), list('::1'))).toBe(true);
  });
});
