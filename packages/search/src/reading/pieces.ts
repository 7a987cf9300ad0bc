import type { Condition } from '../types.ts';

/** What a query is read as: its pieces from left to right. */
export type PieceKind =
  | 'make'
  | 'model'
  | 'category'
  | 'equipment'
  | 'adjective'
  | 'place'
  | 'number'
  | 'seller'
  | 'listing'
  | 'word'
  | 'code'
  | 'talk';

export interface Piece {
  readonly kind: PieceKind;
  /** As typed. */
  readonly words: string;
  readonly means?: Condition;
  readonly isRefused?: boolean;
  readonly isBareYear?: boolean;
  /** A number that is bounded, or a distance from a place: said with words of its own. */
  readonly isFirm?: boolean;
  /** What was typed, where it was corrected or is a part of one word. */
  readonly typed?: string;
}

export interface Correction {
  readonly typed: string;
  readonly meant: string;
}

export interface Pieces {
  readonly pieces: readonly Piece[];
  readonly corrections: readonly Correction[];
}
