import type { Database } from '../../../platform/db/database.ts';
import { isUnavailable } from '../../../platform/db/sql-errors.ts';
import type { TaxonomySnapshot } from '../../taxonomy/index.ts';
import { powerHpOf } from '../record/derived.ts';
import { recordOf } from '../record/record-columns.ts';
import type { ListingRow } from '../tables.ts';
import type { PricedSeed } from './listing-summary.ts';

export function seedOf(row: ListingRow, taxonomy: TaxonomySnapshot): PricedSeed {
  const record = recordOf(row, taxonomy);
  const { category, subcategory, brand, model, price, currency } = record;
  const { year, mileage, operatingHours, driveType } = record;
  return {
    id: row.id,
    category: category ?? '',
    subcategory,
    brand,
    model,
    price,
    currency,
    year,
    mileage,
    operatingHours,
    powerHp: powerHpOf(record.powerKw),
    driveType,
    condition: record.condition ?? 'used',
    vatDeductible: record.vatDeductible === true,
    isLive: row.status === 'ACTIVE',
  };
}

/** Seeds of those of a page's listings that are live and have a price; none while the database is unavailable. */
export async function findPricedSeeds(
  db: Database,
  listingIds: readonly string[],
  taxonomy: TaxonomySnapshot,
): Promise<readonly PricedSeed[]> {
  if (listingIds.length === 0) return [];
  try {
    const rows = await db
      .selectFrom('listings')
      .selectAll()
      .where('id', 'in', [...listingIds])
      .where('status', '=', 'ACTIVE')
      .where('price', 'is not', null)
      .execute();
    return rows.map((row) => seedOf(row as ListingRow, taxonomy));
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return [];
  }
}
