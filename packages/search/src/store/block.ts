import { freshnessStep, FRESHNESS_STEPS, boostOf, completenessPercent, SCORE_DIGITS } from './boosts.ts';
import { setBit, type Bits } from './bitset.ts';
import { FIELD, FIELD_COUNT, NUMBER, type NumberField, type NumberContext } from './fields.ts';
import { PriceColumn } from './price-column.ts';
import type { NumberOrder } from './number-order.ts';
import type { SealedPostings } from './sealed-postings.ts';
import { narrowed, type ValueColumn } from './value-column.ts';
import { Summaries } from './summaries.ts';
import { TailPostings } from './tail-postings.ts';
import { TUPLE_FIELDS } from './tuples.ts';
import type { ValueIndex } from './value-index.ts';
import type { SearchDocument } from '../types.ts';

// A fixed number of document slots with their columns. Slots are filled in order and never reused: the old
// version of a changed document becomes dead, and the new one gets a slot at the end. A full block is sealed:
// it gets lookup structures in addition to its columns. After that, only `live`, `views` and what depends on
// rates and the ranking instant change.

export const BLOCK_DOCUMENTS = 16_384;

// Score classes: freshness step × featured × verified × completeness in percent.
const STATIC_CLASSES = 404;
const CLASS_COUNT = (FRESHNESS_STEPS.length + 1) * STATIC_CLASSES;
// Columns that loops over 16-bit columns count together.
const TUPLE_COLUMNS: ReadonlySet<number> = new Set(TUPLE_FIELDS.map(({ column }) => column));
/** Marks a missing price position; lower than any position. */
const NO_POSITION = -(2 ** 31);
const FEATURED = 2;
const VERIFIED = 1;

function boostsByClass(): Float64Array {
  const boosts = new Float64Array(CLASS_COUNT);
  const agesMs = [...FRESHNESS_STEPS.map(({ ageMs }) => ageMs), Infinity];
  for (let i = 0; i < CLASS_COUNT; i++) {
    const flags = Math.floor((i % STATIC_CLASSES) / 101);
    boosts[i] = boostOf(
      {
        publishedAtMs: -(agesMs[Math.floor(i / STATIC_CLASSES)] ?? 0),
        featured: (flags & FEATURED) !== 0,
        sellerVerified: (flags & VERIFIED) !== 0,
        completenessPercent: i % 101,
      },
      0,
    );
  }
  return boosts;
}

export const BOOSTS: Float64Array = boostsByClass();
// Scores without words, as integers so that equal scores have equal keys.
const BOOST_KEYS = Int32Array.from(BOOSTS, (boost) => Math.round(boost * SCORE_DIGITS));

function scoreClassBaseOf({ featured, sellerVerified, completeness }: SearchDocument): number {
  const flags = (featured ? FEATURED : 0) + (sellerVerified ? VERIFIED : 0);
  return flags * 101 + completenessPercent(completeness);
}

/** Ordinals of a document in the catalog, and its content key. */
interface DocumentOrdinals {
  readonly id: number;
  readonly content: number;
  readonly row: Uint32Array;
  readonly features: readonly number[];
}

/** The lookup structures of a full block. */
export interface SealedParts {
  /** By field number. */
  values: readonly ValueIndex[];
  features: ValueIndex;
  orders: NumberOrder[];
  postings: SealedPostings;
  ranks: Uint16Array;
  /**
   * The rates and instant for which the orders of prices and boosts were built. After a change of these, the
   * orders are outdated until they are rebuilt. NaN: documents have changed since.
   */
  ratesVersion: number;
  rankedAtMs: number;
  /** Whether the order by price position is up to date. */
  positionsAreCurrent: boolean;
}

export interface BlockBytes {
  columns: number;
  lookups: number;
  postings: number;
  summaries: number;
}

