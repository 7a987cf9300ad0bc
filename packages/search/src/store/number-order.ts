import { clearAll, hasBit, setAll, type Bits } from './bitset.ts';

// Documents of a sealed block with a number, sorted by it and then by ID. A range takes two binary searches,
// and sorting is a walk. The numbers themselves stay in the block's columns.

// Length of a run that is sorted in a millisecond or two.
const RUN = 512;

/** Returns the rank of each slot's ID within the block. Yields between slices of work. */
export function* idRanks(
  ids: Uint32Array,
  count: number,
  compare: (a: number, b: number) => number,
): Generator<void, Uint16Array> {
  const bySlot = (a: number, b: number) => compare(ids[a] as number, ids[b] as number);
  let order = new Uint16Array(count).map((_, slot) => slot);
  for (let from = 0; from < count; from += RUN) {
    order.subarray(from, from + RUN).sort(bySlot);
    yield;
  }
  for (let width = RUN; width < count; width *= 2) {
    order = mergeRuns(order, width, bySlot);
    yield;
  }
  const ranks = new Uint16Array(count);
  order.forEach((slot, rank) => (ranks[slot] = rank));
  return ranks;
}

function mergeRuns(
  order: Uint16Array,
  width: number,
  compare: (a: number, b: number) => number,
): Uint16Array<ArrayBuffer> {
  const merged = new Uint16Array(order.length);
  for (let from = 0; from < order.length; from += 2 * width) {
    const middle = Math.min(from + width, order.length);
    const end = Math.min(from + 2 * width, order.length);
    let [left, right] = [from, middle];
    for (let i = from; i < end; i++) {
      const takesLeft =
        right >= end || (left < middle && compare(order[left] as number, order[right] as number) <= 0);
      merged[i] = order[takesLeft ? left++ : right++] as number;
    }
  }
  return merged;
}

/**
 * Slots sorted by number. `steps[i]` has the first i × stride slots as bits, so that a range combines two of
 * these and a few single documents at its ends.
 */
export interface NumberOrder {
  slots: Uint16Array;
  steps: readonly Bits[];
  stride: number;
}

const STEPS = 16;

/** Sorts live slots with a number by number and then by rank of the ID. Yields between slices of work. */
export function* orderByNumber(
  numbers: Float64Array,
  live: Bits,
  ranks: Uint16Array,
): Generator<void, Uint16Array> {
  const sorted = new Float64Array(ranks.length);
  const slots = new Uint16Array(ranks.length);
  let length = 0;
  for (let slot = 0; slot < ranks.length; slot++) {
    const number = numbers[slot] as number;
    if (Number.isNaN(number) || !hasBit(live, slot)) continue;
    sorted[length] = number;
    slots[length++] = slot;
  }
  const present = sorted.subarray(0, length).sort();
  yield;
  const keys = new Uint32Array(length * 2);
  for (let i = 0; i < length; i++) {
    const slot = slots[i] as number;
    // High word: the position of the number. Low word: the rank of the ID, and the slot. Together they sort
    // as one unsigned integer, with the built-in numeric sort. (This needs a little-endian platform, as all
    // but one of Node.js are.)
    keys[i * 2] = (ranks[slot] as number) * 0x10000 + slot;
    keys[i * 2 + 1] = lowerBound(present, numbers[slot] as number);
  }
  yield;
  new BigUint64Array(keys.buffer).sort();
  const order = slots.subarray(0, length);
  for (let i = 0; i < length; i++) order[i] = (keys[i * 2] as number) & 0xffff;
  return order.slice();
}

export function withSteps(slots: Uint16Array, capacity: number): NumberOrder {
  const stride = Math.ceil(capacity / STEPS);
  const steps: Bits[] = [];
  const bits = new Uint32Array(capacity >>> 5);
  for (let from = 0; from <= slots.length; from += stride) {
    steps.push(bits.slice());
    setAll(bits, slots, from, Math.min(from + stride, slots.length));
  }
  return { slots, steps, stride };
}

function lowerBound(sorted: Float64Array, number: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the first position whose number is not below a bound or, with `above`, is above it. */
function placeOf(
  order: Uint16Array,
  numberAt: (slot: number) => number,
  bound: number,
  above: boolean,
): number {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const number = numberAt(order[middle] as number);
    if (above ? number <= bound : number < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Sets the bits of documents with min <= number <= max; the bits must be empty. */
export function addRange(
  bits: Bits,
  { slots, steps, stride }: NumberOrder,
  numberAt: (slot: number) => number,
  min: number,
  max: number,
): void {
  const from = placeOf(slots, numberAt, min, false);
  const to = placeOf(slots, numberAt, max, true);
  const low = Math.round(from / stride);
  const high = Math.min(Math.round(to / stride), steps.length - 1);
  const [below, upTo] = [steps[low], steps[high]];
  if (low >= high || below === undefined || upTo === undefined) {
    setAll(bits, slots, from, to);
    return;
  }
  for (let word = 0; word < bits.length; word++)
    bits[word] = (upTo[word] as number) & ~(below[word] as number);
  setAll(bits, slots, from, low * stride);
  clearAll(bits, slots, low * stride, from);
  setAll(bits, slots, high * stride, to);
  clearAll(bits, slots, to, high * stride);
}
