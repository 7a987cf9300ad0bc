import { Aliases, type BrandNaming } from '../words/aliases.ts';
import { DEFAULT_RATES } from '../store/currency.ts';
import { SavedConditions } from './conditions.ts';
import { keysOfDocument, keysOfQuery } from './buckets.ts';
import { glanceFacts, glanceOf, mayAccept } from './prefilter.ts';
import { StringTable } from '../store/string-table.ts';
import type { ExchangeRates, SearchDocument, SearchQuery } from '../types.ts';

const CHUNK_WORDS = 1 << 18;
const NONE = 0xffffffff;
// Number and glance.
const FILED_WORDS = 2;

interface Filed {
  words: Uint32Array;
  length: number;
}

/**
 * The reverse of a search: finds which of many stored queries match one document, as a search with strictText
 * on an index of only this document would. Queries are filed under keys (saved-filing.ts). A document looks
 * under its own keys, discards most of what it finds at a glance and checks the rest. A replaced or removed
 * query leaves its conditions and filings behind until the index is rebuilt; filings of removed queries are
 * dropped when a match meets them.
 */
export class SavedQueryIndex {
  private exchange: ExchangeRates;
  private readonly conditions: SavedConditions;
  private readonly ids = new StringTable();
  // By number of the query: the ordinal of its id, or NONE when it is no longer in force.
  private owners = new Uint32Array(1024);
  private starts = new Uint32Array(1024);
  private lengths = new Uint32Array(1024);
  private count = 0;
  // By ordinal of the id: the number of its query in force.
  private current = new Uint32Array(1024).fill(NONE);
  private live = 0;
  private readonly chunks: Uint32Array[] = [];
  private end = CHUNK_WORDS;
  private readonly filed = new Map<string, Filed>();
  // Numbers already met in the current match, since a query may be filed under several keys of a document.
  private met = new Uint32Array(1024);
  private matches = 0;

  constructor(options: { rates?: ExchangeRates; brandAliases?: readonly BrandNaming[] } = {}) {
    this.exchange = options.rates ?? DEFAULT_RATES;
    this.conditions = new SavedConditions(this.exchange, new Aliases(options.brandAliases ?? []));
  }

  get size(): number {
    return this.live;
  }

  setRates(rates: ExchangeRates): void {
    this.exchange = rates;
    this.conditions.setRates(rates);
  }

  put(id: string, query: SearchQuery): void {
    this.remove(id);
    const owner = this.ids.add(id);
    const number = this.count++;
    this.reserve(number, owner);
    this.store(number, this.conditions.encode(query));
    this.owners[number] = owner;
    this.current[owner] = number;
    this.live++;
    const glance = glanceOf(query, this.conditions);
    for (const key of keysOfQuery(query, this.conditions)) this.file(key, number, glance);
  }

  remove(id: string): void {
    const owner = this.ids.find(id);
    if (owner < 0 || (this.current[owner] ?? NONE) === NONE) return;
    this.owners[this.current[owner] as number] = NONE;
    this.current[owner] = NONE;
    this.live--;
  }

  // Ids in no particular order.
  match(document: SearchDocument): string[] {
    const facts = this.conditions.factsOf(document);
    const glances = glanceFacts(document, this.conditions, this.exchange);
    this.matches++;
    const ids: string[] = [];
    for (const key of keysOfDocument(facts, document)) {
      const filed = this.filed.get(key);
      if (!filed) continue;
      let gone = 0;
      for (let at = 0; at < filed.length; at += FILED_WORDS) {
        if (!mayAccept(filed.words[at + 1] as number, glances)) continue;
        const number = filed.words[at] as number;
        const owner = this.owners[number] as number;
        if (owner === NONE) gone++;
        if (owner === NONE || this.met[number] === this.matches) continue;
        this.met[number] = this.matches;
        const start = this.starts[number] as number;
        const rows = this.chunks[Math.floor(start / CHUNK_WORDS)] as Uint32Array;
        const from = start % CHUNK_WORDS;
        if (this.conditions.accepts(rows, from, from + (this.lengths[number] as number), facts)) {
          ids.push(this.ids.get(owner));
        }
      }
      if (gone * 4 * FILED_WORDS > filed.length) this.dropGone(filed);
    }
    return ids;
  }

  private dropGone(filed: Filed): void {
    let kept = 0;
    for (let at = 0; at < filed.length; at += FILED_WORDS) {
      if (this.owners[filed.words[at] as number] === NONE) continue;
      filed.words[kept] = filed.words[at] as number;
      filed.words[kept + 1] = filed.words[at + 1] as number;
      kept += FILED_WORDS;
    }
    filed.length = kept;
  }

  private file(key: string, number: number, glance: number): void {
    let filed = this.filed.get(key);
    if (!filed) this.filed.set(key, (filed = { words: new Uint32Array(FILED_WORDS), length: 0 }));
    if (filed.length === filed.words.length) filed.words = grown(filed.words, 0);
    filed.words[filed.length] = number;
    filed.words[filed.length + 1] = glance;
    filed.length += FILED_WORDS;
  }

  private store(number: number, row: readonly number[]): void {
    if (row.length > CHUNK_WORDS) throw new RangeError('A saved query has too many conditions');
    if (this.chunks.length === 0 || this.end + row.length > CHUNK_WORDS) {
      this.chunks.push(new Uint32Array(CHUNK_WORDS));
      this.end = 0;
    }
    const chunk = this.chunks.length - 1;
    (this.chunks[chunk] as Uint32Array).set(row, this.end);
    this.starts[number] = chunk * CHUNK_WORDS + this.end;
    this.lengths[number] = row.length;
    this.end += row.length;
  }

  private reserve(number: number, owner: number): void {
    if (number >= this.owners.length) {
      this.owners = grown(this.owners, NONE);
      this.starts = grown(this.starts, 0);
      this.lengths = grown(this.lengths, 0);
      this.met = grown(this.met, 0);
    }
    if (owner >= this.current.length) this.current = grown(this.current, NONE);
  }
}

function grown(array: Uint32Array, filler: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2).fill(filler, array.length);
  larger.set(array);
  return larger;
}
