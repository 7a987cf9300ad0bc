import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

export interface QueueState {
  /** Due, but not started. */
  readonly due: number;
  readonly failed: number;
  readonly oldestSeconds: number;
}

export async function readQueueState(db: Database, now: Date): Promise<QueueState> {
  const { rows } = await sql<QueueState>`
    select count(*) filter (where is_due)::int as due,
           count(*) filter (where failed_at is not null)::int as failed,
           coalesce(extract(epoch from ${now}::timestamptz - min(run_at) filter (where is_due)), 0)::float8
             as "oldestSeconds"
    from (
      select run_at, failed_at,
             failed_at is null and run_at <= ${now} and (locked_until is null or locked_until < ${now}) as is_due
      from jobs
    ) as j`.execute(db);
  return rows[0] ?? { due: 0, failed: 0, oldestSeconds: 0 };
}
