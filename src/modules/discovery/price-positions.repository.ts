import { sql } from 'kysely';
import { addMs, DAY_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { isUnavailable } from '../../platform/db/sql-errors.ts';
import { inTransaction, touches } from '../../platform/db/transaction.ts';
import type { PricePositionName } from '../listings/index.ts';
import './tables.ts';

/** Changes of other listings move a position only slightly, so comparing once a day is enough. */
const COMPARE_INTERVAL_MS = DAY_MS;

/** A listing to compare, with its number of changes when it was read. */
export interface DueListing {
  readonly listing_id: string;
  readonly changes: number;
}

export interface ComparedPrice {
  readonly position: PricePositionName;
  readonly compared: number;
  /** Difference from the median price of similar listings, in tenths of a percent; negative if the price is lower. */
  readonly perMille: number;
}

/** Returns the listings to compare; changed listings come first. */
export function findDueListings(db: Database, now: Date, limit: number): Promise<DueListing[]> {
  return db
    .selectFrom('listing_price_positions')
    .select(['listing_id', 'changes'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('listing_id')
    .limit(limit)
    .execute();
}

/**
 * Stores the positions of these listings; a listing without an entry in `comparedPrices` has none. A listing that has changed
 * since it was read, or that another transaction is changing, stays due. Logs a listing as changed only if its visible position
 * differs, so that the others are not indexed again. Removes listings that are no longer live.
 */
export async function storePositions(
  db: Database,
  due: readonly DueListing[],
  comparedPrices: ReadonlyMap<string, ComparedPrice>,
  now: Date,
): Promise<void> {
  const rows = due.map(({ listing_id, changes }) => {
    const { position = null, compared = 0, perMille = null } = comparedPrices.get(listing_id) ?? {};
    return { listing_id, changes, position, compared, per_mille: perMille };
  });
  await inTransaction(db, async (trx) => {
    await touches(trx, 'listing_changes');
    const { rows: logged } = await sql`
      with compared as materialized (
        select c.*, p.per_mille as previous,
          p.due_at = '-infinity' as was_hidden, l.status = 'ACTIVE' as is_live
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as c (listing_id text, changes integer, position text, compared integer, per_mille integer)
        join listing_price_positions p on p.listing_id = c.listing_id and p.changes = c.changes
        join listings l on l.id = c.listing_id
        order by c.listing_id
        for update of p skip locked
      ), gone as (
        delete from listing_price_positions p using compared c where p.listing_id = c.listing_id and not c.is_live
      ), stored as (
        update listing_price_positions p
        set position = c.position, compared = c.compared, per_mille = c.per_mille, due_at = ${addMs(now, COMPARE_INTERVAL_MS)}
        from compared c where p.listing_id = c.listing_id and c.is_live
      )
      insert into listing_changes (listing_id)
      select listing_id from compared where is_live and (per_mille is distinct from previous or (was_hidden and per_mille is not null))
      returning listing_id`.execute(trx);
    if (logged.length > 0) await sql`select pg_notify('listing_changes', '')`.execute(trx);
  });
}

/**
 * Returns positions by ID, except for listings that have changed since. Returns none while the database is unavailable, so that
 * pages still render.
 */
export async function findPositions(
  db: Database,
  listingIds: readonly string[],
): Promise<ReadonlyMap<string, ComparedPrice>> {
  if (listingIds.length === 0) return new Map();
  try {
    const { rows } = await sql<ComparedPrice & { id: string }>`
      select listing_id as id, position, compared, per_mille as "perMille" from listing_price_positions
      where listing_id = any(${[...listingIds]}::text[]) and position is not null and due_at > '-infinity'`.execute(
      db,
    );
    return new Map(rows.map((row) => [row.id, row]));
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return new Map();
  }
}
