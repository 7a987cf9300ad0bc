import { hasBit } from './bitset.ts';
import type { Block, SealedParts } from './block.ts';
import type { Catalogue } from './catalogue.ts';
import { LOOKED_UP_FIELDS, NUMBER, NUMBER_COUNT, type NumberField, type NumberContext } from './fields.ts';
import { idRanks, orderByNumber, withSteps, type NumberOrder } from './number-order.ts';
import { SealedPostings } from './sealed-postings.ts';
import type { StringTable } from './string-table.ts';
import type { TailPostings } from './tail-postings.ts';
import type { ValueColumn } from './value-column.ts';
import { ValueIndex } from './value-index.ts';

// Builds the lookup structures of a full block, in slices: the caller can pause at each `yield`. Until all of
// them exist, the block is read as before.

const POSTINGS_PER_SLICE = 50_000;

// Columns that are filtered by ranges, and therefore have steps.
const RANGED: ReadonlySet<NumberField> = new Set([NUMBER.price, NUMBER.year, NUMBER.mileage]);

export interface SealContext {
  catalogue: Catalogue;
  ids: StringTable;
  numbers: () => NumberContext;
}

export function* sealBlock(block: Block, context: SealContext): Generator<void> {
  if (block.tail === null || block.featureEnds === null) return;
  const values: ValueIndex[] = [];
  for (let field = 0; field < LOOKED_UP_FIELDS; field++) {
    values.push(indexField(block, block.fields[field] as ValueColumn));
    yield;
  }
  const features = indexFeatures(block, block.featureEnds);
  yield;
  const postings = yield* sealPostings(block.tail, context.catalogue);
  yield* finishSeal(block, { values, features, postings }, context);
}

/** Adds the orders, then switches the block to its lookup structures. */
export function* finishSeal(
  block: Block,
  parts: Pick<SealedParts, 'values' | 'features' | 'postings'>,
  context: SealContext,
): Generator<void> {
  const ranks = yield* idRanks(block.ids, block.count, (a, b) => context.ids.compare(a, b));
  const numbers = context.numbers();
  const orders: NumberOrder[] = [];
  for (let field = 0; field < NUMBER_COUNT; field++) {
    orders.push(yield* orderOf(block, field as NumberField, numbers, ranks));
    yield;
  }
  const { rates, rankedAtMs } = numbers;
  block.sealAs({
    ...parts,
    orders,
    ranks,
    ratesVersion: rates.version,
    rankedAtMs,
    positionsAreCurrent: true,
  });
}

function* orderOf(
  block: Block,
  field: NumberField,
  context: NumberContext,
  ranks: Uint16Array,
): Generator<void, NumberOrder> {
  const numbers = new Float64Array(block.capacity);
  block.copyNumbers(field, context, numbers);
  yield;
  return orderWithSteps(yield* orderByNumber(numbers, block.live, ranks), field, block.capacity);
}

export function orderWithSteps(slots: Uint16Array, field: NumberField, capacity: number): NumberOrder {
  return RANGED.has(field) ? withSteps(slots, capacity) : { slots, steps: [], stride: capacity };
}

/**
 * Rebuilds the orders that a change of the numbers, the rates or the ranking instant has outdated. Returns false if all
 * are current.
 */
export function* refreshOrders(block: Block, context: SealContext): Generator<void, boolean> {
  const { sealed } = block;
  if (sealed === null) return false;
  const numbers = context.numbers();
  let refreshed = false;
  if (sealed.ratesVersion !== numbers.rates.version) {
    sealed.orders[NUMBER.price] = yield* orderOf(block, NUMBER.price, numbers, sealed.ranks);
    sealed.ratesVersion = numbers.rates.version;
    refreshed = true;
    yield;
  }
  if (sealed.rankedAtMs !== numbers.rankedAtMs) {
    sealed.orders[NUMBER.boost] = yield* orderOf(block, NUMBER.boost, numbers, sealed.ranks);
    sealed.rankedAtMs = numbers.rankedAtMs;
    refreshed = true;
    yield;
  }
  if (!sealed.positionsAreCurrent) {
    sealed.orders[NUMBER.pricePosition] = yield* orderOf(block, NUMBER.pricePosition, numbers, sealed.ranks);
    sealed.positionsAreCurrent = true;
    refreshed = true;
    yield;
  }
  return refreshed;
}

export function indexField(block: Block, column: ValueColumn): ValueIndex {
  const docs = new Uint16Array(block.liveCount);
  const values = new Uint32Array(block.liveCount);
  let length = 0;
  for (let slot = 0; slot < block.count; slot++) {
    if (column[slot] === 0 || !hasBit(block.live, slot)) continue;
    docs[length] = slot;
    values[length++] = column[slot] as number;
  }
  return ValueIndex.build(docs.subarray(0, length), values.subarray(0, length), block.capacity);
}

function indexFeatures(block: Block, ends: Uint32Array): ValueIndex {
  const docs = new Uint16Array(block.featureList.length);
  const values = new Uint32Array(block.featureList.length);
  let length = 0;
  for (let slot = 0; slot < block.count; slot++) {
    if (!hasBit(block.live, slot)) continue;
    const from = slot === 0 ? 0 : (ends[slot - 1] as number);
    for (let i = from; i < (ends[slot] as number); i++) {
      docs[length] = slot;
      values[length++] = block.featureList[i] as number;
    }
  }
  return ValueIndex.build(docs.subarray(0, length), values.subarray(0, length), block.capacity);
}

function* sealPostings(tail: TailPostings, catalogue: Catalogue): Generator<void, SealedPostings> {
  const { order, rank } = catalogue.lexicon.ranks();
  yield;
  const byRank = Uint32Array.from(tail.terms, (term) => rank[term] as number).sort();
  const terms = byRank.map((place) => order[place] as number);
  yield;
  const { starts, docs, weights } = yield* tail.sorted(terms, POSTINGS_PER_SLICE);
  return new SealedPostings(terms, starts, docs, weights);
}
