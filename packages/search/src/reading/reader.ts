import { arrangeUnits } from './arranged.ts';
import { type City, Placing, PLACE_LENGTH_MIN, PLACE_WORDS_MAX } from './placing.ts';
import { partsOfCompound } from './compounds.ts';
import type { KnownValues, PlaceDictionary } from './known.ts';
import type { Correction, Piece, PieceKind, Pieces } from './pieces.ts';
import { readNorm } from './norms.ts';
import { readQuantity, type QuantityContext } from './quantities.ts';
import type { Condition } from '../types.ts';
import { isCodeLetters } from '../words/tokens.ts';
import { editsAllowed, TYPO_MATCHES_BELOW } from '../query/text-groups.ts';
import type { NameMatch, Names, Meaning } from './vocabulary.ts';
import { keyFrom, splitAtDigits, textFrom, word, wordsOf, type Word } from './words.ts';

// Parses a query from left to right. At each position the longest name or number wins. Any other word is
// split, corrected, or stays a word.

export interface ReaderParts {
  readonly names: Names;
  readonly known: KnownValues;
  readonly places: PlaceDictionary;
  readonly context: QuantityContext;
}

const KINDS: Readonly<Partial<Record<Meaning['kind'], PieceKind>>> = {
  brand: 'make',
  model: 'model',
  category: 'category',
  equipment: 'equipment',
  adjective: 'adjective',
  place: 'place',
  axles: 'number',
};
const NEAR_KM = 60;
const LIKELY_PLACE_LENGTH_MIN = 5;
const POLISH_IN = /^we?$/;
const BRAND_WORDS_MAX = 3;
const SELLER_WORDS_MAX = 6;
const SELLER_LENGTH_MIN = 5;
const HAS_DIGIT = /\p{Nd}/u;
const LETTERS = /^\p{L}+$/u;
const LISTING_ID = /^lst_[0-9a-z]{26}$/;
const POSTAL_CODE = /^\d{5}$/;

export function readPieces(text: string, parts: ReaderParts): Pieces {
  return new Reader(text, parts).read();
}

class Reader {
  readonly #parts: ReaderParts;
  readonly #words: Word[];
  readonly #brands: ReadonlySet<string>;
  readonly #pieces: Piece[] = [];
  readonly #corrections: Correction[] = [];
  readonly #typedFor = new Map<string, string>();
  readonly #placing: Placing;
  #isNear = false;
  #isPlaceDue = false;
  #isDeclined = false;
  #isRefused = false;

  constructor(text: string, parts: ReaderParts) {
    this.#parts = parts;
    this.#words = arrangeUnits(wordsOf(text));
    this.#placing = new Placing(this.#words, parts);
    this.#brands = this.#brandsNamed();
  }

  read(): Pieces {
    let index = 0;
    while (index < this.#words.length) index += this.#take(index);
    return { pieces: this.#pieces.map((piece) => this.#asTyped(piece)), corrections: this.#corrections };
  }

  #asTyped(piece: Piece): Piece {
    if (this.#typedFor.size === 0) return piece;
    const typed = piece.words
      .split(' ')
      .map((text) => this.#typedFor.get(text) ?? text)
      .join(' ');
    return typed === piece.words ? piece : { ...piece, typed };
  }

  /** Returns the brands anywhere in the query; next to them short names are models. */
  #brandsNamed(): ReadonlySet<string> {
    const { names } = this.#parts;
    const keys = this.#words.map(({ key }) => key);
    const brands = new Set<string>();
    for (let index = 0; index < keys.length; index++) {
      for (let words = 1; words <= BRAND_WORDS_MAX && keys[index + words - 1] !== ''; words++) {
        const meaning = names.named(keys.slice(index, index + words))?.find(({ kind }) => kind === 'brand');
        if (meaning?.means && 'field' in meaning.means)
          for (const slug of meaning.means.values) brands.add(slug);
      }
    }
    return brands;
  }

  #take(index: number): number {
    const current = this.#words[index] as Word;
    if (current.key === '') return this.#sign(index);
    const isRefused = current.isRefused;
    if (isRefused) this.#isRefused = true;
    const taken =
      this.#takeNorm(index) ||
      this.#takeSeller(index) ||
      this.#takeAround(index) ||
      this.#takeName(index) ||
      this.#takePlace(index);
    return taken || this.#takeParts(index) || this.#takeRest(index);
  }

  // Reads punctuation, since "<" can begin a quantity.
  #sign(index: number): number {
    return this.#takeNorm(index) || this.#takeQuantity(index, 0) || 1;
  }

