import { fold } from '@fifthwheel/text/fold';
import type { SearchQuery } from '../types.ts';
import { Aliases } from '../words/aliases.ts';
import { codeTerm } from '../words/document-terms.ts';
import { partsOf, queryWords, type QueryWord } from './query-words.ts';

/**
 * What the words of a query require of a document: every group must match, by any of its spellings. A spelling's factor
 * lowers its contribution to the score: exact beats plural beats prefix beats typo.
 */
export const EXACT_FACTOR = 1;
export const ALIAS_FACTOR = 0.95;
export const PLURAL_FACTOR = 0.95;
export const PREFIX_FACTOR = 0.8;
/**
 * How much more the name of a value of a document counts than the other names it has: a truck by its category goes
 * before one that only its maker calls so.
 */
export const VALUE_FACTOR = 1.5;
/**
 * Two words that are one word of the trade, "wheel loader" or "curtain sider", mean that more than either by itself.
 */
export const COMPOUND_FACTOR = 1.5;
/** By number of edits. */
export const TYPO_FACTORS = [1, 0.5, 0.3] as const;

/** A word with fewer matching documents than this also matches its near spellings, whatever the order of what is found. */
export const TYPO_MATCHES_BELOW = 5;

export interface WordGroup {
  text: string;
  prefix: boolean;
  /** Other exact spellings with their factors: aliases, singular and plural, and together with a neighbour. */
  variants: readonly { term: string; factor: number }[];
  /** Near spellings forgiven; 0 for none. */
  edits: number;
}

/** How many documents match a group, over the whole index and before filters. */
export type CountMatches = (group: WordGroup) => number;

type Variants = WordGroup['variants'];

const NO_VARIANTS: Variants = [];
const PLURAL_LENGTH_MIN = 4;
const COMPOUND_PART_LENGTH_MIN = 3;
const LETTERS_ONLY = /^\p{L}+$/u;

// The words that neighbours make together: of letters both, or with a number at the end ("euro 6").
function compound(word: QueryWord | undefined, next: QueryWord | undefined, aliases: Aliases): string[] {
  if (word?.kind !== 'word' || next?.kind !== 'word') return [];
  if (word.text.length < COMPOUND_PART_LENGTH_MIN || !LETTERS_ONLY.test(word.text)) return [];
  const term = word.text + next.text;
  if (!LETTERS_ONLY.test(next.text)) return [term];
  return next.text.length < COMPOUND_PART_LENGTH_MIN ? [] : [term, `${term}s`, ...aliases.termsFor(term)];
}

// What the words make with the one before and the one after them.
function compoundsOf(words: readonly QueryWord[], aliases: Aliases): Variants[] {
  const pairs = words.map((word, index) =>
    compound(word, words[index + 1], aliases).map((term) => ({ term, factor: COMPOUND_FACTOR })),
  );
  return pairs.map((pair, index) => [...(pairs[index - 1] ?? NO_VARIANTS), ...pair]);
}

function variantsOf(word: string, aliases: Aliases): { term: string; factor: number }[] {
  const variants = aliases.termsFor(word).map((term) => ({ term, factor: ALIAS_FACTOR }));
  if (word.length >= PLURAL_LENGTH_MIN && LETTERS_ONLY.test(word)) {
    variants.push({ term: `${word}s`, factor: PLURAL_FACTOR });
    if (word.endsWith('s')) variants.push({ term: word.slice(0, -1), factor: PLURAL_FACTOR });
  }
  return variants;
}

function exactGroup(text: string, prefix: boolean, aliases: Aliases, compounds = NO_VARIANTS): WordGroup {
  return { text, prefix, variants: [...variantsOf(text, aliases), ...compounds], edits: 0 };
}

/** A code as it stands where a vehicle is named. */
export function codeGroup(code: string): WordGroup {
  return { text: codeTerm(fold(code)), prefix: false, variants: NO_VARIANTS, edits: 0 };
}

// A code may also be a name: "h2o" for a brand.
function namedCodeGroup(code: QueryWord & { kind: 'code' }, aliases: Aliases): WordGroup {
  const variants = aliases.termsFor(code.joined).map((term) => ({ term, factor: ALIAS_FACTOR }));
  return { text: code.joined, prefix: code.prefix, variants, edits: 0 };
}

function groupsOfWord(
  word: QueryWord,
  count: CountMatches,
  aliases: Aliases,
  compounds = NO_VARIANTS,
): WordGroup[] {
  if (word.kind === 'word') {
    const group = exactGroup(word.text, word.prefix, aliases, compounds);
    const edits = editsAllowed(word.text);
    return [edits > 0 && count(group) < TYPO_MATCHES_BELOW ? { ...group, edits } : group];
  }
  const joined = namedCodeGroup(word, aliases);
  if (count(joined) > 0) return [joined];
  return partsOf(word).flatMap((part) => groupsOfWord(part, count, aliases));
}

/** The groups of a text on an index. Spelling is decided word by word on the whole index. */
export function textGroups(query: SearchQuery, count: CountMatches, aliases = Aliases.builtIn): WordGroup[] {
  const words = queryWords(query.text ?? '', query.wholeWords);
  const compounds = compoundsOf(words, aliases);
  return words.flatMap((word, index) => groupsOfWord(word, count, aliases, compounds[index]));
}

/** The groups of a text taken by itself: no spelling tolerance, codes only joined. */
export function strictTextGroups(text: string, aliases = Aliases.builtIn, wholeWords = false): WordGroup[] {
  const words = queryWords(text, wholeWords);
  const compounds = compoundsOf(words, aliases);
  return words.map((word, index) =>
    word.kind === 'word'
      ? exactGroup(word.text, word.prefix, aliases, compounds[index])
      : namedCodeGroup(word, aliases),
  );
}

export const SATURATION = 1.2;

/** How far one more mention still counts (the k1 of BM25). */
export function saturated(weight: number): number {
  return weight / (SATURATION + weight);
}

export function inverseFrequency(matches: number, documents: number): number {
  return Math.log(1 + (documents - matches + 0.5) / (matches + 0.5));
}

const HAS_DIGIT = /\p{Nd}/u;

/** How many edits a word of a query forgives: none with a digit in it, because FH12 is not FH16. */
export function editsAllowed(word: string): number {
  if (HAS_DIGIT.test(word) || word.length < 5) return 0;
  return word.length < 9 ? 1 : 2;
}
