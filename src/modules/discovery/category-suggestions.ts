import { fold } from '@fifthwheel/text/fold';
import type { LiveCounts, Suggestion } from '@fifthwheel/search';
import { nameIn, type TaxonomySnapshot } from '../taxonomy/index.ts';

export const SUGGESTION_TYPES = ['brand', 'model', 'category', 'body', 'place', 'seller', 'listing'] as const;
export type SuggestionType = (typeof SUGGESTION_TYPES)[number];

export interface CategorySuggestion {
  /** A top category, or a body or kind of machine below one. */
  readonly type: 'category' | 'body';
  readonly value: string;
  readonly slug: string;
  /** The search for it. */
  readonly parameters: Readonly<Record<string, string>>;
}

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns categories and bodies with live listings that complete a text in the user's language, most frequent first. */
export function suggestCategories(
  typed: string,
  {
    taxonomy,
    counts,
    languages,
  }: { taxonomy: TaxonomySnapshot; counts: LiveCounts; languages: readonly string[] },
): CategorySuggestion[] {
  const words = wordsOf(typed);
  if (words.length === 0) return [];
  return taxonomy.categories
    .map(({ slug, names, parentId }) => ({
      suggestion: {
        type: parentId === null ? 'category' : 'body',
        value: nameIn(names, languages),
        slug,
        parameters: kindParameters(slug, parentId, taxonomy),
      } as const,
      count: counts.categories.get(slug) ?? counts.subcategories.get(slug) ?? 0,
    }))
    .filter(({ suggestion, count }) => count > 0 && completes(words, suggestion.value))
    .toSorted((a, b) => b.count - a.count || (a.suggestion.slug < b.suggestion.slug ? -1 : 1))
    .map(({ suggestion }) => suggestion);
}

function kindParameters(
  slug: string,
  parentId: string | null,
  taxonomy: TaxonomySnapshot,
): Readonly<Record<string, string>> {
  const parent = parentId === null ? undefined : taxonomy.category(parentId);
  return parent === undefined ? { category: slug } : { category: parent.slug, subcategory: slug };
}

/** Whether each typed word is a prefix of a word of the name. */
function completes(words: readonly string[], name: string): boolean {
  const nameWords = wordsOf(name);
  return words.every((word) => nameWords.some((nameWord) => nameWord.startsWith(word)));
}

export type WithParameters<S> = S & { readonly parameters: Readonly<Record<string, string>> };

/** Adds the search for a brand or model, and the name of a model's brand. */
export function withParameters(
  suggestion: Suggestion,
  taxonomy: TaxonomySnapshot,
): WithParameters<Suggestion & { readonly brandName?: string }> {
  if (suggestion.type === 'brand') return { ...suggestion, parameters: { brand: suggestion.slug } };
  const { brand, value } = suggestion;
  return {
    ...suggestion,
    brandName: taxonomy.brandBySlug(brand)?.name ?? brand,
    parameters: { brand, model: value },
  };
}
