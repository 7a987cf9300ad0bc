import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAmount } from './currencies.ts';

const KRONOR = ['SEK', 'NOK', 'DKK', 'ISK'];

describe('readAmount', () => {
  it.each<[string, number | null, readonly string[] | null]>([
    ['45900', 45_900, null],
    ['45.900,00', 45_900, null],
    ['£45,900', 45_900, ['GBP']],
    ["CHF 45'900.00", 45_900, ['CHF']],
    ["Fr. 45'900.–", 45_900, ['CHF']],
    ['45900 PLN', 45_900, ['PLN']],
    ['45900pln', 45_900, ['PLN']],
    ['45 900 zł', 45_900, ['PLN']],
    ['45\u00a0900,00\u00a0zł', 45_900, ['PLN']],
    ['45 900 Kč', 45_900, ['CZK']],
    ['45 900 Ft', 45_900, ['HUF']],
    ['45 900 kr', 45_900, KRONOR],
    ['kr. 45.900,-', 45_900, KRONOR],
    ['45.900,- kr.', 45_900, KRONOR],
    ['SEK 45900', 45_900, ['SEK']],
    ['US$ 45,900', 45_900, ['USD']],
    ['C$45,900', 45_900, ['CAD']],
    ['€ 45.900,-', 45_900, ['EUR']],
    ['EUR 45.900 €', 45_900, ['EUR']],
    ['45.900 Euro', 45_900, ['EUR']],
    ['€ 45900 PLN', 45_900, []],
    ['45900 XYZ', null, null],
    ['VB', null, null],
    ['£', null, null],
    ['kr kr', null, null],
    ['', null, null],
  ])('reads %j as %j in %j', (text, value, currencies) => {
    const amount = readAmount(text);
    expect([amount?.value ?? null, amount?.currencies ?? null]).toEqual([value, currencies]);
  });

  it('reads every amount with the code of every currency before or behind it', () => {
    const code = fc.constantFrom(...Intl.supportedValuesOf('currency'));
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999 }),
        code,
        fc.constantFrom('', ' ', '\u00a0'),
        (cents, currency, gap) => {
          const value = cents / 100;
          for (const text of [
            `${currency}${gap}${value.toFixed(2)}`,
            `${value.toFixed(2)}${gap}${currency.toLowerCase()}`,
          ])
            expect(readAmount(text)).toEqual({ value, currencies: [currency] });
        },
      ),
    );
  });
});
