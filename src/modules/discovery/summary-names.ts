import { nameIn, type TaxonomySnapshot } from '../taxonomy/index.ts';
import type { SummaryNames } from './packed-summaries.ts';

const namesOf = new WeakMap<TaxonomySnapshot, Map<string, SummaryNames>>();

/** Returns the names of categories and brands for summaries in a language. Caches them per state of the taxonomy. */
export function summaryNames(taxonomy: TaxonomySnapshot, language: string): SummaryNames {
  const byLanguage = namesOf.get(taxonomy) ?? new Map<string, SummaryNames>();
  namesOf.set(taxonomy, byLanguage);
  const known = byLanguage.get(language);
  if (known !== undefined) return known;
  const names = {
    category: memoized((slug) => {
      const category = taxonomy.categoryBySlug(slug);
      return { slug: category?.slug ?? slug, name: nameIn(category?.names ?? { en: slug }, [language]) };
    }),
    brand: memoized((slug) => {
      const brand = taxonomy.brandBySlug(slug);
      return { slug: brand?.slug ?? slug, name: brand?.name ?? slug };
    }),
  };
  byLanguage.set(language, names);
  return names;
}

function memoized(show: (slug: string) => { slug: string; name: string }): (slug: string) => Uint8Array {
  const known = new Map<string, Uint8Array>();
  return (slug) => {
    let bytes = known.get(slug);
    if (bytes === undefined) known.set(slug, (bytes = Buffer.from(JSON.stringify(show(slug)))));
    return bytes;
  };
}
