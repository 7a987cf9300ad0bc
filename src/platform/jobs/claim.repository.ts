import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import { JOB_LANES, type JobLane, laneNumber } from './job.ts';

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
  /** How many jobs each account has running, by `placeKey`. */
  readonly running: ReadonlyMap<string, number>;
  /** The most jobs that one account may have running in a lane. */
  readonly accountMax: number;
}

/** Names an account in a lane. */
export function placeKey({ lane, account }: { readonly lane: JobLane; readonly account: string }): string {
  return `${laneNumber(lane)} ${account}`;
}

/** Rows read per free worker slot, because another process may be claiming at the same moment. */
const LOOKED_AT_PER_PLACE = 4;
/**
 * Rows that a claim reads past the jobs of accounts without a free place. Turns are a second apart, so an account has at most one
 * job for each second of its backlog ahead of a job that another account enqueues now.
 */
const PASSED_MAX = 5000;

/** True for jobs that are neither running nor given up. */
export function isWaiting(now: Date): RawBuilder<boolean> {
  return sql<boolean>`failed_at is null and (locked_until is null or locked_until < ${now}::timestamptz)`;
}

/**
 * Claims what is due: lane by lane, and within a lane by turn. What was put off to a later time, as retries are, comes
 * with its time instead. Both ends of the queue are read by index and no farther than needed, however many wait.
 *
 * An account gets no more than its share of a lane. The jobs behind those that it may not run yet are found by another claim, in
 * which the account counts as full.
 */
export async function claimJobs(db: Database, request: ClaimRequest): Promise<ClaimedJob[]> {
  const { now, limit, rooms } = request;
  const names = Object.keys(request.leaseSeconds);
  const lookedAt = sql`places.free * ${LOOKED_AT_PER_PLACE}::integer`;
  const isFree = sql`${isWaiting(now)} and name = any(${names}::text[])`;
  const full = [...request.running].filter(([, jobs]) => jobs >= request.accountMax).map(([key]) => key);
  const hasPlace = sql`(account is null or lane || ' ' || account <> all(${full}::text[]))`;
  const { rows } = await sql<Omit<ClaimedJob, 'lane'> & { lane: number }>`
    ${prepared} with places as materialized (
      select lane::smallint, free
      from unnest(${JOB_LANES.map((_, lane) => lane)}::integer[], ${JOB_LANES.map((lane) => rooms[lane])}::integer[])
        as places (lane, free)
    ),
    candidates as materialized (
      select places.lane, c.id, c.account, c.at,
        row_number() over (partition by places.lane, c.account order by c.at, c.id) as nth
      from places cross join lateral (
        (
          select id, account, at from (
            select id, lane, account, turn as at from jobs
            where lane = places.lane and turn is not null and ${isFree}
            order by turn, id limit ${lookedAt} + ${full.length * PASSED_MAX}::integer
          ) by_turn
          where ${hasPlace} limit ${lookedAt}
        )
        union all
        (
          select id, account, run_at as at from jobs
          where lane = places.lane and (turn is null)::integer = 1 and run_at <= ${now}::timestamptz and ${isFree}
            and ${hasPlace}
          order by run_at, id limit ${lookedAt}
        )
        order by at, id limit ${lookedAt}
      ) c
    ),
    shared as materialized (
      select c.lane, c.id from candidates c
      left join unnest(${[...request.running.keys()]}::text[], ${[...request.running.values()]}::integer[]) as running (place, jobs)
        on running.place = c.lane || ' ' || c.account
      where c.account is null or c.nth + coalesce(running.jobs, 0) <= ${request.accountMax}::integer
      order by c.lane, c.at, c.id
    ),
    picked as (
      select free.id
      from places cross join lateral (
        -- Locks one after another, until there are enough.
        select j.id from shared c cross join lateral (
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
