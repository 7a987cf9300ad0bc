import { sql } from 'kysely';
import { ROLES } from '../../platform/actor.ts';
import { DAY_MS, addMs, dayOf } from '../../platform/clock.ts';
import type { Platform } from '../../platform/module.ts';
import { listingStates } from '../listings/index.ts';

const SERIES_DAYS = 30;

/** The market at a glance: totals, queues, and the age of their oldest entries. */
export async function readOverview({ db, clock }: Platform) {
  const now = clock.now();
  const [users, sellers, listings, queues, jobs, revenue, series] = await Promise.all([
    counts(
      db,
      ROLES,
      sql`select role as key, count(*)::int as count from users where status = 'active' group by role`,
    ),
    counts(
      db,
      ['verified', 'unverified'],
      sql`select case when verified then 'verified' else 'unverified' end as key, count(*)::int as count from sellers where status = 'active' group by 1`,
    ),
    counts(
      db,
      listingStates,
      sql`select status as key, count(*)::int as count from listings group by status`,
    ),
    one<{
      review: number;
      review_oldest: Date | null;
      reports: number;
      reports_oldest: Date | null;
      reviews: number;
    }>(
      db,
      sql`select
        (select count(*) from listings where status = 'PENDING_REVIEW')::int as review,
        (select min(submitted_at) from listings where status = 'PENDING_REVIEW') as review_oldest,
        (select count(*) from reports where status = 'open')::int as reports,
        (select min(created_at) from reports where status = 'open') as reports_oldest,
        (select count(*) from reviews where status = 'pending')::int as reviews`,
    ),
    one<{ waiting: number; failed: number; oldest: Date | null }>(
      db,
      sql`select count(*) filter (where failed_at is null and run_at <= ${now})::int as waiting, count(*) filter (where failed_at is not null)::int as failed,
        min(run_at) filter (where failed_at is null and locked_until is null and run_at <= ${now}) as oldest from jobs`,
    ),
    one<{ minor: number }>(
      db,
      sql`select coalesce(sum(monthly), 0)::int as minor from (
        select case billing_cycle when 'yearly' then price_minor / 12 else price_minor end as monthly
        from subscriptions where status in ('active', 'past_due') and billing_cycle is not null) priced`,
    ),
    readSeries(db, dayOf(addMs(now, -(SERIES_DAYS - 1) * DAY_MS)), dayOf(now)),
  ]);
  const age = (since: Date | null | undefined): number | null =>
    since === null || since === undefined ? null : Math.round((now.getTime() - since.getTime()) / 60_000);
  return {
    users,
    sellers,
    listings,
    queues: {
      listings: { waiting: queues?.review ?? 0, oldestMinutes: age(queues?.review_oldest) },
      reports: { waiting: queues?.reports ?? 0, oldestMinutes: age(queues?.reports_oldest) },
      reviews: { waiting: queues?.reviews ?? 0, oldestMinutes: null },
    },
    jobs: { waiting: jobs?.waiting ?? 0, failed: jobs?.failed ?? 0, oldestMinutes: age(jobs?.oldest) },
    monthlyRevenue: { amount: (revenue?.minor ?? 0) / 100, currency: 'EUR' },
    series,
  };
}

type Db = Platform['db'];

/** Every kind, including those with a count of zero. */
async function counts(
  db: Db,
  kinds: readonly string[],
  query: ReturnType<typeof sql>,
): Promise<Record<string, number>> {
  const { rows } = await query.execute(db);
  const found = new Map((rows as { key: string; count: number }[]).map((row) => [row.key, row.count]));
  return Object.fromEntries(kinds.map((kind) => [kind, found.get(kind) ?? 0]));
}

async function one<T>(db: Db, query: ReturnType<typeof sql>): Promise<T | undefined> {
  return (await query.execute(db)).rows[0] as T | undefined;
}

/** Every day of the last thirty, by UTC. */
async function readSeries(db: Db, from: string, to: string) {
  const { rows } = await sql<{ date: string; users: number; listings: number; messages: number }>`
    select d.day::date::text as date,
      (select count(*) from users where created_at >= d.day and created_at < d.day + interval '1 day')::int as users,
      (select count(*) from listings where created_at >= d.day and created_at < d.day + interval '1 day')::int as listings,
      (select count(*) from messages where sent_at >= d.day and sent_at < d.day + interval '1 day')::int as messages
    from generate_series(${from}::timestamptz, ${to}::timestamptz, interval '1 day') d(day) order by d.day`.execute(
    db,
  );
  return rows;
}
