import { clearBit, hasBit, setBit } from './bitset.ts';
import type { Block } from './block.ts';
import { FIELD_COUNT, LOOKED_UP_FIELDS } from './fields.ts';
import type { PlaceTable } from './place-table.ts';
import { finishSeal, indexField, type SealContext } from './seal.ts';
import { SealedPostings } from './sealed-postings.ts';
import type { ValueColumn } from './value-column.ts';
import { ValueIndex } from './value-index.ts';

// Moves the live documents of sparse sealed blocks into a new sealed block, in slices. Until the last slice,
// searches read the old blocks; removals and views in the meantime are then carried over.

export interface MergeContext extends SealContext {
  blocks: (Block | null)[];
  places: PlaceTable;
  emptyBlock: () => Block;
}

const GONE = -1;
const TERMS_PER_SLICE = 1024;
const FEATURES_PER_SLICE = 50_000;

interface Source {
  block: Block;
  /** New slot by old slot; GONE for dead documents. */
  moved: Int32Array;
}

export function* mergeBlocks(blocks: readonly Block[], context: MergeContext): Generator<void> {
  const target = context.emptyBlock();
  const sources: Source[] = [];
  for (const block of blocks) {
    sources.push(copyColumns(block, target));
    yield;
  }
  const values: ValueIndex[] = [];
  for (let field = 0; field < LOOKED_UP_FIELDS; field++) {
    values.push(indexField(target, target.fields[field] as ValueColumn));
    yield;
  }
  const features = yield* mergeFeatures(sources, target);
  yield;
  const postings = yield* mergePostings(sources, context);
  yield* finishSeal(target, { values, features, postings }, context);
  replace(sources, target, context);
}

function copyColumns(block: Block, target: Block): Source {
  const moved = new Int32Array(block.capacity).fill(GONE);
  for (let slot = 0; slot < block.count; slot++) {
    if (!hasBit(block.live, slot)) continue;
    const to = target.count++;
    moved[slot] = to;
    target.ids[to] = block.ids[slot] as number;
    target.contents[to] = block.contents[slot] as number;
    for (let field = 0; field < FIELD_COUNT; field++) {
      (target.fields[field] as ValueColumn)[to] = (block.fields[field] as ValueColumn)[slot] as number;
    }
    target.prices.amounts[to] = block.prices.amounts[slot] as number;
    target.mileage[to] = block.mileage[slot] as number;
    target.positions[to] = block.positions[slot] as number;
    target.lat[to] = block.lat[slot] as number;
    target.lng[to] = block.lng[slot] as number;
    target.createdAt[to] = block.createdAt[slot] as number;
    target.publishedAt[to] = block.publishedAt[slot] as number;
    target.scoreClassBase[to] = block.scoreClassBase[slot] as number;
    if (block.summaries !== null) target.summaries?.put(to, block.summaries.get(slot));
    setBit(target.live, to);
    target.liveCount++;
  }
  return { block, moved };
}

function* mergeFeatures(sources: readonly Source[], target: Block): Generator<void, ValueIndex> {
  const docs: number[] = [];
  const values: number[] = [];
  const list = new Uint16Array(target.capacity);
  let before = 0;
  for (const { block, moved } of sources) {
    const index = block.sealed?.features;
    if (index === undefined) continue;
    for (const [i, value] of index.values.entries()) {
      const length = index.list(i, list);
      for (let doc = 0; doc < length; doc++) {
        const to = moved[list[doc] as number] as number;
        if (to === GONE) continue;
        docs.push(to);
        values.push(value);
      }
      if (docs.length - before > FEATURES_PER_SLICE) {
        before = docs.length;
        yield;
      }
    }
  }
  return ValueIndex.build(Uint16Array.from(docs), Uint32Array.from(values), target.capacity);
}

function* mergePostings(
  sources: readonly Source[],
  { catalogue }: MergeContext,
): Generator<void, SealedPostings> {
  const { order, rank } = catalogue.lexicon.ranks();
  yield;
  const all = sources.flatMap(({ block }) => (block.sealed !== null ? [block.sealed.postings] : []));
  const places = Uint32Array.from(
    new Set(all.flatMap(({ terms }) => Array.from(terms, (term) => rank[term] as number))),
  );
  const terms = places.sort().map((place) => order[place] as number);
  yield;
  const starts: number[] = [];
  const usedTerms: number[] = [];
  const size = all.reduce((sum, { docs }) => sum + docs.length, 0);
  const buffer = { docs: new Uint16Array(size), weights: new Uint8Array(size), length: 0 };
  // The sources have their terms in the same order, so one cursor per source is enough.
  const cursors = all.map(() => 0);
  for (let i = 0; i < terms.length; i++) {
    const before = buffer.length;
    all.forEach((postings, source) => {
      const cursor = cursors[source] as number;
      if (postings.terms[cursor] !== terms[i]) return;
      copyMoved(postings, cursor, (sources[source] as Source).moved, buffer);
      cursors[source] = cursor + 1;
    });
    if (buffer.length > before) {
      usedTerms.push(terms[i] as number);
      starts.push(before);
    }
    if (i % TERMS_PER_SLICE === TERMS_PER_SLICE - 1) yield;
  }
  starts.push(buffer.length);
  const { docs, weights, length } = buffer;
  return new SealedPostings(
    Uint32Array.from(usedTerms),
    Uint32Array.from(starts),
    docs.slice(0, length),
    weights.slice(0, length),
  );
}

interface MergedPostings {
  docs: Uint16Array;
  weights: Uint8Array;
  length: number;
}

function copyMoved(postings: SealedPostings, cursor: number, moved: Int32Array, out: MergedPostings): void {
  const end = postings.starts[cursor + 1] as number;
  for (let i = postings.starts[cursor] as number; i < end; i++) {
    const to = moved[postings.docs[i] as number] as number;
    if (to === GONE) continue;
    out.docs[out.length] = to;
    out.weights[out.length++] = postings.weights[i] as number;
  }
}

// Runs in one slice, because it changes what a search reads.
function replace(sources: readonly Source[], target: Block, { blocks, places }: MergeContext): void {
  const hole = blocks.indexOf(null);
  const number = hole < 0 ? blocks.length : hole;
  blocks[number] = target;
  for (const { block, moved } of sources) {
    for (let slot = 0; slot < block.count; slot++) {
      const to = moved[slot] as number;
      if (to === GONE) continue;
      if (hasBit(block.live, slot)) {
        target.views[to] = block.views[slot] as number;
        places.set(block.ids[slot] as number, number * target.capacity + to);
      } else {
        clearBit(target.live, to);
        target.liveCount--;
      }
    }
    blocks[blocks.indexOf(block)] = null;
  }
  if (target.liveCount === 0) blocks[number] = null;
}