  #takeNorm(index: number): number {
    const norm = readNorm(this.#words, index);
    if (norm === undefined) return 0;
    const { means, words } = norm;
    this.#addPiece({ kind: 'number', words: textFrom(this.#words, index, words), means, isFirm: true });
    return words;
  }

  #addPiece(piece: Piece): void {
    const isRefused = this.#isRefused && piece.means !== undefined;
    const bounded = isRefused && piece.isFirm === true && piece.means ? negateBound(piece.means) : undefined;
    if (bounded) this.#pieces.push({ ...piece, means: bounded });
    else this.#pieces.push(isRefused ? { ...piece, isRefused } : piece);
    this.#isRefused = false;
    this.#isNear = false;
    this.#isPlaceDue = false;
    this.#isDeclined = false;
  }

  /** Reads a seller by its full name, if it has several words or one without another meaning. */
  #takeSeller(index: number): number {
    const { known, names } = this.#parts;
    for (let words = this.#placing.most(index, SELLER_WORDS_MAX); words > 0; words--) {
      const key = keyFrom(this.#words, index, words);
      if (key.length < SELLER_LENGTH_MIN || (words === 1 && names.named([key]))) continue;
      const sellers = known.sellersNamed(key);
      if (sellers.length === 0) continue;
      this.#addPiece({
        kind: 'seller',
        words: textFrom(this.#words, index, words),
        means: { field: 'seller', values: sellers },
      });
      return words;
    }
    return 0;
  }

  #takeName(index: number): number {
    const found = this.#findName(index);
    const inName = found?.words ?? 0;
    const isTalk =
      found?.meanings.every(({ kind }) => kind === 'talk' || kind === 'near' || kind === 'or') ?? true;
    const inQuantity = this.#takeQuantity(index, isTalk ? 0 : inName);
    if (inQuantity > 0 || !found) return inQuantity;
    const inPlace = this.#isInflected(index, found) ? this.#takePlace(index) : 0;
    return inPlace || this.#takeMeaning(index, found);
  }

  /** Whether only the inflected name matches: "Köln" is a city as typed, but "koło" is Polish for near. */
  #isInflected(index: number, { words }: NameMatch): boolean {
    return !this.#parts.names.exactly(keyFrom(this.#words, index, words));
  }

  #findName(index: number): NameMatch | undefined {
    const keys = this.#words.map(({ key }) => key);
    const found = this.#parts.names.find(keys, index);
    if (!found) return undefined;
    for (let words = found.words; words > 0; words--) {
      const meanings = (words === found.words ? found.meanings : this.#parts.names.named(keys.slice(index, index + words)) ?? [])
        .filter((meaning) => this.#fits(meaning, index + words)); // prettier-ignore
      if (meanings.length > 0) return { meanings, words };
    }
    return undefined;
  }

  /** Whether a meaning is possible here: short, common names need their brand or a number ("R 450"). */
  #fits(meaning: Meaning, next: number): boolean {
    if (meaning.kind !== 'model' || meaning.needsBrand !== true) return true;
    if (meaning.brands?.some((brand) => this.#brands.has(brand))) return true;
    const isLetter = /^\p{L}$/u.test(this.#words[next - 1]?.key ?? '');
    return isLetter && /^\d{3}\p{L}?$/u.test(this.#words[next]?.key ?? '');
  }

  #takeMeaning(index: number, { meanings, words }: NameMatch): number {
    const meaning = this.#pickMeaning(meanings);
    const typed = textFrom(this.#words, index, words);
    if (meaning.kind === 'without') {
      if (index + words < this.#words.length) this.#isRefused = true;
      return words;
    }
    if (meaning.kind === 'near') this.#isNear = true;
    if (meaning.kind === 'near' || meaning.kind === 'talk' || meaning.kind === 'or') {
      if (/^(?:in|im|a|en|w|we|te|aus|from|di|of|po)$/.test(typed)) this.#isPlaceDue = true;
      if (POLISH_IN.test(typed)) this.#isDeclined = true;
      this.#pieces.push({ kind: 'talk', words: typed });
      return words;
    }
    this.#addPiece({ kind: KINDS[meaning.kind] ?? 'word', words: typed, means: this.#conditionOf(meaning) });
    return words;
  }

  #conditionOf(meaning: Meaning): Condition {
    return meaning.means ?? { any: [] };
  }

  /** Picks a meaning: next to its brand, a name is a model first. */
  #pickMeaning(meanings: readonly Meaning[]): Meaning {
    const model = meanings.find(({ kind, brands }) => kind === 'model' && brands?.some((brand) => this.#brands.has(brand))); // prettier-ignore
    const isBrand = meanings.some(({ kind }) => kind === 'brand');
    return (isBrand ? undefined : model) ?? (meanings[0] as Meaning);
  }

  /** Reads a quantity longer than a name here, or of the same length if it counts seats. */
  #takeQuantity(index: number, inName: number): number {
    const texts = this.#words.map(({ text }) => text);
    const quantity = readQuantity(texts, index, this.#parts.context);
    if (!quantity || quantity.words < inName) return 0;
    const { means, isBareYear, isBounded, words } = quantity;
    if (words === inName && !isOfSeats(means)) return 0;
    // "F 2000" is a model, but "18 t 2019" is a weight and a year.
    const isSeries =
      this.#pieces.at(-1)?.kind !== 'number' && /^\p{L}$/u.test(this.#words[index - 1]?.key ?? '');
    if (isBareYear && isSeries) return 0;
    this.#addPiece({
      kind: 'number',
      words: textFrom(this.#words, index, words),
      means,
      isBareYear,
      isFirm: isBounded,
    });
    return words;
  }

  /**
   * Reads "bei dresden", "umkreis 100 km hamburg", "hamburg 50 km umkreis", "50 km od warszawy", "münchen 100
   * km".
   */
  #takeAround(index: number): number {
    const around = this.#placing.distanceAt(index);
    const named = this.#placing.cityAfter(around, index);
    if (named) {
      const end = around.words + named.words;
      const after = around.radiusKm === undefined ? this.#placing.distanceAt(index + end) : undefined;
      const radiusKm = around.radiusKm ?? after?.radiusKm;
      const words = end + (after?.radiusKm === undefined ? 0 : after.words);
      return this.#addRadius(
        words,
        textFrom(this.#words, index + around.words, named.words),
        named.city,
        radiusKm,
      );
    }
    for (let words = 1; words < PLACE_WORDS_MAX && index + words < this.#words.length; words++) {
      const after = this.#placing.distanceAt(index + words);
      if (after.radiusKm === undefined || !(after.isNear || after.isShort)) continue;
      const city = this.#placing.cityAt(index, { isPlain: !after.isNear, most: words });
      const isOfNext = this.#placing.cityAfter(after, index + words) !== undefined;
      if (city?.words === words && !isOfNext) return this.#addRadius(words + after.words, textFrom(this.#words, index, words), city.city, after.radiusKm); // prettier-ignore
    }
    return 0;
  }

  /** Adds a radius around a city. If it is dropped, it is reported by the city's name. */
  #addRadius(words: number, name: string, { lat, lng }: City, radiusKm = NEAR_KM): number {
    this.#addPiece({ kind: 'place', words: name, means: { circle: { lat, lng, radiusKm } }, isFirm: true });
    return words;
  }

  #takePlace(index: number): number {
    const { known, places } = this.#parts;
    for (let words = this.#placing.most(index, PLACE_WORDS_MAX); words > 0; words--) {
      const name = textFrom(this.#words, index, words);
      if (HAS_DIGIT.test(name) || name.length < PLACE_LENGTH_MIN) continue;
      const city = this.#placing.city(name, this.#isDeclined);
      const isPlaceExpected = this.#isNear || this.#isPlaceDue;
      if (city && (isPlaceExpected || known.hasCity(city.spellings))) {
        const { lat, lng, spellings } = city;
        const means: Condition = this.#isNear
          ? { circle: { lat, lng, radiusKm: NEAR_KM } }
          : { field: 'city', values: spellings };
        this.#addPiece({ kind: 'place', words: name, means });
        return words;
      }
      const region = places.region(name);
      if (region && known.hasRegion(region)) {
        this.#addPiece({ kind: 'place', words: name, means: { field: 'region', values: region } });
        return words;
      }
    }
    const { key } = this.#words[index] as Word;
    if (!POSTAL_CODE.test(key) || !known.hasName('postalCode', key)) return 0;
    this.#addPiece({ kind: 'place', words: key, means: { field: 'postalCode', values: [key] } });
    return 1;
  }

  /** Splits a compound, and replaces its word with the parts. */
  #takeParts(index: number): number {
    const { names } = this.#parts;
    const current = this.#words[index] as Word;
    const meanings = partsOfCompound(current.key, names);
    if (meanings) {
      for (const meaning of meanings) this.#addPiece({ kind: KINDS[meaning.kind] ?? 'word', words: current.text, means: this.#conditionOf(meaning) }); // prettier-ignore
      return 1;
    }
    const split = splitAtDigits(current);
    const first = split?.[0];
    if (split && first && this.#isSplit(first, split[1]?.key ?? '')) {
      this.#words.splice(index, 1, ...split);
      this.#placing.renew();
      this.#typedFor.set(first.text, current.text);
      return this.#takeName(index);
    }
    return 0;
  }

  #isSplit(first: Word, rest: string): boolean {
    const isSeries = first.key.length === 1 && /^\d{3}$/.test(rest);
    return (
      this.#parts.names
        .named([first.key])
        ?.some(
          (meaning) =>
            meaning.kind !== 'talk' && ((isSeries && meaning.kind === 'model') || this.#fits(meaning, -1)),
        ) ?? false
    );
  }

  #takeRest(index: number): number {
    const current = this.#words[index] as Word;
    if (LISTING_ID.test(current.text) && this.#parts.known.hasListing(idOf(current.text))) {
      this.#addPiece({ kind: 'listing', words: current.text });
      return 1;
    }
    const corrected = this.#correctionFor(current);
    const city = corrected === undefined || current.key.length < LIKELY_PLACE_LENGTH_MIN ? null : this.#placing.city(current.text, false); // prettier-ignore
    if (city) {
      // A town without listings is not a typo: "drezno" is not "drewno".
      this.#addPiece({
        kind: 'place',
        words: current.text,
        means: { field: 'city', values: city.spellings },
      });
      return 1;
    }
    if (corrected !== undefined) {
      this.#corrections.push({ typed: current.text, meant: corrected });
      this.#words[index] = word(corrected);
      this.#placing.renew();
      this.#typedFor.set(corrected, current.text);
      return this.#take(index);
    }
    const isCode = HAS_DIGIT.test(current.key);
    this.#addPiece({
      kind: isCode ? 'code' : 'word',
      words: isCode ? this.#series(index) + current.key.replaceAll('+', '') : current.text,
    });
    return 1;
  }

  /** Returns the model that a short number continues: "FH 12" is one code, and not an FH16 of December. */
  #series(index: number): string {
    const before = this.#words[index - 1]?.key ?? '';
    const isSeries =
      this.#pieces.at(-1)?.kind === 'model' && /^\p{L}+$/u.test(before) && isCodeLetters(before);
    return isSeries && /^\d{1,2}$/.test(this.#words[index]?.key ?? '') ? before : '';
  }

  #correctionFor({ key }: Word): string | undefined {
    const { known, names } = this.#parts;
    const edits = editsAllowed(key);
    if (edits === 0 || !LETTERS.test(key) || names.hasWord(key)) return undefined;
    if (known.documentsWith(key) >= TYPO_MATCHES_BELOW) return undefined;
    return names.nearest(key, edits);
  }
}

/** Negates a one-sided bound: "not older than 2018" is 2018 and newer; undefined for anything else. */
function negateBound(means: Condition): Condition | undefined {
  if ('any' in means) {
    const alternatives = means.any.map(negateBound).filter((alternative) => alternative !== undefined);
    return alternatives.length === means.any.length ? { any: alternatives } : undefined;
  }
  if (!('range' in means) || (means.min === undefined) === (means.max === undefined)) return undefined;
  const { min, max, ...otherFields } = means;
  return min === undefined ? { ...otherFields, min: max } : { ...otherFields, max: min };
}

const isOfSeats = (means: Condition): boolean => 'range' in means && means.range === 'seats';

/** Restores an ID from a folded word: IDs are uppercase after their prefix. */
export const idOf = (text: string): string => `lst_${text.slice(4).toUpperCase()}`;
