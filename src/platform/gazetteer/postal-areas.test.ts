import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../package-root.ts';
import { loadGazetteer } from './gazetteer.ts';
import { POSTAL_COUNTRIES, townOfPostalArea } from './postal-areas.ts';

it('resolves a postal code to the town of its area, in the first country with its format', () => {
  const townOf = (code: string, ...countries: string[]): string | undefined =>
    townOfPostalArea(code, [...countries, ...POSTAL_COUNTRIES])?.name;
  expect(townOf('01067')).toBe('Dresden');
  expect(townOf('75001')).toBe('Pforzheim');
  expect(townOf('75001', 'FR')).toBe('Paris');
  expect(townOf('00-950')).toBe('Warszawa');
  expect(townOf('1012 AB')).toBe('Amsterdam');
  expect(townOf('8010', 'AT')).toBe('Graz');
  expect(townOf('8707', 'AT')).toBe('Leoben');
  expect(townOf('123456')).toBeUndefined();
});

it('names only towns that the gazetteer knows', () => {
  const gazetteer = loadGazetteer();
  const file = readFileSync(path.join(PACKAGE_ROOT, 'resources', 'postal-areas.tsv'), 'utf8');
  const lines = file.trimEnd().split('\n');
  const unknown = lines.filter((line) => {
    const [country, town = ''] = line.split('\t');
    return !gazetteer.cityExists(town, country);
  });
  expect(lines.length).toBeGreaterThan(500);
  expect(unknown).toEqual([]);
});
