import { createHash } from 'node:crypto';
import type { Queryable } from '../../platform/db/transaction.ts';
import { bodySaid, type Names, type SearchDocument, type Traits } from '../../search/index.ts';
import { powerHpOf, summaryFields } from '../listings/index.ts';
import type { Category, Feature, TaxonomySnapshot } from '../taxonomy/index.ts';
import { coordinatesOf } from './coordinates.ts';
import { type IndexedRow, indexedShape } from './documents.repository.ts';
import { packSummary } from './packed-summaries.ts';
import { summaryOf } from './summary.ts';

/** Raised when documents are made differently from the same rows, so that no older snapshot of the index is used. */
const DOCUMENTS_VERSION = 7;

/** The one value of traits that a listing has or has not. */
export const THERE = 'yes';

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
    categoryTexts: [...textsOf(category), ...textsOf(subcategory)],
    features: row.features,
    featureTexts: row.features.map((code) => featureNames(taxonomy.feature(code))),
    price: row.price,
    currency: row.currency ?? 'EUR',
    year: row.year,
    mileage: row.mileage,
    fuelType: row.fuel_type,
    transmission: row.transmission,
    driveType: row.drive_type,
    euroStandard: row.euro_standard,
    condition: row.condition,
    country: row.country ?? '',
    region: row.region,
    city: row.city,
    lat: place?.lat ?? null,
    lng: place?.lng ?? null,
    featured: row.featured,
    sellerId: row.seller_id,
    sellerName: row.company_name,
    traits: traitsOf(row),
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

/** In every language, the English name first. */
function featureNames(feature: Feature | undefined): string[] {
  const { en, ...others } = feature?.names ?? {};
  return [en, ...Object.values(others)].filter((name) => name !== undefined);
}

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

function traitsOf(row: IndexedRow): Traits {
  return {
    powerHp: powerHpOf(row.power_kw),
    grossWeightKg: row.gross_vehicle_weight_kg,
    payloadKg: row.payload_kg,
    operatingWeightKg: row.operating_weight_kg,
    operatingHours: row.operating_hours,
    seats: row.seats,
    axles: row.axles,
    cab: row.cab_type,
    color: row.color,
    axleMake: row.axle_make,
    coolingMake: row.cooling?.maker ?? null,
    postalCode: row.postal_code,
    pictures: row.images_count > 0 ? THERE : null,
    priced: row.price === null ? null : THERE,
    vat: row.vat_deductible === true ? THERE : null,
  };
}

function namedSlug(category: Category | undefined): { slug: string; name: string } {
  return { slug: category?.slug ?? '', name: category?.names['en'] ?? '' };
}

/** Names in every language and the trade's other words. */
function textsOf(category: Category | undefined): readonly string[] {
  return category === undefined ? [] : [...Object.values(category.names), ...category.aliases];
}
