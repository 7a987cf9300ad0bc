/**
 * Rollups of sellers' stock and statistics. Triggers insert every change as a pending delta; `foldSums` adds the
 * deltas to the rollups, and readers add up both.
 */
import { sql } from 'kysely';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { inLongTransaction, type Queryable } from '../../platform/db/transaction.ts';
import { companies } from '../companies/index.ts';
import type { ListingState } from './record/enums.ts';
import './tables.ts';

/** A seller's listings of one state. */
export interface StockSum {
  readonly status: ListingState;
  readonly listings: number;
  readonly favorites: number;
  /** Sum of the quality scores. */
  readonly quality: number;
}

/** Omits states without listings. */
export async function readStock(db: Queryable, sellerId: string): Promise<readonly StockSum[]> {
  const { rows } = await sql<StockSum>`
    select status, sum(listings)::int as listings, sum(favorites)::int as favorites, sum(quality)::int as quality
    from (
      select status, listings, favorites, quality from seller_stock where seller_id = ${sellerId}
      union all
      select status, listings, favorites, quality from seller_stock_changes where seller_id = ${sellerId}
    ) known
    group by status having sum(listings) > 0`.execute(db);
  return rows;
}

export async function countStock(
  db: Queryable,
  sellerId: string,
  states: readonly ListingState[],
): Promise<number> {
  const stock = await readStock(db, sellerId);
  return stock.reduce((count, sum) => count + (states.includes(sum.status) ? sum.listings : 0), 0);
}

export interface DaySum {
  /** YYYY-MM-DD in UTC. */
  readonly date: string;
  readonly views: number;
  readonly visitors: number;
  readonly inquiries: number;
  readonly favorites: number;
}

/** Every day of the period, both ends included, even without events. */
export async function readDays(
  db: Queryable,
  sellerId: string,
  period: { readonly from: string; readonly to: string },
): Promise<DaySum[]> {
  const { rows } = await sql<DaySum>`
    select d.day::date::text as date,
      coalesce(sum(s.views), 0)::int as views, coalesce(sum(s.visitors), 0)::int as visitors,
      coalesce(sum(s.inquiries), 0)::int as inquiries, coalesce(sum(s.favorites), 0)::int as favorites
    from generate_series(${period.from}::date, ${period.to}::date, interval '1 day') d(day)
    left join (
      select day, views, visitors, inquiries, favorites from seller_days
      where seller_id = ${sellerId} and day between ${period.from}::date and ${period.to}::date
      union all
      select day, views, visitors, inquiries, favorites from seller_day_changes
      where seller_id = ${sellerId} and day between ${period.from}::date and ${period.to}::date
    ) s on s.day = d.day::date
    group by d.day order by d.day`.execute(db);
  return rows;
}

/**
 * Adds up to `limit` deltas to the rollups, oldest first, and returns their number. Drops deltas of deleted sellers.
 */
export async function foldStock(db: Queryable, limit: number): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from seller_stock_changes where seq in (
        select seq from seller_stock_changes order by seq limit ${limit} for update skip locked
      ) returning seller_id, status, listings, favorites, quality
    ), added as (
      insert into seller_stock as s (seller_id, status, listings, favorites, quality)
      select t.seller_id, t.status, sum(t.listings), sum(t.favorites), sum(t.quality)
      from taken t where exists (select from ${companies} sellers where id = t.seller_id)
      group by t.seller_id, t.status order by t.seller_id, t.status
      on conflict (seller_id, status) do update set listings = s.listings + excluded.listings,
        favorites = s.favorites + excluded.favorites, quality = s.quality + excluded.quality
    )
    select count(*)::int as taken from taken`.execute(db);
  return rows[0]?.taken ?? 0;
}

/** Long, because the totals of thousands of vehicles may be rewritten. */
const FOLD_TIMEOUT_MS = MINUTE_MS;

/** Vehicles per row of `stock_figures`. Also in the migration that creates the table. */
export const PLACES_OF_CHUNK = 8192;

/**
 * Does the same for the daily rollups of sellers and of their vehicles. One transaction at a time, because the totals of a new
 * day start from those of the day before.
 */
export function foldDays(db: Database, limit: number): Promise<number> {
  return inLongTransaction(db, FOLD_TIMEOUT_MS, async (trx) => {
    // An advisory lock, because a lock of the table would end its vacuum every minute.
    await sql`select pg_advisory_xact_lock(hashtextextended('listings.fold-days', 0))`.execute(trx);
    const { rows } = await sql<{ taken: number }>`
      with taken as (
        delete from seller_day_changes where seq in (
          select seq from seller_day_changes order by seq limit ${limit} for update skip locked
        ) returning seller_id, listing_id, day, views, visitors, inquiries, favorites
      ), added as (
        insert into seller_days as s (seller_id, day, views, visitors, inquiries, favorites)
        select t.seller_id, t.day, sum(t.views), sum(t.visitors), sum(t.inquiries), sum(t.favorites)
        from taken t where exists (select from ${companies} sellers where id = t.seller_id)
        group by t.seller_id, t.day order by t.seller_id, t.day
        on conflict (seller_id, day) do update set views = s.views + excluded.views,
          visitors = s.visitors + excluded.visitors, inquiries = s.inquiries + excluded.inquiries,
          favorites = s.favorites + excluded.favorites
      ), of_day as (
        select t.seller_id, t.day, x.place, sum(t.views)::int as views, sum(t.visitors)::int as visitors,
          sum(t.inquiries)::int as inquiries, sum(t.favorites)::int as favorites
        from taken t join listing_texts x on x.listing_id = t.listing_id
        group by t.seller_id, t.day, x.place
      ), folded as (
        select add_to_stock_figures(seller_id, chunk, day, places, views, visitors, inquiries, favorites) as rows
        from (
          select seller_id, place / ${PLACES_OF_CHUNK} as chunk, day, array_agg(place % ${PLACES_OF_CHUNK} + 1) as places,
            array_agg(views) as views, array_agg(visitors) as visitors, array_agg(inquiries) as inquiries,
            array_agg(favorites) as favorites
          from of_day group by 1, 2, 3 order by 3
        ) days
      )
      select (select count(*)::int from taken) as taken, (select sum(rows)::int from folded) as written`.execute(
      trx,
    );
    return rows[0]?.taken ?? 0;
  });
}
