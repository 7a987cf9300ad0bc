import type { Aliases } from '../words/aliases.ts';
import type { Block } from './block.ts';
import type { Catalogue } from './catalogue.ts';
import type { NumberContext } from './fields.ts';
import type { Scratch } from '../select/scratch.ts';
import type { StringTable } from './string-table.ts';
import type { ExchangeRates } from '../types.ts';

/** The parts of the index that a search reads. */
export interface IndexView {
  blocks: readonly (Block | null)[];
  /** Documents per block. */
  capacity: number;
  catalogue: Catalogue;
  aliases: Aliases;
  ids: StringTable;
  exchange: ExchangeRates;
  numbers: NumberContext;
  liveCount: number;
  generation: number;
  scratch: Scratch;
}
