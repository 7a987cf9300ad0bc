import { describe, expect, it } from 'vitest';
import { FORMATS } from './formats.ts';

const fits = (format: string, text: string): boolean => {
  const check = FORMATS[format];
  return check instanceof RegExp ? check.test(text) : (check as (value: string) => boolean)(text);
};

describe('e-mail addresses', () => {
  it.each([
    'ada@example.org',
    'a.b-c+d_e@mail.example.co.uk',
    "o'hara@example.org",
    'info@müller.de',
    'продажи@пример.рф',
    'info@例え.テスト',
    'x@xn--mller-kva.de',
    `${'a'.repeat(64)}@example.org`,
  ])('%s is one', (text) => {
    expect(fits('email', text)).toBe(true);
  });

  it.each([
    'a..b@example.org',
    '.a@example.org',
    'a.@example.org',
    'a@@example.org',
    '@example.org',
    'example.org',
    'a@localhost',
    'a@example..org',
    'a@-example.org',
    'a@exa mple.org',
    'a@müller',
    'a@müller.de/x',
    'a@mül%6cer.de',
    'a b@example.org',
    'Ada <ada@example.org>',
    `${'a'.repeat(65)}@example.org`,
    `a@${'ü'.repeat(62)}.de`,
    '',
  ])('%s is invalid', (text) => {
    expect(fits('email', text)).toBe(false);
  });
});

describe('months and days', () => {
  it.each([
    ['year-month', '2026-01', true],
    ['year-month', '0000-01', false],
    ['year-month', '1899-12', false],
    ['year-month', '2026-13', false],
    ['date', '2024-02-29', true],
    ['date', '2023-02-29', false],
    ['date', '0000-01-01', false],
    ['date-time', '0000-01-01T00:00:00Z', false],
  ])('%s %s: %s', (format, text, expected) => {
    expect(fits(format, text)).toBe(expected);
  });
});
