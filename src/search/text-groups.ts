import { Aliases } from './aliases.ts';
import { editsAllowed } from './edits.ts';
import { partsOf, queryWords, type QueryWord } from './query-words.ts';

// What a query's words ask of a document: every group must match, by any of its spellings. A spelling's factor lowers
// what it adds to the score: exact beats plural beats prefix beats typo.
export const EXACT_FACTOR = 1;
export const ALIAS_FACTOR = 0.95;
export const PLURAL_FACTOR = 0.95;
export const PREFIX_FACTOR = 0.8;
// What the name of a value of a document counts more than a name of its category or equipment.
export const VALUE_FACTOR = 1.25;
// By number of edits.
export const TYPO_FACTORS = [1, 0.5, 0.3] as const;

// A word with fewer matching documents than this also matches its near spellings.
export const TYPO_MATCHES_BELOW = 5;

export interface WordGroup {
  text: string;
  prefix: boolean;
  // Other exact spellings with their factors: aliases, singular and plural.
  variants: readonly { term: string; factor: number }[];
  // Near spellings forgiven; 0 for none.
  edits: number;
}

// How many documents match a group, over the whole index and before filters.
export type CountMatches = (group: WordGroup) => number;

const PLURAL_LENGTH_MIN = 4;
const LETTERS_ONLY = /^\p{L}+$/u;

function variantsOf(word: string, aliases: Aliases): { term: string; factor: number }[] {
  const variants = aliases.termsFor(word).map((term) => ({ term, factor: ALIAS_FACTOR }));
  if (word.length >= PLURAL_LENGTH_MIN && LETTERS_ONLY.test(word)) {
    variants.push({ term: `${word}s`, factor: PLURAL_FACTOR });
    if (word.endsWith('s')) variants.push({ term: word.slice(0, -1), factor: PLURAL_FACTOR });
  }
  return variants;
}

function exactGroup(text: string, prefix: boolean, aliases: Aliases): WordGroup {
  return { text, prefix, variants: variantsOf(text, aliases), edits: 0 };
}

// A code may be somebody's name, too: "h2o" for a brand.
function codeGroup(code: QueryWord & { kind: 'code' }, aliases: Aliases): WordGroup {
  const variants = aliases.termsFor(code.joined).map((term) => ({ term, factor: ALIAS_FACTOR }));
  return { text: code.joined, prefix: code.prefix, variants, edits: 0 };
}

function groupsOfWord(word: QueryWord, count: CountMatches, aliases: Aliases): WordGroup[] {
  if (word.kind === 'word') {
    const group = exactGroup(word.text, word.prefix, aliases);
    const edits = editsAllowed(word.text);
    return [edits > 0 && count(group) < TYPO_MATCHES_BELOW ? { ...group, edits } : group];
  }
  const joined = codeGroup(word, aliases);
  if (count(joined) > 0) return [joined];
  return partsOf(word).flatMap((part) => groupsOfWord(part, count, aliases));
}

// The groups of a text on an index. Spelling is decided word by word on the whole index.
export function textGroups(text: string, count: CountMatches, aliases = Aliases.builtIn): WordGroup[] {
  return queryWords(text).flatMap((word) => groupsOfWord(word, count, aliases));
}

// The groups of a text taken by itself: no spelling tolerance, codes only joined.
export function strictTextGroups(text: string, aliases = Aliases.builtIn): WordGroup[] {
  return queryWords(text).map((word) =>
    word.kind === 'word' ? exactGroup(word.text, word.prefix, aliases) : codeGroup(word, aliases),
  );
}

const SATURATION = 1.2;

// How far one more mention still counts (the k1 of BM25).
export function saturated(weight: number): number {
  return weight / (SATURATION + weight);
}

export function inverseFrequency(matches: number, documents: number): number {
  return Math.log(1 + (documents - matches + 0.5) / (matches + 0.5));
}
