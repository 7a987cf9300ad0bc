import type { Condition } from '../../types.ts';

/** Something of the trade with the words for it, separated by commas. */
export interface Concept {
  readonly means: Condition;
  readonly words: string;
}
