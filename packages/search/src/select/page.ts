import { hasBit, listBits, type Bits } from '../store/bitset.ts';
import type { Block } from '../store/block.ts';
import { NUMBER, type NumberField, type NumberContext } from '../store/fields.ts';
import { currentOrder } from './filters.ts';
import { TopHits, type Candidate } from './top-hits.ts';
import type { SortKey } from '../types.ts';

// Picks the page from the matches. Each block yields its own matches in order: from a sorted order if many
// match, by computing each key if few match. Blocks are merged only as far as the page needs. Within a sealed
// block IDs are compared by rank, because many documents have equal sort values.

// Documents without the value come last in both directions.
const MISSING_KEY = Number.NEGATIVE_INFINITY;
// A step along an order costs less than reading and comparing a number.
const STEPS_PER_READING = 2;

export interface Picker {
  kept: number;
  offset: number;
  /** 1 for descending, -1 for ascending. */
  sign: 1 | -1;
  context: NumberContext;
  compareIds: (a: number, b: number) => number;
  list: Uint16Array;
}

export interface FoundBlock {
  block: Block;
  /** Place of slot 0. */
  base: number;
  found: Bits;
  count: number;
}

const SORTED_NUMBERS: Partial<Record<SortKey, NumberField>> = {
  relevance: NUMBER.boost,
  price: NUMBER.price,
  year: NUMBER.year,
  mileage: NUMBER.mileage,
  created_at: NUMBER.createdAt,
  price_position: NUMBER.pricePosition,
};

/** Returns the number column of a sort; undefined for keys that are computed per query. */
export function sortedNumber(sort: SortKey, hasWords: boolean): NumberField | undefined {
  return sort === 'relevance' && hasWords ? undefined : SORTED_NUMBERS[sort];
}

const byRank = (a: number, b: number) => a - b;

/** Returns the best documents of one block, by key and then by ID; `place` of its candidates is the slot. */
export function bestOfBlock(block: Block, limit: number, { compareIds }: Picker): TopHits {
  return new TopHits(limit, block.sealed !== null ? byRank : compareIds);
}

/** Returns the tie-breakers for bestOfBlock, by slot. */
export function tiesOf(block: Block): Uint16Array | Uint32Array {
  return block.sealed?.ranks ?? block.ids;
}

/** Picks the page by a number column. */
export function pickByNumber(blocks: readonly FoundBlock[], field: NumberField, picker: Picker): Candidate[] {
  const { kept, offset, compareIds } = picker;
  // The next document of each block, the best at the end.
  const heads: BlockCursor[] = [];
  const insert = (cursor: BlockCursor) => {
    let index = heads.length - 1;
    for (; index >= 0; index--) {
      const other = heads[index] as BlockCursor;
      if (cursor.key < other.key || (cursor.key === other.key && compareIds(cursor.id, other.id) > 0)) {
        heads[index + 1] = other;
      } else break;
    }
    heads[index + 1] = cursor;
  };
  for (const found of blocks) {
    const cursor = new BlockCursor(found, field, picker, blocks.length);
    if (cursor.advance()) insert(cursor);
  }
  const page: Candidate[] = [];
  for (let picked = 0; picked < kept; picked++) {
    const best = heads.pop();
    if (best === undefined) break;
    if (picked >= offset) page.push({ key: best.key, place: best.base + best.slot, id: best.id });
    if (best.advance()) insert(best);
  }
  return page;
}

// Iterates over the matches of a block, in the order of the result.
class BlockCursor {
  key = 0;
  slot = 0;
  id = 0;
  readonly base: number;
  readonly #found: FoundBlock;
  readonly #picker: Picker;
  readonly #numberOf: (slot: number) => number;
  readonly #order: Uint16Array | null;
  /** Next position in the current run of equal numbers. Descending sorts walk the order from its end. */
  #at = 0;
  #from = 0;
  #to = 0;
  #stepsLeft: number;
  #given = 0;
  /** Expected share of this block in a page, if all blocks have the same. */
  readonly #share: number;
  /** The best documents of the block, sorted, after the cursor has left the order. */
  #row: Candidate[] | null = null;

