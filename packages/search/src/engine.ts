import { Aliases, type BrandNaming } from './words/aliases.ts';
import { clearBit, hasBit } from './store/bitset.ts';
import { Block, BLOCK_DOCUMENTS } from './store/block.ts';
import { Catalogue } from './store/catalogue.ts';
import { COUNTED_FIELDS } from './facets/facet-counting.ts';
import { contentKey } from './store/content-key.ts';
import { DEFAULT_RATES } from './store/currency.ts';
import { sizesOf, type EngineStats } from './store/engine-stats.ts';
import { documentTerms } from './words/document-terms.ts';
import { execute } from './select/execution.ts';
import { summariesEnding } from './select/by-id.ts';
import { FIELD, FIELD_COUNT, type Field } from './store/fields.ts';
import type { IndexView } from './store/index-view.ts';
import { Numbers } from './store/numbers.ts';
import { PlaceTable, NO_PLACE } from './store/place-table.ts';
import { EngineValues } from './reading/engine-known.ts';
import type { KnownValues } from './reading/known.ts';
import { Scratch } from './select/scratch.ts';
import { SnapshotError, readSections } from './snapshot/snapshot-format.ts';
import {
  readHeader,
  readSnapshot,
  writeSnapshot,
  type SnapshotHeader,
  type SnapshotTarget,
} from './snapshot/snapshot.ts';
import { StringTable } from './store/string-table.ts';
import { Suggester } from './suggest/suggester.ts';
import type { ValueColumn } from './store/value-column.ts';
import { Maintenance } from './store/maintenance.ts';
import type { ExchangeRates, LiveCounts, Names, SearchChange, SearchDocument, SearchQuery, SearchResult, SearchTiming, Suggestion } from './types.ts'; // prettier-ignore

export interface EngineOptions {
  rates?: ExchangeRates;
  /** The instant from which freshness is measured, in milliseconds since 1970. */
  rankedAtMs?: number;
  /** Whether to store summaries; without them hits have none. Default true. */
  summaries?: boolean;
  /** Documents per block: a multiple of 32, at most 65,536. Tests use small blocks. */
  blockDocuments?: number;
}

export interface Restored {
  engine: SearchEngine;
  label: string;
}

/** One slice of maintenance per this many writes keeps maintenance well ahead of them. */
const CHANGES_PER_SLICE = 16;

/** Number of documents that are sealed in about ten milliseconds. */
const LITTLE = 100;
const SEALED_AGAIN_MAX = 8;
const NOTHING = new Uint8Array(0);
const OTHER_RATES = -1;

/**
 * The in-memory index of all live listings, for one thread. A write is visible to the next search. Nothing
 * here is asynchronous: long work (sealing full blocks, merging sparse ones) is split into slices that run
 * during writes or in `compact`.
 */
