import { fold } from '@fifthwheel/text/fold';
import type { SearchQuery } from '../types.ts';
import { Aliases } from '../words/aliases.ts';
import { codeTerm } from '../words/document-terms.ts';
import { partsOf, queryWords, type QueryWord } from './query-words.ts';

/**
 * Turns the words of a query into groups. A document must match every group, by any of its spellings. The
 * factor of a spelling lowers its contribution to the score: exact beats plural beats prefix beats typo.
 */
export const EXACT_FACTOR = 1;
export const ALIAS_FACTOR = 0.95;
export const PLURAL_FACTOR = 0.95;
export const PREFIX_FACTOR = 0.8;
/**
 * Weight of the name of a document's value, compared to its other names: a truck by category ranks before one
 * whose maker alone is named so.
 */
export const VALUE_FACTOR = 1.5;
/**
 * Two words that form one term of the trade, "wheel loader" or "curtain sider", mean that term more than
 * either word alone.
 */
export const COMPOUND_FACTOR = 1.5;
/** By number of edits. */
export const TYPO_FACTORS = [1, 0.5, 0.3] as const;

/** A word with fewer matching documents than this also matches similar spellings, whatever the sort order. */
export const TYPO_MATCHES_BELOW = 5;

export interface WordGroup {
  text: string;
  prefix: boolean;
  /** Other exact spellings with their factors: aliases, singular and plural, compounds with a neighbor. */
  variants: readonly { term: string; factor: number }[];
  /** Number of tolerated edits; 0 for none. */
  edits: number;
}

/** Counts the documents that match a group, over the whole index and before filters. */
export type CountMatches = (group: WordGroup) => number;

type Variants = WordGroup['variants'];

const NO_VARIANTS: Variants = [];
const PLURAL_LENGTH_MIN = 4;
const COMPOUND_PART_LENGTH_MIN = 3;
const LETTERS_ONLY = /^\p{L}+$/u;

// Returns the compounds of two neighbors: both of letters, or with a number at the end ("euro 6").
function compound(word: QueryWord | undefined, next: QueryWord | undefined, aliases: Aliases): string[] {
  if (word?.kind !== 'word' || next?.kind !== 'word') return [];
  if (word.text.length < COMPOUND_PART_LENGTH_MIN || !LETTERS_ONLY.test(word.text)) return [];
  const term = word.text + next.text;
  if (!LETTERS_ONLY.test(next.text)) return [term];
  return next.text.length < COMPOUND_PART_LENGTH_MIN ? [] : [term, `${term}s`, ...aliases.termsFor(term)];
}

// Returns the compounds of each word with the previous and the next one.
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

/** Returns the group of a code in the name of a vehicle. */
export function codeGroup(code: string): WordGroup {
  return { text: codeTerm(fold(code)), prefix: false, variants: NO_VARIANTS, edits: 0 };
}

// A code can also be a name: "h2o" for a brand.
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

/** Returns the groups of a text. Spelling tolerance is decided per word on the whole index. */
export function textGroups(query: SearchQuery, count: CountMatches, aliases = Aliases.builtIn): WordGroup[] {
  const words = queryWords(query.text ?? '', query.wholeWords);
  const compounds = compoundsOf(words, aliases);
  return words.flatMap((word, index) => groupsOfWord(word, count, aliases, compounds[index]));
}

/** Returns the groups of a text regardless of the index: no spelling tolerance, codes only joined. */
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

/** Saturates the weight of further mentions (the k1 of BM25). */
export function saturated(weight: number): number {
  return weight / (SATURATION + weight);
}

export function inverseFrequency(matches: number, documents: number): number {
  return Math.log(1 + (documents - matches + 0.5) / (matches + 0.5));
}

const HAS_DIGIT = /\p{Nd}/u;

/** Number of edits that a query word tolerates: none with a digit, because FH12 is not FH16. */
export function editsAllowed(word: string): number {
  if (HAS_DIGIT.test(word) || word.length < 5) return 0;
  return word.length < 9 ? 1 : 2;
}
