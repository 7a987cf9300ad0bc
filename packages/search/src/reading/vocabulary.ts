import { NearTerms } from '../words/near-terms.ts';
import type { Condition } from '../types.ts';
import { withoutEndings, stemOf } from './stem.ts';
import { keyOf, wordsOf } from './words.ts';

/** Kinds of meanings. A reader takes the first kind that fits. */
export type MeaningKind =
  | 'brand'
  | 'category'
  | 'equipment'
  | 'adjective'
  | 'model'
  | 'place'
  | 'axles'
  | 'near'
  | 'without'
  | 'or'
  | 'talk';

export interface Meaning {
  readonly kind: MeaningKind;
  readonly means?: Condition;
  /** For a model: slugs of its brands. */
  readonly brands?: readonly string[];
  /** For a model: whether the name is too short or too common without its brand. */
  readonly needsBrand?: boolean;
  /** For a model: whether the name is too short to have inflected forms. */
  readonly isCode?: boolean;
}

export interface NameMatch {
  readonly meanings: readonly Meaning[];
  /** Number of words of the name. */
  readonly words: number;
}

const WORDS_MAX = 6;
const TURNED: ReadonlySet<MeaningKind> = new Set(['category', 'equipment']);
const NEAR_LENGTH_MIN = 5;
const INFLECTED_MIN = 4;
const LETTERS = /^\p{L}+$/u;

/** Names with their meanings. */
export class Vocabulary {
  readonly #exact = new Map<string, Meaning[]>();
  readonly #stems = new Map<string, Meaning[]>();
  readonly #words: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #near = new NearTerms();

  /** Adds a meaning of a name, after the earlier ones. */
  add(name: string, meaning: Meaning): void {
    const { key, stems, spelled, words } = nameForms(name);
    if (key === '') return;
    append(this.#exact, key, meaning);
    append(this.#stems, stems, meaning);
    if (spelled !== key) append(this.#exact, spelled, meaning);
    for (const word of words) this.#index(word);
    if (words.length > 1) this.#index(key);
  }

  #index(word: string): void {
    if (word.length < NEAR_LENGTH_MIN || !LETTERS.test(word) || this.#numbers.has(word)) return;
    this.#numbers.set(word, this.#words.length);
    this.#near.add(word, this.#words.length);
    this.#words.push(word);
  }

  named(keys: readonly string[]): readonly Meaning[] | undefined {
    return this.exactly(keys.join('')) ?? this.inflected(keys);
  }

  exactly(key: string): readonly Meaning[] | undefined {
    return this.#exact.get(key);
  }

  /** Looks up the words without their endings. Codes have none: "SKA" is not "Skania". */
  inflected(keys: readonly string[]): readonly Meaning[] | undefined {
    const [word = ''] = keys;
    if (keys.length === 1) {
      for (const stem of withoutEndings(word)) {
        const meanings = stem.length < INFLECTED_MIN ? undefined : this.#exact.get(stem);
        if (meanings) return meanings;
      }
    }
    const meanings = this.#stems.get(keys.map(stemOf).join(''));
    return meanings?.some(isInflected) === true ? meanings.filter(isInflected) : undefined;
  }

  /** Whether a word is part of some name. */
  hasWord(word: string): boolean {
    return this.#numbers.has(word);
  }

  /** Returns the words of names within `editsMax` edits of a word. */
  near(word: string, editsMax: number): NearWord[] {
    return this.#near
      .near(word, editsMax)
      .map(({ term, edits }) => ({ word: this.#words[term] ?? '', edits }));
  }
}

interface NearWord {
  readonly word: string;
  readonly edits: number;
}

/** Several vocabularies as one, in order of precedence. Names are looked up by several words together. */
export class Names {
  readonly #layers: readonly Vocabulary[];

  constructor(layers: readonly Vocabulary[]) {
    this.#layers = layers;
  }

  /** Looks up reversed pairs: "Trailer tipper" is a tipper trailer, unless the second word begins a name. */
  #findReversed(keys: readonly string[], at: number): readonly Meaning[] | undefined {
    const [first = '', second = '', third = ''] = keys.slice(at);
    if (third !== '' && this.named([second, third])) return undefined;
    const meanings = this.named([second, first])?.filter(({ kind }) => TURNED.has(kind));
    return meanings?.length ? meanings : undefined;
  }

  /** Returns the meanings of the longest name at a position. */
  find(keys: readonly string[], at: number): NameMatch | undefined {
    // Punctuation ends a name: "truck > 60k".
    const end = keys.indexOf('', at);
    const longest = Math.min(WORDS_MAX, (end < 0 ? keys.length : end) - at);
    for (let words = longest; words > 0; words--) {
      const meanings =
        this.named(keys.slice(at, at + words)) ?? (words === 2 ? this.#findReversed(keys, at) : undefined);
      if (meanings) return { meanings, words };
    }
    return undefined;
  }

  named(keys: readonly string[]): readonly Meaning[] | undefined {
    return this.exactly(keys.join('')) ?? this.#all((layer) => layer.inflected(keys));
  }

  exactly(key: string): readonly Meaning[] | undefined {
    return this.#all((layer) => layer.exactly(key));
  }

  #all(look: (layer: Vocabulary) => readonly Meaning[] | undefined): readonly Meaning[] | undefined {
    let found: readonly Meaning[] | undefined;
    for (const layer of this.#layers) {
      const meanings = look(layer);
      if (meanings) found = found ? [...found, ...meanings] : meanings;
    }
    return found;
  }

  /** Whether a word is part of some name. */
  hasWord(word: string): boolean {
    return this.#layers.some((layer) => layer.hasWord(word));
  }

  /** Returns the most likely correction of a misspelled word. */
  nearest(word: string, editsMax: number): string | undefined {
    const near = this.#layers
      .flatMap((layer) => layer.near(word, editsMax))
      .toSorted(
        (a, b) =>
          a.edits - b.edits ||
          firstLettersPenalty(word, a.word) - firstLettersPenalty(word, b.word) ||
          a.word.length - b.word.length,
      );
    return near[0]?.word;
  }
}

const isInflected = ({ kind, isCode }: Meaning): boolean => kind !== 'model' || isCode !== true;

// Prefers the word with the same first letters among equally similar ones.
const firstLettersPenalty = (typed: string, word: string): number =>
  typed.slice(0, 2) === word.slice(0, 2) ? 0 : 1;

function withoutUmlauts(name: string): string {
  return name.toLowerCase().replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');
}

/** Spellings by which queries find a name. */
interface NameForms {
  readonly key: string;
  readonly stems: string;
  /** Germans also write umlauts without dots: "kuehl" for "kühl". */
  readonly spelled: string;
  /** Keys of its words. */
  readonly words: readonly string[];
}

/** Above the about 12,000 names of a market. Most stay the same from one build to the next, which takes 60% less time with known forms. */
const REMEMBERED_MAX = 30_000;
const remembered = new Map<string, NameForms>();

function nameForms(name: string): NameForms {
  let forms = remembered.get(name);
  if (forms === undefined) {
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(name, (forms = readForms(name)));
  }
  return forms;
}

function readForms(name: string): NameForms {
  const words = wordsOf(name)
    .map(({ key }) => key)
    .filter((key) => key !== '');
  return {
    key: words.join(''),
    stems: words.map(stemOf).join(''),
    spelled: keyOf(withoutUmlauts(name)),
    words,
  };
}

function append(map: Map<string, Meaning[]>, key: string, meaning: Meaning): void {
  const meanings = map.get(key);
  if (!meanings) map.set(key, [meaning]);
  else if (!meanings.includes(meaning)) meanings.push(meaning);
}
