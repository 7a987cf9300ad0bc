import { type RawBuilder, sql } from 'kysely';
import { touches, type Queryable, type Transaction } from '../../platform/db/transaction.ts';
import { ERASED_AT_ONCE } from '../../platform/personal-data.ts';

/**
 * Some hundred deleted listings of a seller that ends, from after a place on, in the order of an index: by id, PostgreSQL would
 * walk the listings of all sellers.
 */
export function deletedStock(sellerId: string, after: string): RawBuilder<unknown> {
  const [createdAt, id] = after.split('|');
  const fromThere =
    createdAt === undefined || id === undefined
      ? sql``
      : sql`and (created_at, id) < (${createdAt}::timestamptz, ${id})`;
  return sql`
    select id, created_at from listings where seller_id = ${sellerId} and status = 'DELETED' ${fromThere}
    order by created_at desc, id desc limit ${ERASED_AT_ONCE}`;
}

/** The place of the last of them in a statement that calls them `stock`. */
export const lastOfStock = sql<string | null>`
  (select created_at::text || '|' || id from stock order by created_at, id limit 1)`;

/** Deleted listings stay for a while: without what the seller wrote and what leads to the vehicle. */
export async function eraseTexts(trx: Transaction, listingIds: readonly string[]): Promise<void> {
  await touches(trx, 'listings');
  await sql`
    update listings
    set slug = lower(id), title = '—', description = null, model = null, variant = null, video_url = null,
      city = null, postal_code = null, external_id = null, vin = null, serial_number = null
    where id = any(${[...listingIds]}::text[])`.execute(trx);
}

export async function listDeletedWithTexts(
  db: Queryable,
  sellerId: string,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from listings where seller_id = ${sellerId} and status = 'DELETED' and slug <> lower(id)
    limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}
