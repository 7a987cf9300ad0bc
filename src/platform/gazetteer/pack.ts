import { editDistance } from '@fifthwheel/text/edit-distance';
import { type Exonym, readExonyms } from './exonyms.ts';
import { foldPlace, shortName } from './fold.ts';
import { writeTable } from './table.ts';

/**
 * Merges the two packaged extracts of GeoNames into one table. The newer one has names, coordinates and
 * regions, but no populations; the older one adds populations and former names. Runs when the data is renewed,
 * never in the server: it takes 300 ms and 100 MB.
 */
export interface FreshCity {
  readonly name: string;
  readonly lat: string;
  readonly lng: string;
  readonly country: string;
  readonly admin1: string;
}

export interface OldCity {
  readonly name: string;
  readonly country: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [lng: number, lat: number] };
}

export interface Sources {
  readonly fresh: readonly FreshCity[];
  readonly old: readonly OldCity[];
  /** `code` is the country and the division code, joined by a dot. */
  readonly divisions: readonly { readonly code: string; readonly name: string }[];
  readonly exonyms?: readonly Exonym[];
}

interface Draft {
  readonly name: string;
  readonly country: string;
  readonly region: string;
  readonly lat: number;
  readonly lng: number;
  readonly keys: Set<string>;
  population: number;
}

/** Europe, Turkey, the Caucasus and Central Asia: where every place of the source is kept. */
const nearCountries = new Set(
  (
    'AD AL AM AT AX AZ BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GE GG GI GR HR HU IE IM IS IT JE KG KZ LI LT LU ' +
    'LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM TJ TM TR UA UZ VA XK'
  ).split(' '),
);
const farPopulationMin = 15_000;

/**
 * Distances in degrees up to which two entries are one place: with the same name, with any names, with similar names.
 */
const sameNameReach = 0.3;
const samePointReach = 0.005;
const similarNameReach = 0.15;
const cellDegrees = 0.15;

const distance = (draft: Draft, lat: number, lng: number): number =>
  Math.hypot(draft.lat - lat, draft.lng - lng);

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

const cellKey = (country: string, row: number, column: number): string => `${country}${row},${column}`;

function nearest(candidates: readonly Draft[], old: OldCity, reach: number): Draft | undefined {
  const [lng, lat] = old.loc.coordinates;
  let best: Draft | undefined;
  for (const draft of candidates) {
    const degrees = distance(draft, lat, lng);
    if (degrees < reach && (best === undefined || degrees < distance(best, lat, lng))) best = draft;
  }
  return best;
}

function isSimilar(a: string, b: string): boolean {
  const limit = Math.max(1, Math.floor(Math.min(a.length, b.length) / 3));
  return editDistance(a, b, limit) <= limit;
}

function addPopulations(drafts: readonly Draft[], old: readonly OldCity[]): void {
  const byName = new Map<string, Draft[]>();
  const byCell = new Map<string, Draft[]>();
  for (const draft of drafts) {
    for (const key of draft.keys) append(byName, `${draft.country}|${key}`, draft);
    const row = Math.floor(draft.lat / cellDegrees);
    append(byCell, cellKey(draft.country, row, Math.floor(draft.lng / cellDegrees)), draft);
  }
  const around = (city: OldCity): Draft[] => {
    const [lng, lat] = city.loc.coordinates;
    const [row, column] = [Math.floor(lat / cellDegrees), Math.floor(lng / cellDegrees)];
    return [-1, 0, 1].flatMap((dy) =>
      [-1, 0, 1].flatMap((dx) => byCell.get(cellKey(city.country, row + dy, column + dx)) ?? []),
    );
  };
  for (const city of old) {
    const key = foldPlace(city.name);
    let match = nearest(byName.get(`${city.country}|${key}`) ?? [], city, sameNameReach);
    if (match === undefined && key !== '') {
      const neighbours = around(city);
      const similar = neighbours.filter((draft) => isSimilar(key, foldPlace(draft.name)));
      match = nearest(similar, city, similarNameReach) ?? nearest(neighbours, city, samePointReach);
      match?.keys.add(key);
    }
    if (match !== undefined) match.population = Math.max(match.population, city.population);
  }
}

function addExonyms(drafts: readonly Draft[], exonyms: readonly Exonym[]): void {
  for (const { country, name, others } of exonyms) {
    const named = drafts.filter((draft) => draft.country === country && draft.keys.has(foldPlace(name)));
    const [largest] = named.toSorted((a, b) => b.population - a.population);
    if (largest === undefined) throw new Error(`exonyms name an unknown place: ${name} (${country})`);
    for (const other of others) largest.keys.add(foldPlace(other));
  }
}

function draftPlaces(sources: Sources): Draft[] {
  const drafts: Draft[] = sources.fresh
    .map((city) => ({
      name: city.name,
      country: city.country,
      region: `${city.country}.${city.admin1}`,
      lat: Number(city.lat),
      lng: Number(city.lng),
      keys: new Set([foldPlace(city.name)]),
      population: 0,
    }))
    .filter((draft) => !draft.keys.has(''));
  addPopulations(drafts, sources.old);
  const relevant = drafts.filter((d) => nearCountries.has(d.country) || d.population >= farPopulationMin);
  addExonyms(relevant, sources.exonyms ?? readExonyms('place'));
  for (const draft of relevant) {
    const short = shortName(draft.name);
    if (short !== undefined) draft.keys.add(short);
  }
  return relevant;
}

const compareText = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const roundedToThousandths = (degrees: number): number => Math.round(degrees * 1000) / 1000;

/** The text of the table (`table.ts`), its names sorted by their bytes and then with the most populous place first. */
export function packSources(sources: Sources): Buffer {
  const divisions = sources.divisions.toSorted((a, b) => compareText(a.code, b.code));
  const regionRows = new Map(divisions.map(({ code }, row) => [code, row]));
  const names = draftPlaces(sources)
    .toSorted((a, b) => compareText(foldPlace(a.name), foldPlace(b.name)))
    .flatMap((draft) =>
      [...draft.keys].map((key) => ({
        key,
        name: draft.name,
        country: draft.country,
        region: regionRows.get(draft.region) ?? null,
        lat: roundedToThousandths(draft.lat),
        lng: roundedToThousandths(draft.lng),
        population: draft.population,
      })),
    )
    .toSorted((a, b) => compareText(a.key, b.key) || b.population - a.population);
  const regions = divisions.map(({ code, name }) => ({ country: code.slice(0, 2), name }));
  return writeTable(regions, names);
}
