import { LRUCache } from 'lru-cache';
import { editDistance } from '@fifthwheel/text/edit-distance';
import { canBeWithin, lettersOf } from '@fifthwheel/text/letters';
import { foldDigraphs, foldPlace } from './fold.ts';
import { readExonyms } from './exonyms.ts';
import { type NameRow, PlaceTable } from './table.ts';

export interface City {
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** First-level administrative division, English where GeoNames has an English name. */
  readonly region: string | null;
  readonly lat: number;
  readonly lng: number;
  /** Population as of about 2019, 0 where unknown. Good for choosing between namesakes, not for display. */
  readonly population: number;
}

export interface Region {
  readonly name: string;
  readonly country: string;
}

export interface Gazetteer {
  /** The most populous place of that name; `findCity('Köln')`, `findCity('cologne')` and `findCity('Koeln')` agree. */
  findCity(name: string, country?: string): City | null;
  cityExists(name: string, country?: string): boolean;
  /** The region under its main name: `findRegion('Bayern')` is Bavaria. */
  findRegion(name: string, country?: string): Region | null;
  isRegion(name: string, country?: string): boolean;
  /** All folded names of the city that a name means: `munchen` for `Munich`. Empty for an unknown name. */
  citySpellings(name: string, country?: string): readonly string[];
  /** All folded names of the region that a name means. */
  regionSpellings(name: string, country?: string): readonly string[];
  /** The most populous cities with a name that begins with this, each once. */
  citiesBeginning(name: string, most: number): readonly City[];
  /** The city with the nearest name, at most two edits away; null when none is that near. */
  nearestCityName(name: string, country?: string): string | null;
  /** Number of names. */
  readonly size: number;
}

const editsMax = 2;
/** A name of one to three letters is within two edits of almost anything. */
const correctableLengthMin = 4;
/** Names that are read to complete one; three letters begin no more in most cases. */
const beginningsMax = 2000;
/** Limit above the length of any place name; it bounds the cost of comparing. */
const nameLengthMax = 100;

class TableGazetteer implements Gazetteer {
  readonly #table: PlaceTable;
  readonly #regions: ReadonlyMap<string, readonly Region[]>;
  /** Cache for recently requested cities, because finding all names of a city scans the whole table. */
  readonly #spellings = new LRUCache<string, readonly string[]>({ max: 1000 });
  /** Letters of each name, computed at the first search for similar names. */
  #letters: Uint32Array | null = null;

  constructor(table: PlaceTable) {
    this.#table = table;
    this.#regions = indexRegions(table);
  }

  get size(): number {
    return this.#table.length;
  }

  findCity(name: string, country?: string): City | null {
    const row = this.#find(name, country);
    return row === undefined ? null : this.#cityOf(this.#table.rowAt(row));
  }

  cityExists(name: string, country?: string): boolean {
    return this.#find(name, country) !== undefined;
  }

