import type { ValueCondition } from '../types.ts';
import { Phrases } from './phrases.ts';
import { BETWEEN, BOUNDS, BOUNDS_AFTER, SPANS, unitOf, type Bound } from './units.ts';
import type { Word } from './words.ts';

// Parses emission classes with a bound: "euro 5+", "ab Euro 5", "euro >= 5", "mind. Euro VI", "Euro 5 oder
// besser", "euro 5-6". A class without a bound is an ordinary name.

export interface BoundedNorm {
  readonly words: number;
  readonly means: ValueCondition;
}

/** In ascending order: an EEV is better than Euro 5. */
const STANDARDS = ['euro1', 'euro2', 'euro3', 'euro4', 'euro5', 'eev', 'euro6', 'euro6d', 'euro6e'];
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi'];
/** The number of a class, optionally with the letter of its step. */
const NUMBER = /^(?:([1-6])|(i{1,3}|iv|vi?))([a-e])?$/;
const JOINED = /^(?:euro|eur|e)-?((?:[1-6]|i{1,3}|iv|vi?)[a-e]?)(\+)?$/;
const STEP = /^[de]\+?$/;
const SPAN = /^((?:euro|eur|e)?-?[\dvi]+[a-e]?)([-–—/])((?:euro|eur|e)?-?[\dvi]+[a-e]?)$/u;

const phrases = (list: string): readonly string[] => list.split(',').map((phrase) => phrase.trim());

/** Words before the number of a class, with or without "euro". */
const NAMES = new Phrases([
  [true, phrases('euronorm, euroklasse, abgasnorm, schadstoffklasse, abgasklasse, norme, norma, emission class, emission standard, emissieklasse, klasa, klasa emisji, norma emisji')],
]); // prettier-ignore
const EURO = new Set(['euro', 'eur']);
/** Bounds for classes only, in addition to those of any number. */
const BETTER_BEFORE = new Phrases<Bound>([
  ['min', phrases('better than, besser als, mieux que, beter dan, lepszy niz, lepsza niz, lepsze niz')],
  ['max', phrases('worse than, schlechter als, pire que, slechter dan, gorszy niz, gorsza niz')],
]); // prettier-ignore
const BETTER_AFTER = new Phrases<Bound>([
  ['min', phrases('or better, and better, or higher, and higher, oder besser, und besser, oder hoher, und hoher, ou mieux, et mieux, ou superieur, et superieur, ou superieure, et superieure, of beter, en beter, of hoger, en hoger, lub lepszy, lub lepsza, lub lepsze, i lepszy, i lepsza, lub wyzszy, lub wyzsza, lub wyzsze, i wyzszy, i wyzsza')],
  ['max', phrases('or worse, or lower, and lower, oder schlechter, oder niedriger, ou inferieur, ou inferieure, of lager, lub gorszy, lub gorsza, lub nizszy, lub nizsza')],
]); // prettier-ignore
/** Bounds that exclude the class itself. */
const STRICT = new Set(
  phrases(
    '<, >, under, below, less than, lower than, over, above, more than, better than, worse than, unter, uber, weniger als, mehr als, besser als, schlechter als, moins de, plus de, mieux que, pire que, onder, boven, minder dan, meer dan, beter dan, slechter dan, ponizej, powyzej, mniej niz, wiecej niz, lepszy niz, lepsza niz, lepsze niz, gorszy niz, gorsza niz, vor, before, avant, voor, przed, after, nach, apres, na, po',
  ),
);
const EITHER = new Set(phrases('or, and, oder, und, ou, et, of, en, lub, i, &'));

/** Reads the bounded class that begins at a word. */
export function readNorm(words: readonly Word[], at: number): BoundedNorm | undefined {
  return new NormReader(words, at).read();
}

class NormReader {
  readonly #texts: readonly string[];
  readonly #start: number;
  #at: number;
  #side: Bound | null = null;
  #isStrict = false;
  #isBetween = false;

  constructor(words: readonly Word[], start: number) {
    this.#texts = words.map(({ text }) => text);
    this.#start = start;
    this.#at = start;
  }

