import type { SearchDocument } from '../types.ts';
import { memoized } from './memoized.ts';
import { eachToken } from './tokens.ts';
import { FUNCTION_WORD_IN_QUERIES } from './word-lists.ts';

// BM25F over title, brand and model, and description. The names of category and features exist in many
// languages and are the same for many documents, so they are stored once per list. A word in them has the
// weight NAMES_WEIGHT however often it occurs. It counts only if the document's own text does not have a
// higher weight.
const TITLE_WEIGHT = 4;
const BRAND_WEIGHT = 3;
const DESCRIPTION_WEIGHT = 1;
export const NAMES_WEIGHT = 2;

// Field lengths are compared with fixed typical lengths (in tokens) rather than the current average, so that
// a document's weights never depend on other documents.
const TITLE_LENGTH_USUAL = 8;
const TITLE_LENGTH_SHARE = 0.5;
const DESCRIPTION_LENGTH_USUAL = 60;
const DESCRIPTION_LENGTH_SHARE = 0.75;

/** Weights are stored in a byte, in sixteenths. */
export const WEIGHT_STEP = 16;
const WEIGHT_MAX = 255;

function lengthNorm(length: number, usual: number, share: number): number {
  return 1 - share + (share * length) / usual;
}

// Counts of a term in the three fields, packed into one number with ten bits each.
const BRAND_UNIT = 1 << 10;
const DESCRIPTION_UNIT = 1 << 20;
const COUNT_MAX = 1023;

const DIGIT = /\p{Nd}/u;
const MEANT = new RegExp(`(?<![\\p{L}\\p{N}])${FUNCTION_WORD_IN_QUERIES}(?![\\p{L}\\p{N}])`, 'iu');
/** "12/2024", "03.2021", "1.12.2024", "12/24": dates of manufacture or inspection, which are not codes. */
const DATE =
  /(?<![\p{L}\d.,/-])(?:(?:\d{1,2}[./-])?(?:0?[1-9]|1[0-2])[./-](?:19|20)\d{2}|(?:0?[1-9]|1[0-2])\/\d{2})(?![.,/-]?\d)/gu;

/**
 * Marks the term of a code in the name of a vehicle. "480" in a description could be the liters of its tank,
 * and "van" a Dutch "of".
 */
export const CODE_MARK = '#';
export const codeTerm = (code: string): string => CODE_MARK + code;

// Counts the tokens of a text. Returns their number.
function countTokens(text: string | null | undefined, unit: number, counts: Map<string, number>): number {
  let length = 0;
  if (!text) return length;
  eachToken(text, (token) => {
    length++;
    count(token, unit, counts);
  });
  return length;
}

/** Returns the terms of the codes in the name of a vehicle. */
function codesOf(text: string): string[] {
  const codes: string[] = [];
  if (DIGIT.test(text))
    eachToken(text.replace(DATE, ' ; '), (token) => {
      if (DIGIT.test(token)) codes.push(codeTerm(token));
    });
  if (MEANT.test(text)) codes.push(codeTerm(FUNCTION_WORD_IN_QUERIES));
  return codes;
}

/** Returns all terms of a short name that many listings share. */
const nameTerms = memoized((name) => {
  const terms = codesOf(name);
  eachToken(name, (token) => terms.push(token));
  return terms;
});

function count(term: string, unit: number, counts: Map<string, number>): void {
  const before = counts.get(term) ?? 0;
  if (((before / unit) & COUNT_MAX) < COUNT_MAX) counts.set(term, before + unit);
}

/** Returns the document's own terms with their stored weights. */
export function documentTerms({
  title,
  brand,
  model,
  variant,
  parts,
  description,
}: SearchDocument): Map<string, number> {
  const terms = new Map<string, number>();
  for (const code of codesOf(title)) count(code, 1, terms);
  const titleLength = countTokens(title, 1, terms);
  for (const name of [brand?.name, brand?.slug, model, variant, parts])
    if (name) for (const term of nameTerms(name)) count(term, BRAND_UNIT, terms);
  const descriptionLength = countTokens(description, DESCRIPTION_UNIT, terms);
  const perTitle = TITLE_WEIGHT / lengthNorm(titleLength, TITLE_LENGTH_USUAL, TITLE_LENGTH_SHARE);
  const perDescription =
    DESCRIPTION_WEIGHT / lengthNorm(descriptionLength, DESCRIPTION_LENGTH_USUAL, DESCRIPTION_LENGTH_SHARE);
  for (const [term, counts] of terms) {
    const weight =
      (counts & COUNT_MAX) * perTitle +
      ((counts / BRAND_UNIT) & COUNT_MAX) * BRAND_WEIGHT +
      ((counts / DESCRIPTION_UNIT) & COUNT_MAX) * perDescription;
    terms.set(term, Math.min(WEIGHT_MAX, Math.max(1, Math.round(weight * WEIGHT_STEP))));
  }
  return terms;
}

function termsOf(texts: Iterable<string>): Set<string> {
  const terms = new Set<string>();
  for (const text of texts) eachToken(text, (token) => terms.add(token));
  return terms;
}

export function categoryTerms(
  document: Pick<SearchDocument, 'category' | 'subcategory' | 'categoryTexts'>,
): Set<string> {
  const { category, subcategory, categoryTexts } = document;
  const slugsAndNames = [category.name, category.slug];
  if (subcategory !== null) slugsAndNames.push(subcategory.name, subcategory.slug);
  return termsOf([...slugsAndNames, ...categoryTexts]);
}

/** Includes the code itself, because it is searchable: "retarder", "lift_axle". */
export function featureTerms(code: string, texts: readonly string[]): Set<string> {
  return termsOf([code.replaceAll('_', ' '), ...texts]);
}

/**
 * Excludes the names in other languages, because "remolque" does not describe a truck with a trailer
 * coupling.
 */
export const ownFeatureTerms = (code: string, [name = '']: readonly string[]): Set<string> =>
  featureTerms(code, [name]);
