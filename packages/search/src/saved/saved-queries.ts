import { Aliases, type BrandNaming } from '../words/aliases.ts';
import { DEFAULT_RATES } from '../store/currency.ts';
import { type DocumentFacts, SavedConditions } from './conditions.ts';
import { alternativesOf } from './meets.ts';
import { keysOfDocument, keysOfQuery } from './buckets.ts';
import { prefilterFacts, prefilterOf, canAccept } from './prefilter.ts';
import { StringTable } from '../store/string-table.ts';
import type { ExchangeRates, SearchDocument, SearchQuery } from '../types.ts';

const CHUNK_WORDS = 1 << 18;
const NONE = 0xffffffff;
// Words per bucket entry: number and prefilter.
const BUCKET_WORDS = 2;

interface Bucket {
  words: Uint32Array;
  length: number;
}

/**
 * The reverse of a search: finds which of many stored queries match one document, like a search with
 * strictText on an index of that document. Queries are filed in buckets (buckets.ts). A document visits its
 * own buckets, discards most entries by the prefilter, and checks the rest. A replaced or removed query
 * leaves its conditions and bucket entries until the index is rebuilt; a match drops the entries of removed
 * queries that it meets.
 */
export class SavedQueryIndex {
  #exchange: ExchangeRates;
  readonly #conditions: SavedConditions;
  readonly #ids = new StringTable();
  /** Ordinal of the ID by number of the query; NONE if the query is no longer active. */
  #owners = new Uint32Array(1024);
  #starts = new Uint32Array(1024);
  #lengths = new Uint32Array(1024);
  #count = 0;
  /**
   * Number of the active query by ordinal of the ID. It is the first number if the query can be met in
   * several ways.
   */
  #current = new Uint32Array(1024).fill(NONE);
  #live = 0;
  #numbersLive = 0;
  readonly #chunks: Uint32Array[] = [];
  #end = CHUNK_WORDS;
  readonly #buckets = new Map<string, Bucket>();
  /**
   * Numbers already visited in the current match, because a query can be in several buckets of a document.
   */
  #met = new Uint32Array(1024);
  /** Whether the ID was already found in the current match, by ordinal. */
  #found = new Uint32Array(1024);
  #matches = 0;

  constructor(options: { rates?: ExchangeRates; brandAliases?: readonly BrandNaming[] } = {}) {
    this.#exchange = options.rates ?? DEFAULT_RATES;
    this.#conditions = new SavedConditions(this.#exchange, new Aliases(options.brandAliases ?? []));
  }

  get size(): number {
    return this.#live;
  }

  /** Number of replaced or removed entries that still use memory. */
  get spent(): number {
    return this.#count - this.#numbersLive;
  }

  setRates(rates: ExchangeRates): void {
    this.#exchange = rates;
    this.#conditions.setRates(rates);
  }

