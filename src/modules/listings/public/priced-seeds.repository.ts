import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { TaxonomySnapshot } from '../../taxonomy/index.ts';
import type { ListingRow } from '../tables.ts';
import type { PricedSeed } from './listing-summary.ts';
import { seedOf } from './priced-seed.ts';

/** Returns the seeds of these listings, without those that are not live or have no price. */
export async function findPricedSeeds(
  db: Database,
  listingIds: readonly string[],
  taxonomy: TaxonomySnapshot,
): Promise<readonly PricedSeed[]> {
  const rows = await db
    .selectFrom('listings')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...listingIds]}::text[])`)
    .where('status', '=', 'ACTIVE')
    .where('price', 'is not', null)
    .execute();
  return rows.map((row) => seedOf(row as ListingRow, taxonomy));
}
