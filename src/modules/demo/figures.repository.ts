import { sql } from 'kysely';
import type { Transaction } from '../../platform/db/transaction.ts';

const DAYS = 60;

/** Inserts daily statistics of a dealer's listings for the last two months: fixed shares of their views, and their inquiries. */
export async function insertDailyFigures(trx: Transaction, sellerId: string, now: Date): Promise<void> {
  await sql`
    insert into listing_stats_daily (listing_id, day, views, visitors, inquiries)
    select listing_id, day, views, ceil(views * 0.7)::int, inquiries
    from (
      select l.id as listing_id, d.day::date as day,
        floor(l.views / ${DAYS}::float8 * (0.4 + 0.6 * (abs(hashtext(l.slug || d.day::date)) % 1000) / 1000.0))::int as views,
        (select count(*)::int from conversations c
          where c.listing_id = l.id and (c.created_at at time zone 'UTC')::date = d.day::date) as inquiries
      from listings l
      cross join generate_series(
        greatest(${now}::timestamptz - make_interval(days => ${DAYS - 1}), l.published_at)::date, ${now}::timestamptz::date,
        interval '1 day') as d(day)
      where l.seller_id = ${sellerId} and l.published_at is not null
    ) found
    where views > 0 or inquiries > 0`.execute(trx);
}
