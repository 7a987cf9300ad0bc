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
 * Counts of live listings per category and brand, as the index has them: the same object until something changes. While the
 * index is out of reach they are those of before: counts stand beside what is shown, and are no reason not to show it.
 */
export function createLiveCounts(index: MarketIndex, taxonomy: Taxonomy): () => Promise<LiveCounts> {
  let kept: { generation: number; current: TaxonomySnapshot; counts: LiveCounts } | undefined;
  let before = NOTHING;
  return async () => {
    await index.includeOwnWrites();
    const { generation } = index;
    const { current } = taxonomy;
    if (kept !== undefined && kept.generation === generation && kept.current === current) return kept.counts;
    const counts = await orElse(before, () => countsOf(index, current));
    before = counts;
    // Counted during a change they may show either state.
    if (generation !== null && generation === index.generation) kept = { generation, current, counts };
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
      byId(await orElse([], () => index.inTime(() => within(categoryId), due)), brandBySlug),
  };
}

async function orElse<T>(otherwise: T, count: () => Promise<T>): Promise<T> {
  try {
    return await count();
  } catch (error) {
    if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') return otherwise;
    throw error;
  }
}

/** Brand slugs with their numbers in one category of either level. */
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

/** A slug of before, which documents may still have for a moment, counts for what it leads to now. */
function byId(counts: Iterable<readonly [string, number]>, lookup: Lookup): Map<string, number> {
  const ids = new Map<string, number>();
  for (const [slug, count] of counts) {
    const id = lookup(slug)?.id;
    if (id !== undefined) ids.set(id, (ids.get(id) ?? 0) + count);
  }
  return ids;
}
