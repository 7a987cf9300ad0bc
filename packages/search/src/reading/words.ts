import { fold } from '@fifthwheel/text/fold';

/** A word of a query as it was typed, folded, and without the marks around it. */
export interface Word {
  readonly text: string;
  /** Letters and digits alone, and a plus at the end ("xg+"): words compare by it, so that hyphens make no difference. */
  readonly key: string;
  /** "-retarder": asked to be absent. */
  readonly isRefused: boolean;
}

const WORDS_MAX = 40;
// A comma or slash parts words, but not the digits of a number.
const PARTING = /[;|"()[\]{}]|[,/](?!\d)|(?<!\d)[,/]/g;
// "Jusqu'à 60 000 €": a bound, and not part of a word.
const UP_TO = /(?<!\p{L})jusqu['’]/gu;
// "À partir d'Euro 5".
const ELIDED = /(?<!\p{L})d['’](?=eur)/gu;
const COMPARISON = /(?:=?([<>])=|=([<>])|([<>≤≥]))/g;
const OR_EQUAL: Readonly<Record<string, string>> = { '<': '≤', '>': '≥' };
const MEANT = /[\p{L}\p{N}<>≤≥€$£+-]/u;
const NOT_IN_KEY = /[^\p{L}\p{N}+]+/gu;

export const keyOf = (text: string): string => fold(text).replace(NOT_IN_KEY, '');

/** So many words from one on, as they were typed. */
export function textFrom(words: readonly Word[], at: number, count: number): string {
  return words
    .slice(at, at + count)
    .map(({ text }) => text)
    .join(' ');
}

/** The key of a name of so many words from one on. */
export function keyFrom(words: readonly Word[], at: number, count: number): string {
  return words
    .slice(at, at + count)
    .map(({ key }) => key)
    .join('');
}

/** Cuts a query into its first words. */
export function wordsOf(text: string): Word[] {
  return fold(text)
    .replace(PARTING, ' ')
    .replace(UP_TO, 'jusqu ')
    .replace(ELIDED, 'de ')
    .replace(COMPARISON, comparison)
    .split(/\s+/)
    .map(withoutMarks)
    .filter((raw) => raw !== '')
    .slice(0, WORDS_MAX)
    .map(word);
}

/** A sign as one letter: what is no letter is cut off. */
function comparison(_all: string, before?: string, after?: string, alone = ''): string {
  return ` ${OR_EQUAL[before ?? after ?? ''] ?? alone} `;
}

/** Without the marks before and after it. */
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

/** "actros1845" in two; undefined where letters and digits do not simply follow each other. */
export function splitAtDigits({ text }: Word): Word[] | undefined {
  const match = /^(\p{L}+)-?(\d[\d.]*\p{L}*)$/u.exec(text);
  return match ? [word(match[1] ?? ''), word(match[2] ?? '')] : undefined;
}
