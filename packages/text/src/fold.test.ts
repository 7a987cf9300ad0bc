import { expect, test } from 'vitest';
import { fold, modelKey, placeKey } from './fold.ts';
import { nearest } from './nearest.ts';

test.each([
  ['Kögel', 'kogel'],
  ['STRASSE', 'strasse'],
  ['Straße', 'strasse'],
  ['İSTANBUL', 'istanbul'],
  ['ısı', 'isi'],
  ['Łódź', 'lodz'],
  ['Ærø', 'aero'],
  ['6×2', '6x2'],
  ['ﬁne', 'fine'],
])('%s folds to %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test('places compare without punctuation, models without it and without spaces', () => {
  expect(placeKey(' Frankfurt-am  Main ')).toBe(placeKey('FRANKFURT AM MAIN'));
  expect(modelKey('R-Series')).toBe(modelKey('r series'));
  expect(modelKey('XG+')).not.toBe(modelKey('XG'));
});

test.each([
  ['tranmission', 'transmission'],
  ['transmis', 'transmission'],
  ['FUEL', 'fuel_type'],
  ['zzzzzz', undefined],
])('the nearest name to %s is %s', (name, offered) => {
  expect(nearest(name, ['transmission', 'fuel_type', 'brand'])).toBe(offered);
});
