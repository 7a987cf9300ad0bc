import { describe, expect, it, vi } from 'vitest';
import { readExonyms } from './exonyms.ts';
import { loadGazetteer, prepareGazetteer } from './gazetteer.ts';
import { PlaceTable } from './table.ts';

const atOnce = vi.spyOn(PlaceTable, 'read');
await prepareGazetteer();
const gazetteer = loadGazetteer();

it('the gazetteer is not loaded by the first lookup if it has been prepared', () => {
  expect(atOnce).not.toHaveBeenCalled();
});

const found = (name: string, country?: string) => {
  const city = gazetteer.findCity(name, country);
  return city && `${city.name} ${city.country}`;
};

describe('findCity', () => {
  it.each([
    ['Köln', undefined, 'Köln DE'],
    ['KOLN', undefined, 'Köln DE'],
    ['Koeln', undefined, 'Köln DE'],
    ['Cologne', undefined, 'Köln DE'],
    ['Cologne', 'IT', 'Cologne IT'],
    ['Muenchen', 'de', 'Munich DE'],
    ['Nürnberg', 'DE', 'Nuremberg DE'],
    ['Wien', undefined, 'Vienna AT'],
    ['Warszawa', 'PL', 'Warsaw PL'],
    ['Warschau', undefined, 'Warsaw PL'],
    ['Prag', undefined, 'Prague CZ'],
    ['lodz', 'PL', 'Łódź PL'],
    ['ISTANBUL', 'TR', 'Istanbul TR'],
    ['Frankfurt', undefined, 'Frankfurt am Main DE'],
    ['Frankfurt (Oder)', 'DE', 'Frankfurt (Oder) DE'],
    ['St. Gallen', 'CH', 'Sankt Gallen CH'],
    ['Nur-Sultan', undefined, 'Astana KZ'],
    ['Paris', undefined, 'Paris FR'],
    ['Paris', 'US', 'Paris US'],
    ['New York', 'US', 'New York City US'],
  ])('%s in %s is %s', (name, country, expected) => {
    expect(found(name, country)).toBe(expected);
  });

  it('gives region, coordinates and population', () => {
    const hamburg = gazetteer.findCity('hamburg', 'DE');
    expect(hamburg).toMatchObject({ name: 'Hamburg', country: 'DE', region: 'Hamburg' });
    expect(hamburg?.lat).toBeCloseTo(53.575, 1);
    expect(hamburg?.lng).toBeCloseTo(10.015, 1);
    expect(hamburg?.population).toBeGreaterThan(1_500_000);
  });

  it.each([
    ['', undefined],
    ['--', undefined],
    ['Hamburg', 'ZZ'],
    ['Hamburg', 'PL'],
    ['Hamburgensis Minor', undefined],
    ['x'.repeat(100_000), undefined],
  ])('finds nothing for %.20s in %s', (name, country) => {
    expect(gazetteer.findCity(name, country)).toBeNull();
    expect(gazetteer.cityExists(name, country)).toBe(false);
  });

  it('knows every exonym and leads it to the main name or a larger namesake', () => {
    for (const { country, name, others } of readExonyms('place')) {
      const main = gazetteer.findCity(name, country);
      expect(main, name).not.toBeNull();
      for (const other of others) {
        const city = gazetteer.findCity(other, country);
        expect(city?.population, `${other} for ${name}`).toBeGreaterThanOrEqual(main?.population ?? 0);
      }
    }
  });

  it('holds towns of Europe and Central Asia down to a thousand people, and cities elsewhere', () => {
    expect(gazetteer.size).toBeGreaterThan(90_000);
    for (const [name, country] of [
      ['Altenberge', 'DE'],
      ['Vreden', 'DE'],
      ['Werlte', 'DE'],
      ['Żychlin', 'PL'],
      ['Bukhara', 'UZ'],
      ['Trabzon', 'TR'],
      ['Toowoomba', 'AU'],
    ] as const) {
      expect(found(name, country), name).toContain(country);
    }
  });
});

describe('findRegion', () => {
  it.each([
    ['Bayern', undefined, 'Bavaria'],
    ['bavaria', 'de', 'Bavaria'],
    ['NRW', 'DE', 'North Rhine-Westphalia'],
    ['Nordrhein-Westfalen', undefined, 'North Rhine-Westphalia'],
    ['Mazowieckie', 'PL', 'Mazovia'],
    ['Île-de-France', 'FR', 'Île-de-France'],
    ['ile de france', 'FR', 'Île-de-France'],
    ['Bavaria', 'FR', undefined],
    ['Atlantis', undefined, undefined],
  ])('%s in %s is %s', (name, country, expected) => {
    expect(gazetteer.findRegion(name, country)?.name).toBe(expected);
    expect(gazetteer.isRegion(name, country)).toBe(expected !== undefined);
  });

  it('leads every other name to a region that places are in', () => {
    for (const { country, name, others } of readExonyms('region')) {
      expect(gazetteer.findRegion(name, country)?.name, name).toBe(name);
      for (const other of others) {
        expect(gazetteer.isRegion(other, country), other).toBe(true);
      }
    }
  });
});

describe('citySpellings and regionSpellings', () => {
  it('have the same place for sellers and buyers', () => {
    for (const name of ['Munich', 'München', 'muenchen'])
      expect(gazetteer.citySpellings(name)).toEqual(expect.arrayContaining(['munich', 'munchen']));
    expect(gazetteer.citySpellings('Wien', 'AT')).toContain('vienna');
    expect(gazetteer.regionSpellings('Bayern')).toEqual(expect.arrayContaining(['bavaria', 'bayern']));
  });

  it('leave out the names of larger namesakes', () => {
    const mons = gazetteer.citySpellings('Mons', 'BE');
    expect(mons).toContain('bergen');
    expect(gazetteer.citySpellings('Mons')).not.toContain('bergen');
    for (const spelling of gazetteer.citySpellings('Prag'))
      expect(gazetteer.findCity(spelling)).toEqual(gazetteer.findCity('Praha'));
  });

  it('omit unknown values', () => {
    expect(gazetteer.citySpellings('Nowhereville')).toEqual([]);
    expect(gazetteer.regionSpellings('Nowhereshire')).toEqual([]);
    expect(gazetteer.citySpellings('')).toEqual([]);
  });
});

describe('nearestCityName', () => {
  it.each([
    ['Hambrug', 'DE', 'Hamburg'],
    ['Munchenn', undefined, 'Munich'],
    ['Rotterdm', 'NL', 'Rotterdam'],
    ['Varsovia', undefined, 'Warsaw'],
    ['Xqzwvkpl', undefined, null],
    ['Par', undefined, null],
    ['Hambrug', 'ZZ', null],
  ])('%s in %s offers %s', (name, country, expected) => {
    expect(gazetteer.nearestCityName(name, country)).toBe(expected);
  });
});
