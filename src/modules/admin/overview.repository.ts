import { type RawBuilder, sql } from 'kysely';
import { ROLES } from '../../platform/actor.ts';
import { DAY_MS, addMs, dayOf } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import type { Platform } from '../../platform/module.ts';
import { readOpenObjections } from '../decisions/index.ts';
import { listingStates } from '../listings/index.ts';
import { readWaiting } from './verifications.repository.ts';

const SERIES_DAYS = 30;
const SERIES_MONTHS = 12;

/** The market at a glance: totals, queues, and the age of their oldest entries. */
export async function readOverview({ db, clock }: Platform) {
  const now = clock.now();
  const days = Array.from({ length: SERIES_DAYS }, (_, i) =>
    dayOf(addMs(now, (i + 1 - SERIES_DAYS) * DAY_MS)),
  );
  const months = Array.from({ length: SERIES_MONTHS }, (_, i) => monthBefore(now, SERIES_MONTHS - 1 - i));
  const [sums, documents, objections, queues, jobs, plans] = await Promise.all([
    readSums(db, days),
    readWaiting(db),
    readOpenObjections(db),
    one<{
      review_oldest: Date | null;
      reports_oldest: Date | null;
    }>(
      db,
      sql`select
        (select min(submitted_at) from listings where status = 'PENDING_REVIEW') as review_oldest,
        (select min(created_at) from reports where status = 'open') as reports_oldest`,
    ),
    one<{ waiting: number; failed: number; oldest: Date | null }>(
      db,
      sql`select
        (select count(*) from (select from jobs where failed_at is null and run_at <= ${now} limit ${COUNTED_JOBS_MAX}) due)::int as waiting,
        (select count(*) from (select from jobs where failed_at is not null limit ${COUNTED_JOBS_MAX}) failed)::int as failed,
        (select min(run_at) from jobs where failed_at is null and locked_until is null and run_at <= ${now}) as oldest`,
    ),
    db.selectFrom('plans').select(['id', 'name', 'currency']).orderBy('sort_order').orderBy('id').execute(),
  ]);
  const age = (since: Date | null | undefined): number | null =>
    since === null || since === undefined ? null : Math.round((now.getTime() - since.getTime()) / 60_000);
  const counts = (kind: string, keys: readonly string[]): Record<string, number> =>
    Object.fromEntries(keys.map((key) => [key, sums(kind, key)]));
  return {
    users: counts('users', ROLES),
    sellers: counts('sellers', ['verified', 'unverified']),
    listings: counts('listings', listingStates),
    queues: {
      listings: { waiting: sums('listings', 'PENDING_REVIEW'), oldestMinutes: age(queues?.review_oldest) },
      reports: { waiting: sums('reports', 'open'), oldestMinutes: age(queues?.reports_oldest) },
      documents: { waiting: documents.waiting, oldestMinutes: age(documents.oldest) },
      reviews: { waiting: sums('reviews', 'pending'), oldestMinutes: null },
      objections: { waiting: objections.waiting, oldestMinutes: age(objections.oldest) },
    },
    jobs: { waiting: jobs?.waiting ?? 0, failed: jobs?.failed ?? 0, oldestMinutes: age(jobs?.oldest) },
    monthlyRevenue: { amount: sums('revenue', 'monthly') / 100, currency: 'EUR' },
    revenueByPlan: plans
      .map(({ id, name, currency }) => ({
        planId: id,
        name,
        currency,
        months: months.map((month) => ({ month, amount: sums('plan_revenue', `${month} ${id}`) / 100 })),
      }))
      .filter((plan) => plan.months.some(({ amount }) => amount !== 0)),
    series: days.map((date) => ({
      date,
      users: sums('new_users', date),
      listings: sums('new_listings', date),
      messages: sums('new_messages', date),
    })),
  };
}

/** As 2026-11. */
function monthBefore(now: Date, months: number): string {
  return dayOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))).slice(0, 7);
}

/** Beyond it, "many" says as much. */
const COUNTED_JOBS_MAX = 10_000;

/** What is noted and what has been added up; days only of those given. */
async function readSums(
  db: Queryable,
  days: readonly string[],
): Promise<(kind: string, key: string) => number> {
  const { rows } = await sql<{ kind: string; key: string; amount: number }>`
    select kind, key, sum(amount)::float8 as amount
    from (
      select kind, key, amount from market_sums where kind = any(${[...KINDS]}::text[])
      union all
      select kind, key, amount from market_sums where kind = any(${[...DAILY_KINDS]}::text[]) and key = any(${[...days]}::text[])
      union all
      select kind, key, amount from market_sum_changes where kind <> ${OF_PERSONS}
    ) known
    group by kind, key`.execute(db);
  const amounts = new Map(rows.map(({ kind, key, amount }) => [`${kind} ${key}`, amount]));
  return (kind, key) => amounts.get(`${kind} ${key}`) ?? 0;
}

const KINDS = ['users', 'sellers', 'listings', 'reports', 'reviews', 'revenue', 'plan_revenue'] as const;
const DAILY_KINDS = ['new_users', 'new_listings', 'new_messages'] as const;
/** Its keys are accounts, of which there are many. */
const OF_PERSONS = 'messages_sent';

export async function readMarketSum(db: Queryable, kind: string, key: string): Promise<number> {
  const row = await one<{ amount: number }>(
    db,
    sql`
    select coalesce(sum(amount), 0)::float8 as amount
    from (
      select amount from market_sums where kind = ${kind} and key = ${key}
      union all
      select amount from market_sum_changes where kind = ${kind} and key = ${key}
    ) known`,
  );
  return row?.amount ?? 0;
}

/** How many listings of each state there are. */
export async function readMarketStock(
  db: Queryable,
): Promise<readonly { status: string; listings: number }[]> {
  const { rows } = await sql<{ status: string; listings: number }>`
    select key as status, sum(amount)::int as listings
    from (
      select key, amount from market_sums where kind = 'listings'
      union all
      select key, amount from market_sum_changes where kind = 'listings'
    ) known
    group by key`.execute(db);
  return rows;
}

/** Adds up to `limit` notes to the sums, the oldest first, and returns how many. */
export async function foldMarketSums(db: Queryable, limit: number): Promise<number> {
  const row = await one<{ taken: number }>(
    db,
    sql`
    with taken as (
      delete from market_sum_changes where seq in (
        select seq from market_sum_changes order by seq limit ${limit} for update skip locked
      ) returning kind, key, amount
    ), added as (
      insert into market_sums as s (kind, key, amount)
      select kind, key, sum(amount) from taken group by kind, key order by kind, key
      on conflict (kind, key) do update set amount = s.amount + excluded.amount
    )
    select count(*)::int as taken from taken`,
  );
  return row?.taken ?? 0;
}

async function one<T>(db: Queryable, query: RawBuilder<unknown>): Promise<T | undefined> {
  return (await query.execute(db)).rows[0] as T | undefined;
}
