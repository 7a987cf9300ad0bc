import { countBits, type Bits } from '../store/bitset.ts';
import type { Block, SealedParts } from '../store/block.ts';
import { FIELD_COUNT, LOOKED_UP_FIELDS, NUMBER_COUNT, type NumberField } from '../store/fields.ts';
import type { NumberOrder } from '../store/number-order.ts';
import { orderWithSteps } from '../store/seal.ts';
import { SealedPostings } from '../store/sealed-postings.ts';
import { ArrayReader, ArrayWriter } from './snapshot-format.ts';
import type { ValueColumn } from '../store/value-column.ts';
import { ValueIndex } from '../store/value-index.ts';

// A sealed block in a snapshot. The mutable parts of a sealed block (live documents, views, orders) are
// captured at the moment of the snapshot; the rest is written later from the block itself.

/** Chunks per part of the snapshot: a few megabytes. */
const CHUNKS_AT_A_TIME = 16;

export interface CapturedBlock {
  block: Block;
  sealed: SealedParts;
  orders: readonly NumberOrder[];
  ratesAreCurrent: boolean;
  live: Bits;
  views: Uint32Array;
}

export function captureBlock(block: Block, sealed: SealedParts, ratesVersion: number): CapturedBlock {
  return {
    block,
    sealed: { ...sealed },
    orders: [...sealed.orders],
    ratesAreCurrent: sealed.ratesVersion === ratesVersion,
    live: block.live.slice(),
    views: block.views.slice(0, block.count),
  };
}

export function encodeBlock({
  block,
  sealed,
  orders,
  ratesAreCurrent,
  live,
  views,
}: CapturedBlock): Uint8Array[] {
  const writer = new ArrayWriter();
  const { count } = block;
  writer.put(
    new Float64Array([count, ratesAreCurrent ? 1 : 0, sealed.rankedAtMs, sealed.positionsAreCurrent ? 1 : 0]),
  );
  writer.put(live);
  writer.put(views);
  writer.put(block.ids.subarray(0, count));
  writer.put(block.contents.subarray(0, count));
  for (const column of block.fields) {
    writer.put(new Uint8Array([column.BYTES_PER_ELEMENT]));
    writer.put(column.subarray(0, count));
  }
  for (const column of [
    block.prices.amounts,
    block.mileage,
    block.positions,
    block.lat,
    block.lng,
    block.createdAt,
    block.publishedAt,
  ]) {
    writer.put(column.subarray(0, count));
  }
  writer.put(block.scoreClassBase.subarray(0, count));
  for (const index of [...sealed.values, sealed.features]) putIndex(writer, index);
  for (const { slots } of orders) writer.put(slots);
  writer.put(sealed.ranks);
  const { terms, starts, docs, weights } = sealed.postings;
  for (const array of [terms, starts, docs, weights]) writer.put(array);
  const { summaries } = block;
  writer.put(new Uint32Array([summaries?.chunks.length ?? 0]));
  if (summaries !== null) {
    writer.put(summaries.starts.subarray(0, count));
    writer.put(summaries.lengths.subarray(0, count));
    for (const chunk of summaries.chunks) writer.put(chunk);
  }
  return writer.pieces;
}

function putIndex(writer: ArrayWriter, { values, starts, docs, bitsets }: ValueIndex): void {
  writer.put(values);
  writer.put(starts);
  writer.put(docs);
  writer.put(Uint8Array.from(bitsets, (bits) => (bits !== null ? 1 : 0)));
  for (const bits of bitsets) if (bits !== null) writer.put(bits);
}

function readColumn(reader: ArrayReader): ValueColumn {
  const [width] = reader.uint8();
  if (width === 1) return reader.uint8();
  return width === 2 ? reader.uint16() : reader.uint32();
}

function readIndex(reader: ArrayReader): ValueIndex {
  const [values, starts, docs] = [reader.uint32(), reader.uint32(), reader.uint16()];
  const bitsets = Array.from(reader.uint8(), (isFrequent) => (isFrequent === 1 ? reader.uint32() : null));
  return new ValueIndex(values, starts, docs, bitsets);
}

/**
 * Fills an empty block, with breaks. Orders of prices are valid only if the rates are those of the snapshot.
 */
export function* decodeBlock(
  payload: Uint8Array,
  block: Block,
  hasSummaries: boolean,
  ratesVersion: number,
): Generator<void> {
  const reader = new ArrayReader(payload);
  const [count = 0, ratesAreCurrent, rankedAtMs = 0, positionsAreCurrent] = reader.float64();
  block.count = count;
  block.live.set(reader.uint32());
  block.liveCount = countBits(block.live);
  block.views.set(reader.uint32());
  block.ids.set(reader.uint32());
  block.contents.set(reader.float64());
  for (let field = 0; field < FIELD_COUNT; field++) block.fields[field]?.set(readColumn(reader));
  block.prices.amounts.set(reader.float64());
  block.mileage.set(reader.int32());
  block.positions.set(reader.int32());
  for (const column of [block.lat, block.lng, block.createdAt, block.publishedAt])
    column.set(reader.float64());
  block.scoreClassBase.set(reader.uint16());
  yield;
  const values = Array.from({ length: LOOKED_UP_FIELDS }, () => readIndex(reader));
  const features = readIndex(reader);
  yield;
  const slots = Array.from({ length: NUMBER_COUNT }, () => reader.uint16());
  const ranks = reader.uint16();
  const postings = new SealedPostings(reader.uint32(), reader.uint32(), reader.uint16(), reader.uint8());
  yield;
  const orders = slots.map((order, field) => orderWithSteps(order, field as NumberField, block.capacity));
  block.sealAs({
    values,
    features,
    orders,
    postings,
    ranks,
    ratesVersion: ratesAreCurrent === 1 ? ratesVersion : -1,
    rankedAtMs,
    positionsAreCurrent: positionsAreCurrent === 1,
  });
  const [chunkCount = 0] = reader.uint32();
  if (!hasSummaries) return;
  const [starts, lengths] = [reader.uint32(), reader.uint32()];
  const chunks: Uint8Array[] = [];
  for (let chunk = 0; chunk < (block.summaries === null ? 0 : chunkCount); chunk++) {
    if (chunk % CHUNKS_AT_A_TIME === 0) yield;
    chunks.push(reader.uint8());
  }
  block.summaries?.restore(chunks, starts, lengths);
}
