import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { packSources } from './pack.ts';
import type { FreshCity, Sources } from './pack.ts';
import { compressTable, PlaceTable } from './table.ts';

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
  exonyms: [{ country: 'DE', name: 'Altdorf', others: ['Oldham-on-the-Heath', 'Vieux-Bourg'] }],
};

it('joins populations by place and country and lists every name of a place', () => {
  const table = new PlaceTable(packSources(small));
  const rows = Array.from({ length: table.length }, (_, row) => table.rowAt(row));
  expect(rows.map(({ key, name, population }) => [key, name, population])).toEqual([
    ['altdorf', 'Altdorf', 0],
    ['neuheim', 'Neuheim am Rhein', 12_000],
    ['neuheim am rhein', 'Neuheim am Rhein', 12_000],
    ['oldham on the heath', 'Altdorf', 0],
    ['vieux bourg', 'Altdorf', 0],
  ]);
  expect(rows[0]).toMatchObject({ country: 'DE', region: 0, lat: 51.5, lng: 7.1 });
  expect(table.regions).toEqual([{ country: 'DE', name: 'North Rhine-Westphalia' }]);
  expect(table.keysOfPlaceIn(0)).toEqual(['altdorf', 'oldham on the heath', 'vieux bourg']);
});

it('rejects an exonym of a place that does not exist', () => {
  expect(() =>
    packSources({ ...small, exonyms: [{ country: 'DE', name: 'Nowhere', others: ['Nirgends'] }] }),
  ).toThrow('Nowhere');
});

it('is the same text after compression', () => {
  const text = packSources(small);
  expect(brotliDecompressSync(compressTable(text)).equals(text)).toBe(true);
});
