import { describe, expect, it } from 'vitest';
import { hasWrongCheckDigit, normalizeVin, vinCheckDigit, vinPattern } from './vin.ts';

describe('the VIN', () => {
  it.each(['WDB9634031L123456', 'YV2RT40A8GB123456', '11111111111111111'])('accepts %s', (vin) => {
    expect(vinPattern.test(vin)).toBe(true);
  });

  it.each([
    'WDB9634031L12345',
    'WDB9634031L1234567',
    'WDB963403IL123456',
    'WDB963403OL123456',
    'WDB963403QL123456',
    'wdb9634031l123456',
    'WDB9634031L12345\n',
  ])('rejects %j', (vin) => {
    expect(vinPattern.test(vin)).toBe(false);
  });

  it('is written in groups and lower case', () => {
    expect(normalizeVin(' wdb 963403-1L 123456 ')).toBe('WDB9634031L123456');
  });

  it.each([
    ['11111111111111111', '1'],
    ['1M8GDM9AXKP042788', 'X'],
    ['5GZCZ43D13S812715', '1'],
  ])('computes the check digit of %s', (vin, digit) => {
    expect(vinCheckDigit(vin)).toBe(digit);
  });

  it('checks the digit of North American makers only', () => {
    expect(hasWrongCheckDigit('1M8GDM9AXKP042788')).toBe(false);
    expect(hasWrongCheckDigit('1M8GDM9A1KP042788')).toBe(true);
    expect(hasWrongCheckDigit('WDB9634031L123456')).toBe(false);
  });
});
