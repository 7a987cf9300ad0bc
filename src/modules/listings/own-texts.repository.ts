import { pageByTime, type PageOfRows, ROWS_OF_PAGE } from '../../platform/db/page-by-time.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import './tables.ts';

const DELETED_TEXTS = 'deleted:';

/** Those on the market and off it come first, then the deleted ones: an index for each has them in the order of time. */
export async function listOwnTexts(db: Queryable, sellerId: string, after: string): Promise<PageOfRows> {
  const isDeleted = after.startsWith(DELETED_TEXTS);
  const query = db
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
    .where('seller_id', '=', sellerId)
    .$if(!isDeleted, (one) => one.where('deleted_at', 'is', null))
    .$if(isDeleted, (one) => one.where('status', '=', 'DELETED'));
  const { rows, next } = await pageByTime(
    query,
    { time: 'created_at', id: 'id' },
    isDeleted ? after.slice(DELETED_TEXTS.length) : after,
  );
  if (isDeleted) return { rows, next: next === null ? null : `${DELETED_TEXTS}${next}` };
  if (next !== null) return { rows, next };
  const deleted = await listOwnTexts(db, sellerId, DELETED_TEXTS);
  return rows.length + deleted.rows.length > ROWS_OF_PAGE
    ? { rows, next: DELETED_TEXTS }
    : { rows: [...rows, ...deleted.rows], next: deleted.next };
}