export class Block {
  readonly capacity: number;
  /** Number of filled slots, and how many of them are live. */
  count = 0;
  liveCount = 0;
  readonly live: Bits;
  /** Ordinals of the IDs. */
  readonly ids: Uint32Array;
  /** Keys of the content from which the lookup structures are built. */
  readonly contents: Float64Array;
  readonly fields: ValueColumn[] = [];
  readonly prices: PriceColumn;
  /** -1 for none. */
  readonly mileage: Int32Array;
  /** Price positions; NO_POSITION for none. */
  readonly positions: Int32Array;
  readonly lat: Float64Array;
  readonly lng: Float64Array;
  readonly createdAt: Float64Array;
  readonly publishedAt: Float64Array;
  readonly views: Uint32Array;
  /** completeness + 101 × flags: the constant part of the score class. */
  readonly scoreClassBase: Uint16Array;
  readonly summaries: Summaries | null;
  /**
   * Features by slot: featureEnds[slot - 1] to featureEnds[slot] in featureList. Dropped when the block is
   * sealed.
   */
  featureEnds: Uint32Array | null;
  featureList: number[] = [];
  tail: TailPostings | null;
  sealed: SealedParts | null = null;
  readonly #scoreClass: Uint16Array;
  #rankedAtMs = Number.NaN;
  /** Number of slots whose score class is computed for rankedAtMs. */
  #scored = 0;

  constructor(capacity: number, keepsSummaries: boolean) {
    this.capacity = capacity;
    this.live = new Uint32Array(capacity >>> 5);
    this.ids = new Uint32Array(capacity);
    this.contents = new Float64Array(capacity);
    for (let field = 0; field < FIELD_COUNT; field++) this.fields.push(new Uint32Array(capacity));
    this.prices = new PriceColumn(capacity);
    this.mileage = new Int32Array(capacity);
    this.positions = new Int32Array(capacity);
    this.lat = new Float64Array(capacity);
    this.lng = new Float64Array(capacity);
    this.createdAt = new Float64Array(capacity);
    this.publishedAt = new Float64Array(capacity);
    this.views = new Uint32Array(capacity);
    this.scoreClassBase = new Uint16Array(capacity);
    this.#scoreClass = new Uint16Array(capacity);
    this.summaries = keepsSummaries ? new Summaries(capacity) : null;
    this.featureEnds = new Uint32Array(capacity);
    this.tail = new TailPostings();
  }

  /** Stores a document in the next slot, with its ordinals in the catalog. */
  append(document: SearchDocument, { id, content, row, features }: DocumentOrdinals): number {
    const slot = this.count++;
    this.ids[slot] = id;
    this.contents[slot] = content;
    for (let field = 0; field < FIELD_COUNT; field++)
      (this.fields[field] as ValueColumn)[slot] = row[field] as number;
    this.prices.amounts[slot] = document.price ?? Number.NaN;
    this.mileage[slot] = document.mileage ?? -1;
    this.positions[slot] = document.pricePosition ?? NO_POSITION;
    const placed = document.lat !== null && document.lng !== null;
    this.lat[slot] = placed ? (document.lat ?? Number.NaN) : Number.NaN;
    this.lng[slot] = placed ? (document.lng ?? Number.NaN) : Number.NaN;
    this.createdAt[slot] = document.createdAtMs;
    this.publishedAt[slot] = document.publishedAtMs;
    this.views[slot] = document.views;
    this.scoreClassBase[slot] = scoreClassBaseOf(document);
    this.summaries?.put(slot, document.summary);
    if (this.featureEnds !== null) {
      for (const feature of features) this.featureList.push(feature);
      this.featureEnds[slot] = this.featureList.length;
    }
    setBit(this.live, slot);
    this.liveCount++;
    return slot;
  }

  /**
   * Updates a document in its slot of a sealed block. Only the price and its position, the views, the ranking
   * fields and the summary can change, and the summary only if the new one fits. Does nothing and returns
   * false if anything else differs.
   */
  update(document: SearchDocument, slot: number, content: number): boolean {
    const { sealed } = this;
    if (sealed === null || this.contents[slot] !== content) return false;
    if (this.summaries?.replace(slot, document.summary) === false) return false;
    const price = document.price ?? Number.NaN;
    if (!Object.is(this.prices.amounts[slot], price)) {
      this.prices.change(slot, price);
      sealed.ratesVersion = Number.NaN;
    }
    const position = document.pricePosition ?? NO_POSITION;
    if (this.positions[slot] !== position) {
      this.positions[slot] = position;
      sealed.positionsAreCurrent = false;
    }
    const scoreClassBase = scoreClassBaseOf(document);
    if (this.publishedAt[slot] !== document.publishedAtMs || this.scoreClassBase[slot] !== scoreClassBase) {
      this.publishedAt[slot] = document.publishedAtMs;
      this.scoreClassBase[slot] = scoreClassBase;
      this.#rankedAtMs = Number.NaN;
      sealed.rankedAtMs = Number.NaN;
    }
    this.views[slot] = document.views;
    return true;
  }

