import type { Block, BlockBytes } from './block.ts';
import { knownWordBytes } from '../select/known-words.ts';
import type { Catalogue } from './catalogue.ts';
import type { PlaceTable } from './place-table.ts';
import type { StringTable } from './string-table.ts';

export interface EngineStats {
  documents: number;
  generation: number;
  blocks: number;
  /** Blocks that are not sealed: the one that is being filled, and full ones in the queue. */
  unsealedBlocks: number;
  terms: number;
  rankedAtMs: number;
  bytes: {
    columns: number;
    lookups: number;
    postings: number;
    summaries: number;
    ids: number;
    terms: number;
    total: number;
  };
}

export interface EngineParts {
  catalogue: Catalogue;
  ids: StringTable;
  places: PlaceTable;
  blocks: readonly (Block | null)[];
}

export function sizesOf(
  parts: EngineParts,
): Pick<EngineStats, 'blocks' | 'unsealedBlocks' | 'terms' | 'bytes'> {
  const blocks = parts.blocks.filter((block) => block !== null);
  const sizes = blocks.map((block) => block.bytes());
  const sum = (pick: (size: BlockBytes) => number) => sizes.reduce((total, size) => total + pick(size), 0);
  const bytes = {
    columns: sum(({ columns }) => columns),
    lookups: sum(({ lookups }) => lookups),
    postings:
      sum(({ postings }) => postings) + blocks.reduce((total, block) => total + knownWordBytes(block), 0),
    summaries: sum(({ summaries }) => summaries),
    ids: parts.ids.bytes + parts.places.bytes,
    terms: parts.catalogue.lexicon.bytes,
  };
  return {
    blocks: blocks.length,
    unsealedBlocks: blocks.filter(({ sealed }) => sealed === null).length,
    terms: parts.catalogue.lexicon.size,
    bytes: { ...bytes, total: Object.values(bytes).reduce((total, size) => total + size, 0) },
  };
}
