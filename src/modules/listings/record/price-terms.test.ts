import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListingRecord } from './fields.ts';
import { isWithinRounding, pricesOf, withoutRate, withRate } from './money.ts';
import { type PriceDefaults, type PriceTerms, resolvePrice } from './price-terms.ts';
import { emptyRecord, patchedRecord, replacedRecord } from './record.ts';

const NOTHING: PriceTerms = {
  price: null,
  priceNet: null,
  priceGross: null,
  vatRate: null,
  vatDeductible: null,
  vatScheme: null,
};
const GERMAN: PriceDefaults = { basis: 'gross', vatRate: 19 };
const GERMAN_COMPANY: PriceDefaults = { basis: 'net', vatRate: 19 };

/** The price as its seller reads it. */
const readOf = (terms: PriceTerms) => ({ ...terms, ...pricesOf(terms) });
const resolved = (written: Partial<PriceTerms>, defaults = GERMAN) => {
  const { terms, problems } = resolvePrice({ ...NOTHING, ...written }, defaults);
  return { ...readOf(terms), problems: problems.map(({ severity, field }) => `${severity} ${field}`) };
};

describe('a price', () => {
  const net = { price: 54_900, priceNet: 54_900, priceGross: 65_331, vatRate: 19, vatDeductible: true };

  it.each<Partial<PriceTerms>>([
    { priceNet: 54_900 },
    { priceGross: 65_331 },
    { priceNet: 54_900, priceGross: 65_331 },
    { price: 54_900, priceNet: 54_900, priceGross: 65_331, vatRate: 19 },
    { price: 54_900, priceGross: 65_331 },
    { price: 54_900, priceNet: 54_900 },
    { price: 54_900, vatDeductible: true },
    { priceGross: 65_331, vatDeductible: true, vatScheme: 'standard' },
  ])('is net, and its other amount follows: %j', (written) => {
    expect(resolved(written)).toMatchObject({ ...net, problems: [] });
  });

  it.each<[Partial<PriceTerms>, Partial<PriceTerms>]>([
    [
      { price: 9_000, vatDeductible: false },
      { priceGross: 9_000, priceNet: null, vatRate: null },
    ],
    [
      { priceGross: 9_000, vatDeductible: false },
      { price: 9_000, priceNet: null },
    ],
    [
      { price: 9_000, vatScheme: 'margin' },
      { priceGross: 9_000, priceNet: null, vatDeductible: false },
    ],
    [
      { priceGross: 9_000, vatScheme: 'margin' },
      { price: 9_000, priceNet: null },
    ],
    [
      { priceNet: 100, vatDeductible: false },
      { price: 119, priceNet: 100, priceGross: 119 },
    ],
    [
      { price: 119, priceNet: 100, priceGross: 119, vatDeductible: false },
      { priceNet: 100, vatRate: 19 },
    ],
  ])('is what the buyer pays in full: %j', (written, expected) => {
    expect(resolved(written)).toMatchObject({ ...expected, vatDeductible: false, problems: [] });
  });

  it('has the usual basis of the company if VAT is not mentioned, with a warning', () => {
    expect(resolved({ price: 100 })).toMatchObject({ vatDeductible: false, problems: ['warning price'] });
    expect(resolved({ price: 100, vatRate: 7 }, GERMAN_COMPANY)).toMatchObject({
      vatDeductible: true,
      priceGross: 107,
      problems: ['warning price'],
    });
  });

  it('is gross if it equals the gross amount next to it, and is marked as such', () => {
    const written = { price: 65_331, priceNet: 54_900, priceGross: 65_331, vatRate: 19 };
    expect(resolved(written)).toMatchObject({
      ...written,
      vatDeductible: false,
      problems: ['warning vatDeductible'],
    });
  });

  it.each<[Partial<PriceTerms>, string[]]>([
    [{ priceNet: 54_900, priceGross: 70_000 }, ['error priceNet', 'error priceGross']],
    [{ priceNet: 54_900, priceGross: 65_332.01, vatRate: 19 }, ['error priceNet', 'error priceGross']],
    [{ priceNet: 84_033.61, priceGross: 100_000.02 }, ['error priceNet', 'error priceGross']],
    [{ price: 50_000, priceNet: 54_900 }, ['error price', 'error priceNet']],
    [{ price: 50_000, priceGross: 70_000 }, ['error price', 'error priceGross']],
    [{ price: 65_331, priceNet: 54_900, vatDeductible: true }, ['error price', 'error priceNet']],
    [{ price: 50_000, priceGross: 60_000, vatDeductible: false }, ['error price', 'error priceGross']],
    [{ price: 119, priceNet: 90, vatDeductible: false }, ['error priceNet', 'error price']],
    [{ priceNet: 9_999_999_999 }, ['error priceNet']],
    [{ priceNet: 100, vatScheme: 'margin' }, ['error priceNet']],
    [{ price: 100, vatDeductible: true, vatScheme: 'margin' }, ['error vatDeductible', 'error vatScheme']],
    [{ price: 100, priceGross: 119, vatScheme: 'margin' }, ['error price', 'error priceGross']],
  ])('is rejected for amounts that contradict each other, each at its field: %j', (written, problems) => {
    expect(resolved(written).problems).toEqual(problems);
  });

  it('has no rate under the margin scheme, and may state a rate if none is known for its country', () => {
    expect(resolved({ price: 100, vatRate: 19, vatScheme: 'margin' })).toMatchObject({
      vatRate: null,
      problems: ['warning vatRate'],
    });
    const unknown = { basis: 'net', vatRate: null } as const;
    expect(resolved({ priceGross: 119 }, unknown).problems).toEqual(['error vatRate']);
    expect(resolved({ priceNet: 100, priceGross: 119 }, unknown)).toMatchObject({
      price: 100,
      priceGross: 119,
      vatRate: null,
    });
    expect(resolved({ priceNet: 120, priceGross: 119 }, unknown).problems).toEqual([
      'error priceNet',
      'error priceGross',
    ]);
  });

  it('keeps whole amounts that rounding explains as they were written', () => {
    expect(resolved({ priceNet: 84_034, priceGross: 100_000 })).toMatchObject({
      price: 84_034,
      priceGross: 100_000,
    });
  });
});

