import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/transaction.ts';

export interface Span {
  readonly from: Date;
  readonly until: Date;
}

export interface DecisionCount {
  readonly action: string;
  /** As `2026-03`, UTC. */
  readonly month: string;
  readonly count: number;
}

export interface NoticeCount {
  readonly kind: string;
  readonly reason: string;
  readonly status: string;
  readonly count: number;
  /** Reports by people without an account, included in the total. */
  readonly byGuests: number;
}

/** Entries of the audit log with one of these actions, by month. */
export async function countDecisions(
  db: Queryable,
  actions: readonly string[],
  { from, until }: Span,
): Promise<readonly DecisionCount[]> {
  const { rows } = await sql<DecisionCount>`
    select action, to_char(at at time zone 'UTC', 'YYYY-MM') as month, count(*)::int as count
    from audit_log
    where action = any(${[...actions]}::text[]) and at >= ${from} and at < ${until}
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

/** Reports that were made, by what they are about, why, and what became of them. */
export async function countNotices(db: Queryable, { from, until }: Span): Promise<readonly NoticeCount[]> {
  const { rows } = await sql<NoticeCount>`
    select kind, reason, status, count(*)::int as count,
      (count(*) filter (where reporter_id is null))::int as "byGuests"
    from reports
    where kind = any('{message,review,listing}'::text[]) and status = any('{open,resolved,dismissed}'::text[])
      and created_at >= ${from} and created_at < ${until}
    group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows;
}

/** Returns the median time to a decision in hours; null without decisions. */
export async function medianHoursToDecision(db: Queryable, { from, until }: Span): Promise<number | null> {
  const { rows } = await sql<{ hours: number | null }>`
    select percentile_cont(0.5) within group (order by extract(epoch from decided_at - created_at) / 3600)::float8 as hours
    from reports
    where kind = any('{message,review,listing}'::text[]) and status = any('{resolved,dismissed}'::text[])
      and created_at >= ${from} and created_at < ${until}`.execute(db);
  return rows[0]?.hours ?? null;
}
