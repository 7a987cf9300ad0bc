import { expect, it } from 'vitest';
import { withCountryPrefix } from './postal-codes.repository.ts';

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
])('the postal code %s in %s, with country %s, becomes %s', (text, language, country, prefixed) => {
  expect(withCountryPrefix(text, { language, country })).toBe(prefixed);
  // A code with a prefix no longer depends on the language.
  if (prefixed?.includes('-'))
    expect(withCountryPrefix(prefixed, { language: 'nl', country })).toBe(prefixed);
});
