import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { inTransaction, touches } from '../../../platform/db/transaction.ts';
import '../tables.ts';

const BATCH_ROWS = 1000;

/**
 * Listings show their seller. A trigger notes the first ones of a seller that has changed; this notes the next, and is false when
 * no seller is left. A seller that changes again meanwhile waits for one batch, and is begun again.
 */
export function noteSellerChanges(db: Database): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const seller = await trx
      .selectFrom('seller_changes')
      .selectAll()
      .orderBy('seller_id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (seller === undefined) return false;
    await touches(trx, 'listing_changes');
    const { rows } = await sql<{ id: string }>`
      with next as materialized (
        select id, status from listings
        where seller_id = ${seller.seller_id} and deleted_at is null and id > ${seller.after} order by id limit ${BATCH_ROWS}
      ), noted as (
        insert into listing_changes (listing_id, page_only)
        select id, ${seller.page_only} from next where status in ('ACTIVE', 'SOLD', 'EXPIRED')
      )
      select id from next order by id`.execute(trx);
    const last = rows.length < BATCH_ROWS ? undefined : rows.at(-1);
    if (last === undefined)
      await trx.deleteFrom('seller_changes').where('seller_id', '=', seller.seller_id).execute();
    else
      await trx
        .updateTable('seller_changes')
        .set({ after: last.id })
        .where('seller_id', '=', seller.seller_id)
        .execute();
    if (rows.length > 0) await sql`select pg_notify('listing_changes', '')`.execute(trx);
    return true;
  });
}
