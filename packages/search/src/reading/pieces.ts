import type { Condition } from '../types.ts';

/** The kinds of pieces into which a query is parsed. */
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
  /** The words as typed. */
  readonly words: string;
  readonly means?: Condition;
  readonly isRefused?: boolean;
  readonly isBareYear?: boolean;
  /** Whether it is a bounded number, or a distance from a place. */
  readonly isFirm?: boolean;
  /** The text as typed, if it was corrected or is a part of one word. */
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
