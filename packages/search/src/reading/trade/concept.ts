import type { Condition } from '../../types.ts';

/** A concept of the trade and its words, separated by commas. */
export interface Concept {
  readonly means: Condition;
  readonly words: string;
}
