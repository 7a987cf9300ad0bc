import { fold } from '../../text/fold.ts';
import { queryWords } from '../query/query-words.ts';
import type { SearchDocument } from '../types.ts';
import { codeTerm, documentTerms, featureTerms } from './document-terms.ts';
import { FUNCTION_WORDS } from './word-lists.ts';

// What a listing says in its own words: title, make, model, variant, equipment and description, but not the names of its
// category, which are in all languages and the same for many.

const HYPHENATED = /(?<![\p{L}\p{N}-])\p{L}+-\p{L}+(?![\p{L}\p{N}-])/gu;
const DIGITS = /^\p{Nd}+$/u;

/** The terms of words as they are typed; null where some of them cannot be looked for. A number stands where a vehicle is named. */
export function saidTerms(text: string): string[] | null {
  const terms = queryWords(text, true).map((word) => (word.kind === 'code' ? word.joined : word.text));
  if (terms.length === 0 || terms.some((term) => FUNCTION_WORDS.has(term))) return null;
  // "S-Way" is one word, and not any "S" beside any "Way".
  for (const [joined] of fold(text).matchAll(HYPHENATED)) terms.push(joined.replaceAll('-', ''));
  return [...new Set(terms.map((term) => (DIGITS.test(term) ? codeTerm(term) : term)))];
}

/** The terms of what is built in, by its names. */
export function equipmentTerms({
  features,
  featureTexts,
}: Pick<SearchDocument, 'features' | 'featureTexts'>): Set<string> {
  const terms = new Set<string>();
  features.forEach((code, at) => {
    for (const term of featureTerms(code, featureTexts[at] ?? [])) terms.add(term);
  });
  return terms;
}

const known = new WeakMap<SearchDocument, ReadonlySet<string>>();

/** All terms of a document's own words; kept while the document is. */
export function ownTerms(document: SearchDocument): ReadonlySet<string> {
  let terms = known.get(document);
  if (terms === undefined) {
    terms = new Set([...documentTerms(document).keys(), ...equipmentTerms(document)]);
    known.set(document, terms);
  }
  return terms;
}
