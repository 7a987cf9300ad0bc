/** Conversion of saved searches: between stored values and URL parameters, and to a description for readers. */
import { chipsOf } from '../pages/search/chips.tsx';
import { readBounds, readSearchQuery, type SearchQuery } from '../pages/search/parameters.ts';
import type { Reader } from '../texts/reader.ts';
import type { Reading } from './own-page.ts';

/** Returns the URL parameters of a saved search. */
export function queryOf({ query }: { readonly query: Readonly<Record<string, unknown>> }): SearchQuery {
  return searchOf(
    new URLSearchParams(
      Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    ),
  );
}

/** Returns the search parameters of a URL, without order and page. */
function searchOf(parameters: URLSearchParams): SearchQuery {
  const {
    page: _page,
    sort: _sort,
    order: _order,
    ...query
  } = readSearchQuery(Object.fromEntries(parameters)) as Record<string, string>;
  return query;
}

/** Returns the search of a URL, in which numbers may be formatted in the reader's language. */
export function typedSearchOf(parameters: URLSearchParams, { language }: Reader): SearchQuery {
  const { query, unreadable } = readBounds(searchOf(parameters), language);
  const { currency, ...filters } = { ...query, ...unreadable } as Record<string, string>;
  // Without a price bound, the currency only affects how the reader sees prices.
  const hasPrice = filters['min_price'] !== undefined || filters['max_price'] !== undefined;
  return currency !== undefined && hasPrice ? { ...filters, currency } : filters;
}

const NUMBERS = /^(?:min_|max_|radius$)/;

/** Returns the search as the API stores it, with numbers instead of text. */
export function toStoredQuery(query: SearchQuery): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const isNumber = NUMBERS.test(name) && Number.isFinite(Number(value));
      return [name, isNumber ? Number(value) : value];
    }),
  );
}

interface NamedSlug {
  readonly slug: string;
  readonly name: string;
}

/** Names of categories, subcategories, brands and equipment in the language of the page. */
export interface Names {
  readonly categories: readonly (NamedSlug & { readonly children: readonly NamedSlug[] })[];
  readonly brands: readonly NamedSlug[];
  readonly features: readonly { readonly code: string; readonly name: string }[];
}

export async function namesFor({ api }: Pick<Reading, 'api'>): Promise<Names> {
  const [{ categories }, { brands }, { features }] = await Promise.all([
    api.get<Pick<Names, 'categories'>>('/categories'),
    api.get<Pick<Names, 'brands'>>('/brands'),
    api.get<Pick<Names, 'features'>>('/features'),
  ]);
  return { categories, brands, features };
}

/** Returns the default name of a saved search: its dealer, if it is limited to one, and its filters. */
export async function nameOf(
  { seller, ...otherFilters }: SearchQuery,
  reading: Pick<Reading, 'api' | 'reader'>,
): Promise<string> {
  const filters = describe(otherFilters, reading.reader, await namesFor(reading));
  if (seller === undefined) return filters;
  const params = { slug: seller };
  const { companyName } = await reading.api.get<{ companyName: string }>('/sellers/:slug', { params });
  return Object.keys(otherFilters).length === 0 ? companyName : `${companyName} · ${filters}`;
}

function describe(query: SearchQuery, reader: Reader, names: Names): string {
  const labels = filterLabels(query, reader, names);
  return labels.length === 0 ? reader.text('nav.all') : labels.join(' · ');
}

/** Returns the query terms and the label of each filter, as the search page shows them. */
export function filterLabels(
  query: SearchQuery,
  reader: Reader,
  { categories, brands, features }: Names,
): readonly string[] {
  const bySlug = (list: readonly NamedSlug[]): Readonly<Record<string, string>> =>
    Object.fromEntries(list.map(({ slug, name }) => [slug, name]));
  const kinds = bySlug(categories.flatMap((category) => [category, ...category.children]));
  const names = {
    category: kinds,
    subcategory: kinds,
    brand: bySlug(brands),
    features: Object.fromEntries(features.map(({ code, name }) => [code, name])),
  };
  const labels = chipsOf({ filters: query, names }, reader).map(({ label }) => label);
  const { q } = query;
  return q === undefined ? labels : [reader.text('search.titleFor', { q }), ...labels];
}
