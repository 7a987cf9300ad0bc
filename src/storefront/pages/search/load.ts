import type { CategoryView } from '../../../modules/taxonomy/index.ts';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import type { Answer } from '../../market-api.ts';
import { MovedPage, type PageContext } from '../../page-context.ts';
import { writeNumber } from '../../texts/numbers.ts';
import type { Reader } from '../../texts/reader.ts';
import type { CardListing } from '../../ui/vehicle-card.tsx';
import { chipsOf } from './chips.tsx';
import type { Chipped, Counted, Landing, RefusedBound, SearchAnswer, SearchPageData } from './data.ts';
import { resultsPath } from './page-query.ts';
import {
  changed,
  filterNames,
  isBound,
  rangeField,
  type RangeName,
  readBounds,
  readSearchQuery,
  type SearchQuery,
  toQueryString,
} from './parameters.ts';

const WIDER_MAX = 6;
const FACETS = 'categories,brands,years,fuel_types,transmissions,locations';
const LIMIT = '20';

export async function loadSearch(
  context: PageContext,
  given: Readonly<Record<string, unknown>>,
  landing: Landing | null = null,
): Promise<() => Promise<SearchPageData>> {
  const bounds = readBounds(readSearchQuery(given), context.reader.language);
  // One search has one address, whatever way its numbers were typed.
  if (!bounds.isPlain)
    throw new MovedPage(
      `${resultsPath(landing)}${toQueryString(readSearchQuery({ ...bounds.query, ...bounds.unreadable }))}`,
    );
  const refused: Record<string, RefusedBound> = {};
  for (const [name, text] of Object.entries(bounds.unreadable))
    refused[name] = { text, problem: notNumberText(name, context.reader) };
  const fixed: Record<string, string> = { facets: FACETS, limit: LIMIT };
  if (landing !== null) {
    fixed['category'] = landing.category.slug;
    if (landing.subcategory !== undefined) fixed['subcategory'] = landing.subcategory.slug;
    if (landing.brand !== undefined) fixed['brand'] = landing.brand.slug;
  }
  const { query, answer } = await search(context, bounds.query, fixed, refused);
  const searched = { ...query, ...fixed };
  const types = await findTypes(context, searched['category']);
  const withFacts = await context.cards();
  return async () => {
    const data = answer.data;
    return {
      query,
      refused,
      landing,
      types,
      answer: { ...data, results: await withFacts(data.results.map(withoutScore)) },
      wider:
        data.pagination.total === 0 ? await findWider(context, { query, types, answer: data }, searched) : [],
    };
  };
}

