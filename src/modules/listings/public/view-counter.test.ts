import { expect, it } from 'vitest';
import { isBot } from './view-counter.ts';

it.each([
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
  ['facebookexternalhit/1.1', true],
  ['Mozilla/5.0 (compatible; YandexBot/3.0)', true],
  ['Mozilla/5.0 HeadlessChrome/120.0', true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15', false],
  ['Mozilla/5.0 (Linux; Android 13; CUBOT X70) Chrome/120', false],
  ['curl/8.4.0', false],
  [null, false],
])('of %s says %s', (userAgent, expected) => {
  expect(isBot(userAgent)).toBe(expected);
});
