/** Listings that are due. Rows locked by other transactions are left for the next run. */
import { sql } from 'kysely';
import { addMs, DAY_MS } from '../../platform/clock.ts';
import { touches, type Transaction, inTransaction } from '../../platform/db/transaction.ts';
import type { ListingRow } from './tables.ts';
import type { Database } from '../../platform/db/database.ts';
import './tables.ts';

export function lockExpired(trx: Transaction, now: Date, limit: number): Promise<ListingRow[]> {
  return trx
    .selectFrom('listings')
    .selectAll()
    .where('status', '=', 'ACTIVE')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
}

export function lockEndedFeatured(trx: Transaction, now: Date, limit: number): Promise<ListingRow[]> {
  return trx
    .selectFrom('listings')
    .selectAll()
    .where('featured', '=', true)
    .where('featured_until', '<=', now)
    .orderBy('featured_until')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
}

/**
 * Marks and returns listings that expire within `days` and whose seller was not warned. The row of each warning
 * ensures one warning per listing period and term.
 */
export async function claimExpiring(
  trx: Transaction,
  { now, days, limit }: { readonly now: Date; readonly days: number; readonly limit: number },
): Promise<ListingRow[]> {
  const { rows } = await sql<{ listing_id: string }>`
    insert into listing_expiry_warnings (listing_id, expires_at, days_before)
    select l.id, l.expires_at, ${days} from listings l
    where l.status = 'ACTIVE' and l.expires_at > ${now} and l.expires_at <= ${addMs(now, days * DAY_MS)}
      and not exists (
        select from listing_expiry_warnings w
        where w.listing_id = l.id and w.expires_at = l.expires_at and w.days_before <= ${days}
      )
    order by l.expires_at limit ${limit}
    on conflict do nothing
    returning listing_id`.execute(trx);
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.listing_id);
  return trx.selectFrom('listings').selectAll().where('id', 'in', ids).execute();
}

/** Purges listings that were deleted before the given time, and returns them. */
export async function deleteForGood(trx: Transaction, before: Date, limit: number) {
  const due = await trx
    .selectFrom('listings')
    .select(['id', 'seller_id'])
    .where('deleted_at', '<', before)
    .orderBy('deleted_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  if (due.length === 0) return due;
  const ids = due.map((row) => row.id);
  await touches(trx, 'listings');
  await trx.deleteFrom('listings').where('id', 'in', ids).execute();
  return due;
}

const BATCH_ROWS = 1000;

/**
 * Listings show their seller. A trigger logs the first listings of a changed seller; this logs the next ones, and
 * returns false if no seller is left. A seller that changes again meanwhile waits for one batch and starts over.
 */
export function logSellerChanges(db: Database): Promise<boolean> {
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
