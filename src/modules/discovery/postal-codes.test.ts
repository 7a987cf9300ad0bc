import { expect, it } from 'vitest';
import { signedPostalCode } from './postal-codes.repository.ts';

it.each([
  ['75001', 'fr', undefined, 'FR-75001'],
  ['75001', 'de', undefined, 'DE-75001'],
  ['75001', 'de', 'FR', 'FR-75001'],
  ['8001', 'de', 'CH', 'CH-8001'],
  ['00-950', 'en', undefined, 'PL-00-950'],
  ['CH-8001', 'de', undefined, 'CH-8001'],
  ['10115 Berlin', 'fr', undefined, '10115 Berlin'],
  ['9999999', 'en', undefined, '9999999'],
  ['Dresden', 'de', undefined, null],
])('the postal code %s in %s, country %s, is written %s', (text, language, country, signed) => {
  expect(signedPostalCode(text, { language, country })).toBe(signed);
  // Once it is written so, another language changes nothing.
  if (signed?.includes('-')) expect(signedPostalCode(signed, { language: 'nl', country })).toBe(signed);
});
