import type { SearchDocument } from '../search/index.ts';
import { isSameList, KEY_SEPARATOR } from '../search/store/catalogue.ts';
import { categoryTerms, featureTerms } from '../search/words/document-terms.ts';

interface Known {
  readonly texts: readonly string[];
  readonly terms: ReadonlySet<string>;
}

/** A few hundred categories and features, with names in all languages that thousands of listings share. */
const known = new Map<string, Known>();

/** The words of the names of what a listing is and has. */
export function nameTerms(document: SearchDocument): Set<string> {
  const { category, subcategory, categoryTexts, features, featureTexts } = document;
  const own = [category.slug, category.name, subcategory?.slug ?? '', subcategory?.name ?? ''];
  const key = `category${KEY_SEPARATOR}${own[0]}${KEY_SEPARATOR}${own[2]}`;
  const terms = new Set(termsOf(key, [...own, ...categoryTexts], () => categoryTerms(document)));
  features.forEach((code, at) => {
    const texts = featureTexts[at] ?? [];
    const ofFeature = termsOf(`feature${KEY_SEPARATOR}${code}`, texts, () => featureTerms(code, texts));
    for (const term of ofFeature) terms.add(term);
  });
  return terms;
}

/** Cut anew only when the names have changed. */
function termsOf(key: string, texts: readonly string[], cut: () => Set<string>): ReadonlySet<string> {
  const before = known.get(key);
  if (before !== undefined && isSameList(before.texts, texts)) return before.terms;
  const terms = cut();
  known.set(key, { texts, terms });
  return terms;
}
