import type { Database } from '../../../platform/db/database.ts';
import { companies } from '../../companies/index.ts';
import { pricesOf } from '../record/money.ts';
import '../tables.ts';

/** Data of a listing card in addition to the summary. */
export interface CardFacts {
  readonly id: string;
  readonly powerKw: number | null;
  readonly driveType: string | null;
  readonly euroStandard: string | null;
  readonly transmission: string | null;
  readonly operatingHours: number | null;
  readonly axles: number | null;
  readonly color: string | null;
  readonly subcategoryId: string | null;
  /** With VAT, if the price is net and the rate is known. */
  readonly priceGross: number | null;
  readonly previousPrice: number | null;
}

/** Card data by ID, without deleted listings. */
export async function findCardFacts(
  db: Database,
  listingIds: readonly string[],
): Promise<ReadonlyMap<string, CardFacts>> {
  if (listingIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('listings')
    .select([
      'id',
      'power_kw as powerKw',
      'drive_type as driveType',
      'euro_standard as euroStandard',
      'transmission',
      'operating_hours as operatingHours',
      'axles',
      'color',
      'subcategory_id as subcategoryId',
      'price',
      'price_net as priceNet',
      'price_gross as priceGross',
      'vat_rate as vatRate',
      'vat_deductible as vatDeductible',
      'previous_price as previousPrice',
    ])
    .where('id', 'in', [...listingIds])
    .execute();
  return new Map(
    rows.map(({ price, priceNet, priceGross, vatRate, vatDeductible, ...row }) => {
      const prices = pricesOf({ price, priceNet, priceGross, vatRate, vatDeductible });
      return [row.id, { ...row, priceGross: prices.priceGross } as CardFacts];
    }),
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
