import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import { JOB_LANES, type JobLane } from './job.ts';

export interface ClaimedJob {
  readonly id: string;
  readonly name: string;
  readonly lane: JobLane;
  readonly payload: unknown;
  readonly account: string | null;
  readonly attempts: number;
  readonly attempts_max: number;
  readonly run_at: Date;
}

interface ClaimRequest {
  readonly now: Date;
  readonly workerId: string;
  readonly limit: number;
  /** Free places by lane. */
  readonly rooms: Readonly<Record<JobLane, number>>;
  /** By name of the kinds that may run. */
  readonly leaseSeconds: Readonly<Record<string, number>>;
}

/** Another process may be claiming at the same moment: it is looked at so many for each place. */
const LOOKED_AT_PER_PLACE = 4;

/** Neither running nor given up. */
export function isWaiting(now: Date): RawBuilder<boolean> {
  return sql<boolean>`failed_at is null and (locked_until is null or locked_until < ${now}::timestamptz)`;
}

/**
 * Claims what is due: lane by lane, and within a lane by turn. What was put off to a later time, as retries are, comes
 * with its time instead. Both ends of the queue are read by index and no farther than needed, however many wait.
 */
export async function claimJobs(db: Database, request: ClaimRequest): Promise<ClaimedJob[]> {
  const { now, limit, rooms } = request;
  const names = Object.keys(request.leaseSeconds);
  const lookedAt = sql`places.free * ${LOOKED_AT_PER_PLACE}::integer`;
  const isFree = sql`${isWaiting(now)} and name = any(${names}::text[])`;
  const { rows } = await sql<Omit<ClaimedJob, 'lane'> & { lane: number }>`
    ${prepared} with places as materialized (
      select lane::smallint, free
      from unnest(${JOB_LANES.map((_, lane) => lane)}::integer[], ${JOB_LANES.map((lane) => rooms[lane])}::integer[])
        as places (lane, free)
    ),
    candidates as materialized (
      select places.lane, c.id
      from places cross join lateral (
        (
          select id, turn as at from jobs
          where lane = places.lane and turn is not null and ${isFree}
          order by turn, id limit ${lookedAt}
        )
        union all
        (
          select id, run_at as at from jobs
          where lane = places.lane and (turn is null)::integer = 1 and run_at <= ${now}::timestamptz and ${isFree}
          order by run_at, id limit ${lookedAt}
        )
        order by at, id limit ${lookedAt}
      ) c
    ),
    picked as (
      select free.id
      from places cross join lateral (
        -- Locks one after another, until there are enough.
        select j.id from candidates c cross join lateral (
          select id from jobs where id = c.id and ${isFree} for update skip locked
        ) j
        where c.lane = places.lane limit places.free
      ) free
      limit ${limit}::integer
    )
    update jobs
    set locked_until = ${now}::timestamptz
          + make_interval(secs => (${JSON.stringify(request.leaseSeconds)}::jsonb ->> name)::float8),
        locked_by = ${request.workerId},
        attempts = attempts + 1
    where id in (select id from picked)
    returning id, name, lane, payload, account, attempts, attempts_max, run_at`.execute(db);
  return rows.map((row) => ({ ...row, lane: JOB_LANES[row.lane] ?? 'soon' }));
}
