import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldDigraphs, foldPlace, shortName } from './fold.ts';

describe('foldPlace', () => {
  it.each([
    ['KÖLN', 'koln'],
    ['Łódź', 'lodz'],
    ['İstanbul', 'istanbul'],
    ['Diyarbakır', 'diyarbakir'],
    ['Gießen', 'giessen'],
    ["L'Aquila", 'laquila'],
    ['Frankfurt (Oder)', 'frankfurt oder'],
    ['  Aix-en-Provence ', 'aix en provence'],
    ['St. Gallen', 'saint gallen'],
    ['Sankt Gallen', 'saint gallen'],
    ['Este', 'este'],
    ['!?', ''],
  ])('%s -> %s', (name, folded) => {
    expect(foldPlace(name)).toBe(folded);
  });

  it('changes nothing on a second pass', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (name) => {
        const folded = foldPlace(name);
        expect(foldPlace(folded)).toBe(folded);
      }),
    );
  });
});

describe('shortName', () => {
  it.each([
    ['Frankfurt am Main', 'frankfurt'],
    ['Halle (Saale)', 'halle'],
    ['Newcastle upon Tyne', 'newcastle'],
    ['Villeneuve-sur-Lot', 'villeneuve'],
    ['Hamburg', undefined],
    ['Bad Homburg', undefined],
  ])('%s -> %s', (name, short) => {
    expect(shortName(name)).toBe(short);
  });
});

it('undoes German digraphs', () => {
  expect(foldDigraphs(foldPlace('Muenchen'))).toBe(foldPlace('München'));
});
