import { NearTerms } from './near-terms.ts';
import { StringTable } from '../store/string-table.ts';

// All terms of the index, sorted by spelling for prefix searches. Terms without documents stay, because they
// simply find nothing.

// Number of new terms that wait unsorted, because merging this many takes a millisecond or two.
const UNSORTED_MAX = 1024;
const RESTORED_AT_A_TIME = 5000;
const encoder = new TextEncoder();

export class Lexicon {
  readonly table = new StringTable();
  #sorted: Uint32Array = new Uint32Array(0);
  #unsorted: number[] = [];
  readonly #nearTerms = new NearTerms();

  get size(): number {
    return this.table.size;
  }

  get bytes(): number {
    return this.table.bytes + this.#sorted.byteLength + this.#nearTerms.bytes;
  }

  find(term: string): number {
    return this.table.find(term);
  }

  add(term: string): number {
    const before = this.table.size;
    const ordinal = this.table.add(term);
    if (ordinal === before) this.#add(ordinal, term);
    return ordinal;
  }

  /**
   * Restores everything except the strings, after terms were added directly to the table, with breaks.
   * `order` is the result of `ranks`.
   */
  *restore(order: Uint32Array): Generator<void> {
    this.#sorted = order;
    this.#unsorted = [];
    for (let ordinal = 0; ordinal < this.table.size; ordinal++) {
      if (ordinal % RESTORED_AT_A_TIME === 0) yield;
      this.#nearTerms.add(this.table.get(ordinal), ordinal);
    }
  }

  #add(ordinal: number, term: string): void {
    this.#nearTerms.add(term, ordinal);
    this.#unsorted.push(ordinal);
    if (this.#unsorted.length >= UNSORTED_MAX) this.sort();
  }

  /** Merges the unsorted terms: finds their positions by binary search and moves the others in runs. */
  sort(): void {
    if (this.#unsorted.length === 0) return;
    const fresh = this.#unsorted.toSorted((a, b) => this.table.compare(a, b));
    const merged = new Uint32Array(this.#sorted.length + fresh.length);
    let from = 0;
    fresh.forEach((ordinal, index) => {
      const place = this.#placeOf(ordinal, from);
      merged.set(this.#sorted.subarray(from, place), from + index);
      merged[place + index] = ordinal;
      from = place;
    });
    merged.set(this.#sorted.subarray(from), from + fresh.length);
    this.#sorted = merged;
    this.#unsorted = [];
  }

  #placeOf(ordinal: number, from: number): number {
    let low = from;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.table.compare(this.#sorted[middle] as number, ordinal) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the terms by spelling, and the rank of each: rank[ordinal] is its position in the order. */
  ranks(): { order: Uint32Array; rank: Uint32Array } {
    this.sort();
    const rank = new Uint32Array(this.#sorted.length);
    for (let index = 0; index < this.#sorted.length; index++) rank[this.#sorted[index] as number] = index;
    return { order: this.#sorted, rank };
  }

  /** Returns terms that begin with a text. */
  withPrefix(prefix: string): number[] {
    const bytes = encoder.encode(prefix);
    const found: number[] = [];
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.table.compareBytes(this.#sorted[middle] as number, bytes, true) < 0) low = middle + 1;
      else high = middle;
    }
    for (let index = low; index < this.#sorted.length; index++) {
      const term = this.#sorted[index] as number;
      if (this.table.compareBytes(term, bytes, true) !== 0) break;
      found.push(term);
    }
    for (const term of this.#unsorted) if (this.table.compareBytes(term, bytes, true) === 0) found.push(term);
    return found;
  }

  /** Returns terms within `editsMax` edits of a word, with their distance, but none with digits. */
  near(word: string, editsMax: number): { term: number; edits: number }[] {
    return this.#nearTerms.near(word, editsMax);
  }
}
