import { notFound } from '../../../platform/errors/app-error.ts';
import { findCards, type PageContext } from '../../page-context.ts';
import type { CardListing } from '../../ui/vehicle-card.tsx';
import { filterNames, readSearchQuery, type SearchQuery } from './parameters.ts';

export interface SearchAnswer {
  readonly results: readonly CardListing[];
  readonly pagination: { readonly page: number; readonly total: number; readonly total_pages: number };
  readonly facets: {
    readonly categories?: readonly Counted[];
    readonly brands?: readonly Counted[];
    readonly years?: readonly { readonly year: number; readonly count: number }[];
    readonly fuel_types?: readonly ValueCount[];
    readonly transmissions?: readonly ValueCount[];
    readonly locations?: readonly { readonly country: string; readonly count: number }[];
  };
  readonly interpreted?: Readonly<Record<string, unknown>>;
}

export interface Counted {
  readonly slug: string;
  readonly name: string;
  readonly count: number;
}

interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** A page for a category or a make within it, which search engines list. */
export interface Landing {
  readonly category: { readonly slug: string; readonly name: string };
  readonly subcategory?: { readonly slug: string; readonly name: string };
  readonly brand?: { readonly slug: string; readonly name: string };
  readonly children: readonly Counted[];
}

export interface SearchPageData {
  readonly query: SearchQuery;
  readonly answer: SearchAnswer;
  readonly landing: Landing | null;
}

const FACETS = 'categories,brands,years,fuel_types,transmissions,locations';
const LIMIT = '20';

interface CategoryNode {
  readonly slug: string;
  readonly name: string;
  readonly listingCount: number;
  readonly children: readonly {
    readonly slug: string;
    readonly name: string;
    readonly listingCount?: number;
  }[];
}

export async function loadSearch(
  context: PageContext,
  given: Readonly<Record<string, unknown>>,
  landing: Landing | null = null,
): Promise<() => Promise<SearchPageData>> {
  const query = readSearchQuery(given);
  const asked: Record<string, string> = { ...query, facets: FACETS, limit: LIMIT };
  if (landing !== null) {
    asked['category'] = landing.subcategory?.slug ?? landing.category.slug;
    if (landing.brand !== undefined) asked['brand'] = landing.brand.slug;
  }
  const answer = await context.ask<SearchAnswer>('/search', { query: asked });
  return async () => {
    const data = answer.data;
    return {
      query,
      landing,
      answer: { ...data, results: await findCards(context, data.results) },
    };
  };
}

/** The landing page of a path below the language; throws NOT_FOUND when there is none. */
export async function findLanding(
  context: PageContext,
  categorySlug: string,
  second: string | undefined,
): Promise<Landing> {
  const { data } = await context.ask<{ categories: readonly CategoryNode[] }>('/categories');
  const category = data.categories.find(({ slug }) => slug === categorySlug);
  if (category === undefined) throw notFound('page');
  const named = { slug: category.slug, name: category.name };
  const children = category.children.map((child) => ({ ...child, count: child.listingCount ?? 0 }));
  if (second === undefined) return { category: named, children };
  const subcategory = children.find(({ slug }) => slug === second);
  if (subcategory !== undefined) return { category: named, subcategory, children: [] };
  const brands = await context.ask<{ brands: readonly Counted[] }>('/brands', {
    query: { category: category.slug },
  });
  const brand = brands.data.brands.find(({ slug }) => slug === second);
  if (brand === undefined) throw notFound('page');
  return { category: named, brand, children: [] };
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
