import { fold } from '@fifthwheel/text/fold';
import { queryWords } from '../query/query-words.ts';
import type { SearchDocument } from '../types.ts';
import { codeTerm, documentTerms, ownFeatureTerms } from './document-terms.ts';
import { namesWithPlus } from './tokens.ts';
import { FUNCTION_WORDS, FUNCTION_WORD_IN_QUERIES } from './word-lists.ts';

// The own words of a listing: title, make, model, variant, equipment and description. The names of its
// category are excluded, because they are in all languages and the same for many listings.

const JOINED = /(?<![\p{L}\p{N}.\-_'’‐–])(\p{L}+)[.\-_'’‐–](\p{L}+)(?![\p{L}\p{N}.\-_'’‐–])/gu;
const DIGITS = /^\p{Nd}+$/u;

/**
 * Returns the terms of typed words; null if some of them cannot be searched for. A code is searched for in
 * the name of a vehicle.
 */
export function literalTerms(text: string): string[] | null {
  const words = queryWords(text, true);
  const terms = words.map((word) => {
    if (word.kind === 'code') return codeTerm(word.joined);
    return DIGITS.test(word.text) || word.text === FUNCTION_WORD_IN_QUERIES ? codeTerm(word.text) : word.text;
  });
  if (terms.length === 0 || terms.some((term) => FUNCTION_WORDS.has(term))) return null;
  const folded = fold(text);
  // "S-Way" is one word; "S" and "Way" in different places do not match it.
  for (const [, first = '', second = ''] of folded.matchAll(JOINED)) terms.push(first + second);
  return [...new Set([...terms, ...namesWithPlus(folded)])];
}

/** Returns the terms of the equipment, by displayed names. */
export function equipmentTerms({
  features,
  featureTexts,
}: Pick<SearchDocument, 'features' | 'featureTexts'>): Set<string> {
  const terms = new Set<string>();
  features.forEach((code, index) => {
    for (const term of ownFeatureTerms(code, featureTexts[index] ?? [])) terms.add(term);
  });
  return terms;
}

const known = new WeakMap<SearchDocument, ReadonlySet<string>>();

/** Returns all terms of a document's own words, cached for the lifetime of the document. */
export function ownTerms(document: SearchDocument): ReadonlySet<string> {
  let terms = known.get(document);
  if (terms === undefined) {
    terms = new Set([...documentTerms(document).keys(), ...equipmentTerms(document)]);
    known.set(document, terms);
  }
  return terms;
}
