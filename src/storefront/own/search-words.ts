/** The query of a saved search, and what it looks for in words. */
import { chipsOf } from '../pages/search/chips.tsx';
import { readBounds, readSearchQuery, type SearchQuery } from '../pages/search/parameters.ts';
import type { Reader } from '../texts/reader.ts';
import type { Reading } from './own-page.ts';

/** A stored search as parameters of its page. */
export function queryOf({ query }: { readonly query: Readonly<Record<string, unknown>> }): SearchQuery {
  return searchOf(
    new URLSearchParams(
      Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    ),
  );
}

/** The search parameters of a URL, without order and page. */
function searchOf(given: URLSearchParams): SearchQuery {
  const {
    page: _page,
    sort: _sort,
    order: _order,
    ...query
  } = readSearchQuery(Object.fromEntries(given)) as Record<string, string>;
  return query;
}

/** Numbers in a URL can have the format of the language. */
export function typedSearchOf(given: URLSearchParams, { language }: Reader): SearchQuery {
  const { query, unreadable } = readBounds(searchOf(given), language);
  const { currency, ...others } = { ...query, ...unreadable } as Record<string, string>;
  // Without a bound of the price, the currency is only how the reader sees prices.
  const hasPrice = others['min_price'] !== undefined || others['max_price'] !== undefined;
  return currency !== undefined && hasPrice ? { ...others, currency } : others;
}

const NUMBERS = /^(?:min_|max_|radius$)/;

export function asValues(query: SearchQuery): Record<string, string | number> {
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

/** What a search finds, as the name under which it is saved: the dealer first, if it is limited to one. */
export async function nameOf(
  { seller, ...others }: SearchQuery,
  reading: Pick<Reading, 'api' | 'reader'>,
): Promise<string> {
  const filters = describe(others, reading.reader, await namesFor(reading));
  if (seller === undefined) return filters;
  const params = { slug: seller };
  const { companyName } = await reading.api.get<{ companyName: string }>('/sellers/:slug', { params });
  return Object.keys(others).length === 0 ? companyName : `${companyName} · ${filters}`;
}

function describe(query: SearchQuery, reader: Reader, names: Names): string {
  const words = wordsOf(query, reader, names);
  return words.length === 0 ? reader.text('nav.all') : words.join(' · ');
}

/** What was typed, and each filter, as the search page shows them. */
export function wordsOf(
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
