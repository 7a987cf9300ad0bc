import type { Database } from '../../../platform/db/database.ts';
import { companies } from '../../companies/index.ts';
import { pricesOf } from '../record/money.ts';
import type { ListingRow } from '../tables.ts';

/** Data of a listing card in addition to the summary. */
export type CardFacts = CardColumns & {
  /** With VAT, if the price is net and the rate is known. */
  readonly priceGross: number | null;
  /** Average of the reviews of the seller; null without any. */
  readonly rating: number | null;
  readonly ratings: number;
};

const CARD_COLUMNS = [
  'l.id as id',
  'l.condition as condition',
  'l.power_kw as powerKw',
  'l.drive_type as driveType',
  'l.euro_standard as euroStandard',
  'l.non_road_stage as nonRoadStage',
  'l.transmission as transmission',
  'l.fuel_type as fuelType',
  'l.cab_type as cabType',
  'l.first_registration as firstRegistration',
  'l.operating_hours as operatingHours',
  'l.axles as axles',
  'l.axle_make as axleMake',
  'l.gross_vehicle_weight_kg as grossVehicleWeightKg',
  'l.payload_kg as payloadKg',
  'l.operating_weight_kg as operatingWeightKg',
  'l.load_length_mm as loadLengthMm',
  'l.load_volume_m3 as loadVolumeM3',
  'l.europallets as europallets',
  'l.tank_volume_l as tankVolumeL',
  'l.cooling as cooling',
  'l.seats as seats',
  'l.standing_places as standingPlaces',
  'l.undercarriage as undercarriage',
  'l.lifting_capacity_kg as liftingCapacityKg',
  'l.lifting_height_mm as liftingHeightMm',
  'l.mast_type as mastType',
  'l.color as color',
  'l.previous_owners as previousOwners',
  'l.features as features',
  'l.images_count as images',
  'l.published_at as publishedAt',
  'l.previous_price as previousPrice',
  'l.subcategory_id as subcategoryId',
] as const;
type CardColumns = {
  readonly [
    Column in (typeof CARD_COLUMNS)[number] as Column extends `${string} as ${infer Name}` ? Name : never
  ]: Column extends `l.${infer Of extends keyof ListingRow} as ${string}` ? ListingRow[Of] : never;
};

/** Card data by ID, without deleted listings. */
export async function findCardFacts(
  db: Database,
  listingIds: readonly string[],
): Promise<ReadonlyMap<string, CardFacts>> {
  if (listingIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('listings as l')
    .innerJoin(companies.as('s'), 's.id', 'l.seller_id')
    .select([...CARD_COLUMNS])
    .select([
      'l.price as price',
      'l.price_net as net',
      'l.price_gross as gross',
      'l.vat_rate as vatRate',
      'l.vat_deductible as vatDeductible',
      's.rating_count as ratings',
      's.rating_sum as ratingSum',
    ])
    .where('l.id', 'in', [...listingIds])
    .execute();
  return new Map(
    rows.map(({ price, net, gross, vatRate, vatDeductible, ratings, ratingSum, ...row }) => [
      row.id,
      {
        ...(row as CardColumns),
        priceGross: pricesOf({ price, priceNet: net, priceGross: gross, vatRate, vatDeductible }).priceGross,
        rating: ratings === 0 ? null : ratingSum / ratings,
        ratings,
      },
    ]),
  );
}

export interface LiveSlug {
  readonly slug: string;
  readonly updatedAt: Date;
}

/** Live listings by slug, after `after`. */
export function findLiveSlugs(db: Database, after: string, limit: number): Promise<LiveSlug[]> {
  return db
    .selectFrom('listings')
    .select(['slug', 'updated_at as updatedAt'])
    .where('status', '=', 'ACTIVE')
    .where('deleted_at', 'is', null)
    .where('slug', '>', after)
    .orderBy('slug')
    .limit(limit)
    .execute();
}

/** Active dealers with live listings by slug, after `after`. */
export function findLiveDealers(db: Database, after: string, limit: number): Promise<LiveSlug[]> {
  return db
    .selectFrom(companies.as('s'))
    .select(['s.slug', 's.updated_at as updatedAt'])
    .where('s.status', '=', 'active')
    .where('s.slug', '>', after)
    .where((has) =>
      has.exists(
        has
          .selectFrom('listings as l')
          .select('l.id')
          .whereRef('l.seller_id', '=', 's.id')
          .where('l.status', '=', 'ACTIVE')
          .where('l.deleted_at', 'is', null),
      ),
    )
    .orderBy('s.slug')
    .limit(limit)
    .execute();
}

/** Whether the listing was sold, expired or deleted after it had been on the market. */
export async function hasLeftMarket(db: Database, slug: string): Promise<boolean> {
  const row = await db
    .selectFrom('listings')
    .select('id')
    .where('slug', '=', slug)
    .where('published_at', 'is not', null)
    .where((eb) => eb.or([eb('deleted_at', 'is not', null), eb('status', 'in', ['SOLD', 'EXPIRED'])]))
    .executeTakeFirst();
  return row !== undefined;
}
