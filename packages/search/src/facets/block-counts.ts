import { type Bits, listBits } from '../store/bitset.ts';
import type { Block } from '../store/block.ts';
import { MILEAGE_RANGES } from '../dimensions.ts';

// Counts what has no column of ordinals, over a set of documents of a block.

let slots = new Uint16Array(0);

function slotsIn(block: Block, bits: Bits): Uint16Array {
  if (slots.length < block.capacity) slots = new Uint16Array(block.capacity);
  return slots.subarray(0, listBits(bits, slots));
}

/** Adds the documents of each feature, by its ordinal. */
export function countFeatures(counts: Uint32Array, block: Block, bits: Bits): void {
  const { sealed, featureEnds, featureList } = block;
  if (sealed !== null) {
    sealed.features.countIn(bits, counts);
    return;
  }
  if (featureEnds === null) return;
  for (const slot of slotsIn(block, bits)) {
    const end = featureEnds[slot] as number;
    for (let index = slot === 0 ? 0 : (featureEnds[slot - 1] as number); index < end; index++) {
      const feature = featureList[index] as number;
      counts[feature] = (counts[feature] as number) + 1;
    }
  }
}

/** Adds the documents of each range of mileages; those without a mileage belong to none. */
export function countMileages(counts: Uint32Array, block: Block, bits: Bits): void {
  const { ends } = MILEAGE_RANGES;
  const { mileage } = block;
  for (const slot of slotsIn(block, bits)) {
    const value = mileage[slot] as number;
    if (value < 0) continue;
    let range = 0;
    while (range < ends.length && value > (ends[range] as number)) range++;
    counts[range] = (counts[range] as number) + 1;
  }
}
