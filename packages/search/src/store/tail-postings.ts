import { setBit, type Bits } from './bitset.ts';

// Postings of the block that is being filled: a log in order of documents, in which each term's entries are
// linked from the latest backwards.

const NONE = -1;
/**
 * The log grows in chunks, because copying the log of a full block and clearing the same amount again would
 * take tens of milliseconds.
 */
const CHUNK_BITS = 15;
const CHUNK = 1 << CHUNK_BITS;
const ENTRY_BYTES = 11;
const TERMS_FIRST = 1024;
const TERMS_PER_CHUNK = 1 << 13;
// Placeholder for a chunk of terms that do not occur.
const NO_TERMS = new Int32Array(0);

class LogChunk {
  readonly docs = new Uint16Array(CHUNK);
  readonly weights = new Uint8Array(CHUNK);
  readonly numbers = new Uint32Array(CHUNK);
  readonly previous = new Int32Array(CHUNK);
}

export class TailPostings {
  /** The terms that occur, in order of occurrence, with their latest entries and the number of entries. */
  readonly #termList: number[] = [];
  #heads = new Int32Array(TERMS_FIRST);
  #counts = new Uint32Array(TERMS_FIRST);
  /** Term numbers by ordinal of the term, in chunks. */
  readonly #numbers: Int32Array[] = [];
  readonly #log: LogChunk[] = [];
  #length = 0;

  get bytes(): number {
    return (
      this.#log.length * CHUNK * ENTRY_BYTES +
      this.#numbers.length * TERMS_PER_CHUNK * 4 +
      this.#heads.length * 8
    );
  }

  get size(): number {
    return this.#length;
  }

  get terms(): readonly number[] {
    return this.#termList;
  }

  add(term: number, doc: number, weight: number): void {
    if (this.#length === this.#log.length * CHUNK) this.#log.push(new LogChunk());
    const number = this.#numberFor(term);
    const index = this.#length++;
    const chunk = this.#log[index >>> CHUNK_BITS] as LogChunk;
    const place = index & (CHUNK - 1);
    chunk.docs[place] = doc;
    chunk.weights[place] = weight;
    chunk.numbers[place] = number;
    chunk.previous[place] = this.#heads[number] as number;
    this.#heads[number] = index;
    this.#counts[number] = (this.#counts[number] as number) + 1;
  }

  has(term: number): boolean {
    return this.#numberOf(term) !== NONE;
  }

  addTo(bits: Bits, term: number): void {
    this.each(term, (doc) => setBit(bits, doc));
  }

  /** Calls back with every document of a term and its weight, the latest first. */
  each(term: number, visit: (doc: number, weight: number) => void): void {
    const number = this.#numberOf(term);
    if (number === NONE) return;
    for (let index = this.#heads[number] as number; index !== NONE;) {
      const chunk = this.#log[index >>> CHUNK_BITS] as LogChunk;
      const place = index & (CHUNK - 1);
      visit(chunk.docs[place] as number, chunk.weights[place] as number);
      index = chunk.previous[place] as number;
    }
  }

  /**
   * Sorts the log by the given order of terms, each term's documents ascending. Yields after every
   * `entriesPerSlice` entries.
   */
  *sorted(terms: Uint32Array, entriesPerSlice: number): Generator<void, SortedPostings> {
    const starts = new Uint32Array(terms.length + 1);
    const places = new Uint32Array(terms.length);
    for (let index = 0; index < terms.length; index++) {
      const number = this.#numberOf(terms[index] as number);
      places[number] = starts[index] as number;
      starts[index + 1] = (starts[index] as number) + (this.#counts[number] as number);
    }
    yield;
    const docs = new Uint16Array(this.#length);
    const weights = new Uint8Array(this.#length);
    for (let index = 0; index < this.#length; index++) {
      const chunk = this.#log[index >>> CHUNK_BITS] as LogChunk;
      const inChunk = index & (CHUNK - 1);
      const number = chunk.numbers[inChunk] as number;
      const place = places[number] as number;
      places[number] = place + 1;
      docs[place] = chunk.docs[inChunk] as number;
      weights[place] = chunk.weights[inChunk] as number;
      if (index % entriesPerSlice === entriesPerSlice - 1) yield;
    }
    return { starts, docs, weights };
  }

  #numberOf(term: number): number {
    return this.#numbers[Math.floor(term / TERMS_PER_CHUNK)]?.[term % TERMS_PER_CHUNK] ?? NONE;
  }

  #numberFor(term: number): number {
    const chunkAt = Math.floor(term / TERMS_PER_CHUNK);
    while (this.#numbers.length <= chunkAt) this.#numbers.push(NO_TERMS);
    if (this.#numbers[chunkAt] === NO_TERMS)
      this.#numbers[chunkAt] = new Int32Array(TERMS_PER_CHUNK).fill(NONE);
    const chunk = this.#numbers[chunkAt] as Int32Array;
    const known = chunk[term % TERMS_PER_CHUNK] as number;
    if (known !== NONE) return known;
    const number = this.#termList.length;
    if (number === this.#heads.length) this.#growTerms();
    this.#termList.push(term);
    this.#heads[number] = NONE;
    chunk[term % TERMS_PER_CHUNK] = number;
    return number;
  }

  #growTerms(): void {
    const heads = new Int32Array(this.#heads.length * 2);
    const counts = new Uint32Array(this.#counts.length * 2);
    heads.set(this.#heads);
    counts.set(this.#counts);
    this.#heads = heads;
    this.#counts = counts;
  }
}

export interface SortedPostings {
  /** Postings of the term at position i: starts[i] to starts[i + 1]. */
  starts: Uint32Array;
  docs: Uint16Array;
  weights: Uint8Array;
}
