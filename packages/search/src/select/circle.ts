import { setAll, setBit } from '../store/bitset.ts';
import type { Block } from '../store/block.ts';
import { NUMBER } from '../store/fields.ts';
import type { Filter } from './scan.ts';
import { boxAround, lngWithin, type Distances, type GeoBox } from './geo.ts';
import type { GeoCentre } from '../types.ts';

/**
 * Selects documents within a radius of the center. In an immutable block, each location is evaluated once for
 * all documents there.
 */
export function circleFilter(centre: GeoCentre, radiusKm: number, distances: Distances): Filter {
  const box = boxAround(centre.lat, radiusKm);
  const isWithin = (lat: number, lng: number): boolean =>
    lngWithin(centre.lng, lng, box.lngReach) && distances.to(lat, lng) <= radiusKm;
  return (block, bits) => {
    const order = block.sealed?.orders[NUMBER.lat];
    if (order === undefined) {
      for (let slot = 0; slot < block.count; slot++) {
        const lat = block.lat[slot] as number;
        if (isBetween(lat, box) && isWithin(lat, block.lng[slot] as number)) setBit(bits, slot);
      }
      return;
    }
    const { slots } = order;
    const ends = placeEnds(block, slots);
    for (let place = firstPlaceInBox(block, slots, ends, box); place < ends.length; place++) {
      const from = place === 0 ? 0 : (ends[place - 1] as number);
      const slot = slots[from] as number;
      const lat = block.lat[slot] as number;
      if (lat > box.latMax) return;
      if (isWithin(lat, block.lng[slot] as number)) setAll(bits, slots, from, ends[place] as number);
    }
  };
}

function isBetween(lat: number, { latMin, latMax }: GeoBox): boolean {
  return lat >= latMin && lat <= latMax;
}

const knownEnds = new WeakMap<Uint16Array, Uint32Array>();

// Returns where each run of equal coordinates ends in the order by latitude. The coordinates of a sealed
// block never change, so this is computed once, for the first circle.
function placeEnds(block: Block, slots: Uint16Array): Uint32Array {
  const known = knownEnds.get(slots);
  if (known !== undefined) return known;
  const ends: number[] = [];
  for (let i = 1; i <= slots.length; i++) {
    const [last, next] = [slots[i - 1] as number, slots[i]];
    const isSame =
      next !== undefined && block.lat[next] === block.lat[last] && block.lng[next] === block.lng[last];
    if (!isSame) ends.push(i);
  }
  const runEnds = Uint32Array.from(ends);
  knownEnds.set(slots, runEnds);
  return runEnds;
}

function firstPlaceInBox(block: Block, slots: Uint16Array, ends: Uint32Array, { latMin }: GeoBox): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const slot = slots[(ends[middle] as number) - 1] as number;
    if ((block.lat[slot] as number) < latMin) low = middle + 1;
    else high = middle;
  }
  return low;
}
