import type { TaxonomySnapshot } from '../taxonomy/index.ts';
import type { IndexedRow } from './documents.repository.ts';
import type { StoredSummary } from './packed-summaries.ts';

export function summaryOf(row: IndexedRow, taxonomy: TaxonomySnapshot): StoredSummary {
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
    category: taxonomy.shownCategory(row.category_id)?.slug ?? '',
    brand: brand?.slug ?? null,
    location: { country: row.country, city: row.city },
    thumbnail: row.thumbnail,
    featured: row.featured,
    seller: { name: row.company_name, verified: row.verified },
  };
}