  read(): BoundedNorm | undefined {
    this.#opening();
    this.#bound();
    const isNamed = this.#name();
    if (isNamed && this.#side === null) this.#bound();
    const low = this.#number(isNamed);
    if (low === undefined || this.#countsThings()) return undefined;
    const second = this.#side === null ? (low.to ?? this.#second()) : undefined;
    if (second !== undefined) return this.#withSecond(low, second);
    if (this.#side === null && low.hasPlus) this.#side = 'min';
    else if (this.#side === null) this.#boundAfter();
    if (this.#side === null) return undefined;
    const above = { first: this.#isStrict ? low.last + 1 : low.first, last: STANDARDS.length - 1 };
    const below = { first: 0, last: this.#isStrict ? low.first - 1 : low.last };
    return this.#norm([this.#side === 'min' ? above : below]);
  }

  #withSecond(low: Ranks, { isSpan, ...high }: Second): BoundedNorm | undefined {
    if (!isSpan) return this.#norm([low, high]);
    return high.last < low.first ? undefined : this.#norm([{ first: low.first, last: high.last }]);
  }

  #norm(ranks: readonly Ranks[]): BoundedNorm | undefined {
    const values = STANDARDS.filter((_name, index) =>
      ranks.some(({ first, last }) => index >= first && index <= last),
    );
    if (values.length === 0) return undefined;
    return { words: this.#at - this.#start, means: { field: 'euroStandard', values } };
  }

  /** Reads "between euro 5 and 6". A word that also means "from" is read as a bound. */
  #opening(): void {
    if (BOUNDS.length(this.#texts, this.#at) > 0) return;
    const words = BETWEEN.length(this.#texts, this.#at);
    this.#at += words;
    this.#isBetween = words > 0;
  }

  #bound(): void {
    const found = BETTER_BEFORE.find(this.#texts, this.#at) ?? BOUNDS.find(this.#texts, this.#at);
    if (found === undefined) return;
    this.#isStrict = STRICT.has(this.#texts.slice(this.#at, this.#at + found.words).join(' '));
    this.#side = found.meaning;
    this.#at += found.words;
  }

  #name(): boolean {
    const begin = this.#at;
    this.#at += NAMES.length(this.#texts, this.#at);
    if (EURO.has(this.#texts[this.#at] ?? '')) this.#at++;
    return this.#at > begin;
  }

  #number(isNamed: boolean): (Ranks & { readonly hasPlus: boolean; readonly to?: Second }) | undefined {
    const text = this.#texts[this.#at] ?? '';
    const [, from, sign, to] = SPAN.exec(text) ?? [];
    if (from !== undefined && to !== undefined) {
      const [low, high] = [ranksOf(from, isNamed), ranksOf(to, true)];
      if (low === undefined || high === undefined) return undefined;
      this.#at++;
      return { ...low, hasPlus: false, to: { ...high, isSpan: sign !== '/' } };
    }
    // For "euro 6 d".
    const step = STEP.test(this.#texts[this.#at + 1] ?? '') ? (this.#texts[this.#at + 1] ?? '') : '';
    const written = text + step;
    const ranks = ranksOf(written.replace(/\+$/, ''), isNamed);
    if (ranks !== undefined) this.#at += step === '' ? 1 : 2;
    return ranks && { ...ranks, hasPlus: written.endsWith('+') };
  }

  /** "euro 6 sitze": whether "euro" ends an amount and the number counts seats. */
  #countsThings(): boolean {
    return unitOf(this.#texts[this.#at] ?? '') !== undefined;
  }

  /** Reads the second class of "euro 5 bis 6" or "euro 5 oder 6". */
  #second(): Second | undefined {
    const joint = this.#texts[this.#at] ?? '';
    if (!SPANS.has(joint) && !EITHER.has(joint)) return undefined;
    const name = EURO.has(this.#texts[this.#at + 1] ?? '') ? 1 : 0;
    const ranks = ranksOf(this.#texts[this.#at + 1 + name] ?? '', true);
    if (ranks === undefined || unitOf(this.#texts[this.#at + 2 + name] ?? '') !== undefined) return undefined;
    this.#at += 2 + name;
    return { ...ranks, isSpan: SPANS.has(joint) || this.#isBetween };
  }

  #boundAfter(): void {
    const found = BETTER_AFTER.find(this.#texts, this.#at) ?? BOUNDS_AFTER.find(this.#texts, this.#at);
    if (found === undefined) return;
    // "euro 5 + klima": a plus between other words joins them.
    const isJoining = this.#texts[this.#at] === '+' && this.#at + 1 < this.#texts.length;
    if (isJoining) return;
    this.#side = found.meaning;
    this.#at += found.words;
  }
}

/** Range of a class in the order; Euro 6 spans three. */
interface Ranks {
  readonly first: number;
  readonly last: number;
}

interface Second extends Ranks {
  readonly isSpan: boolean;
}

/** Returns the range of a class. `isNamed`: "euro" precedes it. */
function ranksOf(text: string, isNamed: boolean): Ranks | undefined {
  const number = JOINED.exec(text)?.[1] ?? (isNamed ? text : '');
  const [, digit, roman, step = ''] = NUMBER.exec(number) ?? [];
  if (digit === undefined && roman === undefined) return undefined;
  const name = `euro${digit ?? ROMAN.indexOf(roman ?? '') + 1}`;
  const first = STANDARDS.indexOf(name);
  const ofStep = STANDARDS.indexOf(name + step);
  if (ofStep > first) return { first: ofStep, last: ofStep };
  return { first, last: name === 'euro6' && step === '' ? STANDARDS.length - 1 : first };
}
