import type { SearchQuery } from '../types.ts';
import { asParameters, compose, type ParentOf } from './compose.ts';
import { buildingVocabulary, withOwnWords, type BuiltVocabulary } from './build.ts';
import type { Catalogue, KnownValues, OwnWords, PlaceDictionary } from './known.ts';
import type { ModelNames } from './models.ts';
import type { QuantityContext } from './quantities.ts';
import type { Correction, Piece, PieceKind } from './pieces.ts';
import { readPieces } from './reader.ts';
import type { Names, Vocabulary } from './vocabulary.ts';

/** A parsed query. */
export interface ParsedQuery {
  readonly query: SearchQuery;
  readonly pieces: readonly Piece[];
  readonly corrections: readonly Correction[];
  /** Pieces that were dropped because no listing has them all. */
  readonly dropped: readonly Piece[];
}

export interface ParsingContext extends QuantityContext {
  readonly known: KnownValues;
  readonly places: PlaceDictionary;
}

/** Kinds of pieces to drop, in this order, if no listing matches all of them. */
const GIVEN_UP: readonly (readonly PieceKind[])[] = [
  ['place', 'adjective'],
  ['word', 'code'],
  ['number'],
  ['equipment'],
];
const HEADS: ReadonlySet<PieceKind> = new Set(['make', 'model', 'category']);
const UNKNOWN: ReadonlySet<PieceKind> = new Set(['word', 'code']);

const NUMBER = /^\d{3,}$/;
const MODELS_AT_A_TIME = 25;
const SELLERS_AT_A_TIME = 500;

/** The names of a catalog and of live models, which take a while to build. */
export class WordDictionary {
  readonly vocabulary: Vocabulary;
  readonly #models: ModelNames;
  readonly #parents: ReadonlyMap<string, string | null>;
  #known: KnownValues | null = null;
  #modelsRead = 0;

  private constructor({ vocabulary, models }: BuiltVocabulary, { categories }: Catalogue) {
    this.vocabulary = vocabulary;
    this.#models = models;
    this.#parents = new Map(categories.map(({ slug, parent }) => [slug, parent]));
  }

  /** Builds in steps of a few milliseconds, between which other work can run. */
  static *building(catalogue: Catalogue, known?: KnownValues): Generator<void, WordDictionary> {
    const dictionary = new WordDictionary(yield* buildingVocabulary(catalogue), catalogue);
    while (known !== undefined && dictionary.#readModels(known, MODELS_AT_A_TIME)) yield;
    while (known?.readSellers(SELLERS_AT_A_TIME) === true) yield;
    return dictionary;
  }

  parentOf(slug: string): string | null {
    return this.#parents.get(slug) ?? null;
  }

  /** Adds the models that are new since the last call; they are few. */
  update(known: KnownValues): void {
    this.#readModels(known, Infinity);
  }

  #readModels(known: KnownValues, most: number): boolean {
    if (known !== this.#known) [this.#known, this.#modelsRead] = [known, 0];
    const before = this.#modelsRead;
    this.#modelsRead = known.eachModel(before, (name, brand) => this.#models.add(name, brand), most);
    return this.#modelsRead - before >= most;
  }
}

/**
 * Parses what people type by the names of the catalog, the words of the trade and those of administrators.
 */
export class QueryParser {
  readonly #dictionary: WordDictionary;
  readonly #names: Names;

  constructor(dictionary: WordDictionary, ownWords: OwnWords) {
    this.#dictionary = dictionary;
    this.#names = withOwnWords(dictionary.vocabulary, ownWords);
  }

  read(request: SearchQuery, context: ParsingContext): ParsedQuery {
    const { known, places } = context;
    this.#dictionary.update(known);
    const { pieces, corrections } = readPieces(request.text ?? '', {
      names: this.#names,
      known,
      places,
      context,
    });
    return this.#toParsedQuery(request, context, { pieces, corrections, dropped: [] });
  }

  /** Yields alternatives to try, in this order, if nothing is found. */
  *alternatives(request: SearchQuery, reading: ParsedQuery, context: ParsingContext): Generator<ParsedQuery> {
    if (reading.pieces.some(isNumber)) yield this.#withNumbersAsWords(request, reading, context);
    yield* this.relaxed(request, reading, context);
  }

  /** Treats numbers as words, which a description can contain too. */
  #withNumbersAsWords(request: SearchQuery, reading: ParsedQuery, context: ParsingContext): ParsedQuery {
    const pieces = reading.pieces.map((piece): Piece =>
      isNumber(piece) ? { ...piece, kind: 'word' } : piece,
    );
    return this.#toParsedQuery(request, context, { ...reading, pieces, dropped: [] });
  }

  /** Yields queries that require less, beginning with the smallest change. */
  *relaxed(
    request: SearchQuery,
    { pieces, corrections }: ParsedQuery,
    context: ParsingContext,
  ): Generator<ParsedQuery> {
    const relevant = pieces.filter(({ kind }) => kind !== 'talk');
    const unknown = relevant.filter(({ kind }) => UNKNOWN.has(kind)).length;
    if (!relevant.some(({ kind }) => HEADS.has(kind)) || unknown * 2 > relevant.length) return;
    let remaining = pieces;
    for (const step of [...GIVEN_UP, this.#lastStep(relevant)]) {
      const left = remaining.filter(({ kind }) => !step.includes(kind));
      if (left.length === remaining.length || !left.some(({ kind }) => HEADS.has(kind))) continue;
      remaining = left;
      const dropped = pieces.filter((piece) => !left.includes(piece) && piece.kind !== 'talk');
      yield this.#toParsedQuery(request, context, { pieces: remaining, corrections, dropped });
    }
  }

  /** Drops the make last, and only if something remains. */
  #lastStep(relevant: readonly Piece[]): readonly PieceKind[] {
    return relevant.some(({ kind }) => kind === 'category') ? ['make', 'model'] : ['model'];
  }

  #toParsedQuery(
    request: SearchQuery,
    context: ParsingContext,
    read: Omit<ParsedQuery, 'query'>,
  ): ParsedQuery {
    const parentOf: ParentOf = (slug) => this.#dictionary.parentOf(slug);
    const composed = compose(read.pieces, parentOf);
    return { ...read, query: asParameters(composed, request, context.currency) };
  }
}

/** "490" is a number; "FH12" is not, because it is only found in the name of a vehicle. */
const isNumber = ({ kind, words }: Piece): boolean => kind === 'code' && NUMBER.test(words);
