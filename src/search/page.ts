import { countBits, hasBit, listBits, type Bits } from './bitset.ts';
import type { Block } from './block.ts';
import { NUMBER, type NumberField } from './fields.ts';
import { currentOrder } from './filters.ts';
import type { NumberContext } from './number-context.ts';
import { placeOf, type OrderedNumbers } from './number-order.ts';
import type { TopHits } from './top-hits.ts';
import type { SortKey } from './types.ts';

// Picks the page out of the documents found: by walking a block's order where many were found, by looking at each
// where few were.

// Documents without the value come last in both directions.
const MISSING_KEY = Number.NEGATIVE_INFINITY;
// Walking pays from this share of the block on.
const WALK_SHARE = 1 / 8;

export interface Picker {
  top: TopHits;
  // 1 for descending, -1 for ascending.
  sign: 1 | -1;
  context: NumberContext;
  list: Uint16Array;
}

export interface FoundBlock {
  block: Block;
  // Place of slot 0.
  base: number;
  found: Bits;
}

const SORTED_NUMBERS: Partial<Record<SortKey, NumberField>> = {
  relevance: NUMBER.boost,
  price: NUMBER.price,
  year: NUMBER.year,
  mileage: NUMBER.mileage,
  created_at: NUMBER.createdAt,
};

// The column a sort goes by; undefined for those that are measured per query.
export function sortedNumber(sort: SortKey, hasWords: boolean): NumberField | undefined {
  return sort === 'relevance' && hasWords ? undefined : SORTED_NUMBERS[sort];
}

// Offers all documents found by a number column. Those without the number are offered only while there is room.
export function pickByNumber(blocks: readonly FoundBlock[], field: NumberField, picker: Picker): void {
  for (const found of blocks) offerPresent(found, field, picker);
  if (picker.top.isFull) return;
  for (const found of blocks) offerMissing(found, field, picker);
}

function offerPresent({ block, base, found }: FoundBlock, field: NumberField, picker: Picker): void {
  const { context, sign, top, list } = picker;
  const order = currentOrder(block, field, context)?.slots;
  if (order && countBits(found) > order.length * WALK_SHARE) {
    walk({ block, field, context, order }, base, found, picker);
    return;
  }
  const numberOf = block.reader(field, context);
  const length = listBits(found, list);
  let worst = top.worstKey;
  for (let at = 0; at < length; at++) {
    const slot = list[at] as number;
    // NaN, for none, is refused here like any key that is too low.
    const key = sign * numberOf(slot);
    if (key >= worst && top.offer(key, base + slot, block.ids[slot] as number)) worst = top.worstKey;
  }
}

// In the order of the result, so that the first one refused ends it.
function walk(numbers: OrderedNumbers, base: number, found: Bits, picker: Picker): void {
  const { order } = numbers;
  if (picker.sign < 0) {
    offerRun(numbers, { from: 0, to: order.length }, base, found, picker);
    return;
  }
  let to = order.length;
  while (to > 0) {
    // Equal numbers are in order of id already: go back to where they start.
    const from = runStart(numbers, to);
    if (!offerRun(numbers, { from, to }, base, found, picker)) return;
    to = from;
  }
}

function runStart(numbers: OrderedNumbers, to: number): number {
  const { block, field, context, order } = numbers;
  const number = block.numberAt(field, context, order[to - 1] as number);
  if (to < 2 || block.numberAt(field, context, order[to - 2] as number) !== number) return to - 1;
  return placeOf(numbers, number, false);
}

function offerRun(
  { block, field, context, order }: OrderedNumbers,
  run: { from: number; to: number },
  base: number,
  found: Bits,
  { top, sign }: Picker,
): boolean {
  for (let at = run.from; at < run.to; at++) {
    const slot = order[at] as number;
    if (!hasBit(found, slot)) continue;
    const key = sign * block.numberAt(field, context, slot);
    if (!top.offer(key, base + slot, block.ids[slot] as number)) return false;
  }
  return true;
}

function offerMissing({ block, base, found }: FoundBlock, field: NumberField, picker: Picker): void {
  const { context, top, list } = picker;
  const length = listBits(found, list);
  for (let at = 0; at < length; at++) {
    const slot = list[at] as number;
    if (Number.isNaN(block.numberAt(field, context, slot)))
      top.offer(MISSING_KEY, base + slot, block.ids[slot] as number);
  }
}

// Offers all documents found by a key computed for each; NaN for none.
export function pickByKey(
  found: FoundBlock,
  keyOf: (slot: number) => number,
  { top, sign, list }: Picker,
): void {
  const length = listBits(found.found, list);
  for (let at = 0; at < length; at++) {
    const slot = list[at] as number;
    const key = keyOf(slot);
    top.offer(
      Number.isNaN(key) ? MISSING_KEY : sign * key,
      found.base + slot,
      found.block.ids[slot] as number,
    );
  }
}
