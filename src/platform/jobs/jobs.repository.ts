import { sql } from 'kysely';
import type { Queryable, Transaction } from '../db/transaction.ts';
import type { Page } from '../http/pagination.ts';

export type JobState = 'waiting' | 'running' | 'failed';

export interface JobFilters {
  readonly name?: string;
  readonly state?: JobState;
}

export interface JobSummary {
  readonly id: string;
  readonly name: string;
  readonly state: JobState;
  readonly is_recurring: boolean;
  /** IDs in the payload. The rest of a payload may be secret and is not exposed. */
  readonly subject: Readonly<Record<string, string>>;
  readonly run_at: Date;
  readonly attempts: number;
  readonly attempts_max: number;
  readonly locked_until: Date | null;
  readonly failed_at: Date | null;
  readonly last_error: string | null;
  readonly created_at: Date;
}

/** Cap for totals: counting a long queue would take longer than reading a page of it. */
export const JOB_COUNT_MAX = 10_000;

const ID_PATTERN = '^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$';

/** Newest first. A job whose lease has run out is waiting again. */
export async function listJobs(
  db: Queryable,
  filters: JobFilters,
  page: Page,
  now: Date,
): Promise<{ rows: JobSummary[]; total: number }> {
  const conditions = [
    ...(filters.name === undefined ? [] : [sql`name = ${filters.name}`]),
    ...(filters.state === undefined ? [] : [isIn(filters.state, now)]),
    sql`true`,
  ];
  const where = sql.join(conditions, sql` and `);
  const [counted, listed] = await Promise.all([
    sql<{ total: number }>`
      select count(*)::int as total from (select from jobs where ${where} limit ${JOB_COUNT_MAX}) as counted`.execute(
      db,
    ),
    sql<JobSummary>`
      select ${summaryColumns(now)} from jobs where ${where}
      order by id desc limit ${page.limit} offset ${page.offset}`.execute(db),
  ]);
  return { rows: listed.rows, total: counted.rows[0]?.total ?? 0 };
}

/** Locks the job until the transaction ends, so that no worker claims it. */
export async function lockJob(trx: Transaction, jobId: string, now: Date): Promise<JobSummary | undefined> {
  const { rows } = await sql<JobSummary>`
    select ${summaryColumns(now)} from jobs where id = ${jobId} for update`.execute(trx);
  return rows[0];
}

/** Makes a job due now, with at least one more attempt. */
export async function makeJobDue(trx: Transaction, jobId: string, now: Date): Promise<void> {
  await sql`
    update jobs set run_at = ${now}, turn = null, failed_at = null, attempts_max = greatest(attempts_max, attempts + 1)
    where id = ${jobId}`.execute(trx);
}

export async function deleteJob(trx: Transaction, jobId: string): Promise<void> {
  await trx.deleteFrom('jobs').where('id', '=', jobId).execute();
}

function isIn(state: JobState, now: Date) {
  if (state === 'failed') return sql`failed_at is not null`;
  return state === 'running'
    ? sql`locked_until >= ${now}::timestamptz and failed_at is null`
    : sql`failed_at is null and (locked_until is null or locked_until < ${now}::timestamptz)`;
}

function summaryColumns(now: Date) {
  return sql`
    id, name, run_at, attempts, attempts_max, locked_until, failed_at, last_error, created_at,
    dedupe_key is not distinct from 'recurring' as is_recurring,
    case when failed_at is not null then 'failed'
         when locked_until >= ${now}::timestamptz then 'running'
         else 'waiting' end as state,
    coalesce((
      select jsonb_object_agg(key, value)
      from jsonb_each_text(case jsonb_typeof(payload) when 'object' then payload else '{}' end)
      where value ~ ${ID_PATTERN}
    ), '{}') as subject`;
}
