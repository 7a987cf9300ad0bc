import { LRUCache } from 'lru-cache';
import { packedPlaces } from './cities.data.ts';
import { editDistanceWithin } from './edit-distance.ts';
import { foldDigraphs, foldPlace } from './fold.ts';
import { noRegion, unpackPlaces } from './places.ts';
import type { Places } from './places.ts';
import { regionNames } from './regions.ts';

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
  /** The city with the nearest name, at most two edits away; null when none is that near. */
  nearestCityName(name: string, country?: string): string | null;
  readonly size: number;
}

const editsMax = 2;
/** A name of one to three letters is two edits from almost anything. */
const correctableLengthMin = 4;
/** Longer than any place name; keeps the cost of comparing bounded. */
const nameLengthMax = 100;

interface Candidate {
  readonly place: number;
  readonly edits: number;
}

class PackedGazetteer implements Gazetteer {
  readonly size: number;
  readonly #places: Places;
  readonly #names: Buffer;
  readonly #keys: Buffer;
  readonly #countryOrdinals: ReadonlyMap<string, number>;
  readonly #regions: ReadonlyMap<string, readonly Region[]>;
  /** Cached for the cities asked for last, because finding these names scans all keys. */
  readonly #keysByPlace = new LRUCache<number, readonly string[]>({ max: 1000 });

  constructor(places: Places) {
    this.#places = places;
    this.size = places.country.length;
    this.#names = viewOf(places.nameBytes);
    this.#keys = viewOf(places.keyBytes);
    this.#countryOrdinals = new Map(places.countries.map((code, ordinal) => [code, ordinal]));
    this.#regions = indexRegions(places);
  }

  findCity(name: string, country?: string): City | null {
    const place = this.#placeOf(name, country);
    return place === undefined ? null : this.#cityAt(place);
  }

  cityExists(name: string, country?: string): boolean {
    return this.findCity(name, country) !== null;
  }

  findRegion(name: string, country?: string): Region | null {
    return firstIn(this.#regions.get(foldBounded(name)) ?? [], country) ?? null;
  }

  isRegion(name: string, country?: string): boolean {
    return this.findRegion(name, country) !== null;
  }

  citySpellings(name: string, country?: string): readonly string[] {
    const place = this.#placeOf(name, country);
    if (place === undefined) return [];
    // A name that more likely means a larger namesake would bring in the wrong city.
    return this.#keysOf(place).filter((spelling) => this.#placeOf(spelling, country) === place);
  }

  regionSpellings(name: string, country?: string): readonly string[] {
    const region = this.findRegion(name, country);
    if (region === null) return [];
    const spellings: string[] = [];
    for (const [spelling, named] of this.#regions) {
      const meant = firstIn(named, country);
      if (meant?.name === region.name && meant.country === region.country) spellings.push(spelling);
    }
    return spellings;
  }

  nearestCityName(name: string, country?: string): string | null {
    const ordinal = this.#ordinalOf(country);
    const query = Buffer.from(foldBounded(name));
    if (ordinal === null || query.length < correctableLengthMin) return null;
    const { keyStarts, keyPlace, country: countries, population } = this.#places;
    let best: Candidate | undefined;
    for (let key = 0; key < keyPlace.length; key += 1) {
      const place = keyPlace[key] ?? 0;
      if (ordinal !== undefined && countries[place] !== ordinal) continue;
      const limit: number = best?.edits ?? editsMax;
      const length = (keyStarts[key + 1] ?? 0) - (keyStarts[key] ?? 0);
      if (Math.abs(length - query.length) > limit) continue;
      const edits = editDistanceWithin(query, this.#keyAt(key), limit);
      if (edits > limit) continue;
      const larger = best === undefined || (population[place] ?? 0) > (population[best.place] ?? 0);
      if (best === undefined || edits < best.edits || larger) best = { place, edits };
    }
    return best === undefined ? null : this.#nameAt(best.place);
  }

  #placeOf(name: string, country: string | undefined): number | undefined {
    const ordinal = this.#ordinalOf(country);
    const folded = foldBounded(name);
    if (ordinal === null || folded === '') return undefined;
    return this.#largest(folded, ordinal) ?? this.#largest(foldDigraphs(folded), ordinal);
  }

  /** The ordinal of a country; undefined means any country, null one without places. */
  #ordinalOf(country: string | undefined): number | undefined | null {
    if (country === undefined) return undefined;
    return this.#countryOrdinals.get(country.toUpperCase()) ?? null;
  }

