const EARTH_RADIUS_KM = 6371.0088;
const RADIANS = Math.PI / 180;

/** Returns the great-circle distance (haversine) on a sphere of mean radius. */
export function distanceKm(latA: number, lngA: number, latB: number, lngB: number): number {
  const sinLat = Math.sin(((latB - latA) * RADIANS) / 2);
  const sinLng = Math.sin(((lngB - lngA) * RADIANS) / 2);
  const chord = sinLat * sinLat + Math.cos(latA * RADIANS) * Math.cos(latB * RADIANS) * sinLng * sinLng;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

export interface GeoBox {
  latMin: number;
  latMax: number;
  /** Degrees of longitude on either side of the center; 180 if the circle contains a pole. */
  lngReach: number;
}

// The box contains the whole circle, because a cheap test must not exclude a match. The margin covers
// rounding.
const BOX_MARGIN_DEGREES = 1e-6;

export function boxAround(lat: number, radiusKm: number): GeoBox {
  const reach = radiusKm / EARTH_RADIUS_KM;
  const latReach = reach / RADIANS + BOX_MARGIN_DEGREES;
  const latMin = lat - latReach;
  const latMax = lat + latReach;
  if (latMin <= -90 || latMax >= 90) return { latMin, latMax, lngReach: 180 };
  const ratio = Math.sin(reach) / Math.cos(lat * RADIANS);
  const lngReach = ratio >= 1 ? 180 : Math.asin(ratio) / RADIANS + BOX_MARGIN_DEGREES;
  return { latMin, latMax, lngReach };
}

export function lngWithin(centre: number, lng: number, reach: number): boolean {
  let apart = Math.abs(centre - lng);
  // The remainder is slow to compute and rarely needed.
  if (apart > 360) apart %= 360;
  return Math.min(apart, 360 - apart) <= reach;
}

// Distances from one center. Many vehicles have the same coordinates, those of their town, so the last few
// hundred results are cached.
const REMEMBERED = 512;

export class Distances {
  readonly #lat: number;
  readonly #lng: number;
  readonly #lats = new Float64Array(REMEMBERED).fill(Number.NaN);
  readonly #lngs = new Float64Array(REMEMBERED);
  readonly #kilometres = new Float64Array(REMEMBERED);

  constructor({ lat, lng }: { lat: number; lng: number }) {
    this.#lat = lat;
    this.#lng = lng;
  }

  to(lat: number, lng: number): number {
    const at = (Math.imul((lat * 1e5) | 0, 31) + ((lng * 1e5) | 0)) & (REMEMBERED - 1);
    if (this.#lats[at] === lat && this.#lngs[at] === lng) return this.#kilometres[at] as number;
    const distance = distanceKm(this.#lat, this.#lng, lat, lng);
    this.#lats[at] = lat;
    this.#lngs[at] = lng;
    this.#kilometres[at] = distance;
    return distance;
  }
}
