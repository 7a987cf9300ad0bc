import { LRUCache } from 'lru-cache';
import { loadGazetteer } from '../../platform/gazetteer/gazetteer.ts';

interface Coordinates {
  readonly lat: number;
  readonly lng: number;
}

interface ListingLocation {
  readonly lat: number | null;
  readonly lng: number | null;
  readonly city: string | null;
  readonly country: string | null;
}

/** Listings share few places, and looking one up takes longer than the rest of a document. */
const PLACES_MAX = 20_000;
const known = new LRUCache<string, Coordinates | false>({ max: PLACES_MAX });

/** Returns the coordinates of a listing, or the center of its city if it has none, so that radius searches find it. */
export function coordinatesOf({ lat, lng, city, country }: ListingLocation): Coordinates | null {
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
