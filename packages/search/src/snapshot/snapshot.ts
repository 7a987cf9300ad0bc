import type { Block } from '../store/block.ts';
import type { Catalogue } from '../store/catalogue.ts';
import { FIELD, type Field } from '../store/fields.ts';
import { captureBlock, decodeBlock, encodeBlock, type CapturedBlock } from './snapshot-block.ts';
import {
  SnapshotError,
  ArrayReader,
  ArrayWriter,
  BREAK,
  readSections,
  section,
  type Section,
} from './snapshot-format.ts';
import type { StringTable } from '../store/string-table.ts';
import type { ExchangeRates } from '../types.ts';

// Writes and reads whole indexes. Writing captures the state at once, in a few milliseconds for a million
// documents, and then yields it section by section, unaffected by later writes.

// Raise it if stored data changes its meaning: tokens, weights, aliases (through the terms that they index),
// columns.
const VERSION = 9;
// Other columns make a snapshot as unusable as another version.
const COLUMNS = Object.entries(FIELD)
  .toSorted(([, a], [, b]) => a - b)
  .map(([name]) => name)
  .join(' ');

const KIND = {
  header: 1,
  ids: 2,
  terms: 3,
  termOrder: 4,
  dictionary: 5,
  features: 6,
  tuples: 7,
  block: 8,
  end: 9,
} as const;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export interface SnapshotHeader {
  version: number;
  columns: string;
  label: string;
  capacity: number;
  hasSummaries: boolean;
  rankedAtMs: number;
  exchange: ExchangeRates;
}

export interface SnapshotState {
  catalogue: Catalogue;
  ids: StringTable;
  blocks: readonly (Block | null)[];
  ratesVersion: number;
}

const json = (value: unknown) => encoder.encode(JSON.stringify(value));

export function writeSnapshot(
  header: Omit<SnapshotHeader, 'version' | 'columns'>,
  state: SnapshotState,
): Generator<Uint8Array> {
  const { catalogue, ids } = state;
  const captured = {
    idCount: ids.size,
    termCount: catalogue.lexicon.size,
    termOrder: catalogue.lexicon.ranks().order,
    dictionaries: catalogue.fields.map((dictionary) => dictionary.entries()),
    features: catalogue.features.entries(),
    tuples: catalogue.tuples.map(({ parts }) => parts.map((ordinals) => Uint32Array.from(ordinals))),
    blocks: state.blocks.flatMap((block) =>
      block !== null && block.sealed !== null ? [captureBlock(block, block.sealed, state.ratesVersion)] : [],
    ),
  };
  return sections({ ...header, version: VERSION, columns: COLUMNS }, state, captured);
}

interface Captured {
  idCount: number;
  termCount: number;
  termOrder: Uint32Array;
  dictionaries: readonly { values: readonly string[]; labels: readonly string[] }[];
  features: { values: readonly string[]; labels: readonly string[] };
  tuples: readonly (readonly Uint32Array[])[];
  blocks: readonly CapturedBlock[];
}

function* sections(
  header: SnapshotHeader,
  { catalogue, ids }: SnapshotState,
  captured: Captured,
): Generator<Uint8Array> {
  yield section(KIND.header, [json(header)]);
  for (const run of ids.packed(captured.idCount)) yield section(KIND.ids, [run]);
  for (const run of catalogue.lexicon.table.packed(captured.termCount)) yield section(KIND.terms, [run]);
  const order = new ArrayWriter();
  order.put(captured.termOrder);
  yield section(KIND.termOrder, order.pieces);
  for (const [field, entries] of captured.dictionaries.entries()) {
    yield section(KIND.dictionary, [json({ field, ...entries })]);
  }
  yield section(KIND.features, [json(captured.features)]);
  const tuples = new ArrayWriter();
  for (const part of captured.tuples.flat()) tuples.put(part);
  yield section(KIND.tuples, tuples.pieces);
  for (const block of captured.blocks) yield section(KIND.block, encodeBlock(block));
  yield section(KIND.end, [json({ blocks: captured.blocks.length })]);
}

/** The parts of an engine that a snapshot fills. */
export interface SnapshotTarget {
  catalogue: Catalogue;
  ids: StringTable;
  ratesVersion: number;
  emptyBlock: () => Block;
  adopt: (block: Block) => void;
}

/** Reads only the header, to decide whether to read the rest. */
export function readHeader(sections: Iterator<Section | typeof BREAK>): SnapshotHeader {
  let first = sections.next();
  while (!first.done && first.value === BREAK) first = sections.next();
  if (first.done || first.value === BREAK || first.value.kind !== KIND.header)
    throw new SnapshotError('The snapshot has no header');
  const header = parsePayload(first.value) as SnapshotHeader;
  if (header.version !== VERSION)
    throw new SnapshotError(`The snapshot is of version ${header.version}, not ${VERSION}`);
  if (header.columns !== COLUMNS) throw new SnapshotError('The snapshot has other columns');
  return header;
}

/** Reads the header, calls back for an empty engine, and fills it, with breaks. */
export function* readSnapshot<Target extends SnapshotTarget>(
  parts: Iterable<Uint8Array>,
  begin: (header: SnapshotHeader) => Target,
): Generator<void, Target> {
  const all = readSections(parts);
  const header = readHeader(all);
  const target = begin(header);
  let blocks = 0;
  for (const read of all) {
    yield;
    if (read === BREAK) continue;
    if (read.kind === KIND.end) {
      if ((parsePayload(read) as { blocks: number }).blocks !== blocks)
        throw new SnapshotError('The snapshot lacks blocks');
      return target;
    }
    if (read.kind === KIND.block) {
      const block = target.emptyBlock();
      yield* decodeBlock(read.payload, block, header.hasSummaries, target.ratesVersion);
      yield;
      target.adopt(block);
      blocks++;
    } else {
      yield* readShared(read, target);
    }
    // Yield before the next section is read from the disk.
    yield;
  }
  throw new SnapshotError('The snapshot is cut short');
}

function parsePayload({ payload }: Section): unknown {
  return JSON.parse(decoder.decode(payload));
}

function* readShared(read: Section, { catalogue, ids }: SnapshotTarget): Generator<void> {
  switch (read.kind) {
    case KIND.ids:
      yield* ids.addPacked(read.payload);
      return;
    case KIND.terms:
      yield* catalogue.lexicon.table.addPacked(read.payload);
      return;
    case KIND.termOrder:
      yield* catalogue.lexicon.restore(new ArrayReader(read.payload).uint32());
      return;
    case KIND.dictionary: {
      const { field, values, labels } = parsePayload(read) as {
        field: Field;
        values: string[];
        labels: string[];
      };
      if (field === FIELD.categoryNames) catalogue.restoreCategoryNames(values, labels);
      else yield* catalogue.field(field).restore(values, labels);
      return;
    }
    case KIND.features: {
      const { values, labels } = parsePayload(read) as { values: string[]; labels: string[] };
      catalogue.restoreFeatures(values, labels);
      return;
    }
    case KIND.tuples: {
      const reader = new ArrayReader(read.payload);
      for (const tuples of catalogue.tuples) tuples.restore(tuples.members.map(() => reader.uint32()));
      return;
    }
    default:
      throw new SnapshotError(`Unknown section ${read.kind} in the snapshot`);
  }
}
