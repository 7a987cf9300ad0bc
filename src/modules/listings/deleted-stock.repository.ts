import { type RawBuilder, sql } from 'kysely';
import { touches, type Queryable, type Transaction } from '../../platform/db/transaction.ts';
import { type BatchEraser, ERASE_BATCH_SIZE } from '../../platform/personal-data.ts';
import { pageByTime, type PageOfRows, ROWS_OF_PAGE } from '../../platform/db/page-by-time.ts';
import './tables.ts';

/**
 * A batch of deleted listings of an erased seller, after a sort key, in the order of an index. In ID order,
 * PostgreSQL would scan the listings of all sellers.
 */
function deletedStock(sellerId: string, after: string): RawBuilder<unknown> {
  const [createdAt, id] = after.split('|');
  const fromThere =
    createdAt === undefined || id === undefined
      ? sql``
      : sql`and (created_at, id) < (${createdAt}::timestamptz, ${id})`;
  return sql`
    select id, created_at from listings where seller_id = ${sellerId} and status = 'DELETED' ${fromThere}
    order by created_at desc, id desc limit ${ERASE_BATCH_SIZE}`;
}

/** Erases a table's copies of a deleted seller's titles, a few hundred listings at a time. `key` identifies its rows. */
export function titleEraser(table: string, key: readonly string[]): BatchEraser {
  const copies = sql.table(table);
  const keyOf = (name: string) => sql.join(key.map((column) => sql.ref(`${name}.${column}`)));
  return async (trx, { sellerId }, after) => {
    if (sellerId === null) return null;
    const { rows } = await sql<{ last: string | null; seen: number; erased: number }>`
      with stock as (
        ${deletedStock(sellerId, after)}
      ), kept as (
        select ${keyOf('c')} from stock join ${copies} c on c.listing_id = stock.id
        where c.title <> '—' limit ${ERASE_BATCH_SIZE}
      ), erased as (
        update ${copies} c set title = '—' where (${keyOf('c')}) in (select ${keyOf('kept')} from kept) returning 1
      )
      select (select created_at::text || '|' || id from stock order by created_at, id limit 1) as last,
        count(*)::integer as seen, (select count(*)::integer from erased) as erased
      from stock`.execute(trx);
    const [found] = rows;
    if (found === undefined) return null;
    // The same listings may have more copies.
    if (found.erased === ERASE_BATCH_SIZE) return after || 'again';
    return found.seen === ERASE_BATCH_SIZE ? found.last : null;
  };
}

/** Removes the seller's texts and the VIN from deleted listings, which stay for a while. */
export async function eraseTexts(trx: Transaction, listingIds: readonly string[]): Promise<void> {
  await touches(trx, 'listings');
  await sql`
    update listings
    set slug = lower(id), title = '—', description = null, model = null, variant = null, video_url = null,
      city = null, postal_code = null, external_id = null, vin = null, serial_number = null, damage_notes = null,
      translations = null, contact = null
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

const DELETED_TEXTS = 'deleted:';

/** Listings that are not deleted come first, by ID, then the deleted ones, by time: each has an index. */
export async function listOwnTexts(db: Queryable, sellerId: string, after: string): Promise<PageOfRows> {
  if (after.startsWith(DELETED_TEXTS)) return deletedTexts(db, sellerId, after.slice(DELETED_TEXTS.length));
  const rows = await textsOf(db, sellerId)
    .where('deleted_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(ROWS_OF_PAGE)
    .execute();
  const last = rows.length === ROWS_OF_PAGE ? rows.at(-1) : undefined;
  if (last !== undefined) return { rows, next: last.id };
  const deleted = await deletedTexts(db, sellerId, '');
  return rows.length + deleted.rows.length > ROWS_OF_PAGE
    ? { rows, next: DELETED_TEXTS }
    : { rows: [...rows, ...deleted.rows], next: deleted.next };
}

async function deletedTexts(db: Queryable, sellerId: string, after: string): Promise<PageOfRows> {
  const query = textsOf(db, sellerId).where('status', '=', 'DELETED');
  const { rows, next } = await pageByTime(query, { time: 'created_at', id: 'id' }, after);
  return { rows, next: next === null ? null : `${DELETED_TEXTS}${next}` };
}

function textsOf(db: Queryable, sellerId: string) {
  return db
    .selectFrom('listings')
    .select([
      'id',
      'slug',
      'title',
      'status',
      'price',
      'currency',
      'description',
      'damage_notes as damageNotes',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('seller_id', '=', sellerId);
}
