import { sql } from 'kysely';
import { pageByTime } from '../../platform/db/page-by-time.ts';
import { type BatchEraser, ERASE_BATCH_SIZE, PagedList } from '../../platform/personal-data.ts';
import { eraseReportedReplies } from '../reports/index.ts';
import './tables.ts';

/** Reviews by the user, and replies of the user's seller. */
export const exportedReviews: Readonly<Record<string, PagedList>> = {
  written: new PagedList((db, { userId }, after) =>
    pageByTime(
      db
        .selectFrom('reviews')
        .select(['id', 'seller_id', 'rating', 'title', 'text', 'status', 'created_at', 'updated_at'])
        .where('author_id', '=', userId),
      { time: 'created_at', id: 'id' },
      after,
    ),
  ),
  replies: new PagedList((db, { userId }, after) =>
    pageByTime(
      db.selectFrom('reviews').select(['id', 'reply', 'replied_at']).where('reply_by', '=', userId),
      { time: 'created_at', id: 'id' },
      after,
    ),
  ),
};

/** Ratings stay anonymously, because they say something about the seller. Texts are removed. */
export const eraseSomeReviews: BatchEraser = async (trx, { userId }) => {
  const { numAffectedRows = 0n } = await sql`
    update reviews set title = null, text = null where id = any(array(
      select id from reviews where author_id = ${userId} and (title is not null or text is not null)
      limit ${ERASE_BATCH_SIZE}
    ))`.execute(trx);
  return Number(numAffectedRows) === ERASE_BATCH_SIZE ? 'more' : null;
};

/** Erases replies of the person and of a deleted seller, also in reports. */
export const eraseSomeReplies: BatchEraser = async (trx, { userId, sellerId }) => {
  const { rows } = await sql<{ id: string }>`
    update reviews set reply = null, replied_at = null, reply_by = null
    where id = any(array(
      (select id from reviews where reply_by = ${userId} limit ${ERASE_BATCH_SIZE})
      union
      (select id from reviews where seller_id = ${sellerId}::text and reply is not null limit ${ERASE_BATCH_SIZE})
    ))
    returning id`.execute(trx);
  await eraseReportedReplies(
    trx,
    rows.map(({ id }) => id),
  );
  return rows.length >= ERASE_BATCH_SIZE ? 'more' : null;
};
