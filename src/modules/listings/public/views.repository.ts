import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { touches, type Transaction } from '../../../platform/db/transaction.ts';
import '../tables.ts';

export interface SeenView {
  readonly listingId: string;
  /** Date in UTC. */
  readonly day: string;
  /** Hexadecimal digest. */
  readonly visitor: string;
}

/**
 * Counts the new ones of these views in one statement, so that visitors, totals, daily counts and the entries for the
 * search index commit together. Rows are updated in ID order, so that two processes do not deadlock.
 */
export async function addViews(trx: Transaction, views: readonly SeenView[], now: Date): Promise<void> {
  await touches(trx, 'listings');
  await sql`
    with fresh as (
      insert into listing_views (listing_id, day, visitor)
      select v."listingId", v.day, decode(v.visitor, 'hex')
      from jsonb_to_recordset(${JSON.stringify(views)}::jsonb) as v("listingId" text, day date, visitor text)
      order by v.day, v."listingId", v.visitor
      on conflict do nothing
      returning listing_id, day
    ), counted as (
      select listing_id, day, count(*)::integer as views from fresh group by listing_id, day
    ), locked as (
      select id from listings
      where id in (select listing_id from counted) and deleted_at is null
      order by id
      for no key update
    ), totals as (
      update listings l set views = l.views + c.views
      from (select listing_id, sum(views) as views from counted group by listing_id) c
      where l.id = c.listing_id and l.id in (select id from locked)
      returning l.id, l.views
    ), days as (
      insert into listing_stats_daily (listing_id, day, views, visitors)
      select c.listing_id, c.day, c.views, c.views from counted c join totals t on t.id = c.listing_id
      order by c.listing_id, c.day
      on conflict (listing_id, day) do update
        set views = listing_stats_daily.views + excluded.views, visitors = listing_stats_daily.visitors + excluded.visitors
    )
    insert into listing_view_changes (listing_id, views, changed_at) select id, views, ${now} from totals`.execute(
    trx,
  );
}

/** Purges the visitors of past days. */
export async function purgeViews(db: Database, beforeDay: string, limit: number): Promise<number> {
  const result = await sql`
    delete from listing_views where ctid = any(array(
      select ctid from listing_views where day < ${beforeDay}::date order by day limit ${limit}
    ))`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
