import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/transaction.ts';
import '../listings/tables.ts';

/** Days of a report, both included, as YYYY-MM-DD in UTC. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export interface TopListing {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly status: string;
  readonly thumbnail: string | null;
  readonly views: number;
  readonly inquiries: number;
  readonly favorites: number;
}

export async function readTopListings(
  db: Queryable,
  sellerId: string,
  period: Period,
  limit: number,
): Promise<TopListing[]> {
  const { rows } = await sql<TopListing>`
    with stock as materialized (
      select id from listings where seller_id = ${sellerId} and status <> 'DELETED'
    ), top as (
      select s.listing_id, sum(s.views)::int as views, sum(s.inquiries)::int as inquiries
      from stock join listing_stats_daily s on s.listing_id = stock.id
      where s.day between ${period.from}::date and ${period.to}::date
      group by s.listing_id order by views desc, inquiries desc, s.listing_id limit ${limit}
    )
    select l.id, l.slug, l.title, l.status, l.thumbnail, top.views, top.inquiries, l.favorites_count as favorites
    from top join listings l on l.id = top.listing_id
    order by top.views desc, top.inquiries desc, l.id`.execute(db);
  return rows;
}

export interface Answering {
  readonly conversations: number;
  readonly answered: number;
  /** Median of the first answers; null where none was given. */
  readonly medianMinutes: number | null;
}

/** Inquiries that began in the period, and how they were answered. */
export async function readAnswering(db: Queryable, sellerId: string, period: Period): Promise<Answering> {
  const { rows } = await sql<{ conversations: number; answered: number; median: number | null }>`
    select count(*)::int as conversations, count(responded_at)::int as answered,
      round(percentile_cont(0.5) within group (order by response_minutes))::int as median
    from conversations
    where seller_id = ${sellerId} and created_at >= ${period.from}::date and created_at < ${period.to}::date + 1`.execute(
    db,
  );
  const row = rows[0];
  return {
    conversations: row?.conversations ?? 0,
    answered: row?.answered ?? 0,
    medianMinutes: row?.median ?? null,
  };
}

/** Live listings with the most room for improvement, worst first. */
export async function readWeakest(db: Queryable, sellerId: string, limit: number) {
  const { rows } = await sql<{
    id: string;
    slug: string;
    title: string;
    score: number;
    images: number;
  }>`
    select id, slug, title, quality_score as score, images_count as images
    from listings where seller_id = ${sellerId} and status in ('ACTIVE', 'DRAFT', 'PAUSED', 'PENDING_REVIEW')
    order by quality_score, id limit ${limit}`.execute(db);
  return rows;
}
