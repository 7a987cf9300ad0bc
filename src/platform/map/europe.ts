/** Europe on a flat map, in the units of its drawing: Lambert's azimuthal equal-area projection. */

export const MAP_WIDTH = 520;
export const MAP_HEIGHT = 520;

const CENTRE = { lat: 51.5, lng: 11 };
const UNITS_PER_RADIUS = 890;
const MIDDLE = { x: 282, y: 286 };
const RADIANS = Math.PI / 180;

export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

export function project(lat: number, lng: number): MapPoint {
  const [phi, phi0, lambda] = [lat * RADIANS, CENTRE.lat * RADIANS, (lng - CENTRE.lng) * RADIANS];
  const cosine = Math.sin(phi0) * Math.sin(phi) + Math.cos(phi0) * Math.cos(phi) * Math.cos(lambda);
  const k = UNITS_PER_RADIUS * Math.sqrt(2 / (1 + cosine));
  return {
    x: MIDDLE.x + k * Math.cos(phi) * Math.sin(lambda),
    y: MIDDLE.y - k * (Math.cos(phi0) * Math.sin(phi) - Math.sin(phi0) * Math.cos(phi) * Math.cos(lambda)),
  };
}

export function isOnMap({ x, y }: MapPoint): boolean {
  return x >= 0 && y >= 0 && x <= MAP_WIDTH && y <= MAP_HEIGHT;
}
