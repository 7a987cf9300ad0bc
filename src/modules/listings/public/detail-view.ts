import { isoOrNull } from '../../../platform/clock.ts';
import { type Static, Type } from 'typebox';
import { NamedObject, Nullable, Timestamp } from '../../../platform/http/schemas.ts';
import { nameIn, type TaxonomySnapshot } from '../../taxonomy/index.ts';
import type { VehicleClass } from '../record/enums.ts';
import type { DetailRow } from './detail.repository.ts';
import { fieldOf, type ListingRecord } from '../record/fields.ts';
import { valueSchema } from '../record/fields/value-schema.ts';
import {
  CommercialView,
  commercialView,
  ContactView,
  publicContact,
  TechnicalView,
  technicalView,
} from './group-views.ts';
import { ListingImageView } from './images.ts';
import { summaryFields } from './listing-summary.ts';
import { recordOf } from '../record/record-columns.ts';

const Named = NamedObject('Reference', { slug: Type.String(), name: Type.String() });

const PublicSeller = NamedObject('ListingSeller', {
  id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
  companyName: Type.String(),
  verified: Type.Boolean(),
  trustScore: Type.Integer(),
  country: Nullable(Type.String()),
  city: Nullable(Type.String()),
});

/** The summary of lists and searches, and the rest in groups. */
export const ListingDetailView = NamedObject('Listing', {
  ...summaryFields,
  location: Type.Object({
    country: Nullable(Type.String()),
    city: Nullable(Type.String()),
    region: Nullable(Type.String()),
    postalCode: Nullable(Type.String()),
    lat: Nullable(Type.Number()),
    lng: Nullable(Type.Number()),
  }),
  seller: PublicSeller,
  subcategory: Nullable(Named),
  model: Nullable(Type.String()),
  variant: Nullable(Type.String()),
  bodyType: Nullable(Type.String()),
  condition: Type.String(),
  description: Nullable(Type.String()),
  contentLanguage: Nullable(Type.String()),
  translations: Nullable(valueSchema(fieldOf('translations'), 'stored')),
  videoUrl: Nullable(Type.String()),
  vin: Nullable(Type.String({ description: 'Only if the seller shows it' })),
  serialNumber: Nullable(Type.String({ description: 'Only if the seller shows it' })),
  technical: TechnicalView,
  commercial: CommercialView,
  features: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
  images: Type.Array(ListingImageView),
  contact: ContactView,
  stats: NamedObject('PublicListingStats', { views: Type.Integer(), favorites: Type.Integer() }),
  createdAt: Timestamp,
  publishedAt: Nullable(Timestamp),
  updatedAt: Timestamp,
  expiresAt: Nullable(Timestamp),
  soldAt: Nullable(Timestamp),
  dealerPrice: Type.Optional(Nullable(Type.Number({ description: 'For signed-in sellers only' }))),
});
export type ListingDetail = Static<typeof ListingDetailView>;

export interface DetailViewContext {
  readonly taxonomy: TaxonomySnapshot;
  readonly language: string;
  /** Other dealers see the price among dealers. */
  readonly isForDealers: boolean;
  readonly images: readonly ListingImageView[];
}

export function detailView(detail: DetailRow, context: DetailViewContext): Record<string, unknown> {
  const { row, seller } = detail;
  const { taxonomy, language } = context;
  const record = recordOf(row, taxonomy);
  const vehicleClass = taxonomy.shownCategory(row.category_id)?.vehicleClass ?? 'TR';
  const named = (id: string) => {
    const category = taxonomy.shownCategory(id);
    return {
      slug: category?.slug ?? '',
      name: category === undefined ? '' : nameIn(category.names, [language]),
    };
  };
  const brand = row.brand_id === null ? undefined : taxonomy.shownBrand(row.brand_id);
  const { country, city, region, lat, lng } = row;
  const core: Omit<ListingDetail, 'technical' | 'commercial' | 'contact' | 'translations'> = {
    id: row.id,
    title: row.title,
    slug: row.slug,
    price: row.price,
    currency: row.currency,
    vatDeductible: row.vat_deductible,
    year: row.year,
    mileage: row.mileage,
    status: row.status,
    category: named(row.category_id),
    brand: brand === undefined ? null : { slug: brand.slug, name: brand.name },
    location: { country, city, region, postalCode: row.postal_code, lat, lng },
    thumbnail: row.thumbnail,
    featured: row.featured,
    seller: sellerView(seller),
    subcategory: row.subcategory_id === null ? null : named(row.subcategory_id),
    model: row.model,
    variant: row.variant,
    bodyType: row.body_type,
    condition: row.condition ?? 'used',
    description: row.description,
    contentLanguage: row.content_language,
    videoUrl: row.video_url,
    vin: row.vin_public === true ? row.vin : null,
    serialNumber: row.vin_public === true ? row.serial_number : null,
    features: row.features.map((code) => ({
      code,
      name: nameIn(taxonomy.feature(code)?.names ?? { en: code }, [language]),
    })),
    images: [...context.images],
    stats: { views: row.views, favorites: row.favorites_count },
    createdAt: row.created_at.toISOString(),
    publishedAt: isoOrNull(row.published_at),
    updatedAt: row.updated_at.toISOString(),
    expiresAt: isoOrNull(row.expires_at),
    soldAt: isoOrNull(row.sold_at),
    ...(context.isForDealers ? { dealerPrice: row.dealer_price } : {}),
  };
  return { ...core, ...groups(detail, record, vehicleClass) };
}

function sellerView(seller: DetailRow['seller']): Static<typeof PublicSeller> {
  const { id, slug, companyName, verified, trustScore, country, city } = seller;
  return { id, slug, name: companyName, companyName, verified, trustScore, country, city };
}

function groups({ row, seller, memberName }: DetailRow, record: ListingRecord, vehicleClass: VehicleClass) {
  const contact = publicContact(record);
  const phone = contact?.['phone'] ?? seller.phone;
  return {
    translations: record.translations,
    technical: technicalView(record, vehicleClass),
    commercial: commercialView(record, vehicleClass, {
      previousPrice: row.previous_price,
      priceReducedAt: isoOrNull(row.price_reduced_at),
    }),
    contact: {
      name: contact?.['name'] ?? memberName ?? seller.companyName,
      ...(phone === null ? {} : { phone }),
    },
  };
}
