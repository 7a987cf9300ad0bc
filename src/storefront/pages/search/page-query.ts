import type { Landing, SearchPageData } from './data.ts';
import { changed, type SearchQuery } from './parameters.ts';

/** Returns the search of a page. The category and brand of a landing page are parameters of it. */
export function searchOf({ query, landing }: Pick<SearchPageData, 'query' | 'landing'>): SearchQuery {
  if (landing === null) return query;
  const { category, subcategory, brand } = landing;
  return changed(query, {
    category: category.slug,
    ...(subcategory === undefined ? {} : { subcategory: subcategory.slug }),
    ...(brand === undefined ? {} : { brand: brand.slug }),
  });
}

/** The path of a page of results below the language. */
export function resultsPath(landing: Landing | null): string {
  if (landing === null) return '/search';
  const second = landing.subcategory?.slug ?? landing.brand?.slug;
  return `/${landing.category.slug}${second === undefined ? '' : `/${second}`}`;
}
