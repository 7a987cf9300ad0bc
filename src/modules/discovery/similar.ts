import type { ListingIndex, SearchHit, SearchQuery } from '@fifthwheel/search';
import type { SimilarSeed } from '../listings/index.ts';

const SIMILAR_MAX = 8;

/** Price range that counts as similar: from this share of the listing's price up to the price divided by it. */
const NEAR_PRICE = 0.75;
const WIDE_PRICE = 0.5;

/**
 * Finds similar live listings. Starts with the same model at a similar price, and widens the search up to the same category at any
 * price until there are enough.
 */
export async function findSimilar(index: ListingIndex, seed: SimilarSeed): Promise<SearchHit[]> {
  const found = new Map<string, SearchHit>();
  for (const query of widening(seed)) {
    const { hits } = await index.search({ ...query, limit: SIMILAR_MAX + found.size + 1 });
    for (const hit of hits) {
      if (hit.id !== seed.id && !found.has(hit.id)) found.set(hit.id, hit);
      if (found.size === SIMILAR_MAX) return [...found.values()];
    }
  }
  return [...found.values()];
}

function* widening(seed: SimilarSeed): Generator<SearchQuery> {
  const category = { categories: [seed.category] };
  const body = seed.subcategory === null ? category : { ...category, subcategories: [seed.subcategory] };
  const brand = seed.brand === null ? null : { ...body, brands: [seed.brand] };
  if (brand !== null && seed.model !== null)
    yield { ...brand, models: [seed.model], ...around(seed, NEAR_PRICE) };
  if (brand !== null) yield { ...brand, ...around(seed, WIDE_PRICE) };
  yield { ...body, ...around(seed, NEAR_PRICE) };
  yield { ...category, ...around(seed, WIDE_PRICE) };
  yield category;
}

function around({ price, currency }: SimilarSeed, share: number): SearchQuery {
  if (price === null || currency === null) return {};
  return { minPrice: price * share, maxPrice: price / share, currency };
}
