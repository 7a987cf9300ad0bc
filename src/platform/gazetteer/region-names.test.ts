import { expect, it } from 'vitest';
import { loadGazetteer } from './gazetteer.ts';
import { readExonyms } from './exonyms.ts';
import { regionNameIn } from './region-names.ts';

it.each([
  ['bavaria', 'de', 'Bayern'],
  ['Bayern', 'en', 'Bavaria'],
  ['bayern', 'fr', 'Bavière'],
  ['NRW', 'nl', 'Noordrijn-Westfalen'],
  ['Mazowieckie', 'pl', 'Mazowieckie'],
  ['île-de-france', 'de', 'Île-de-France'],
  ['Atlantis', 'de', 'Atlantis'],
] as const)('names the region %s in %s: %s', (name, language, expected) => {
  expect(regionNameIn(name, language)).toBe(expected);
});

it('has a name in each language for every region with exonyms', () => {
  for (const { country, name } of readExonyms('region'))
    for (const language of ['en', 'de', 'fr', 'nl', 'pl'] as const) {
      const localizedName = regionNameIn(name, language);
      expect([country, name, language, localizedName.trim() !== '']).toEqual([country, name, language, true]);
      expect(loadGazetteer().findRegion(name)).not.toBeNull();
    }
});
