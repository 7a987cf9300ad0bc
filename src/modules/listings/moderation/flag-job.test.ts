import { describe, expect, it } from 'vitest';
import { flagsOf, seemsToContainContact } from './flag-job.ts';

describe('seemsToContainContact', () => {
  it.each([
    'Write me on WhatsApp',
    'whats app 24/7',
    '0 1 7 6 - 1 2 3 4 5 6 7',
    '+49_170_123_45_67',
    'sales (at) dealer (dot) de',
    'sales at dealer dot de',
  ])('%s', (text) => {
    expect(seemsToContainContact(text)).toBe(true);
  });

  it.each([
    'Tyres 315/70 R22.5, axle formula 6x2, 412,000 km',
    'Built 2019, first registered 03/2020, price 45900',
    'Wheelbase 3600 mm, tank 2 x 600 l, payload 10.5 t',
    'Engine OM 471 LA, part number A0042344502',
  ])('not: %s', (text) => {
    expect(seemsToContainContact(text)).toBe(false);
  });
});

describe('flagsOf', () => {
  const texts = { title: 'MAN TGX', description: null };

  it.each([
    [15_999, 40_000, true],
    [16_000, 40_000, false],
    [16_000, null, false],
    [null, 40_000, false],
  ])('a price of %s where like ones cost %s', (price, median, expected) => {
    expect('priceFarBelow' in flagsOf({ price, median, duplicates: [], texts })).toBe(expected);
  });

  it('does not report passing checks', () => {
    expect(flagsOf({ price: 40_000, median: 41_000, duplicates: [], texts })).toEqual({});
  });
});
