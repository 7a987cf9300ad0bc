import { typoMatchesBelow } from '../query/text-groups.ts';
import type { SearchQuery } from '../types.ts';
import { asParameters, compose, type ParentOf } from './compose.ts';
import { buildVocabulary, type Built } from './build.ts';
import type { KnownValues, PlaceBook, VocabularySource } from './known.ts';
import type { QuantityContext } from './quantities.ts';
import { readPieces, type Correction, type Piece, type PieceKind } from './reader.ts';

/** A query as it was read. */
export interface Reading {
  readonly query: SearchQuery;
  readonly pieces: readonly Piece[];
  readonly corrections: readonly Correction[];
  /** What was left out because nothing has it all. */
  readonly dropped: readonly string[];
}

export interface ReadingContext extends QuantityContext {
  readonly known: KnownValues;
  readonly places: PlaceBook;
}

/** What is given up first, where nothing is all that was asked for. */
const GIVEN_UP: readonly (readonly PieceKind[])[] = [
  ['place', 'adjective'],
  ['word', 'code'],
  ['number'],
  ['equipment'],
];
const HEADS: ReadonlySet<PieceKind> = new Set(['make', 'model', 'category']);
const UNKNOWN: ReadonlySet<PieceKind> = new Set(['word', 'code']);

/** Reads what people type by the names of the catalogue and the words of the trade. */
export class QueryReader {
  readonly #built: Built;
  readonly #parents: ReadonlyMap<string, string | null>;
  #modelsRead = 0;

  constructor(source: VocabularySource) {
    this.#built = buildVocabulary(source);
    this.#parents = new Map(source.categories.map(({ slug, parent }) => [slug, parent]));
  }

  read(asked: SearchQuery, context: ReadingContext): Reading {
    const { vocabulary, models } = this.#built;
    const { known, places } = context;
    this.#modelsRead = known.eachModel(this.#modelsRead, (name, brand) => models.add(name, brand));
    const { pieces, corrections } = readPieces(asked.text ?? '', {
      vocabulary,
      known,
      places,
      context,
      enough: typoMatchesBelow(asked),
    });
    return this.#reading(asked, context, { pieces, corrections, dropped: [] });
  }

  /** The words as words, for what is only said in the texts of listings. Numbers stay what they are. */
  plain(asked: SearchQuery, { pieces, corrections }: Reading, context: ReadingContext): Reading {
    const words = pieces.map((piece): Piece => {
      const stays = piece.kind === 'number' || piece.kind === 'talk' || piece.isRefused === true;
      return stays ? piece : { kind: 'word', words: piece.words };
    });
    return this.#reading(asked, context, { pieces: words, corrections, dropped: [] });
  }

  /** The readings that ask for less, the least given up first. */
  *relaxed(
    asked: SearchQuery,
    { pieces, corrections }: Reading,
    context: ReadingContext,
  ): Generator<Reading> {
    const said = pieces.filter(({ kind }) => kind !== 'talk');
    const unknown = said.filter(({ kind }) => UNKNOWN.has(kind)).length;
    if (!said.some(({ kind }) => HEADS.has(kind)) || unknown * 2 > said.length) return;
    let kept = pieces;
    for (const step of [...GIVEN_UP, this.#lastStep(said)]) {
      const left = kept.filter(({ kind }) => !step.includes(kind));
      if (left.length === kept.length || !left.some(({ kind }) => HEADS.has(kind))) continue;
      kept = left;
      const dropped = pieces
        .filter((piece) => !left.includes(piece) && piece.kind !== 'talk')
        .map(({ words }) => words);
      yield this.#reading(asked, context, { pieces: kept, corrections, dropped });
    }
  }

  /** The make goes last; of a make without its model something is left. */
  #lastStep(said: readonly Piece[]): readonly PieceKind[] {
    return said.some(({ kind }) => kind === 'category') ? ['make', 'model'] : ['model'];
  }

  #reading(asked: SearchQuery, context: ReadingContext, read: Omit<Reading, 'query'>): Reading {
    const parentOf: ParentOf = (slug) => this.#parents.get(slug) ?? null;
    const composed = compose(read.pieces, parentOf);
    return { ...read, query: asParameters(composed, asked, context.currency) };
  }
}
