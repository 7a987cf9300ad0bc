import { LRUCache } from 'lru-cache';
import { loadGazetteer } from '../../platform/gazetteer/gazetteer.ts';

interface Coordinates {
  readonly lat: number;
  readonly lng: number;
}

interface Located {
  readonly lat: number | null;
  readonly lng: number | null;
  readonly city: string | null;
  readonly country: string | null;
}

/** A market has few places beside its listings; looking one up takes longer than all else about a document. */
const PLACES_MAX = 20_000;
const known = new LRUCache<string, Coordinates | false>({ max: PLACES_MAX });

/** Where a listing stands: as given, else in the middle of its city, so that a radius finds it. */
export function coordinatesOf({ lat, lng, city, country }: Located): Coordinates | null {
  if (lat !== null && lng !== null) return { lat, lng };
  if (city === null || country === null) return null;
  const key = `${country}/${city}`;
  let place = known.get(key);
  if (place === undefined) {
    place = loadGazetteer().findCity(city, country) ?? false;
    known.set(key, place);
  }
  return place === false ? null : { lat: place.lat, lng: place.lng };
}
