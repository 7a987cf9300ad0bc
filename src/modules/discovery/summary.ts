import type { ListingSummary } from '../listings/index.ts';
import { nameIn, type TaxonomySnapshot } from '../taxonomy/index.ts';
import type { IndexedRow } from './documents.repository.ts';

/** Summaries are kept ready in this language and translated for those who ask for another. */
export const SUMMARY_LANGUAGE = 'en';

export function summaryOf(row: IndexedRow, taxonomy: TaxonomySnapshot): ListingSummary {
  const category = taxonomy.shownCategory(row.category_id);
  const brand = row.brand_id === null ? undefined : taxonomy.shownBrand(row.brand_id);
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    price: row.price,
    currency: row.currency,
    vatDeductible: row.vat_deductible,
    year: row.year,
    mileage: row.mileage,
    status: row.status,
    category: {
      slug: category?.slug ?? '',
      name: category === undefined ? '' : nameIn(category.names, [SUMMARY_LANGUAGE]),
    },
    brand: brand === undefined ? null : { slug: brand.slug, name: brand.name },
    location: { country: row.country, city: row.city },
    thumbnail: row.thumbnail,
    featured: row.featured,
    seller: { name: row.company_name, verified: row.verified },
  };
}
