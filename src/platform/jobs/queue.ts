import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Announcements } from '../db/announcements.ts';
import { afterCommit, type Transaction } from '../db/transaction.ts';
import { newId } from '../ids.ts';
import { ATTEMPTS_MAX_DEFAULT, type JobDefinition } from './job.ts';

export const JOBS_CHANNEL = 'fifthwheel_jobs';

export interface EnqueueOptions {
  readonly runAt?: Date;
  /** While a job of this kind with this key waits, another is not added. */
  readonly dedupeKey?: string;
}

/** Adds jobs in the transaction of the change that needs them: both commit, or neither. */
export class JobQueue {
  readonly #clock: Clock;
  readonly #announcements: Announcements;
  #wake: () => void = () => {};

  constructor(parts: { clock: Clock; announcements: Announcements }) {
    this.#clock = parts.clock;
    this.#announcements = parts.announcements;
  }

  /** Called after each commit that added work due now. */
  onWork(wake: () => void): void {
    this.#wake = wake;
  }

  enqueue<P>(
    trx: Transaction,
    job: JobDefinition<P>,
    payload: P,
    options: EnqueueOptions = {},
  ): Promise<void> {
    return this.enqueueMany(trx, job, [payload], options);
  }

  async enqueueMany<P>(
    trx: Transaction,
    job: JobDefinition<P>,
    payloads: readonly P[],
    options: EnqueueOptions = {},
  ): Promise<void> {
    if (payloads.length === 0) return;
    const now = this.#clock.now();
    const runAt = options.runAt ?? now;
    const rows = payloads.map((payload) => ({
      id: newId('job', now),
      name: job.name,
      payload,
      dedupe_key: options.dedupeKey ?? null,
      run_at: runAt,
      attempts_max: job.attemptsMax ?? ATTEMPTS_MAX_DEFAULT,
      created_at: now,
    }));
    await trx
      .insertInto('jobs')
      .columns(['id', 'name', 'payload', 'dedupe_key', 'run_at', 'attempts_max', 'created_at'])
      .expression(
        sql`select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as t(id text, name text, payload jsonb, dedupe_key text, run_at timestamptz, attempts_max integer, created_at timestamptz)` as never,
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (runAt > now) return;
    this.#announcements.announce(trx, JOBS_CHANNEL);
    afterCommit(trx, () => this.#wake());
  }
}
