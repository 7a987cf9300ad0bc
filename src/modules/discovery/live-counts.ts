import type { LiveCounts, Taxonomy, TaxonomySnapshot } from '../taxonomy/index.ts';
import type { SearchIndex } from './search-index.ts';

/** Counts of live listings per category and brand, as the index has them: the same object until something changes. */
export function createLiveCounts(index: SearchIndex, taxonomy: Taxonomy): () => Promise<LiveCounts> {
  let kept: { generation: number; current: TaxonomySnapshot; counts: LiveCounts } | undefined;
  return async () => {
    await index.catchUpWithOwnCommits();
    const { generation } = index;
    const { current } = taxonomy;
    if (kept?.generation !== generation || kept.current !== current)
      kept = { generation, current, counts: countsOf(index, current) };
    return kept.counts;
  };
}

function countsOf(index: SearchIndex, current: TaxonomySnapshot): LiveCounts {
  const bySlug = index.liveCounts();
  const categoryBySlug: Lookup = (slug) => current.categoryBySlug(slug);
  const brandBySlug: Lookup = (slug) => current.brandBySlug(slug);
  return {
    categories: byId([...bySlug.categories, ...bySlug.subcategories], categoryBySlug),
    brands: byId(bySlug.brands, brandBySlug),
    brandsWithin: (categoryId) =>
      byId(index.countBrandsWithin(current.category(categoryId)?.slug ?? ''), brandBySlug),
  };
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
