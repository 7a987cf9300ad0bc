import { describe, expect, it } from 'vitest';
import { toE164 } from './phone.ts';

describe('a phone number', () => {
  it.each([
    ['+4940123456', '+4940123456'],
    ['+49 40 123456', '+4940123456'],
    ['+49 (0) 40 / 12 34-56', '+4940123456'],
    ['+1 (555) 123-4567', '+15551234567'],
    ['+33.1.23.45.67.89', '+33123456789'],
  ])('%s is %s', (written, number) => {
    expect(toE164(written)).toBe(number);
  });

  it.each([
    '',
    '040 123456',
    '0049 40 123456',
    '+49',
    '+0 40 123456',
    '+49 40 12345x',
    `+49${' '.repeat(40)}40123456`,
  ])('is invalid: %j', (written) => {
    expect(toE164(written)).toBeNull();
  });
});
