import { type RawBuilder, sql } from 'kysely';
import { ROLES } from '../../platform/actor.ts';
import { DAY_MS, addMs, dayOf } from '../../platform/clock.ts';
import { readMarketSums } from '../../platform/db/market-sums.repository.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import type { Platform } from '../../platform/module.ts';
import { readOpenObjections } from '../decisions/index.ts';
import { listingStates } from '../listings/index.ts';
import { readWaiting } from '../sellers/index.ts';

const SERIES_DAYS = 30;
const SERIES_MONTHS = 12;

/** Totals, queues, and the age of their oldest entries. */
export async function readOverview({ db, clock }: Platform) {
  const now = clock.now();
  const days = Array.from({ length: SERIES_DAYS }, (_, i) =>
    dayOf(addMs(now, (i + 1 - SERIES_DAYS) * DAY_MS)),
  );
  const months = Array.from({ length: SERIES_MONTHS }, (_, i) => monthBefore(now, SERIES_MONTHS - 1 - i));
  const [sums, documents, objections, queues, jobs, plans] = await Promise.all([
    readMarketSums(db, days),
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

/** Limit of counting; beyond it, the exact number does not matter. */
const COUNTED_JOBS_MAX = 10_000;

async function one<T>(db: Queryable, query: RawBuilder<unknown>): Promise<T | undefined> {
  return (await query.execute(db)).rows[0] as T | undefined;
}
