import { createHash } from 'node:crypto';
import type { Queryable } from '../../platform/db/transaction.ts';
import {
  bodySaid,
  type ComputedDimension,
  type Dimension,
  DIMENSIONS,
  type Names,
  NUMBER_DIMENSIONS,
  type SearchDocument,
  THERE,
  VALUE_DIMENSIONS,
} from '@fifthwheel/search';
import { powerHpOf, summaryFields } from '../listings/index.ts';
import type { Category, Feature, TaxonomySnapshot } from '../taxonomy/index.ts';
import { coordinatesOf } from './coordinates.ts';
import { type IndexedRow, indexedShape } from './documents.repository.ts';
import { packSummary, type StoredSummary } from './packed-summaries.ts';

/** Raised when documents are made differently from the same rows, so that no older snapshot of the index is used. */
const DOCUMENTS_VERSION = 7;

/** Names the way documents are made: another one, another shape. */
export function documentShape(db: Queryable): string {
  const shape = [DOCUMENTS_VERSION, indexedShape(db), Object.keys(summaryFields)];
  return createHash('sha256').update(JSON.stringify(shape)).digest('hex');
}

/** A row as the search engine takes it. */
export function toDocument(row: IndexedRow, taxonomy: TaxonomySnapshot): SearchDocument {
  const category = taxonomy.shownCategory(row.category_id);
  const subcategory = row.subcategory_id === null ? undefined : taxonomy.shownCategory(row.subcategory_id);
  const brand = row.brand_id === null ? undefined : taxonomy.shownBrand(row.brand_id);
  const place = coordinatesOf(row);
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    description: row.description ?? '',
    brand: brand === undefined ? null : { slug: brand.slug, name: brand.name },
    model: row.model,
    variant: row.variant,
    category: namedSlug(category),
    subcategory: subcategory === undefined ? null : namedSlug(subcategory),
    body: subcategory === undefined && category !== undefined ? bodyOf(row, category, taxonomy) : null,
    categoryTexts:
      subcategory === undefined ? textsOf(category) : [...textsOf(category), ...textsOf(subcategory)],
    features: row.features,
    featureTexts: row.features.map((code) => featureNames(taxonomy.feature(code))),
    price: row.price,
    currency: row.currency ?? 'EUR',
    year: row.year,
    mileage: row.mileage,
    values: dimensionsOf(row, VALUE_DIMENSIONS),
    numbers: dimensionsOf(row, NUMBER_DIMENSIONS),
    country: row.country ?? '',
    region: row.region,
    city: row.city,
    lat: place?.lat ?? null,
    lng: place?.lng ?? null,
    featured: row.featured,
    sellerId: row.seller_id,
    sellerName: row.company_name,
    parts: row.cooling === null ? null : [row.cooling.maker, row.cooling.model].join(' '),
    sellerVerified: row.verified,
    completeness: row.quality_score / 100,
    createdAtMs: row.created_at.getTime(),
    publishedAtMs: (row.published_at ?? row.created_at).getTime(),
    views: row.views,
    hasImages: row.images_count > 0,
    summary: packSummary(summaryOf(row, taxonomy)),
  };
}

/** What the things that documents refer to are called now, as their own documents say it. */
export function namesOf(taxonomy: TaxonomySnapshot): Names {
  return {
    category(slug) {
      const category = taxonomy.categoryBySlug(slug);
      if (category === undefined) return undefined;
      return { name: namedSlug(category).name, texts: textsOf(category) };
    },
    feature(code) {
      const feature = taxonomy.feature(code);
      return feature === undefined ? undefined : featureNames(feature);
    },
    brand: (slug) => taxonomy.brandBySlug(slug)?.name,
  };
}

const NO_TEXTS: readonly string[] = [];

/** What many listings refer to is worked out once, and anew where the taxonomy has been read anew. */
function once<Subject extends object>(
  make: (subject: Subject) => readonly string[],
): (subject: Subject | undefined) => readonly string[] {
  const made = new WeakMap<Subject, readonly string[]>();
  return (subject) => {
    if (subject === undefined) return NO_TEXTS;
    const known = made.get(subject) ?? make(subject);
    made.set(subject, known);
    return known;
  };
}

/** In every language, the English name first. */
const featureNames = once(({ names: { en, ...others } }: Feature) =>
  [en, ...Object.values(others)].filter((name) => name !== undefined),
);

/** Names in every language and the trade's other words. */
const textsOf = once(({ names, aliases }: Category) => [...Object.values(names), ...aliases]);

/** The subcategory that fits the body that a listing without one has, or has in its title. */
function bodyOf(
  { body_type, title }: IndexedRow,
  category: Category,
  taxonomy: TaxonomySnapshot,
): string | null {
  const within = (slug: string): boolean => taxonomy.categoryBySlug(slug)?.parentId === category.id;
  if (body_type !== null && within(body_type)) return taxonomy.categoryBySlug(body_type)?.slug ?? null;
  return bodySaid(title, within) ?? null;
}

/** Dimensions whose value is not that of a column. */
const COMPUTED = {
  powerHp: (row) => powerHpOf(row.power_kw),
  coolingMake: (row) => row.cooling?.maker ?? null,
  pictures: (row) => (row.images_count > 0 ? THERE : null),
  priced: (row) => (row.price === null ? null : THERE),
  vat: (row) => (row.vat_deductible === true ? THERE : null),
} satisfies Record<ComputedDimension, (row: IndexedRow) => string | number | null>;

/** What a row has in some dimensions. */
function dimensionsOf<D extends Dimension>(row: IndexedRow, names: readonly D[]) {
  const had: Partial<Record<Dimension, string | number | null>> = {};
  for (const name of names) {
    const { column } = DIMENSIONS[name];
    had[name] = column === null ? COMPUTED[name as ComputedDimension](row) : row[column];
  }
  return had as { [N in D]: never };
}

function namedSlug(category: Category | undefined): { slug: string; name: string } {
  return { slug: category?.slug ?? '', name: category?.names['en'] ?? '' };
}

function summaryOf(row: IndexedRow, taxonomy: TaxonomySnapshot): StoredSummary {
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
