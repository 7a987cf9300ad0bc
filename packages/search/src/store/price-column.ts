import { hasBit, type Bits } from './bitset.ts';
import type { ValueColumn } from './value-column.ts';
import { toBase } from './currency.ts';
import type { RateTable } from './fields.ts';

// Prices as given, and the values derived from them under the current rates: the price in base currency, and
// the number of its price range in a requested currency. Derived columns are updated when they are read.

// Number of currencies whose ranges are cached.
const RANGED_CURRENCIES_MAX = 4;

export const NO_RANGE = 0;

/** Price ranges in one currency; range numbers begin at 1. */
export interface PriceRanges {
  /** Identifies currency and rates: equal keys have equal edges. */
  key: string;
  edges: Float64Array;
}

interface RangeColumn {
  key: string;
  numbers: Uint8Array;
  filled: number;
  /** Live documents by range, kept up to date once counted. */
  counts: Uint32Array;
  counted: number;
}

export class PriceColumn {
  readonly amounts: Float64Array;
  readonly #base: Float64Array;
  #version = -1;
  #filled = 0;
  #ranged: RangeColumn[] = [];

  constructor(capacity: number) {
    this.amounts = new Float64Array(capacity);
    this.#base = new Float64Array(capacity);
  }

  get bytes(): number {
    return this.amounts.byteLength * 2 + this.#ranged.length * this.amounts.length;
  }

  /** Returns prices in base currency; NaN without a price, or without a rate for its currency. */
  inBase(rates: RateTable, currencies: ValueColumn, count: number): Float64Array {
    if (this.#version !== rates.version) {
      this.#version = rates.version;
      this.#filled = 0;
      this.#ranged = [];
    }
    for (let slot = this.#filled; slot < count; slot++) {
      const rate = rates.byCurrency[currencies[slot] as number] as number;
      this.#base[slot] = toBase(this.amounts[slot] as number, rate);
    }
    this.#filled = count;
    return this.#base;
  }

  /** Returns the numbers of price ranges; `inBase` must be up to date. */
  ranges(wanted: PriceRanges, count: number): Uint8Array {
    return this.#column(wanted, count).numbers;
  }

  /** Returns the live documents by number of their price range. */
  liveRanges(wanted: PriceRanges, count: number, live: Bits): Uint32Array {
    const column = this.#column(wanted, count);
    for (let slot = column.counted; slot < count; slot++) {
      if (!hasBit(live, slot)) continue;
      const range = column.numbers[slot] as number;
      column.counts[range] = (column.counts[range] as number) + 1;
    }
    column.counted = count;
    return column.counts;
  }

  /** Changes the price of a document; derived values are recomputed on the next read. */
  change(slot: number, amount: number): void {
    this.amounts[slot] = amount;
    this.#version = -1;
  }

  /** Removes a dead document from the counts. */
  uncount(slot: number): void {
    for (const column of this.#ranged) {
      if (slot >= column.counted) continue;
      const range = column.numbers[slot] as number;
      column.counts[range] = (column.counts[range] as number) - 1;
    }
  }

  #column(wanted: PriceRanges, count: number): RangeColumn {
    let column = this.#ranged.find(({ key }) => key === wanted.key);
    if (column === undefined) {
      if (this.#ranged.length >= RANGED_CURRENCIES_MAX) this.#ranged.shift();
      column = {
        key: wanted.key,
        numbers: new Uint8Array(this.amounts.length),
        filled: 0,
        counts: new Uint32Array(wanted.edges.length + 1),
        counted: 0,
      };
      this.#ranged.push(column);
    }
    const { numbers } = column;
    for (let slot = column.filled; slot < count; slot++) {
      numbers[slot] = rangeOf(this.#base[slot] as number, wanted.edges);
    }
    column.filled = count;
    return column;
  }
}

export function rangeOf(price: number, edges: Float64Array): number {
  let range = NO_RANGE;
  while (range < edges.length && price >= (edges[range] as number)) range++;
  return range;
}
