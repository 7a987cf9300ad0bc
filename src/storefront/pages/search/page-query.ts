import type { Reader } from '../../texts/reader.ts';
import type { Dealer, SearchPageData } from './data.ts';
import { changed, type SearchQuery, toQueryString } from './parameters.ts';

/** The landing page or the dealer to which a page limits its search. */
export type Scope = Pick<SearchPageData, 'landing' | 'dealer'>;

/** Returns the search of a page. The category and brand of a landing page are parameters of it. */
export function searchOf({ query, landing }: Pick<SearchPageData, 'query' | 'landing'>): SearchQuery {
  if (landing === null) return query;
  const { category, subcategory, brand, model } = landing;
  return changed(query, {
    category: category.slug,
    ...(subcategory === undefined ? {} : { subcategory: subcategory.slug }),
    ...(brand === undefined ? {} : { brand: brand.slug }),
    ...(model === undefined ? {} : { model: model.names.join(',') }),
  });
}

/** Returns the search with the dealer of the page as a parameter, for use outside the dealer page. */
export function withDealer(query: SearchQuery, dealer: Dealer | null): SearchQuery {
  return dealer === null ? query : changed(query, { seller: dealer.id });
}

/** Returns the path of a results page, without the language. */
export function resultsPath({ landing, dealer }: Scope): string {
  if (landing === null) return filteredPath(dealer);
  const { category, subcategory, brand, model } = landing;
  const slugs = [category.slug, subcategory?.slug ?? brand?.slug, model?.slug];
  return slugs.map((slug) => (slug === undefined ? '' : `/${slug}`)).join('');
}

/** Returns the path of searches with arbitrary filters, which landing pages do not have. */
function filteredPath(dealer: Dealer | null): string {
  return dealer === null ? '/search' : `/dealer/${dealer.slug}`;
}

/** Returns the URL of a search with these filters. */
export function filteredAddress(
  query: SearchQuery,
  { dealer }: Pick<Scope, 'dealer'>,
  reader: Reader,
): string {
  return `/${reader.language}${filteredPath(dealer)}${toQueryString(query)}`;
}

/** Returns whether results are sorted by date: without query terms, relevance has no meaning within a dealer's stock. */
export function isNewestFirst({ query, dealer }: Pick<SearchPageData, 'query' | 'dealer'>): boolean {
  return dealer !== null && query['sort'] === undefined && query['q'] === undefined;
}

/** The category of the page, if it is only one. */
export function categoryOf(filters: SearchQuery): string | undefined {
  const chosen = filters['category'];
  return chosen?.includes(',') === false ? chosen : undefined;
}

/** Returns the URL without filters except the category, which has its own page. */
export function clearedAddress(data: Pick<SearchPageData, 'filters' | 'dealer'>, reader: Reader): string {
  const category = data.dealer === null ? categoryOf(data.filters) : undefined;
  return category === undefined ? filteredAddress({}, data, reader) : `/${reader.language}/${category}`;
}