  constructor(found: FoundBlock, field: NumberField, picker: Picker, blocks: number) {
    const { block, base, count } = found;
    this.#found = found;
    this.base = base;
    this.#picker = picker;
    this.#numberOf = block.reader(field, picker.context);
    this.#order = currentOrder(block, field, picker.context)?.slots ?? null;
    this.#stepsLeft = count * STEPS_PER_READING;
    this.#share = Math.ceil(picker.kept / blocks) + 1;
    if (this.#order !== null) {
      if ((Math.min(count, this.#share) * this.#order.length) / count > this.#stepsLeft) this.#order = null;
      else if (picker.sign > 0) this.#at = this.#to = this.#from = this.#order.length;
      else this.#to = this.#order.length;
    }
  }

  /** Moves to the next document. Returns false after the last. */
  advance(): boolean {
    if (this.#given === this.#found.count) return false;
    if (this.#row === null && this.#order !== null && this.#walk(this.#order)) {
      this.#given++;
      return true;
    }
    // Few matches remain along the order, or the rest has no number.
    if (this.#row === null || this.#given === this.#row.length)
      this.#row = this.#bestInRow(this.#row === null);
    const next = this.#row[this.#given];
    if (next === undefined) return false;
    this.#given++;
    this.key = next.key;
    this.#moveTo(next.place);
    return true;
  }

  #walk(order: Uint16Array): boolean {
    const { found } = this.#found;
    let left = this.#stepsLeft;
    while (left > 0) {
      if (this.#at === this.#to && !this.#enterRun(order)) break;
      left--;
      const slot = order[this.#at++] as number;
      if (!hasBit(found, slot)) continue;
      this.#stepsLeft = left;
      this.key = this.#picker.sign * this.#numberOf(slot);
      this.#moveTo(slot);
      return true;
    }
    return false;
  }

  /** Finds where a run of equal numbers starts, because these are in order of ID in both directions. */
  #enterRun(order: Uint16Array): boolean {
    if (this.#picker.sign < 0 || this.#from === 0) return false;
    this.#to = this.#from;
    this.#from = this.#at = this.#runStart(order, this.#to);
    return true;
  }

  #runStart(order: Uint16Array, to: number): number {
    const number = this.#numberOf(order[to - 1] as number);
    if (to < 2 || this.#numberOf(order[to - 2] as number) !== number) return to - 1;
    let low = 0;
    let high = to - 2;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#numberOf(order[middle] as number) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns as many documents as a block usually contributes to a page, or as many as the page can need. */
  #bestInRow(isFirst: boolean): Candidate[] {
    const { block, found, count } = this.#found;
    const { kept, sign, list } = this.#picker;
    const wanted = isFirst ? this.#given + this.#share * 2 : kept;
    const best = bestOfBlock(block, Math.min(wanted, kept, count), this.#picker);
    const ties = tiesOf(block);
    const numberOf = this.#numberOf;
    const length = listBits(found, list);
    for (let index = 0; index < length; index++) {
      const slot = list[index] as number;
      const number = numberOf(slot);
      best.offer(Number.isNaN(number) ? MISSING_KEY : sign * number, slot, ties[slot] as number);
    }
    return best.from(0);
  }

  #moveTo(slot: number): void {
    this.slot = slot;
    this.id = this.#found.block.ids[slot] as number;
  }
}

/** Offers the matches by a computed key; NaN excludes a document. */
export function pickByKey(
  { block, base, found, count }: FoundBlock,
  keyOf: (slot: number) => number,
  picker: Picker,
  top: TopHits,
): void {
  const { sign, list } = picker;
  const best = bestOfBlock(block, Math.min(picker.kept, count), picker);
  const ties = tiesOf(block);
  const worst = top.worstKey;
  const length = listBits(found, list);
  for (let index = 0; index < length; index++) {
    const slot = list[index] as number;
    const key = sign * keyOf(slot);
    if (key >= worst) best.offer(key, slot, ties[slot] as number);
    else if (Number.isNaN(key)) best.offer(MISSING_KEY, slot, ties[slot] as number);
  }
  top.offerAll(best, base, block.ids);
}