  findRegion(name: string, country?: string): Region | null {
    return firstIn(this.#regions.get(foldBounded(name)) ?? [], country) ?? null;
  }

  isRegion(name: string, country?: string): boolean {
    return this.findRegion(name, country) !== null;
  }

  citySpellings(name: string, country?: string): readonly string[] {
    const row = this.#find(name, country);
    if (row === undefined) return [];
    const cacheKey = `${row} ${country ?? ''}`;
    let spellings = this.#spellings.get(cacheKey);
    if (spellings === undefined) {
      const city = this.findCity(name, country);
      // A name that more likely means a larger namesake would match the wrong city.
      spellings = this.#table
        .keysOfPlaceIn(row)
        .filter((spelling) => isSamePlace(this.findCity(spelling, country), city));
      this.#spellings.set(cacheKey, spellings);
    }
    return spellings;
  }

  regionSpellings(name: string, country?: string): readonly string[] {
    const region = this.findRegion(name, country);
    if (region === null) return [];
    const spellings: string[] = [];
    for (const [spelling, named] of this.#regions) {
      const candidate = firstIn(named, country);
      if (candidate?.name === region.name && candidate.country === region.country) spellings.push(spelling);
    }
    return spellings;
  }

  citiesBeginning(name: string, most: number): readonly City[] {
    const wanted = Buffer.from(foldBounded(name));
    if (wanted.length === 0) return [];
    const first = this.#table.lowerBound(wanted);
    const found = new Map<string, City>();
    for (let row = first; row < this.#table.length && row < first + beginningsMax; row += 1) {
      if (!this.#table.keyAt(row).subarray(0, wanted.length).equals(wanted)) break;
      const city = this.#cityOf(this.#table.rowAt(row));
      found.set(`${city.lat} ${city.lng}`, city);
    }
    return [...found.values()].toSorted((a, b) => b.population - a.population).slice(0, most);
  }

  nearestCityName(name: string, country?: string): string | null {
    const wanted = foldBounded(name);
    if (wanted.length < correctableLengthMin) return null;
    const length = Buffer.byteLength(wanted);
    const letters = lettersOf(wanted);
    const lettersOfNames = (this.#letters ??= Uint32Array.from({ length: this.#table.length }, (_, row) =>
      lettersOf(this.#table.keyAt(row)),
    ));
    const wantedCountry = country?.toUpperCase();
    let best: NameRow | undefined;
    let bestEdits = editsMax;
    for (let row = 0; row < this.#table.length; row += 1) {
      if (!canBeWithin(bestEdits, letters, lettersOfNames[row] as number)) continue;
      const key = this.#table.keyAt(row);
      // An edit changes a letter, which may be of up to four bytes.
      if (Math.abs(key.length - length) > bestEdits * 3) continue;
      const edits = editDistance(wanted, key.toString(), bestEdits);
      if (edits > bestEdits) continue;
      const found = this.#table.rowAt(row);
      if (wantedCountry !== undefined && found.country !== wantedCountry) continue;
      if (best !== undefined && edits === bestEdits && found.population <= best.population) continue;
      best = found;
      bestEdits = edits;
    }
    return best?.name ?? null;
  }

  /** The row of the most populous place of that name; rows of one name are sorted so. */
  #find(name: string, country: string | undefined): number | undefined {
    const folded = foldBounded(name);
    if (folded === '') return undefined;
    return this.#firstRow(folded, country) ?? this.#firstRow(foldDigraphs(folded), country);
  }

  #firstRow(folded: string, country: string | undefined): number | undefined {
    const wanted = Buffer.from(folded);
    const wantedCountry = country?.toUpperCase();
    for (let row = this.#table.lowerBound(wanted); row < this.#table.length; row += 1) {
      if (!this.#table.keyAt(row).equals(wanted)) return undefined;
      if (wantedCountry === undefined || this.#table.rowAt(row).country === wantedCountry) return row;
    }
    return undefined;
  }

  #cityOf({ name, country, region, lat, lng, population }: NameRow): City {
    const regionName = region === null ? null : (this.#table.regions[region]?.name ?? null);
    return { name, country, region: regionName, lat, lng, population };
  }
}

const isSamePlace = (a: City | null, b: City | null): boolean =>
  a !== null && b !== null && a.name === b.name && a.lat === b.lat && a.lng === b.lng;

function firstIn(regions: readonly Region[], country: string | undefined): Region | undefined {
  const wanted = country?.toUpperCase();
  return regions.find((region) => wanted === undefined || region.country === wanted);
}

const foldBounded = (name: string): string => foldPlace(name.slice(0, nameLengthMax));

function indexRegions(table: PlaceTable): Map<string, Region[]> {
  const index = new Map<string, Region[]>();
  const add = (spelling: string, region: Region): void => {
    const key = foldPlace(spelling);
    const known = index.get(key) ?? [];
    if (!known.some((other) => other.country === region.country)) index.set(key, [...known, region]);
  };
  for (const region of table.regions) add(region.name, region);
  for (const { country, name, others } of readExonyms('region'))
    for (const other of others) add(other, { name, country });
  return index;
}

let loaded: Gazetteer | undefined;

/** Reads the table asynchronously, so that no request has to wait for it. */
export async function prepareGazetteer(): Promise<void> {
  loaded ??= new TableGazetteer(await PlaceTable.readAside());
}

/** Returns the table; reads it on first use if it was not prepared. */
export function loadGazetteer(): Gazetteer {
  loaded ??= new TableGazetteer(PlaceTable.read());
  return loaded;
}
