import type { Reader } from '../../texts/reader.ts';
import type { Landing, SearchPageData } from './data.ts';
import { changed, type SearchQuery, toQueryString } from './parameters.ts';

type Searched = Pick<SearchPageData, 'query' | 'landing'>;

/** Returns the search of a page. The category and brand of a landing page are parameters of it. */
export function searchOf({ query, landing }: Searched): SearchQuery {
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

/** The category of the page, if it is only one. */
export function categoryOf(filters: SearchQuery): string | undefined {
  const chosen = filters['category'];
  return chosen?.includes(',') === false ? chosen : undefined;
}

/** Where the search is saved. */
export function savedAddress(searched: Searched, reader: Reader): string {
  return `/${reader.language}/saved/new${toQueryString(searchOf(searched))}`;
}

/** Without all filters but the category. */
export function clearedAddress({ filters }: Pick<SearchPageData, 'filters'>, reader: Reader): string {
  const category = categoryOf(filters);
  return `/${reader.language}/search${toQueryString(category === undefined ? {} : { category })}`;
}
