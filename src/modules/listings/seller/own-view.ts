import { type Static, type TSchema, Type } from 'typebox';
import type { Localize } from '../../../platform/errors/localize.ts';
import { fromRow } from '../../../platform/http/from-row.ts';
import {
  ListOf,
  Literals,
  NamedObject,
  Nullable,
  ownPageParameters,
  Timestamp,
} from '../../../platform/http/schemas.ts';
import { catalogue, fields, type FieldRow } from '../record/fields.ts';
import { listingSources, listingStates } from '../record/enums.ts';
import { pricesOf } from '../record/money.ts';
import { valueSchema } from '../record/fields/value-schema.ts';
import { ListingImageView } from '../public/images.ts';
import { allowedActions } from '../lifecycle/lifecycle.ts';
import type { OwnListing } from './listings.service.ts';
import { type ListedRow, OWN_SORTS } from './own-list.repository.ts';
import { qualityOf } from '../record/quality.ts';
import { type ListingRow, CHANGE_SOURCES } from '../tables.ts';
import { fromStored } from '../../../platform/errors/sentence.ts';
import type { HistoryRow } from '../writing/history.repository.ts';

/**
 * Removes descriptions, which the request schema already has under the same name. A closed list has one schema for
 * both sides.
 */
const withoutWords = (schema: TSchema, { kind }: FieldRow): TSchema =>
  kind === 'enum' ? schema : Type.Unsafe({ ...schema, description: undefined });
const nullableUnlessList = (field: FieldRow): TSchema => {
  const schema = withoutWords(valueSchema(field, 'stored'), field);
  return field.kind === 'textList' ? schema : Nullable(schema);
};
const schemasOf = (list: readonly FieldRow[]): Record<string, TSchema> =>
  Object.fromEntries(list.map((field) => [field.name, nullableUnlessList(field)]));

const flatFields = fields.filter((field) => field.within === undefined);
const locationFields = fields.filter((field) => field.within === 'location');

const State = Literals(listingStates);
const Problem = NamedObject('FieldProblem', { field: Type.String(), message: Type.String() });
const Stats = NamedObject('ListingStats', {
  views: Type.Integer(),
  favorites: Type.Integer(),
  inquiries: Type.Integer(),
});

/** Fields that only the server sets. Clients may send them back; they are ignored. */
const serverFields = {
  id: Type.String(),
  slug: Type.String(),
  status: State,
  version: Type.Integer(),
  source: Literals(listingSources),
  quality: Type.Object({ score: Type.Integer(), missing: Type.Array(Type.String()) }),
  warnings: Type.Array(Problem),
  allowedActions: Type.Array(Type.String()),
  stats: Stats,
  thumbnail: Nullable(Type.String()),
  images: Type.Array(ListingImageView),
  awaitedImages: Type.Optional(
    Type.Integer({
      description:
        'Number of images that are still to be fetched from their URLs; omitted when there are none',
    }),
  ),
  featured: Type.Boolean(),
  featuredUntil: Nullable(Timestamp),
  previousPrice: Nullable(Type.Number()),
  priceReducedAt: Nullable(Timestamp),
  rejection: Nullable(Type.Object({ code: Type.String(), reason: Type.String() })),
  suspension: Nullable(Type.Object({ reason: Type.String() })),
  pausedByPlan: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  submittedAt: Nullable(Timestamp),
  publishedAt: Nullable(Timestamp),
  renewedAt: Nullable(Timestamp),
  expiresAt: Nullable(Timestamp),
  soldAt: Nullable(Timestamp),
  soldPrice: Nullable(Type.Number()),
  soldConversationId: Nullable(Type.String()),
};

const ServerFields = Type.Object(serverFields);

export const OwnListingView = NamedObject('OwnListing', {
  ...serverFields,
  ...schemasOf(flatFields),
  location: Type.Object(schemasOf(locationFields)),
});

/** The whole record as its seller writes it, with the server's fields; `say` localizes its warnings. */
export function ownView(
  { row, assessment, images, imageOrder }: OwnListing,
  localize: Localize,
): Record<string, unknown> {
  const { record } = assessment;
  const quality = qualityOf(assessment, row.images_count);
  const pick = (list: readonly FieldRow[]) =>
    Object.fromEntries(list.map((field) => [field.name, record[field.name]]));
  return {
    ...fromRow(ServerFields, row, {
      stats: statsOf(row),
      suspension: row.suspension === null ? null : { reason: row.suspension.reason },
      quality: { ...quality, missing: [...quality.missing] },
      warnings: [
        ...[...assessment.errors, ...assessment.warnings].map(({ field, message }) => ({
          field,
          message: localize(message),
        })),
        ...imageOrder.failures.map(({ url, message }) => ({
          field: 'imageUrls',
          message: `${url}: ${localize(fromStored(message))}`,
        })),
      ],
      ...(imageOrder.awaited === 0 ? {} : { awaitedImages: imageOrder.awaited }),
      allowedActions: allowedActions(
        { state: row.status, isFeatured: row.featured_until !== null },
        'seller',
      ),
      images: [...images],
    }),
    ...pick(flatFields),
    ...pricesOf(record),
    location: pick(locationFields),
  };
}

