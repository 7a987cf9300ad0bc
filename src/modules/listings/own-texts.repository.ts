import { pageByTime, type PageOfRows, ROWS_OF_PAGE } from '../../platform/db/page-by-time.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import './tables.ts';

const DELETED_TEXTS = 'deleted:';

/** Those on the market and off it come first, in the order of their ids, then the deleted ones, in that of time: an index for each. */
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
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('seller_id', '=', sellerId);
}
