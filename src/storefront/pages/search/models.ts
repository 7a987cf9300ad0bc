/** Pages of models: dealers name a model freely, so its page is that of all names with the same slug. */
import type { SearchFacets } from '../../../modules/discovery/index.ts';
import { slugOf } from '../../../platform/text/slug.ts';
import type { Model } from './data.ts';

/** The models of a search within one make, most frequent first. */
export function modelsIn({ models = [] }: Pick<SearchFacets, 'models'>): readonly Model[] {
  const bySlug = new Map<string, Model>();
  for (const { value, count } of models) {
    const slug = slugOf(value);
    // Parameters separate several models by commas.
    if (slug === '' || value.includes(',')) continue;
    const known = bySlug.get(slug) ?? { slug, name: value, names: [], count: 0 };
    bySlug.set(slug, { ...known, names: [...known.names, value], count: known.count + count });
  }
  return [...bySlug.values()];
}
