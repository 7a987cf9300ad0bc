import { fold } from '@fifthwheel/text/fold';

/** A word of a query as typed, folded, and without adjacent punctuation. */
export interface Word {
  readonly text: string;
  /**
   * The word's letters and digits, and a plus at the end ("xg+"). Words are compared by it, so that hyphens
   * do not matter.
   */
  readonly key: string;
  /** Whether the word is negated: "-retarder". */
  readonly isRefused: boolean;
}

const WORDS_MAX = 40;
// A comma or slash separates words, but not the digits of a number.
const PARTING = /[;|"()[\]{}]|[,/](?!\d)|(?<!\d)[,/]/g;
// "Jusqu'à 60 000 €": a bound, not part of a word.
const UP_TO = /(?<!\p{L})jusqu['’]/gu;
// "À partir d'Euro 5": an elided "de".
const ELIDED = /(?<!\p{L})d['’](?=eur)/gu;
const COMPARISON = /(?:=?([<>])=|=([<>])|([<>≤≥]))/g;
const OR_EQUAL: Readonly<Record<string, string>> = { '<': '≤', '>': '≥' };
const MEANT = /[\p{L}\p{N}<>≤≥€$£+-]/u;
const NOT_IN_KEY = /[^\p{L}\p{N}+]+/gu;

export const keyOf = (text: string): string => fold(text).replace(NOT_IN_KEY, '');

/** Returns `count` words from a position on, as typed. */
export function textFrom(words: readonly Word[], at: number, count: number): string {
  return words
    .slice(at, at + count)
    .map(({ text }) => text)
    .join(' ');
}

/** Returns the key of a name of `count` words from a position on. */
export function keyFrom(words: readonly Word[], at: number, count: number): string {
  return words
    .slice(at, at + count)
    .map(({ key }) => key)
    .join('');
}

/** Splits a query into its initial words. */
export function wordsOf(text: string): Word[] {
  return fold(text)
    .replace(PARTING, ' ')
    .replace(UP_TO, 'jusqu ')
    .replace(ELIDED, 'de ')
    .replace(COMPARISON, replaceComparison)
    .split(/\s+/)
    .map(withoutMarks)
    .filter((raw) => raw !== '')
    .slice(0, WORDS_MAX)
    .map(word);
}

/** Replaces a comparison sign with a single character between spaces. */
function replaceComparison(_all: string, before?: string, after?: string, alone = ''): string {
  return ` ${OR_EQUAL[before ?? after ?? ''] ?? alone} `;
}

/** Removes the punctuation around a word. */
function withoutMarks(raw: string): string {
  const letters = Array.from(raw);
  const first = letters.findIndex((letter) => MEANT.test(letter));
  const last = letters.findLastIndex((letter) => MEANT.test(letter));
  return first < 0 ? '' : letters.slice(first, last + 1).join('');
}

export function word(raw: string): Word {
  const isRefused = /^-\p{L}/u.test(raw);
  const text = isRefused ? raw.slice(1) : raw;
  return { text, key: text.replace(NOT_IN_KEY, ''), isRefused };
}

/** Splits "actros1845" in two. Returns undefined unless the word is letters followed by digits. */
export function splitAtDigits({ text }: Word): Word[] | undefined {
  const match = /^(\p{L}+)-?(\d[\d.]*\p{L}*)$/u.exec(text);
  return match ? [word(match[1] ?? ''), word(match[2] ?? '')] : undefined;
}
