import { createHash } from 'node:crypto';
import type { Queryable } from '../../platform/db/transaction.ts';
import {
  bodyInTitle,
  type ComputedDimension,
  type Dimension,
  DIMENSIONS,
  type Names,
  NUMBER_DIMENSIONS,
  type SearchDocument,
  FLAG_SET,
  VALUE_DIMENSIONS,
} from '@fifthwheel/search';
import { powerHpOf, summaryFields } from '../listings/index.ts';
import type { Category, Feature, TaxonomySnapshot } from '../taxonomy/index.ts';
import { coordinatesOf } from './coordinates.ts';
import { type IndexedRow, indexedShape } from './documents.repository.ts';
import { packSummary, type StoredSummary } from './packed-summaries.ts';

/** Increment it when the same rows give other documents, so that no older snapshot of the index is used. */
const DOCUMENTS_VERSION = 8;

/** Returns a hash that changes whenever the same listing would give another document. */
export function documentShape(db: Queryable): string {
  const shape = [DOCUMENTS_VERSION, indexedShape(db), Object.keys(summaryFields)];
  return createHash('sha256').update(JSON.stringify(shape)).digest('hex');
}

/** Converts a row to a document of the search engine. */
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
    pricePosition: row.price_position,
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

/** Returns the current names of the categories, features and brands that documents refer to. */
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

/** Caches the result per object, because many listings share it. A reloaded taxonomy has new objects, so no entry is stale. */
function memoized<Subject extends object>(
  make: (subject: Subject) => readonly string[],
): (subject: Subject | undefined) => readonly string[] {
  const cache = new WeakMap<Subject, readonly string[]>();
  return (subject) => {
    if (subject === undefined) return NO_TEXTS;
    const texts = cache.get(subject) ?? make(subject);
    cache.set(subject, texts);
    return texts;
  };
}

/** Names in all languages, the English name first. */
const featureNames = memoized(({ names: { en, ...translations } }: Feature) =>
  [en, ...Object.values(translations)].filter((name) => name !== undefined),
);

/** Names in all languages, and the aliases used in the trade. */
const textsOf = memoized(({ names, aliases }: Category) => [...Object.values(names), ...aliases]);

/** Returns the subcategory that matches the body type or the title of a listing without a subcategory. */
function bodyOf(
  { body_type, title }: IndexedRow,
  category: Category,
  taxonomy: TaxonomySnapshot,
): string | null {
  const within = (slug: string): boolean => taxonomy.categoryBySlug(slug)?.parentId === category.id;
  if (body_type !== null && within(body_type)) return taxonomy.categoryBySlug(body_type)?.slug ?? null;
  return bodyInTitle(title, within) ?? null;
}

/** Dimensions whose value is derived from a row instead of read from a column. */
const COMPUTED = {
  powerHp: (row) => powerHpOf(row.power_kw),
  loadVolumeM3: (row) => (row.load_volume_m3 === null ? null : Math.round(row.load_volume_m3)),
  treadMm: (row) => leastTread(row.tyres),
  inspection: (row) => (row.next_inspection === null ? null : Number(row.next_inspection.replace('-', ''))),
  coolingHours: (row) => row.cooling?.hours ?? null,
  coolingMake: (row) => row.cooling?.maker ?? null,
  pictures: (row) => (row.images_count > 0 ? FLAG_SET : null),
  priced: (row) => (row.price === null ? null : FLAG_SET),
  vat: (row) => (row.vat_deductible === true ? FLAG_SET : null),
  video: (row) => (row.video_url === null ? null : FLAG_SET),
  verified: (row) => (row.verified ? FLAG_SET : null),
  accidentFree: (row) => (row.accident_history === false ? FLAG_SET : null),
} satisfies Record<ComputedDimension, (row: IndexedRow) => string | number | null>;

/** Returns the tread of the most worn tire, in whole millimeters. */
function leastTread(tyres: IndexedRow['tyres']): number | null {
  const treads = (tyres ?? []).flatMap(({ treadMm }) => (typeof treadMm === 'number' ? [treadMm] : []));
  return treads.length === 0 ? null : Math.floor(Math.min(...treads));
}

/** Returns the values of a row in these dimensions. */
function dimensionsOf<D extends Dimension>(row: IndexedRow, names: readonly D[]) {
  const values: Partial<Record<Dimension, string | number | null>> = {};
  for (const name of names) {
    const { column } = DIMENSIONS[name];
    values[name] = column === null ? COMPUTED[name as ComputedDimension](row) : row[column];
  }
  return values as { [N in D]: never };
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
