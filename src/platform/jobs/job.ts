import { HOUR_MS, SECOND_MS } from '../clock.ts';

/** What a running job may ask of its runner. */
export interface JobContext {
  readonly jobId: string;
  /** 1 for the first try. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
  /** Aborted when the process shuts down: long work stops at the next safe point and throws. */
  readonly signal: AbortSignal;
  /** Prolongs the lease; returns false when another worker has taken the job over, and the work must stop. */
  heartbeat(): Promise<boolean>;
}

/**
 * A kind of background work. It runs at least once for each time that it was enqueued, perhaps more often after a crash:
 * `run` must come to the same end when it is repeated.
 */
export interface JobDefinition<Payload = never> {
  /** `module.verb-noun` */
  readonly name: string;
  readonly attemptsMax?: number;
  /** How long a worker may be silent before another takes the job up. */
  readonly leaseMs?: number;
  /** How many of this kind one process runs at a time. */
  readonly concurrency?: number;
  /** Runs again and again with this pause, without being enqueued. */
  readonly everyMs?: number;
  run(payload: Payload, context: JobContext): Promise<void>;
}

/** A definition whose payload type is its own affair, as the runner holds them. */
export type AnyJobDefinition = JobDefinition<never>;

export const LEASE_MS_DEFAULT = 60 * SECOND_MS;
export const ATTEMPTS_MAX_DEFAULT = 10;

/** 2 s, 4 s, 8 s … an hour: about two and a half hours over ten attempts. */
export function backoffMs(attempt: number): number {
  return Math.min(HOUR_MS, 2 ** attempt * SECOND_MS);
}