  #keyAt(key: number): Buffer {
    return this.#keys.subarray(this.#places.keyStarts[key], this.#places.keyStarts[key + 1]);
  }

  #keysOf(place: number): readonly string[] {
    let keys = this.#keysByPlace.get(place);
    if (keys === undefined) {
      const { keyPlace } = this.#places;
      const found: string[] = [];
      for (let key = 0; key < keyPlace.length; key += 1) {
        if (keyPlace[key] === place) found.push(this.#keyAt(key).toString('utf8'));
      }
      keys = found;
      this.#keysByPlace.set(place, keys);
    }
    return keys;
  }

  #nameAt(place: number): string {
    const { nameStarts } = this.#places;
    return this.#names.toString('utf8', nameStarts[place], nameStarts[place + 1]);
  }

  /** Index of the first key that is not less than `wanted`; keys are sorted by their bytes. */
  #lowerBound(wanted: Buffer): number {
    let low = 0;
    let high = this.#places.keyPlace.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (Buffer.compare(this.#keyAt(middle), wanted) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #largest(folded: string, country: number | undefined): number | undefined {
    const wanted = Buffer.from(folded);
    const { keyPlace, country: countries, population } = this.#places;
    let best: number | undefined;
    for (let key = this.#lowerBound(wanted); key < keyPlace.length; key += 1) {
      if (!this.#keyAt(key).equals(wanted)) break;
      const place = keyPlace[key] ?? 0;
      if (country !== undefined && countries[place] !== country) continue;
      if (best === undefined || (population[place] ?? 0) > (population[best] ?? 0)) best = place;
    }
    return best;
  }

  #cityAt(place: number): City {
    const { countries, regions, country, region, latMilli, lngMilli, population } = this.#places;
    const regionOrdinal = region[place] ?? noRegion;
    return {
      name: this.#nameAt(place),
      country: countries[country[place] ?? 0] ?? '',
      region: regions[regionOrdinal]?.[1] ?? null,
      lat: (latMilli[place] ?? 0) / 1000,
      lng: (lngMilli[place] ?? 0) / 1000,
      population: population[place] ?? 0,
    };
  }
}

function firstIn(regions: readonly Region[], country: string | undefined): Region | undefined {
  const wanted = country?.toUpperCase();
  return regions.find((region) => wanted === undefined || region.country === wanted);
}

const viewOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const foldBounded = (name: string): string => foldPlace(name.slice(0, nameLengthMax));

function indexRegions(places: Places): Map<string, Region[]> {
  const index = new Map<string, Region[]>();
  const add = (spelling: string, region: Region): void => {
    const key = foldPlace(spelling);
    const known = index.get(key) ?? [];
    if (!known.some((other) => other.country === region.country)) index.set(key, [...known, region]);
  };
  for (const [country, name] of places.regions) add(name, { name, country: places.countries[country] ?? '' });
  for (const [country, name, others] of regionNames) {
    for (const other of others.split(',')) add(other, { name, country });
  }
  return index;
}

let loaded: Gazetteer | undefined;

/** Unpacks the places on first use, which takes tens of milliseconds, and keeps them. */
export function loadGazetteer(): Gazetteer {
  loaded ??= new PackedGazetteer(unpackPlaces(packedPlaces));
  return loaded;
}
