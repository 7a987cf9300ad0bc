import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { isWaiting } from './claim.repository.ts';
import { JOB_LANES, type JobLane } from './job.ts';

/** Counts go no farther, so that reading them costs the same however long the queue is. */
export const COUNTED_MAX = 10_000;

export interface LaneState {
  /** Due, but not started; at most COUNTED_MAX. */
  readonly due: number;
  readonly oldestSeconds: number;
}

export interface QueueState {
  readonly lanes: Readonly<Record<JobLane, LaneState>>;
  /** Given up; at most COUNTED_MAX. */
  readonly failed: number;
}

export async function readQueueState(db: Database, now: Date): Promise<QueueState> {
  const due = sql`from jobs where lane = lanes.lane and run_at <= ${now}::timestamptz and ${isWaiting(now)}`;
  const { rows } = await sql<LaneState & { failed: number }>`
    select
      (select count(*) from (select ${due} limit ${COUNTED_MAX}) d)::integer as due,
      coalesce(extract(epoch from ${now}::timestamptz - least(
        (select run_at ${due} and (turn is null)::integer = 1 order by run_at limit 1),
        (select run_at ${due} and (turn is null)::integer = 0 order by run_at limit 1)
      )), 0)::float8 as "oldestSeconds",
      (select count(*) from (select from jobs where failed_at is not null limit ${COUNTED_MAX}) f)::integer as failed
    from generate_series(0, ${JOB_LANES.length - 1}) as lanes (lane)
    order by lanes.lane`.execute(db);
  const laneAt = (lane: JobLane): LaneState => {
    const row = rows[JOB_LANES.indexOf(lane)];
    return { due: row?.due ?? 0, oldestSeconds: row?.oldestSeconds ?? 0 };
  };
  return {
    lanes: { urgent: laneAt('urgent'), soon: laneAt('soon'), whenever: laneAt('whenever') },
    failed: rows[0]?.failed ?? 0,
  };
}