  /** Switches reads to the lookup structures. */
  sealAs(parts: SealedParts): void {
    this.sealed = parts;
    this.fields.forEach((column, field) => {
      this.fields[field] = narrowed(column, TUPLE_COLUMNS.has(field) ? 2 : 1);
    });
    this.tail = null;
    this.featureEnds = null;
    this.featureList = [];
  }

  get isFull(): boolean {
    return this.count === this.capacity;
  }

  /** Returns the indexes into BOOSTS by slot, at a ranking instant. */
  scoreClasses(rankedAtMs: number): Uint16Array {
    if (this.#rankedAtMs !== rankedAtMs) this.#scored = 0;
    this.#rankedAtMs = rankedAtMs;
    for (let slot = this.#scored; slot < this.count; slot++) {
      const step = freshnessStep(this.publishedAt[slot] as number, rankedAtMs);
      this.#scoreClass[slot] = step * STATIC_CLASSES + (this.scoreClassBase[slot] as number);
    }
    this.#scored = this.count;
    return this.#scoreClass;
  }

  /** Copies a column of numbers into `out`, NaN for a document without one. */
  copyNumbers(field: NumberField, context: NumberContext, out: Float64Array): void {
    for (let slot = 0; slot < this.count; slot++) out[slot] = this.numberAt(field, context, slot);
  }

  numberAt(field: NumberField, context: NumberContext, slot: number): number {
    switch (field) {
      case NUMBER.price:
        return this.pricesInBase(context)[slot] as number;
      case NUMBER.year:
        return context.years[(this.fields[FIELD.year] as ValueColumn)[slot] as number] as number;
      case NUMBER.mileage: {
        const mileage = this.mileage[slot] as number;
        return mileage < 0 ? Number.NaN : mileage;
      }
      case NUMBER.createdAt:
        return this.createdAt[slot] as number;
      case NUMBER.boost:
        return BOOST_KEYS[this.scoreClasses(context.rankedAtMs)[slot] as number] as number;
      case NUMBER.lat:
        return this.lat[slot] as number;
      case NUMBER.pricePosition: {
        const position = this.positions[slot] as number;
        return position === NO_POSITION ? Number.NaN : position;
      }
    }
  }

  /** Returns a fast `numberAt` for many slots, valid until the next write. */
  reader(field: NumberField, context: NumberContext): (slot: number) => number {
    if (field === NUMBER.boost) {
      const classes = this.scoreClasses(context.rankedAtMs);
      return (slot) => BOOST_KEYS[classes[slot] as number] as number;
    }
    if (field === NUMBER.price) {
      const prices = this.pricesInBase(context);
      return (slot) => prices[slot] as number;
    }
    return (slot) => this.numberAt(field, context, slot);
  }

  bytes(): BlockBytes {
    const columns = [
      this.ids,
      ...this.fields,
      this.mileage,
      this.positions,
      this.lat,
      this.lng,
      this.createdAt,
      this.publishedAt,
      this.contents,
    ];
    const sum = (arrays: readonly { byteLength: number }[]) =>
      arrays.reduce((total, array) => total + array.byteLength, 0);
    const { sealed, tail } = this;
    const indexes = sealed !== null ? [...sealed.values, sealed.features] : [];
    const orders = sealed !== null ? sealed.orders.flatMap(({ slots, steps }) => [slots, ...steps]) : [];
    return {
      columns:
        sum([...columns, this.views, this.scoreClassBase, this.#scoreClass, this.live]) + this.prices.bytes,
      lookups: indexes.reduce((total, { bytes }) => total + bytes, sum(orders)),
      postings: (sealed?.postings.bytes ?? 0) + (tail?.bytes ?? 0) + this.featureList.length * 8,
      summaries: this.summaries?.bytes ?? 0,
    };
  }

  pricesInBase({ rates }: NumberContext): Float64Array {
    return this.prices.inBase(rates, this.fields[FIELD.currency] as ValueColumn, this.count);
  }
}
