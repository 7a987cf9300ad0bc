import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { PgNotifier } from '../db/pg-notifier.ts';
import { defer } from '../db/deferred.ts';
import { prepared } from '../db/prepared.ts';
import { afterCommit, type Transaction } from '../db/transaction.ts';
import { newId } from '../ids.ts';
import { ATTEMPTS_MAX_DEFAULT, type JobDefinition, type JobLane, laneNumber, laneOf } from './job.ts';
import { Service } from '../service.ts';

export const JOBS_CHANNEL = 'fifthwheel_jobs';

export interface EnqueueOptions {
  readonly runAt?: Date;
  /** Skips the job while one of the same kind with this key is waiting. */
  readonly dedupeKey?: string;
  /** One for each job, which skips it in the same way. */
  readonly dedupeKeys?: readonly string[];
  /** Key per job: a queued job with the same key does its work, immediately and with all its attempts. */
  readonly keys?: readonly string[];
  /** Instead of that of the definition. */
  readonly lane?: JobLane;
  /** The seller or user that caused the job: within a lane, accounts take turns. */
  readonly account?: string | null;
}

/**
 * Interval between the virtual start times of one account's jobs. An account that enqueues a thousand jobs is overtaken
 * by all others for at most a quarter of an hour; if no other account waits, its jobs run without pauses.
 */
const TURN_SECONDS = 1;

/** A job that waits after a failure is due like a new one; a job with a place in its account's queue keeps it. */
const RENEWED = sql`
      on conflict (name, dedupe_key) where locked_until is null and failed_at is null and dedupe_key is not null
      do update set payload = excluded.payload, run_at = least(jobs.run_at, excluded.run_at), attempts = 0, last_error = null,
        turn = coalesce(jobs.turn, excluded.turn)`;

/** Adds jobs in the transaction of the change that needs them, so that both commit or neither does. */
export class JobQueue extends Service<{ clock: Clock; pgNotifier: PgNotifier }> {
  #wake: () => void = () => {};

  /** Registers a callback for commits that added work due now. */
  onWork(wake: () => void): void {
    this.#wake = wake;
  }

  async enqueue<P>(
    trx: Transaction,
    job: JobDefinition<P>,
    payload: P,
    options: EnqueueOptions = {},
  ): Promise<void> {
    await this.enqueueMany(trx, job, [payload], options);
  }

  /** Returns the IDs of the jobs; the ID of a job skipped because of its key is not in the queue. */
  async enqueueMany<P>(
    trx: Transaction,
    job: JobDefinition<P>,
    payloads: readonly P[],
    options: EnqueueOptions = {},
  ): Promise<readonly string[]> {
    if (payloads.length === 0) return [];
    const now = this.parts.clock.now();
    const runAt = options.runAt ?? now;
    const ids = payloads.map(() => newId('job', now));
    const texts = payloads.map((payload) => JSON.stringify(payload));
    const keys = options.keys ?? options.dedupeKeys ?? payloads.map(() => options.dedupeKey ?? null);
    const lane = laneNumber(options.lane ?? laneOf(job));
    const account = options.account ?? null;
    const isDue = runAt <= now;
    // Without an account, there is no fair sharing: first come, first served.
    const pause = sql`make_interval(secs => case when ${account}::text is null then 0 else ${TURN_SECONDS}::integer end)`;
    const firstTurn = sql`greatest(${now}::timestamptz, (
          select max(turn) from jobs where account = ${account} and lane = ${lane} and failed_at is null and turn is not null
        ) + ${pause})`;
    await defer(
      trx,
      sql`
      ${prepared} insert into jobs (id, name, payload, dedupe_key, run_at, attempts_max, created_at, lane, account, turn)
      select t.id, ${job.name}, t.payload::jsonb, t.key, ${runAt}::timestamptz,
        ${job.attemptsMax ?? ATTEMPTS_MAX_DEFAULT}::integer, ${now}::timestamptz, ${lane}::smallint, ${account}::text,
        case when ${isDue}::boolean then ${firstTurn} + (t.n - 1) * ${pause} end
      from unnest(${ids}::text[], ${texts}::text[], ${keys}::text[]) with ordinality as t(id, payload, key, n)
      ${options.keys === undefined ? sql`on conflict do nothing` : RENEWED}`,
    );
    if (isDue) this.announce(trx);
    return ids;
  }

  /** Wakes the runners of all processes when the transaction has committed work that is due. */
  announce(trx: Transaction): void {
    this.parts.pgNotifier.notify(trx, JOBS_CHANNEL);
    afterCommit(trx, () => this.#wake());
  }
}
