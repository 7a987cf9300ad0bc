/** Listings for which the time has come. Those that somebody else has locked are left for the next run. */
import { sql } from 'kysely';
import { addMs, DAY_MS } from '../../platform/clock.ts';
import { touches, type Transaction } from '../../platform/db/transaction.ts';
import type { ListingRow } from './tables.ts';
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

export function lockFeaturedOut(trx: Transaction, now: Date, limit: number): Promise<ListingRow[]> {
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
 * Listings that expire within so many days and of which nobody was told so. The warning's own row makes sure that each run of a
 * listing is warned once per term.
 */
export async function takeExpiring(
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

/** Deletes rows of listings that were deleted before, and returns which. */
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
