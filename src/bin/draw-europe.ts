/** Draws the map of Europe from the outlines of world-atlas, which are in the public domain, and writes where each country is. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PACKAGE_ROOT } from '../platform/package-root.ts';
import { isOnMap, MAP_HEIGHT, MAP_WIDTH, type MapPoint, project } from '../platform/map/europe.ts';

/** ISO 3166-1: the numbers of the outlines, and the codes of listings. */
const CODES: Readonly<Record<string, string>> = {
  '008': 'AL', '040': 'AT', '112': 'BY', '056': 'BE', '070': 'BA', '100': 'BG', '191': 'HR', '203': 'CZ', '208': 'DK', '233': 'EE',
  '246': 'FI', '250': 'FR', '276': 'DE', '300': 'GR', '348': 'HU', '372': 'IE', '380': 'IT', '428': 'LV', '440': 'LT', '442': 'LU',
  '498': 'MD', '499': 'ME', '528': 'NL', '807': 'MK', '578': 'NO', '616': 'PL', '620': 'PT', '642': 'RO', '688': 'RS', '703': 'SK',
  '705': 'SI', '724': 'ES', '752': 'SE', '756': 'CH', '792': 'TR', '804': 'UA', '826': 'GB',
}; // prettier-ignore
/** Position of a country's name, if the middle of its largest outline does not suit. */
const MIDDLES: Readonly<Record<string, readonly [lat: number, lng: number]>> = {
  FR: [46.8, 2.5],
  GB: [52.6, -1.4],
  HR: [45.6, 16.2],
  IT: [43.3, 12.4],
  NO: [61, 9],
  SE: [60.5, 15.5],
  FI: [62.5, 26],
  UA: [49.3, 29.5],
  TR: [39.3, 29],
};
/** Smaller outlines would be specks. */
const AREA_MIN = 12;
/** Points are drawn on a grid: finer is not seen, and neighbours keep the same border. */
const GRID = 2;
/** How far around the map outlines are drawn. */
const MARGIN = 20;

interface Outline {
  readonly id?: string;
  readonly geometry: {
    readonly type: string;
    readonly coordinates:
      readonly (readonly (readonly [number, number][])[])[] | readonly (readonly [number, number][])[];
  };
}

const [folder] = process.argv.slice(2);
if (folder === undefined)
  throw new Error('Usage: node dist/src/bin/draw-europe.js "$(node scripts/fetch-tool.mjs geodata)"');
const load = createRequire(path.join(folder, 'package.json'));
const { feature } = load('topojson-client') as {
  feature: (topology: unknown, object: unknown) => { features: readonly Outline[] };
};
const topology = JSON.parse(readFileSync(load.resolve('world-atlas/countries-50m.json'), 'utf8')) as {
  objects: { countries: unknown };
};

const paths: string[] = [];
const middles = new Map<string, MapPoint>();
for (const outline of feature(topology, topology.objects.countries).features) {
  const { type, coordinates } = outline.geometry;
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as readonly (readonly [
    number,
    number,
  ][])[][];
  const rings = polygons.flatMap(([outer]) => {
    const ring = (outer ?? []).map(([lng, lat]) => project(lat, lng));
    return ring.some((point) => isNear(point)) && areaOf(ring) >= AREA_MIN ? [ring] : [];
  });
  if (rings.length === 0) continue;
  paths.push(`<path d="${rings.map(pathOf).join('')}"/>`);
  const code = CODES[outline.id ?? ''];
  if (code === undefined) continue;
  const largest = rings.toSorted((a, b) => areaOf(b) - areaOf(a))[0] ?? [];
  const location = MIDDLES[code];
  const middle = location === undefined ? middleOf(largest) : project(...location);
  if (isOnMap(middle)) middles.set(code, { x: Math.round(middle.x), y: Math.round(middle.y) });
}

// A mask: white areas show, and borders are gaps.
writeFileSync(
  path.join(PACKAGE_ROOT, 'browser', 'styles', 'europe.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MAP_WIDTH / GRID} ${MAP_HEIGHT / GRID}" fill="#fff" stroke="#000" stroke-width=".6" stroke-linejoin="round">${paths.join('')}</svg>\n`,
);
const entries = [...middles].toSorted(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(
  path.join(PACKAGE_ROOT, 'src', 'storefront', 'maps', 'countries.data.ts'),
  `/** Where each country is on the map; written by src/bin/draw-europe.ts. */
export const countryPoints: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
${entries.map(([code, { x, y }]) => `  ${code}: { x: ${x}, y: ${y} },`).join('\n')}
};
`,
);

function isNear({ x, y }: MapPoint): boolean {
  return x > -MARGIN && y > -MARGIN && x < MAP_WIDTH + MARGIN && y < MAP_HEIGHT + MARGIN;
}

function areaOf(ring: readonly MapPoint[]): number {
  return Math.abs(sum(ring, (a, b) => a.x * b.y - b.x * a.y)) / 2;
}

function middleOf(ring: readonly MapPoint[]): MapPoint {
  const area = sum(ring, (a, b) => a.x * b.y - b.x * a.y) * 3;
  return {
    x: sum(ring, (a, b) => (a.x + b.x) * (a.x * b.y - b.x * a.y)) / area,
    y: sum(ring, (a, b) => (a.y + b.y) * (a.x * b.y - b.x * a.y)) / area,
  };
}

function sum(ring: readonly MapPoint[], of: (a: MapPoint, b: MapPoint) => number): number {
  return ring.reduce((total, point, at) => total + of(point, ring[(at + 1) % ring.length] as MapPoint), 0);
}

/** Far away points are drawn in. */
function pathOf(ring: readonly MapPoint[]): string {
  let [x, y] = [Number.NaN, Number.NaN];
  let path = '';
  for (const point of ring) {
    const nextX = Math.round(Math.min(Math.max(point.x, -MARGIN), MAP_WIDTH + MARGIN) / GRID);
    const nextY = Math.round(Math.min(Math.max(point.y, -MARGIN), MAP_HEIGHT + MARGIN) / GRID);
    if (nextX === x && nextY === y) continue;
    path += path === '' ? `M${nextX} ${nextY}` : `l${nextX - x}${nextY < y ? '' : ' '}${nextY - y}`;
    [x, y] = [nextX, nextY];
  }
  return `${path}z`;
}