/** Searches without the bounds that the API rejects, such as a year in the Middle Ages, and adds them to `refused`. */
async function search(
  context: PageContext,
  query: SearchQuery,
  fixed: Readonly<Record<string, string>>,
  refused: Record<string, RefusedBound>,
): Promise<{ query: SearchQuery; answer: Answer<SearchAnswer> }> {
  try {
    return {
      query,
      answer: await context.ask<SearchAnswer>('/search', { query: { ...query, ...fixed } }),
    };
  } catch (error) {
    const details = error instanceof AppError ? (context.reader.refusal(error).details ?? []) : [];
    const wrong = details.filter(({ field }) => isBound(field) && query[field] !== undefined);
    if (wrong.length === 0 || wrong.length < details.length) throw error;
    for (const { field, message } of wrong)
      refused[field] = { text: query[field] ?? '', problem: sentence(message) };
    const rest = Object.fromEntries(Object.entries(query).filter(([name]) => refused[name] === undefined));
    return search(context, rest, fixed, refused);
  }
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function notNumberText(name: string, reader: Reader): string {
  const { kind } = rangeField(name.slice('min_'.length) as RangeName);
  const example = kind === 'year' ? 2019 : kind === 'money' ? 60_000 : 5;
  return reader.text('filter.notNumber', { example: writeNumber(example, reader.language, { kind }) });
}

/** Cards do not show it, and with it none would be the same as in another search. */
function withoutScore(result: CardListing & { readonly score?: number }): CardListing {
  const { score: _, ...listing } = result;
  return listing;
}

/** The types within a category, if it is only one. */
async function findTypes(context: PageContext, slug: string | undefined): Promise<readonly Counted[]> {
  if (slug === undefined || slug.includes(',')) return [];
  const { data } = await context.ask<{ categories: readonly CategoryView[] }>('/categories');
  const children = data.categories.find((category) => category.slug === slug)?.children ?? [];
  return children.map(({ slug: type, name, listingCount: count }) => ({ slug: type, name, count }));
}

async function findWider(
  context: PageContext,
  data: Chipped,
  search: Readonly<Record<string, string>>,
): Promise<SearchPageData['wider']> {
  const { query } = data;
  const words = query['q'] === undefined ? [] : [{ label: query['q'], rest: changed(query, { q: '' }) }];
  const chips = [...words, ...chipsOf(data, context.reader)].slice(0, WIDER_MAX);
  // The slug of a landing page stays.
  const fixed = Object.fromEntries(
    Object.entries(search).filter(([name]) => query[name] === undefined && name !== 'facets'),
  );
  const totals = await Promise.all(
    chips.map(async ({ rest }) => {
      const found = await context.ask<SearchAnswer>('/search', {
        query: { ...fixed, ...rest, limit: '1', facets: 'categories' },
      });
      return found.data.pagination.total;
    }),
  );
  return chips
    .map((chip, index) => ({ chip, total: totals[index] ?? 0 }))
    .filter(({ total }) => total > 0)
    .toSorted((a, b) => b.total - a.total);
}

/** @throws MovedPage for previous slugs, NOT_FOUND for unknown ones */
export async function findLanding(
  context: PageContext,
  categorySlug: string,
  second: string | undefined,
): Promise<Landing> {
  const { data } = await context.ask<{ categories: readonly CategoryView[] }>('/categories');
  const category = data.categories.find(({ slug }) => slug === categorySlug);
  if (category === undefined) throw await movedPage(context, categorySlug, second);
  const named = { slug: category.slug, name: category.name };
  const children = category.children.map((child) => ({ ...child, count: child.listingCount ?? 0 }));
  if (second === undefined) return { category: named, children };
  const subcategory = children.find(({ slug }) => slug === second);
  if (subcategory !== undefined) return { category: named, subcategory, children: [] };
  const brands = await context.ask<{ brands: readonly Counted[] }>('/brands', {
    query: { category: category.slug },
  });
  const brand = brands.data.brands.find(({ slug }) => slug === second);
  if (brand === undefined) throw await movedPage(context, categorySlug, second);
  return { category: named, brand, children: [] };
}

/** Finds a landing page by previous slugs: of a category, a subcategory, a brand. */
async function movedPage(
  context: PageContext,
  first: string,
  second: string | undefined,
): Promise<MovedPage | AppError> {
  const find = async (endpoint: string, slug: string): Promise<Renamed | null> => {
    try {
      const { data } = await context.ask<Renamed>(endpoint, { params: { slug } });
      return data.slug === slug ? null : data;
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
      throw error;
    }
  };
  const category = await find('/categories/:slug', first);
  if (category !== null) return new MovedPage(`/${category.slug}${second === undefined ? '' : `/${second}`}`);
  if (second === undefined) return notFound('page');
  const type = await find('/categories/:slug', second);
  if (type !== null) return new MovedPage(`/${type.parent?.slug ?? first}/${type.slug}`);
  const brand = await find('/brands/:slug', second);
  return brand === null ? notFound('page') : new MovedPage(`/${first}/${brand.slug}`);
}

interface Renamed {
  readonly slug: string;
  readonly parent?: { readonly slug: string } | null;
}

/** Search engines list landing pages, not every combination of filters. */
export function isListed({ query, landing, answer }: SearchPageData): boolean {
  return (
    landing !== null &&
    filterNames(query).length === 0 &&
    query['q'] === undefined &&
    query['sort'] === undefined &&
    answer.pagination.total > 0
  );
}
