import type { PlaceDictionary } from './known.ts';
import { polishNominatives } from './place-forms.ts';
import { readDistance } from './quantities.ts';
import { BOUNDS } from './units.ts';
import { FROM, POLISH_PLACING } from './trade/talk.ts';
import type { Names, Meaning } from './vocabulary.ts';
import { keyFrom, textFrom, type Word } from './words.ts';

// Parses places with a distance: "bei dresden", "umkreis 100 km hamburg", "w promieniu 50 km od warszawy".

/** A phrase that gives a distance from a city. */
interface Around {
  isNear: boolean;
  isDeclined: boolean;
  radiusKm: number | undefined;
  /** Whether the distance is too short for a mileage or a power, although no word says "near". */
  isShort: boolean;
  words: number;
}

export type City = NonNullable<ReturnType<PlaceDictionary['city']>>;

interface NamedCity {
  readonly city: City;
  readonly words: number;
}

export const PLACE_WORDS_MAX = 4;
export const PLACE_LENGTH_MIN = 3;
const RADIUS_MAX_KM = 1000;
const HAS_DIGIT = /\p{Nd}/u;
/** Names of these kinds are not read as places, even if a town has the same name. */
const NO_PLACES: ReadonlySet<Meaning['kind']> = new Set(['brand', 'category', 'equipment', 'adjective']);

export class Placing {
  readonly #words: readonly Word[];
  readonly #parts: { readonly names: Names; readonly places: PlaceDictionary };

  #around: Around[] = [];

  /** `words` is shared with the reader, which corrects and splits it. */
  constructor(words: readonly Word[], parts: { readonly names: Names; readonly places: PlaceDictionary }) {
    this.#words = words;
    this.#parts = parts;
  }

  /** Reads words that say that a place is near, and how far. */
  distanceAt(start: number): Around {
    const known = this.#around[start];
    return known ?? (this.#around[start] = this.#distanceFrom(start));
  }

  /** Recomputes the texts after the words were replaced. */
  renew(): void {
    this.#around = [];
  }

  #distanceFrom(start: number): Around {
    const texts = this.#words.map(({ text }) => text);
    const around: Around = {
      isNear: false,
      isDeclined: false,
      radiusKm: undefined,
      isShort: false,
      words: 0,
    };
    const bound = BOUNDS.find(texts, start);
    if (bound?.meaning === 'max' && readDistance(texts, start + bound.words)) around.words = bound.words;
    for (;;) {
      const at = start + around.words;
      const near = this.#nearWords(at);
      const isFrom = around.words > 0 && FROM.has(texts[at] ?? '');
      const distance = around.radiusKm === undefined ? readDistance(texts, at) : undefined;
      if (near > 0 || isFrom) {
        around.isNear ||= near > 0 || around.radiusKm !== undefined;
        around.isDeclined ||= POLISH_PLACING.has(textFrom(this.#words, at, near || 1));
        around.words += near || 1;
      } else if (distance !== undefined && distance.km <= RADIUS_MAX_KM) {
        around.radiusKm = distance.km;
        around.isShort = distance.isShort;
        around.isNear ||= texts[at]?.startsWith('+') ?? false;
        around.words += distance.words;
      } else return around;
    }
  }

  /** Number of words that say "near", with exact spelling: "köln" is not "koło". */
  #nearWords(at: number): number {
    for (let words = this.most(at, PLACE_WORDS_MAX); words > 0; words--)
      if (
        this.#parts.names.exactly(keyFrom(this.#words, at, words))?.some(({ kind }) => kind === 'near') ===
        true
      )
        return words;
    return 0;
  }

  /** Returns the city after words that give a distance. */
  cityAfter({ isNear, isShort, isDeclined, words }: Around, start: number): NamedCity | undefined {
    return isNear || isShort ? this.cityAt(start + words, { isDeclined, isPlain: !isNear }) : undefined;
  }

  /**
   * Returns the city named at a position, by the longest name; `isPlain`: the name must not mean anything
   * else.
   */
  cityAt(
    at: number,
    {
      isDeclined = false,
      isPlain = false,
      most = PLACE_WORDS_MAX,
    }: { isDeclined?: boolean; isPlain?: boolean; most?: number },
  ): NamedCity | undefined {
    for (let words = this.most(at, most); words > 0; words--) {
      const name = textFrom(this.#words, at, words);
      if (HAS_DIGIT.test(name) || name.length < PLACE_LENGTH_MIN) continue;
      const meanings = this.#parts.names.exactly(keyFrom(this.#words, at, words));
      if (meanings?.some(({ kind }) => isPlain || NO_PLACES.has(kind))) continue;
      const city = this.city(name, isDeclined);
      if (city) return { city, words };
    }
    return undefined;
  }

  city(name: string, isDeclined: boolean): City | null {
    const { places } = this.#parts;
    for (const nominative of isDeclined ? polishNominatives(name) : []) {
      const city = places.city(nominative);
      if (city) return city;
    }
    return places.city(name);
  }

  /** Maximum number of words of a name at a position; punctuation ends it. */
  most(at: number, most: number): number {
    const end = this.#words.findIndex(({ key }, place) => place >= at && key === '');
    return Math.min(most, (end < 0 ? this.#words.length : end) - at);
  }
}