/** Explains how the price of a write was interpreted, next to the response. */
export function remarksOf(
  { assessment }: Pick<OwnListing, 'assessment'>,
  localize: Localize,
): readonly { field: string; message: string }[] {
  return assessment.remarks.map(({ field, message }) => ({ field, message: localize(message) }));
}

function statsOf(row: ListingRow | ListedRow): Static<typeof Stats> {
  return { views: row.views, favorites: row.favorites_count, inquiries: row.inquiries_count };
}

const OwnListingSummary = NamedObject('OwnListingSummary', {
  id: serverFields.id,
  slug: serverFields.slug,
  status: State,
  version: serverFields.version,
  title: Type.String(),
  externalId: Nullable(Type.String()),
  vin: Nullable(Type.String()),
  category: Nullable(Type.String({ description: 'Slug' })),
  subcategory: Nullable(Type.String({ description: 'Slug' })),
  brand: Nullable(Type.String({ description: 'Slug' })),
  model: Nullable(Type.String()),
  year: Nullable(Type.Integer()),
  mileage: Nullable(Type.Integer()),
  price: Nullable(Type.Number()),
  currency: Nullable(Type.String()),
  vatDeductible: Nullable(Type.Boolean({ description: 'The price is net; null: not recorded' })),
  priceType: Nullable(Type.String()),
  soldAt: serverFields.soldAt,
  soldPrice: serverFields.soldPrice,
  thumbnail: serverFields.thumbnail,
  imagesCount: Type.Integer(),
  featured: serverFields.featured,
  featuredUntil: serverFields.featuredUntil,
  qualityScore: Type.Integer(),
  rejection: serverFields.rejection,
  stats: Stats,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  publishedAt: Nullable(Timestamp),
  expiresAt: Nullable(Timestamp),
});

export const OwnListingList = ListOf('listings', OwnListingSummary);

const LISTED_STATES = listingStates.filter((state) => state !== 'DELETED');

export const OwnListParameters = Type.Object({
  ...ownPageParameters,
  status: Type.Optional(
    Type.Array(Literals(LISTED_STATES), { description: 'States, separated by commas', maxItems: 10 }),
  ),
  q: Type.Optional(
    Type.String({ maxLength: 100, description: 'Part of title, stock number, VIN or serial number' }),
  ),
  externalId: Type.Optional(
    Type.String({ maxLength: catalogue.externalId.maxLength, description: 'Exactly this stock number' }),
  ),
  vin: Type.Optional(Type.String({ maxLength: 50, description: 'Exactly this VIN, in either case' })),
  updatedSince: Type.Optional(
    Type.String({ format: 'date-time', description: 'Updated at this time or later; views do not count' }),
  ),
  sort: Type.Optional(Literals(OWN_SORTS, { default: 'createdAt', description: 'Sort key' })),
  order: Type.Optional(
    Literals(['asc', 'desc'], { default: 'desc', description: 'Ascending or descending' }),
  ),
});

export function ownSummary(row: ListedRow): Static<typeof OwnListingSummary> {
  return fromRow(OwnListingSummary, row, { stats: statsOf(row) });
}

const Value = Nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()]));

export const HistoryView = NamedObject('ListingVersion', {
  version: Type.Integer(),
  at: Timestamp,
  source: Nullable(
    Literals(CHANGE_SOURCES, {
      description:
        'How the change was made: manually, with an API key, by an import, by a moderator or by the system',
    }),
  ),
  by: Nullable(
    Type.Object(
      { id: Type.String(), name: Type.String() },
      { description: 'Member of your team; null: unknown, or not a member' },
    ),
  ),
  changes: Type.Array(
    Type.Object({
      field: Type.String({ description: 'Field name as in a body; also status, featured and images' }),
      before: Value,
      after: Value,
    }),
    { description: 'For texts and lists both values are null' },
  ),
});

export function historyView(row: HistoryRow): Static<typeof HistoryView> {
  const { version, at, source, userId, userName, changes } = row;
  return {
    version,
    at: at.toISOString(),
    source,
    by: userId === null || userName === null ? null : { id: userId, name: userName },
    changes: changes.map(({ field, before, after }) => ({ field, before, after })),
  };
}
