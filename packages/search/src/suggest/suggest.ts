import { Aliases, BRAND_ALIASES } from '../words/aliases.ts';
import { editDistance } from '@fifthwheel/text/edit-distance';
import { fold, modelKey } from '@fifthwheel/text/fold';
import type { Suggestion } from '../types.ts';

// Completes typed text to brands and models with listings. Every typed word must be a prefix of a word of the
// name (for a model, other words can match its brand). A word of four letters or more can have one typo. More
// similar spellings come first, then names with more listings.

export interface NamedBrand {
  slug: string;
  name: string;
}
export interface NamedModel {
  /** The brand's slug. */
  brand: string;
  value: string;
}

const TYPO_LETTERS_MIN = 4;
const HAS_DIGIT = /\p{Nd}/u;

/** Distance of a name from the typed text; lower is nearer. */
export const EXACT = 0;
const STARTS = 1;
const WORD_STARTS = 2;
const TYPO = 3;
const NO_MATCH = 4;

const aliasesByBrand = new Map<string, string[]>();
for (const [alias, slug] of Object.entries(BRAND_ALIASES)) {
  aliasesByBrand.set(slug, [...(aliasesByBrand.get(slug) ?? []), alias]);
}

export function wordsOf(text: string): string[] {
  return fold(text).match(/\p{L}+|\p{Nd}+/gu) ?? [];
}

export interface Suggestible {
  suggestion: Suggestion;
  /** Words that a typed word can begin: those of the name and of its brand. */
  own: readonly string[];
  context: readonly string[];
  /** Whole names without spaces, for the comparisons "exact" and "starts". */
  names: readonly string[];
  /** For a model, its brand's name without spaces: typing it in full also suggests the brand's models. */
  brandName: string;
  /** Breaks ties between equally similar names. */
  key: string;
}

function otherNames(brand: NamedBrand, aliases: Aliases): string[] {
  return [...(aliasesByBrand.get(brand.slug) ?? []), ...aliases.wordsFor(brand.slug)];
}

function brandWords(brand: NamedBrand, aliases: Aliases): string[] {
  return [...new Set([...wordsOf(brand.name), ...wordsOf(brand.slug), ...otherNames(brand, aliases)])];
}

export function suggestibleBrand(brand: NamedBrand, aliases = Aliases.builtIn): Suggestible {
  const compact = [brand.name, brand.slug].map((name) => wordsOf(name).join(''));
  return {
    suggestion: { type: 'brand', value: brand.name, slug: brand.slug },
    own: brandWords(brand, aliases),
    context: [],
    names: [...new Set([...compact, ...otherNames(brand, aliases)])],
    brandName: '',
    key: brand.slug,
  };
}

export function suggestibleModel(
  model: NamedModel,
  brand: NamedBrand,
  aliases = Aliases.builtIn,
): Suggestible {
  const modelWords = wordsOf(model.value);
  const compact = modelWords.join('');
  return {
    suggestion: { type: 'model', value: model.value, brand: model.brand },
    own: [...new Set([...modelWords, compact])],
    context: brandWords(brand, aliases),
    names: [compact],
    brandName: wordsOf(brand.name).join(''),
    key: `${modelKey(model.value)} ${model.brand}`,
  };
}

export interface Rated {
  candidate: Suggestible;
  nearness: number;
  count: number;
}

export function compareRated(a: Rated, b: Rated): number {
  if (a.nearness !== b.nearness) return a.nearness - b.nearness;
  if (a.count !== b.count) return b.count - a.count;
  const [left, right] = [a.candidate, b.candidate];
  if (left.suggestion.type !== right.suggestion.type) return left.suggestion.type === 'brand' ? -1 : 1;
  return compareText(left.key, right.key);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Returns the distance from the typed words; undefined without a match. */
export function nearnessOf(candidate: Suggestible, words: readonly string[]): number | undefined {
  const compact = words.join('');
  if (candidate.names.includes(compact)) return EXACT;
  if (candidate.names.some((name) => name.startsWith(compact))) return STARTS;
  const { brandName } = candidate;
  if (brandName !== '' && compact === brandName) return WORD_STARTS;
  if (brandName !== '' && compact.startsWith(brandName)) {
    const rest = compact.slice(brandName.length);
    if (candidate.names.some((name) => name.startsWith(rest))) return STARTS;
  }
  let worst = WORD_STARTS;
  let isOwn = false;
  for (const word of words) {
    const ownNearness = wordNearness(word, candidate.own);
    if (ownNearness !== NO_MATCH) isOwn = true;
    const nearness =
      ownNearness === WORD_STARTS
        ? ownNearness
        : Math.min(ownNearness, wordNearness(word, candidate.context));
    if (nearness > worst) worst = nearness;
  }
  return isOwn && worst !== NO_MATCH ? worst : undefined;
}

function wordNearness(typed: string, words: readonly string[]): number {
  if (words.some((word) => word.startsWith(typed))) return WORD_STARTS;
  return forgivesTypo(typed) && words.some((word) => hasNearPrefix(word, typed)) ? TYPO : NO_MATCH;
}

export function forgivesTypo(typed: string): boolean {
  return typed.length >= TYPO_LETTERS_MIN && !HAS_DIGIT.test(typed);
}

/** Whether a prefix of a word is one edit from the typed text. */
export function hasNearPrefix(word: string, typed: string): boolean {
  for (let length = typed.length - 1; length <= typed.length + 1; length++) {
    if (length <= word.length && editDistance(typed, word.slice(0, length), 1) <= 1) return true;
  }
  return false;
}
