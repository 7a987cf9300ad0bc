import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Language, LANGUAGES, LOCALES } from './languages.ts';
import { type NumberField, readNumber, writeNumber } from './numbers.ts';

const MONEY: NumberField = { kind: 'money' };
const WHOLE: NumberField = { kind: 'integer' };
const DECIMAL: NumberField = { kind: 'decimal' };

describe('a number as people write it', () => {
  it.each([
    ['61900', 61_900],
    ['60.000', 60_000],
    ['60,000', 60_000],
    ['60 000', 60_000],
    ['60\u00a0000', 60_000],
    ['60\u202f000', 60_000],
    ['60\u2009000', 60_000],
    ["60'000", 60_000],
    ['60’000', 60_000],
    ['60.000,00', 60_000],
    ['60,000.00', 60_000],
    ['60 000,50', 60_000.5],
    ["60'000.50", 60_000.5],
    ['1.250.000', 1_250_000],
    ['1,250,000.5', 1_250_000.5],
    ['8,5', 8.5],
    ['8.25', 8.25],
    ['0.125', 0.125],
    ['0,125', 0.125],
    [',5', 0.5],
    ['1234,567', 1234.567],
    [' 60.000 ', 60_000],
    ['60.000 €', 60_000],
    ['€ 60.000', 60_000],
    ['EUR 60.000', 60_000],
    ['60.000 zł', 60_000],
    ['CHF 60’000.-', 60_000],
    ['Fr. 60’000', 60_000],
    ['kr. 60.000', 60_000],
    ['60.000,-', 60_000],
    ['60.', 60],
    ['60.000,– €', 60_000],
    ['-5', -5],
    ['−5', -5],
    ['– 5', -5],
    ['-€5', -5],
    ['+5', 5],
  ])('an amount written %j is %d in every language', (text, number) => {
    for (const language of LANGUAGES) expect(readNumber(text, language, MONEY)).toBe(number);
  });

  it.each([
    '',
    ' ',
    'many',
    '60k',
    '60.000.50',
    '60.00.000',
    '61,9,5',
    '6 0000',
    '60 00',
    '1 250.000.000',
    '60-70',
    '60 - 70',
    '60.000 kg',
    '€ 60.000 EUR',
    '1e5',
    '0x10',
    'Infinity',
    'NaN',
    '--5',
    '5-',
    '½',
    '1'.repeat(16),
  ])('an amount is not read from %j', (text) => {
    for (const language of LANGUAGES) expect(readNumber(text, language, MONEY)).toBeNull();
  });

  it('three digits after a lone mark follow the language in a field with decimals, unless it ends below a thousand', () => {
    expect(readNumber('1.250', 'de', DECIMAL)).toBe(1250);
    expect(readNumber('1,250', 'de', DECIMAL)).toBe(1.25);
    expect(readNumber('1.250', 'en', DECIMAL)).toBe(1.25);
    expect(readNumber('1,250', 'en', DECIMAL)).toBe(1250);
    for (const language of LANGUAGES) {
      expect(readNumber('53.551', language, { kind: 'decimal', max: 90 })).toBe(53.551);
      expect(readNumber('53,551', language, { kind: 'decimal', max: 90 })).toBe(53.551);
      expect(readNumber('120.000', language, WHOLE)).toBe(120_000);
    }
  });

  it('may name the unit of its field, or one that is a multiple of it', () => {
    const read = (text: string, unit: string): number | null =>
      readNumber(text, 'de', { kind: 'integer', unit });
    expect(read('120.000 km', 'km')).toBe(120_000);
    expect(read('350KW', 'kW')).toBe(350);
    expect(read('18 t', 'kg')).toBe(18_000);
    expect(read('7,49 t', 'kg')).toBe(7490);
    expect(read('7.490 t', 'kg')).toBe(7490);
    expect(read('13,6 m', 'mm')).toBe(13_600);
    expect(read('480 KM', 'hp')).toBe(480);
    expect(read('32,5 l/100 km', 'l/100 km')).toBe(32.5);
    expect(read('−5 %', '%')).toBe(-5);
  });

  it('is rejected in a unit or currency that the field does not have', () => {
    expect(readNumber('350 kW', 'de', { kind: 'integer', unit: 'hp' })).toBeNull();
    expect(readNumber('350 kW', 'de', WHOLE)).toBeNull();
    expect(readNumber('75.000 mi', 'en', { kind: 'integer', unit: 'km' })).toBeNull();
    expect(readNumber('60.000 zł', 'pl', { kind: 'money', unit: 'EUR' })).toBeNull();
    expect(readNumber('60.000 zł', 'pl', { kind: 'money', unit: 'PLN' })).toBe(60_000);
    expect(readNumber('5 constructor', 'en', { kind: 'integer', unit: 'toString' })).toBeNull();
  });
});

describe('a number in a field', () => {
  const language = fc.constantFrom(...LANGUAGES);

  it('is read as it was written, in every language', () => {
    const value = fc.record({
      kind: fc.constantFrom('integer', 'year', 'money', 'decimal'),
      cents: fc.integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 }),
    } as const);
    fc.assert(
      fc.property(language, value, (written, { kind, cents }) => {
        const number = kind === 'money' || kind === 'decimal' ? cents / 100 : Math.trunc(cents / 100);
        const field: NumberField = { kind };
        expect(readNumber(writeNumber(number, written, field), written, field)).toBe(number + 0);
      }),
    );
  });

  it('keeps three decimals in every language', () => {
    fc.assert(
      fc.property(language, fc.integer({ min: -999_999_999, max: 999_999_999 }), (written, thousandths) => {
        const number = thousandths / 1000;
        expect(readNumber(writeNumber(number, written, DECIMAL), written, DECIMAL)).toBe(number + 0);
      }),
    );
  });

  it('is read with each grouping that people use, with its cents', () => {
    const groupings = [' ', '\u00a0', '\u202f', "'", '’', '.', ','];
    fc.assert(
      fc.property(
        language,
        fc.integer({ min: 1000, max: 999_999_999 }),
        fc.integer({ min: 0, max: 99 }),
        fc.constantFrom(...groupings),
        (read, whole, cents, group) => {
          const grouped = String(whole).replaceAll(/\B(?=(?:\d{3})+$)/g, group);
          expect(readNumber(grouped, read, MONEY)).toBe(whole);
          const mark = group === ',' ? '.' : ',';
          const text = `${grouped}${mark}${String(cents).padStart(2, '0')}`;
          expect(readNumber(text, read, MONEY)).toBe(Number(`${whole}.${String(cents).padStart(2, '0')}`));
        },
      ),
    );
  });

  it('is never misread as another number by the formats of the languages', () => {
    const format = (language: Language, value: number): string =>
      new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency: 'EUR' }).format(value);
    fc.assert(
      fc.property(language, fc.integer({ min: 0, max: 1_000_000_000 }), (written, cents) => {
        const number = cents / 100;
        expect(readNumber(format(written, number), written, { kind: 'money', unit: 'EUR' })).toBe(number);
      }),
    );
  });

  it('survives any text', () => {
    fc.assert(
      fc.property(language, fc.string({ unit: 'binary' }), (read, text) => {
        const number = readNumber(text, read, MONEY);
        expect(number === null || Number.isFinite(number)).toBe(true);
      }),
    );
  });
});