/** Any amount whose gross amount can be stored too. */
const cents = fc.integer({ min: 1, max: 600_000_000_000 }).map((minor) => minor / 100);
const rate = fc.integer({ min: 0, max: 5_000 }).map((hundredths) => hundredths / 100);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const anyTerms: fc.Arbitrary<PriceTerms> = fc.record({
  price: orNull(cents),
  priceNet: orNull(cents),
  priceGross: orNull(cents),
  vatRate: orNull(rate),
  vatDeductible: orNull(fc.boolean()),
  vatScheme: orNull(fc.constantFrom('standard', 'margin')),
});
const anyDefaults: fc.Arbitrary<PriceDefaults> = fc.record({
  basis: fc.constantFrom('net', 'gross'),
  vatRate: orNull(rate),
});
const isRefused = (problems: readonly { severity: string }[]): boolean =>
  problems.some(({ severity }) => severity === 'error');

describe('any price', () => {
  it('has a basis, is consistent, and reads back unchanged if it is accepted', () => {
    fc.assert(
      fc.property(anyTerms, anyDefaults, (written, defaults) => {
        const { terms, problems } = resolvePrice(written, defaults);
        if (isRefused(problems)) {
          expect(terms).toEqual(written);
          return;
        }
        const read = readOf(terms);
        if (read.price === null) return;
        expect(read.vatDeductible).not.toBeNull();
        if (read.vatDeductible === true) {
          expect(read.priceNet).toBe(read.price);
          if (read.priceGross !== null && read.vatRate !== null)
            expect(isWithinRounding(withRate(read.price, read.vatRate), read.priceGross, [1])).toBe(true);
        } else expect(read.priceGross).toBe(read.price);
        if (written.vatScheme === 'margin') expect([read.priceNet, read.vatRate]).toEqual([null, null]);
        for (const sent of [terms, read]) {
          const resolvedAgain = resolvePrice(sent, defaults);
          expect(resolvedAgain.problems).toEqual([]);
          expect(resolvedAgain.terms).toEqual(terms);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('is accepted and keeps its amount to the cent if it has one amount', () => {
    fc.assert(
      fc.property(fc.constantFrom('priceNet', 'priceGross'), cents, rate, (name, amount, vatRate) => {
        const { terms, problems } = resolvePrice({ ...NOTHING, [name]: amount, vatRate }, GERMAN);
        expect(problems).toEqual([]);
        expect(readOf(terms)[name]).toBe(amount);
      }),
    );
  });

  it('survives removing and adding a rate to within a cent', () => {
    fc.assert(
      fc.property(cents, rate, (amount, vatRate) => {
        expect(isWithinRounding(withRate(withoutRate(amount, vatRate), vatRate), amount, [])).toBe(true);
        expect(withoutRate(withRate(amount, vatRate), vatRate)).toBe(amount);
      }),
    );
  });

  it('can be changed after reading: unchanged fields that are sent back do not contradict the change', () => {
    const priced = fc.oneof(
      cents.map((priceNet) => ({ priceNet })),
      cents.map((priceGross) => ({ priceGross })),
      cents.map((price) => ({ price, vatDeductible: false })),
      cents.map((price) => ({ price, vatScheme: 'margin' as const })),
    );
    const name = fc.constantFrom('price', 'priceNet', 'priceGross');
    fc.assert(
      fc.property(priced, name, cents, (first, changed, amount) => {
        const stored: ListingRecord = {
          ...emptyRecord(),
          ...resolvePrice({ ...NOTHING, ...first }, GERMAN).terms,
        };
        const { price, priceNet, priceGross, vatRate, vatDeductible, vatScheme } = {
          ...stored,
          ...pricesOf(stored),
        };
        if (priceNet === null && changed === 'priceNet') return;
        const read = { price, priceNet, priceGross, vatRate, vatDeductible, vatScheme };
        for (const record of [
          replacedRecord(stored, { ...read, [changed]: amount }),
          patchedRecord(stored, { [changed]: amount }),
        ]) {
          const { terms, problems } = resolvePrice(record, GERMAN);
          expect(problems).toEqual([]);
          expect(pricesOf({ ...record, ...terms })).toMatchObject(
            changed === 'price' ? {} : { [changed]: amount },
          );
          expect([terms.vatDeductible, terms.vatScheme]).toEqual([stored.vatDeductible, stored.vatScheme]);
        }
      }),
    );
  });
});

describe('an edit of the price', () => {
  const net: ListingRecord = { ...emptyRecord(), price: 100, vatDeductible: true, vatRate: 19 };
  const margin: ListingRecord = { ...emptyRecord(), price: 100, vatDeductible: false, vatScheme: 'margin' };
  const after = (record: ListingRecord) => readOf(resolvePrice(record, GERMAN).terms);

  it('keeps the headline price when only the terms change', () => {
    expect(after(patchedRecord(net, { vatRate: 7 }))).toMatchObject({ price: 100, priceGross: 107 });
    expect(after(patchedRecord(net, { vatDeductible: false }))).toMatchObject({ price: 100, priceNet: null });
    expect(after(patchedRecord(net, { vatScheme: 'margin' }))).toMatchObject({
      price: 100,
      vatRate: null,
      vatDeductible: false,
    });
    expect(after(patchedRecord(margin, { vatDeductible: true }))).toMatchObject({
      priceGross: 119,
      vatScheme: null,
    });
  });

  it('leaves the margin scheme when it sets a net amount', () => {
    expect(after(patchedRecord(margin, { priceNet: 100 }))).toMatchObject({
      price: 100,
      priceGross: 119,
      vatDeductible: true,
    });
  });

  it('removes the price with all its amounts', () => {
    expect(pricesOf(patchedRecord(net, { price: null }))).toEqual({ priceNet: null, priceGross: null });
    const read = { price: null, priceNet: 100, priceGross: 119, vatDeductible: true, vatRate: 19 };
    expect(after(replacedRecord(net, read))).toMatchObject({ price: null, priceNet: null, priceGross: null });
    expect(after(patchedRecord(net, { priceNet: null, priceGross: null }))).toMatchObject({
      price: 100,
      priceGross: 119,
    });
  });

  it('accepts terms that are sent back together with the margin scheme', () => {
    const read = { price: 100, priceNet: 100, priceGross: 119, vatDeductible: true, vatRate: 19 };
    expect(after(replacedRecord(net, { ...read, vatScheme: 'margin' }))).toMatchObject({
      price: 100,
      priceNet: null,
      vatDeductible: false,
    });
  });
});
