import { HOUR_MS, SECOND_MS } from '../clock.ts';

/** Functions of the runner for a running job. */
export interface JobContext {
  readonly jobId: string;
  /** 1 for the first try. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
  /** Aborted when the process shuts down. Long work stops at its next safe point and throws. */
  readonly signal: AbortSignal;
  /** Extends the lease. False when another worker has taken the job over: then the work must stop. */
  heartbeat(): Promise<boolean>;
  /**
   * Stores the remaining work as the payload of the next attempt, and extends the lease. False, and nothing is stored, when
   * another worker has taken the job over.
   */
  proceed(payload: unknown): Promise<boolean>;
}

/**
 * Priority lanes: `urgent` if a user waits for it, `soon` within minutes, `whenever` within the day. The database
 * stores the index. Each lane has its own worker slots, so its jobs do not wait for other lanes.
 */
export const JOB_LANES = ['urgent', 'soon', 'whenever'] as const;
export type JobLane = (typeof JOB_LANES)[number];

/**
 * A kind of background work. Each enqueued job runs at least once, and after a crash perhaps again, so `run` must be
 * idempotent.
 */
export interface JobDefinition<Payload = never> {
  /** `module.verb-noun` */
  readonly name: string;
  readonly attemptsMax?: number;
  /** `whenever` for recurring jobs and `soon` for all others, unless it is named here or with the job. */
  readonly lane?: JobLane;
  /** Time without a heartbeat after which another worker takes over the job. */
  readonly leaseMs?: number;
  /** How many of this kind one process runs at a time. */
  readonly concurrency?: number;
  /** Makes the job recurring: it runs with this pause in between. One that is enqueued besides runs in addition. */
  readonly everyMs?: number;
  run(payload: Payload, context: JobContext): Promise<void>;
}

/** A definition of any payload type, as the runner keeps them. */
export type AnyJobDefinition = JobDefinition<never>;

export function laneOf(definition: Pick<AnyJobDefinition, 'lane' | 'everyMs'>): JobLane {
  return definition.lane ?? (definition.everyMs === undefined ? 'soon' : 'whenever');
}

export function laneNumber(lane: JobLane): number {
  return JOB_LANES.indexOf(lane);
}

export const LEASE_MS_DEFAULT = 60 * SECOND_MS;
export const ATTEMPTS_MAX_DEFAULT = 10;

/** 2 s, 4 s, 8 s … an hour: about two and a half hours over ten attempts. */
export function backoffMs(attempt: number): number {
  return Math.min(HOUR_MS, 2 ** attempt * SECOND_MS);
}
