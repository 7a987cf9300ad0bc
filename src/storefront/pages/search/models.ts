/** Landing pages of models. Dealers enter model names freely, so one page covers all spellings with the same slug. */
import type { SearchFacets } from '../../../modules/discovery/index.ts';
import { slugOf } from '../../../platform/text/slug.ts';
import type { Model } from './data.ts';

/** The models of a search within one make, most frequent first. */
export function modelsIn({ models = [] }: Pick<SearchFacets, 'models'>): readonly Model[] {
  const bySlug = new Map<string, Model>();
  for (const { value, count } of models) {
    const slug = slugOf(value);
    // A comma separates models in search parameters, so a name with a comma cannot be searched for.
    if (slug === '' || value.includes(',')) continue;
    const model = bySlug.get(slug) ?? { slug, name: value, names: [], count: 0 };
    bySlug.set(slug, { ...model, names: [...model.names, value], count: model.count + count });
  }
  return [...bySlug.values()];
}
