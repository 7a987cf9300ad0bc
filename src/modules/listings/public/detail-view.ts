import { type Static, Type, type TSchema } from 'typebox';
import { isoOrNull } from '../../../platform/clock.ts';
import { NamedObject, Nullable, Timestamp } from '../../../platform/http/schemas.ts';
import { OpeningHours } from '../../companies/index.ts';
import { nameIn, type TaxonomySnapshot } from '../../taxonomy/index.ts';
import type { VehicleClass } from '../record/enums.ts';
import type { DetailRow } from './detail.repository.ts';
import { fieldOf, type ListingRecord, catalogue, fieldsOfGroup, type FieldRow } from '../record/fields.ts';
import { valueSchema } from '../record/fields/value-schema.ts';
import { ListingImageView } from './images.ts';
import { summaryFields } from './listing-summary.ts';
import { recordOf } from '../record/record-columns.ts';
import { derivedValues } from '../record/derived.ts';
import type { MemberSpec } from '../record/fields/spec.ts';

/** The two groups of the public detail, without missing values. */

const technical = fieldsOfGroup('technical');
const commercial = fieldsOfGroup('commercial');

const optional = (list: readonly FieldRow[]): Record<string, TSchema> =>
  Object.fromEntries(list.map((field) => [field.name, Type.Optional(valueSchema(field, 'stored'))]));

export const TechnicalView = NamedObject('TechnicalData', {
  ...optional(technical),
  powerHp: Type.Optional(Type.Integer({ description: 'Engine power in horsepower, derived from powerKw.' })),
});

export const CommercialView = NamedObject('CommercialData', {
  ...optional(commercial),
  previousPrice: Type.Optional(Type.Number({ description: 'Price before the last reduction.' })),
  priceReducedAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'Time of the last price reduction.' }),
  ),
});

type GroupView = Record<string, unknown>;

export function technicalView(record: ListingRecord, vehicleClass: VehicleClass): GroupView {
  const { powerHp, euCategory } = derivedValues(record, vehicleClass);
  return withoutMissing({ ...pick(record, technical), euCategory, powerHp });
}

export function commercialView(
  record: ListingRecord,
  vehicleClass: VehicleClass,
  reduction: { previousPrice: number | null; priceReducedAt: string | null },
): GroupView {
  const { priceNet, priceGross } = derivedValues(record, vehicleClass);
  return withoutMissing({ ...pick(record, commercial), priceNet, priceGross, ...reduction });
}

const ContactView = NamedObject('ListingContact', {
  name: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  whatsapp: Type.Optional(Type.String({ description: 'Number of the seller in E.164' })),
  languages: Type.Optional(Type.Array(Type.String({ description: 'ISO 639-1' }))),
  openingHours: Type.Optional(OpeningHours),
});

const publicParts = Object.entries<MemberSpec>(catalogue.contact.members).flatMap(([name, { visibility }]) =>
  visibility === 'owner' ? [] : [name],
);

/** The public contact, without the email address, which would be harvested, and the ID of the team member. */
export function publicContact({ contact }: Pick<ListingRecord, 'contact'>): GroupView | null {
  if (contact === null) return null;
  const parts: Readonly<Record<string, unknown>> = contact;
  const view = withoutMissing(Object.fromEntries(publicParts.map((name) => [name, parts[name] ?? null])));
  return Object.keys(view).length === 0 ? null : view;
}

function pick(record: ListingRecord, list: readonly FieldRow[]): GroupView {
  return Object.fromEntries(list.map((field) => [field.name, record[field.name]]));
}

function withoutMissing(view: GroupView): GroupView {
  return Object.fromEntries(
    Object.entries(view).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

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

/** The summary of lists and searches, and the other fields in groups. */
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
  vin: Nullable(Type.String({ description: 'Only if the seller publishes it' })),
  serialNumber: Nullable(Type.String({ description: 'Only if the seller publishes it' })),
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

interface DetailViewContext {
  readonly taxonomy: TaxonomySnapshot;
  readonly language: string;
  /** Dealers also see the dealer price. */
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
      ...withoutMissing({
        phone,
        whatsapp: seller.whatsapp,
        languages: seller.languages,
        openingHours: seller.openingHours,
      }),
    },
  };
}