  put(id: string, query: SearchQuery): void {
    this.remove(id);
    const owner = this.#ids.add(id);
    this.#reserveOwner(owner);
    this.#current[owner] = this.#count;
    this.#live++;
    for (const way of alternativesOf(query)) {
      const number = this.#count++;
      this.#numbersLive++;
      this.#reserve(number);
      this.#store(number, this.#conditions.encode(way));
      this.#owners[number] = owner;
      const prefilter = prefilterOf(way, this.#conditions);
      for (const key of keysOfQuery(way, this.#conditions)) this.#addToBucket(key, number, prefilter);
    }
  }

  remove(id: string): void {
    const owner = this.#ids.find(id);
    if (owner < 0 || (this.#current[owner] ?? NONE) === NONE) return;
    for (const number of this.#waysOf(owner)) {
      this.#owners[number] = NONE;
      this.#numbersLive--;
    }
    this.#current[owner] = NONE;
    this.#live--;
  }

  /** Returns IDs in no particular order. */
  match(document: SearchDocument): string[] {
    const ids: string[] = [];
    this.#match(this.#conditions.factsOf(document), (id) => ids.push(id));
    return ids;
  }

  /** Returns the IDs of matching queries, by whether they also match the document at another price. */
  matchPrices(document: SearchDocument, price: number | null): { found: string[]; known: string[] } {
    const found: string[] = [];
    const known: string[] = [];
    const facts = this.#conditions.factsOf(document);
    const before = this.#conditions.atPrice(facts, price);
    this.#match(facts, (id, owner) => (this.#acceptsAnyOf(owner, before) ? known : found).push(id));
    return { found, known };
  }

  #match(facts: DocumentFacts, onMatch: (id: string, owner: number) => void): void {
    const { document } = facts;
    const wanted = prefilterFacts(document, this.#conditions, this.#exchange);
    this.#matches++;
    for (const key of keysOfDocument(facts, document)) {
      const bucket = this.#buckets.get(key);
      if (bucket === undefined) continue;
      let removedCount = 0;
      for (let index = 0; index < bucket.length; index += BUCKET_WORDS) {
        if (!canAccept(bucket.words[index + 1] as number, wanted)) continue;
        const number = bucket.words[index] as number;
        const owner = this.#owners[number] as number;
        if (owner === NONE) removedCount++;
        if (owner === NONE || this.#met[number] === this.#matches || this.#found[owner] === this.#matches)
          continue;
        this.#met[number] = this.#matches;
        if (!this.#accepts(number, facts)) continue;
        this.#found[owner] = this.#matches;
        onMatch(this.#ids.get(owner), owner);
      }
      if (removedCount * 4 * BUCKET_WORDS > bucket.length) this.#dropGone(bucket);
    }
  }

  #acceptsAnyOf(owner: number, facts: DocumentFacts): boolean {
    for (const number of this.#waysOf(owner)) if (this.#accepts(number, facts)) return true;
    return false;
  }

  /** Yields the numbers of the ways to meet the active query of an ID. */
  *#waysOf(owner: number): Generator<number> {
    for (let number = this.#current[owner] as number; this.#owners[number] === owner; number++) yield number;
  }

  #accepts(number: number, facts: DocumentFacts): boolean {
    const start = this.#starts[number] as number;
    const rows = this.#chunks[Math.floor(start / CHUNK_WORDS)] as Uint32Array;
    const from = start % CHUNK_WORDS;
    return this.#conditions.accepts(rows, from, from + (this.#lengths[number] as number), facts);
  }

  #dropGone(bucket: Bucket): void {
    let length = 0;
    for (let index = 0; index < bucket.length; index += BUCKET_WORDS) {
      if (this.#owners[bucket.words[index] as number] === NONE) continue;
      bucket.words[length] = bucket.words[index] as number;
      bucket.words[length + 1] = bucket.words[index + 1] as number;
      length += BUCKET_WORDS;
    }
    bucket.length = length;
  }

  #addToBucket(key: string, number: number, prefilter: number): void {
    let bucket = this.#buckets.get(key);
    if (bucket === undefined)
      this.#buckets.set(key, (bucket = { words: new Uint32Array(BUCKET_WORDS), length: 0 }));
    if (bucket.length === bucket.words.length) bucket.words = grown(bucket.words, 0);
    bucket.words[bucket.length] = number;
    bucket.words[bucket.length + 1] = prefilter;
    bucket.length += BUCKET_WORDS;
  }

  #store(number: number, row: readonly number[]): void {
    if (row.length > CHUNK_WORDS) throw new RangeError('A saved query has too many conditions');
    if (this.#chunks.length === 0 || this.#end + row.length > CHUNK_WORDS) {
      this.#chunks.push(new Uint32Array(CHUNK_WORDS));
      this.#end = 0;
    }
    const chunk = this.#chunks.length - 1;
    (this.#chunks[chunk] as Uint32Array).set(row, this.#end);
    this.#starts[number] = chunk * CHUNK_WORDS + this.#end;
    this.#lengths[number] = row.length;
    this.#end += row.length;
  }

  #reserve(number: number): void {
    if (number < this.#owners.length) return;
    this.#owners = grown(this.#owners, NONE);
    this.#starts = grown(this.#starts, 0);
    this.#lengths = grown(this.#lengths, 0);
    this.#met = grown(this.#met, 0);
  }

  #reserveOwner(owner: number): void {
    if (owner >= this.#current.length) {
      this.#current = grown(this.#current, NONE);
      this.#found = grown(this.#found, 0);
    }
  }
}

function grown(array: Uint32Array, filler: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2).fill(filler, array.length);
  larger.set(array);
  return larger;
}