export class SearchEngine {
  readonly #capacity: number;
  readonly #keepsSummaries: boolean;
  readonly #catalogue = new Catalogue();
  readonly #ids = new StringTable();
  readonly #places = new PlaceTable();
  readonly #blocks: (Block | null)[] = [];
  readonly #maintenance: Maintenance;
  readonly #scratch: Scratch;
  readonly #suggester = new Suggester(this.#catalogue);
  readonly #row = new Uint32Array(FIELD_COUNT);
  readonly #known = new EngineValues(
    this.#catalogue,
    (text) => this.search({ text, strictText: true, wholeWords: true, limit: 0 }).total,
    (id) => this.#places.get(this.#ids.find(id)) !== NO_PLACE,
  );
  readonly #numbers: Numbers;
  #aliases = Aliases.builtIn;
  #tail = -1;
  #liveCount = 0;
  #generation = 0;
  #changesSinceSlice = 0;
  #snapshotsUnderWay = 0;
  /**
   * Set it during a series of writes without searches. A document with unchanged content then takes its new
   * price in its slot, without names, which `setNames` sets; what only speeds up searches is left to
   * `compact`.
   */
  isCatchingUp = false;

  constructor(options: EngineOptions = {}) {
    this.#capacity = options.blockDocuments ?? BLOCK_DOCUMENTS;
    this.#keepsSummaries = options.summaries ?? true;
    this.#numbers = new Numbers(this.#catalogue, options.rates ?? DEFAULT_RATES, options.rankedAtMs ?? 0);
    this.#scratch = new Scratch(this.#capacity, this.#catalogue);
    this.#maintenance = new Maintenance({
      catalogue: this.#catalogue,
      ids: this.#ids,
      places: this.#places,
      blocks: this.#blocks,
      numbers: () => this.#numbers.context(),
      emptyBlock: () => new Block(this.#capacity, this.#keepsSummaries),
    });
  }

  /** Sets the exchange rates that prices are compared and converted with. */
  setRates(rates: ExchangeRates): void {
    this.#numbers.setRates(rates);
    this.#generation++;
  }

  /** Replaces the administrators' names for brands, which add to the built-in ones. */
  setBrandAliases(brands: readonly BrandNaming[]): void {
    this.#aliases = new Aliases(brands);
    this.#suggester.setAliases(this.#aliases);
    this.#generation++;
  }

  /**
   * Replaces the names of categories, features and brands. Words of brand names stay those of each document.
   */
  setNames(names: Names): void {
    this.#catalogue.setNames(names);
    this.#generation++;
  }

  /** Moves the instant from which freshness is measured. Results change with it, so move it rarely. */
  setRankedAt(rankedAtMs: number): void {
    this.#numbers.rankedAtMs = rankedAtMs;
    this.#generation++;
  }

  /** Applies changes in order. A `remove` or `views` of an unknown id does nothing. */
  apply(changes: readonly SearchChange[]): void {
    for (const change of changes) {
      if (change.kind === 'put') this.#put(change.document);
      else if (change.kind === 'remove') this.#remove(change.id);
      else this.#setViews(change.id, change.views);
      if (++this.#changesSinceSlice >= CHANGES_PER_SLICE) {
        this.#changesSinceSlice = 0;
        this.#maintenance.step(this.isCatchingUp ? 'seals' : 'all');
      }
    }
    this.#generation++;
  }

  /** Runs a validated query. Adds to `timing` where the time went. */
  search(query: SearchQuery, timing?: SearchTiming): SearchResult {
    return execute(query, this.#view(), timing);
  }

  #view(): IndexView {
    return {
      blocks: this.#blocks,
      capacity: this.#capacity,
      catalogue: this.#catalogue,
      aliases: this.#aliases,
      ids: this.#ids,
      exchange: this.#numbers.exchange,
      numbers: this.#numbers.context(),
      liveCount: this.#liveCount,
      generation: this.#generation,
      scratch: this.#scratch,
    };
  }

  /** Returns the summaries of live documents whose IDs end with these letters. Scans all IDs. */
  readonly summariesEnding = (letters: string) => summariesEnding(letters, this.#view(), this.#places);

  /** The values in the index, by which queries are parsed. */
  get known(): KnownValues {
    return this.#known;
  }

  /** Completes typed text to brands and models with live listings, best first. */
  suggest(typed: string, limit = 10): Suggestion[] {
    return this.#suggester.suggest(typed, limit);
  }

  /** Returns the counts of live documents by slug. */
  liveCounts(): LiveCounts {
    const catalogue = this.#catalogue;
    return {
      categories: catalogue.field(FIELD.category).liveValues(),
      subcategories: catalogue.field(FIELD.subcategory).liveValues(),
      brands: catalogue.field(FIELD.brand).liveValues(),
    };
  }

  /** Runs one slice of maintenance, a few milliseconds at most. Returns whether there is more to do. */
  compact({ merges }: { merges: boolean } = { merges: true }): boolean {
    return this.#maintenance.step(merges ? 'all' : 'orders');
  }

  /**
   * Yields the index as parts, with a label of the caller (its position in the change log). The state is that
   * of the first non-empty part. The caller can do other work after each part, also after an empty one.
   */
  *snapshot(label: string): Generator<Uint8Array> {
    // During heavy writes each round has less to seal, because sealing takes less time.
    for (let round = 0; round < SEALED_AGAIN_MAX && (round === 0 || this.#unsealed > LITTLE); round++) {
      this.#sealTail();
      for (const _slice of this.#maintenance.sealAll()) yield NOTHING;
    }
    // Seal the few documents written meanwhile without a break.
    this.#sealTail();
    for (const _slice of this.#maintenance.sealAll());
    const capacity = this.#capacity;
    const { exchange, rankedAtMs, ratesVersion } = this.#numbers;
    const [catalogue, ids, blocks] = [this.#catalogue, this.#ids, this.#blocks];
    const header = { label, capacity, exchange, rankedAtMs, hasSummaries: this.#keepsSummaries };
    this.#snapshotsUnderWay++;
    try {
      yield* writeSnapshot(header, { catalogue, ids, blocks, ratesVersion });
    } finally {
      this.#snapshotsUnderWay--;
    }
  }

  /**
   * Reads a snapshot. Throws SnapshotError if it is damaged, truncated, of another version, or lacks the
   * required summaries. Rates and ranking instant are the snapshot's unless given.
   */
  static restore(parts: Iterable<Uint8Array>, options: EngineOptions = {}): Restored {
    const restoring = SearchEngine.restoring(parts, options);
    for (;;) {
      const step = restoring.next();
      if (step.done) return step.value;
    }
  }

  /** Like `restore`, in steps of a few milliseconds, between which other work can run. */
  static *restoring(parts: Iterable<Uint8Array>, options: EngineOptions = {}): Generator<void, Restored> {
    try {
      let label = '';
      const { engine } = yield* readSnapshot(parts, (header) => {
        label = header.label;
        return SearchEngine.#emptyFor(header, options).#target();
      });
      return { engine, label };
    } catch (cause) {
      if (cause instanceof SnapshotError) throw cause;
      throw new SnapshotError('The snapshot cannot be read', { cause });
    }
  }

  /** Reads only the label of a snapshot. Throws SnapshotError. */
  static labelOf(parts: Iterable<Uint8Array>): string {
    return readHeader(readSections(parts)).label;
  }

  static #emptyFor(header: SnapshotHeader, options: EngineOptions): SearchEngine {
    const summaries = options.summaries ?? header.hasSummaries;
    if (summaries && !header.hasSummaries) throw new SnapshotError('The snapshot was made without summaries');
    const { exchange, rankedAtMs, capacity } = header;
    const engine = new SearchEngine({ rates: exchange, rankedAtMs, blockDocuments: capacity, summaries });
    if (options.rates !== undefined && JSON.stringify(options.rates) !== JSON.stringify(exchange))
      engine.setRates(options.rates);
    if (options.rankedAtMs !== undefined) engine.setRankedAt(options.rankedAtMs);
    return engine;
  }

  /** Adds a block read from a snapshot. */
  #adopt(block: Block): void {
    const base = this.#blocks.length * this.#capacity;
    this.#blocks.push(block);
    for (let slot = 0; slot < block.count; slot++) {
      if (!hasBit(block.live, slot)) continue;
      this.#places.set(block.ids[slot] as number, base + slot);
      for (const field of COUNTED_FIELDS)
        this.#count(field, (block.fields[field] as ValueColumn)[slot] as number, 1);
    }
    this.#liveCount += block.liveCount;
  }

  #target(): SnapshotTarget & { engine: SearchEngine } {
    return {
      engine: this,
      catalogue: this.#catalogue,
      ids: this.#ids,
      // The price orders of the snapshot are valid only until its rates are replaced.
      ratesVersion: this.#numbers.ratesVersion === 0 ? 0 : OTHER_RATES,
      emptyBlock: () => new Block(this.#capacity, this.#keepsSummaries),
      adopt: (block) => this.#adopt(block),
    };
  }

  /** Number of documents in the block that is still being filled. */
  get #unsealed(): number {
    return this.#tail < 0 ? 0 : (this.#blocks[this.#tail] as Block).count;
  }

  #sealTail(): void {
    if (this.#tail < 0) return;
    this.#maintenance.seal(this.#blocks[this.#tail] as Block);
    this.#tail = -1;
  }

  stats(): EngineStats {
    const tables = { catalogue: this.#catalogue, ids: this.#ids, places: this.#places, blocks: this.#blocks };
    return {
      documents: this.#liveCount,
      generation: this.#generation,
      rankedAtMs: this.#numbers.rankedAtMs,
      ...sizesOf(tables),
    };
  }

  #put(document: SearchDocument): void {
    const content = contentKey(document);
    if (this.isCatchingUp && this.#updateInPlace(document, content)) return;
    // Do first what can fail: an invalid document must change nothing.
    const terms = documentTerms(document);
    const id = this.#ids.add(document.id);
    this.#kill(id);
    this.#catalogue.readFields(document, this.#row);
    const features = this.#catalogue.readFeatures(document);
    const block = this.#tailBlock();
    const slot = block.append(document, { id, content, row: this.#row, features });
    for (const [term, weight] of terms) {
      block.tail?.add(this.#catalogue.lexicon.add(term), slot, weight);
    }
    this.#places.set(id, this.#tail * this.#capacity + slot);
    for (const field of COUNTED_FIELDS) this.#count(field, this.#row[field] as number, 1);
    this.#liveCount++;
    if (block.isFull) this.#sealTail();
  }

  /** Does nothing and returns false if the slot cannot take the document, or if other work is reading it. */
  #updateInPlace(document: SearchDocument, content: number): boolean {
    if (this.#maintenance.isRearranging || this.#snapshotsUnderWay > 0) return false;
    const current = this.#locate(document.id);
    return current?.block.update(document, current.slot, content) === true;
  }

  #remove(id: string): void {
    const ordinal = this.#ids.find(id);
    if (ordinal >= 0) this.#kill(ordinal);
  }

  #setViews(id: string, views: number): void {
    const current = this.#locate(id);
    if (current !== null) current.block.views[current.slot] = views;
  }

  #locate(id: string): { block: Block; slot: number } | null {
    const place = this.#places.get(this.#ids.find(id));
    if (place === NO_PLACE) return null;
    return { block: this.#blocks[Math.floor(place / this.#capacity)] as Block, slot: place % this.#capacity };
  }

  #kill(id: number): void {
    const place = this.#places.get(id);
    if (place === NO_PLACE) return;
    const block = this.#blocks[Math.floor(place / this.#capacity)] as Block;
    const slot = place % this.#capacity;
    if (!hasBit(block.live, slot)) return;
    clearBit(block.live, slot);
    block.liveCount--;
    block.prices.uncount(slot);
    for (const field of COUNTED_FIELDS)
      this.#count(field, (block.fields[field] as ValueColumn)[slot] as number, -1);
    this.#places.set(id, NO_PLACE);
    this.#liveCount--;
    this.#maintenance.recordTombstone(block);
  }

  #count(field: Field, ordinal: number, by: number): void {
    const { live } = this.#catalogue.field(field);
    live[ordinal] = (live[ordinal] as number) + by;
  }

  #tailBlock(): Block {
    if (this.#tail < 0) {
      const hole = this.#blocks.indexOf(null);
      this.#tail = hole < 0 ? this.#blocks.length : hole;
      this.#blocks[this.#tail] = new Block(this.#capacity, this.#keepsSummaries);
    }
    return this.#blocks[this.#tail] as Block;
  }
}
