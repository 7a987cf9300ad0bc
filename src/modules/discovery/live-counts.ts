import { AppError } from '../../platform/errors/app-error.ts';
import type { ListingIndex } from '@fifthwheel/search';
import type { LiveCounts, Taxonomy, TaxonomySnapshot } from '../taxonomy/index.ts';
import type { MarketIndex } from './market-index.ts';

const NOTHING: LiveCounts = {
  categories: new Map(),
  brands: new Map(),
  brandsWithin: () => Promise.resolve(new Map()),
};

/**
 * Returns a function that counts live listings per category and brand in the index. It returns the same object until something changes.
 * While the index is unavailable, it returns the previous counts, because pages must not fail without counts.
 */
export function createLiveCounts(index: MarketIndex, taxonomy: Taxonomy): () => Promise<LiveCounts> {
  let cached: { generation: number; current: TaxonomySnapshot; counts: LiveCounts } | undefined;
  let previous = NOTHING;
  return async () => {
    await index.includeOwnWrites();
    const { generation } = index;
    const { current } = taxonomy;
    if (cached !== undefined && cached.generation === generation && cached.current === current)
      return cached.counts;
    const counts = await withFallback(previous, () => countsOf(index, current));
    previous = counts;
    // Counts taken during a change may show either state, so they are not cached.
    if (generation !== null && generation === index.generation) cached = { generation, current, counts };
    return counts;
  };
}

async function countsOf(index: MarketIndex, current: TaxonomySnapshot): Promise<LiveCounts> {
  const due = index.dueMs();
  const bySlug = await index.inTime(() => index.liveCounts(), due);
  const categoryBySlug: Lookup = (slug) => current.categoryBySlug(slug);
  const brandBySlug: Lookup = (slug) => current.brandBySlug(slug);
  const within = (categoryId: string) => countBrandsWithin(index, current.category(categoryId)?.slug ?? '');
  return {
    categories: byId([...bySlug.categories, ...bySlug.subcategories], categoryBySlug),
    brands: byId(bySlug.brands, brandBySlug),
    brandsWithin: async (categoryId) =>
      byId(await withFallback([], () => index.inTime(() => within(categoryId), due)), brandBySlug),
  };
}

async function withFallback<T>(fallback: T, count: () => Promise<T>): Promise<T> {
  try {
    return await count();
  } catch (error) {
    if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') return fallback;
    throw error;
  }
}

/** Returns the brand slugs of a category or subcategory with their counts. */
async function countBrandsWithin(
  index: ListingIndex,
  categorySlug: string,
): Promise<(readonly [slug: string, count: number])[]> {
  const { facets } = await index.search({
    categories: [categorySlug],
    facets: ['brands'],
    facetValuesMax: Infinity,
    limit: 0,
  });
  return (facets.brands ?? []).map(({ slug, count }) => [slug, count] as const);
}

type Lookup = (slug: string) => { readonly id: string } | undefined;

/** Documents can briefly carry an old slug after a rename; counts them under the slug that it redirects to. */
function byId(counts: Iterable<readonly [string, number]>, lookup: Lookup): Map<string, number> {
  const ids = new Map<string, number>();
  for (const [slug, count] of counts) {
    const id = lookup(slug)?.id;
    if (id !== undefined) ids.set(id, (ids.get(id) ?? 0) + count);
  }
  return ids;
}
