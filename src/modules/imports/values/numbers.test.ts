import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDay, readMonth } from './dates.ts';
import { readNumber, type NumberKind } from './numbers.ts';

describe('readNumber', () => {
  it.each<[string, NumberKind, number | null]>([
    ['45900', 'amount', 45_900],
    ['45900.00', 'amount', 45_900],
    ['45900,50', 'amount', 45_900.5],
    ['45.900,00', 'amount', 45_900],
    ['45,900.00', 'amount', 45_900],
    ['45.900', 'amount', 45_900],
    ['45,900', 'amount', 45_900],
    ['1.234.567', 'amount', 1_234_567],
    ['1.234.567,89', 'amount', 1_234_567.89],
    ["45'900,-", 'amount', 45_900],
    ['45 900', 'amount', 45_900],
    ['45\u00a0900,00 €', 'amount', 45_900],
    ['€ 45.900,-', 'amount', 45_900],
    ['EUR 45.900', 'amount', 45_900],
    ['45.9', 'amount', 45.9],
    ['0.900', 'amount', 0.9],
    ['420.000 km', 'count', 420_000],
    ['420 000', 'count', 420_000],
    ['420000', 'count', 420_000],
    ['7.5', 'count', 7.5],
    ['53.551', 'measure', 53.551],
    ['53,551', 'measure', 53.551],
    ['-0.1276', 'measure', -0.1276],
    ['1,234.5', 'measure', 1234.5],
    ['', 'amount', null],
    ['n/a', 'amount', null],
    ['auf Anfrage', 'amount', null],
    ['45.90.0', 'amount', null],
    ['1e5', 'amount', null],
    ['0x10', 'amount', null],
    ['45 90', 'amount', null],
    ['12,34,56', 'amount', null],
    ['1.', 'amount', null],
    ['9'.repeat(200), 'amount', null],
  ])('reads %j as %s: %j', (text, kind, value) => {
    expect(readNumber(text, kind)).toBe(value);
  });

  it('reads every price back in each way of writing it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (cents) => {
        const price = cents / 100;
        const plain = price.toFixed(2);
        const english = price.toLocaleString('en-US', { minimumFractionDigits: 2 });
        const german = price.toLocaleString('de-DE', { minimumFractionDigits: 2 });
        for (const text of [plain, plain.replace('.', ','), english, german])
          expect(readNumber(text, 'amount')).toBe(price);
      }),
    );
  });
});

describe('readMonth and readDay', () => {
  it.each([
    ['2019-06', '2019-06'],
    ['2019-06-14', '2019-06'],
    ['06.2019', '2019-06'],
    ['6/2019', '2019-06'],
    ['14.06.2019', '2019-06'],
    ['062019', '2019-06'],
    ['201906', '2019-06'],
    ['122012', '2012-12'],
    ['190012', '1900-12'],
    ['189912', null],
    ['210001', '2100-01'],
    ['210101', null],
    ['1900-01', '1900-01'],
    ['1899-12', null],
    ['2100-12', '2100-12'],
    ['2101-01', null],
    ['2019-12', '2019-12'],
    ['2019-00', null],
    ['2019', null],
    ['13.2019', null],
    ['00.0000', null],
    ['yesterday', null],
  ])('reads the month of %j as %j', (text, month) => {
    expect(readMonth(text)).toBe(month);
  });

  it.each([
    ['2019-06-14', '2019-06-14'],
    ['14.6.2019', '2019-06-14'],
    ['2019-06', null],
    ['2019-06-01', '2019-06-01'],
    ['31.12.2019', '2019-12-31'],
    ['2019-06-00', null],
    ['32.12.2019', null],
    ['2019-13-01', null],
  ])('reads the day of %j as %j', (text, day) => {
    expect(readDay(text)).toBe(day);
  });
});
