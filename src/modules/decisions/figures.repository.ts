import { sql } from 'kysely';
import { COUNT_MAX } from '../../platform/db/count-up-to.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import './tables.ts';

interface Span {
  readonly from: Date;
  readonly until: Date;
}

export interface StatementCount {
  readonly kind: string;
  readonly code: string;
  readonly foundBy: string;
  readonly count: number;
}

export interface ObjectionFigures {
  readonly made: number;
  readonly upheld: number;
  readonly reversed: number;
  readonly medianHours: number | null;
}

/** Counts statements of reasons by decision, ground and source. */
export async function countStatements(
  db: Queryable,
  { from, until }: Span,
): Promise<readonly StatementCount[]> {
  const { rows } = await sql<StatementCount>`
    select kind, code, found_by as "foundBy", count(*)::int as count
    from decisions where decided_at >= ${from} and decided_at < ${until}
    group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows;
}

/** Decisions made in the span, with the outcome of their appeals so far. */
export async function readObjections(db: Queryable, { from, until }: Span): Promise<ObjectionFigures> {
  const { rows } = await sql<ObjectionFigures>`
    select count(*)::int as made,
      (count(*) filter (where outcome = 'upheld'))::int as upheld,
      (count(*) filter (where outcome = 'reversed'))::int as reversed,
      (percentile_cont(0.5) within group (order by extract(epoch from outcome_at - objected_at) / 3600))::float8
        as "medianHours"
    from decisions where objected_at is not null and objected_at >= ${from} and objected_at < ${until}`.execute(
    db,
  );
  return rows[0] ?? { made: 0, upheld: 0, reversed: 0, medianHours: null };
}

/** Objections that wait for a judgment, and since when the oldest does. */
export async function readOpenObjections(
  db: Queryable,
): Promise<{ readonly waiting: number; readonly oldest: Date | null }> {
  const { rows } = await sql<{ waiting: number; oldest: Date | null }>`
    select count(*)::int as waiting, min(objected_at) as oldest
    from (
      select objected_at from decisions where objected_at is not null and outcome is null
      order by objected_at, id limit ${COUNT_MAX}
    ) open`.execute(db);
  return rows[0] ?? { waiting: 0, oldest: null };
}
