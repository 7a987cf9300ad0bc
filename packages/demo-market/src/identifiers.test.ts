import { expect, it } from 'vitest';
import { stockNumberFor, vinFor } from './identifiers.ts';

it('writes a check digit as 49 CFR 565 computes it', () => {
  const values: Readonly<Record<string, number>> = Object.fromEntries(
    Array.from('ABCDEFGHJKLMNPRSTUVWXYZ', (letter, index) => [
      letter,
      [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 7, 9, 2, 3, 4, 5, 6, 7, 8, 9][index]!,
    ]),
  );
  const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
  for (let index = 0; index < 200; index += 1) {
    const vin = vinFor(index * 7919, 'scania', 'R 450 Topline', 2005 + (index % 20));
    const sum = Array.from(vin).reduce((total, c, at) => total + weights[at]! * (values[c] ?? Number(c)), 0);
    expect(vin.charAt(8)).toBe(sum % 11 === 10 ? 'X' : String(sum % 11));
  }
});

it('keeps VINs apart across rounds of the serial', () => {
  const indexes = [0, 1, 999_999, 1_000_000, 1_000_001, 2_000_000, 32_999_999];
  const vins = indexes.map((index) => vinFor(index, 'krone', 'Profi Liner', 2020));
  expect(new Set(vins).size).toBe(indexes.length);
  expect(vins.every((vin) => /^[A-HJ-NPR-Z0-9]{17}$/.test(vin))).toBe(true);
});

it('puts the index into the stock number', () => {
  expect(stockNumberFor(17, 'KRU3')).toBe('KRU3-100017');
});
