/**
 * Runs the jobs of the queue, each at least once.
 *
 * A worker claims a job by writing a lease (`locked_until`) and commits at once, so no lock is held while the work
 * runs. Success deletes the row. Failure puts it back with a growing pause; after the last attempt the row is marked
 * as failed and kept. The lease of a killed worker expires. Every outcome is written on condition of
 * worker and attempt, so a worker that was overtaken changes nothing.
 */
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { addMs, SECOND_MS } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import { isUniqueViolation } from '../db/sql-errors.ts';
import { asWriter, RUNNING_MAX } from '../db/write-slots.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../log.ts';
import { traced } from '../tracing.ts';
import { claimJobs, type ClaimedJob, placeKey } from './claim.repository.ts';
import type { AnyJobDefinition, JobContext } from './job.ts';
import {
  ATTEMPTS_MAX_DEFAULT,
  backoffMs,
  JOB_LANES,
  type JobLane,
  laneNumber,
  laneOf,
  LEASE_MS_DEFAULT,
} from './job.ts';
import { Service } from '../service.ts';

export interface JobMetrics {
  finished(name: string, outcome: 'done' | 'retried' | 'failed', durationMs: number): void;
}

const POLL_MS = SECOND_MS;
const CONCURRENCY_MAX = 10;
/** Concurrency limit per lane. Keeps worker slots free for `urgent` jobs whatever the backlog. */
const LANE_MAX: Readonly<Partial<Record<JobLane, number>>> = { soon: 5, whenever: 3 };
/**
 * Jobs of one account in a lane at once: as many as it may have transactions. More would only wait for each other, in the places of
 * other accounts.
 */
const ACCOUNT_MAX = RUNNING_MAX;
const ERROR_TEXT_MAX = 2000;

interface JobRunnerParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics?: JobMetrics;
}

export class JobRunner extends Service<JobRunnerParts> {
  readonly #definitions = new Map<string, AnyJobDefinition>();
  readonly #workerId = `${hostname()}:${process.pid}:${newId('job')}`;
  readonly #running = new Map<string, number>();
  readonly #runningIn = new Map<JobLane, number>();
  /** By account and lane. */
  readonly #runningOf = new Map<string, number>();
  readonly #inFlight = new Set<Promise<void>>();
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | null = null;
  #claimAgain = false;
  /** Whether the last claim may have left due jobs; otherwise, only a notification or the timer triggers another claim. */
  #mayBeMore = true;
  #started = false;

  register(definitions: readonly AnyJobDefinition[]): void {
    for (const definition of definitions) {
      if (this.#definitions.has(definition.name)) throw new Error(`two jobs are named ${definition.name}`);
      this.#definitions.set(definition.name, definition);
    }
  }

  async start(): Promise<void> {
    await this.scheduleRecurring();
    this.#started = true;
    this.#timer = setInterval(() => this.wake(), POLL_MS);
    this.wake();
  }

  /**
   * Waits for running jobs until the deadline, then aborts them. Their leases run out, and another process takes them
   * over.
   */
  async stop(graceMs: number): Promise<void> {
    this.#started = false;
    clearInterval(this.#timer);
    // A claim in progress may still return jobs; those count as running.
    await this.#claiming;
    const deadline = setTimeout(() => this.#abort.abort(), graceMs);
    await Promise.allSettled(this.#inFlight);
    clearTimeout(deadline);
    this.#abort.abort();
  }

  wake(): void {
    if (!this.#started) return;
    if (this.#claiming !== null) {
      this.#claimAgain = true;
      return;
    }
    this.#claiming = this.#claimUntilIdle().finally(() => {
      this.#claiming = null;
      // Woken after the queue was last read.
      if (this.#claimAgain) this.wake();
    });
  }

  async #claimUntilIdle(): Promise<void> {
    do {
      this.#claimAgain = false;
      try {
        const limit = CONCURRENCY_MAX - this.#inFlight.size;
        const isSelective = this.#availableNames().length < this.#definitions.size;
        const rooms = this.#roomsInLanes();
        const jobs = await this.#claim(limit, rooms);
        for (const job of jobs) this.#launch(job);
        const isLaneFull = JOB_LANES.some((lane) => countIn(jobs, lane) >= rooms[lane]);
        this.#mayBeMore = jobs.length === limit || isLaneFull || isSelective || this.#isAnyAccountFull();
        // Other accounts may wait behind an account that has just taken the rest of its slots.
        if (jobs.some((job) => this.#isFull(job))) this.#claimAgain = true;
      } catch (error) {
        this.parts.log.warn({ err: error }, 'jobs could not be claimed');
        return;
      }
    } while (this.#claimAgain && this.#started);
  }

  #launch(job: ClaimedJob): void {
    const work = this.#run(job).finally(() => {
      this.#inFlight.delete(work);
      if (this.#mayBeMore) this.wake();
    });
    this.#inFlight.add(work);
  }

  /**
   * Runs due jobs one after another until none is left, and returns how many ran. For tests and the sandbox, which
   * step background work instead of waiting for it.
   */
  async drain(options: { roundsMax?: number } = {}): Promise<number> {
    let count = 0;
    for (let round = 0; round < (options.roundsMax ?? 10_000); round++) {
      const [job] = await this.#claim(1, { urgent: 1, soon: 1, whenever: 1 });
      if (job === undefined) {
        // A started runner may still be working on the last ones.
        if (this.#inFlight.size === 0) return count;
        await Promise.race(this.#inFlight);
        continue;
      }
      await this.#run(job);
      count++;
    }
    throw new Error('the job queue does not come to rest');
  }

  /** Makes sure that each recurring kind has one waiting row; an existing row keeps its time. */
  async scheduleRecurring(): Promise<void> {
    const now = this.parts.clock.now();
    for (const definition of this.#definitions.values()) {
      if (definition.everyMs === undefined) continue;
      await this.#insertRecurrence(definition, addMs(now, definition.everyMs));
    }
  }

  async #insertRecurrence(definition: AnyJobDefinition, runAt: Date): Promise<void> {
    const now = this.parts.clock.now();
    await sql`
      insert into jobs (id, name, payload, dedupe_key, run_at, attempts_max, created_at, lane)
      select ${newId('job', now)}, ${definition.name}, '{}', 'recurring', ${runAt},
        ${definition.attemptsMax ?? ATTEMPTS_MAX_DEFAULT}, ${now}, ${laneNumber(laneOf(definition))}::smallint
      where not exists (select from jobs where name = ${definition.name} and dedupe_key = 'recurring' and failed_at is null)
      on conflict do nothing`.execute(this.parts.db);
  }

  async #claim(limit: number, rooms: Readonly<Record<JobLane, number>>): Promise<ClaimedJob[]> {
    const names = this.#availableNames();
    if (limit <= 0 || names.length === 0) return [];
    const rows = await claimJobs(this.parts.db, {
      now: this.parts.clock.now(),
      workerId: this.#workerId,
      limit,
      rooms,
      running: this.#runningOf,
      accountMax: ACCOUNT_MAX,
      leaseSeconds: Object.fromEntries(
        names.map((name) => [name, (this.#definitions.get(name)?.leaseMs ?? LEASE_MS_DEFAULT) / SECOND_MS]),
      ),
    });
    for (const job of rows) this.#count(job, 1);
    return rows;
  }

  #count({ name, lane, account }: ClaimedJob, change: 1 | -1): void {
    add(this.#running, name, change);
    add(this.#runningIn, lane, change);
    if (account !== null) add(this.#runningOf, placeKey({ lane, account }), change);
  }

  #isFull({ lane, account }: ClaimedJob): boolean {
    return account !== null && (this.#runningOf.get(placeKey({ lane, account })) ?? 0) >= ACCOUNT_MAX;
  }

  #isAnyAccountFull(): boolean {
    return [...this.#runningOf.values()].some((jobs) => jobs >= ACCOUNT_MAX);
  }

  #roomsInLanes(): Record<JobLane, number> {
    const room = (lane: JobLane): number =>
      Math.max(0, (LANE_MAX[lane] ?? CONCURRENCY_MAX) - (this.#runningIn.get(lane) ?? 0));
    return { urgent: room('urgent'), soon: room('soon'), whenever: room('whenever') };
  }

  /** Kinds at their concurrency limit. A single claim may exceed the limit by the jobs that it takes at once. */
  #availableNames(): string[] {
    const names: string[] = [];
    for (const [name, definition] of this.#definitions) {
      if ((this.#running.get(name) ?? 0) < (definition.concurrency ?? CONCURRENCY_MAX)) names.push(name);
    }
    return names;
  }

  async #run(job: ClaimedJob): Promise<void> {
    const definition = this.#definitions.get(job.name);
    const startedAt = performance.now();
    try {
      if (definition === undefined) throw new Error(`no job is named ${job.name}`);
      const context = this.#contextOf(job, definition);
      await traced(
        `job ${job.name}`,
        { isRoot: true, attributes: { 'fifthwheel.attempt': job.attempts } },
        () =>
          asWriter({ account: job.account, isBackground: true }, () =>
            definition.run(job.payload as never, context),
          ),
      );
      await this.#complete(job, definition);
      this.parts.metrics?.finished(job.name, 'done', performance.now() - startedAt);
    } catch (error) {
      await this.#fail(job, error, performance.now() - startedAt);
    } finally {
      this.#count(job, -1);
    }
  }

  #contextOf(job: ClaimedJob, definition: AnyJobDefinition): JobContext {
    const extendLease = async (changes: { readonly payload?: string }): Promise<boolean> => {
      const until = addMs(this.parts.clock.now(), definition.leaseMs ?? LEASE_MS_DEFAULT);
      const result = await this.#updateOwn(job)
        .set({ locked_until: until, ...changes })
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    };
    return {
      jobId: job.id,
      attempt: job.attempts,
      isLastAttempt: job.attempts >= job.attempts_max,
      signal: this.#abort.signal,
      heartbeat: () => extendLease({}),
      proceed: (payload) => extendLease({ payload: JSON.stringify(payload) }),
    };
  }

  #updateOwn(job: ClaimedJob) {
    return this.parts.db
      .updateTable('jobs')
      .where('id', '=', job.id)
      .where('locked_by', '=', this.#workerId)
      .where('attempts', '=', job.attempts);
  }

  async #complete(job: ClaimedJob, definition: AnyJobDefinition): Promise<void> {
    await sql`
      ${prepared} delete from jobs where id = ${job.id} and locked_by = ${this.#workerId} and attempts = ${job.attempts}`.execute(
      this.parts.db,
    );
    if (definition.everyMs !== undefined) {
      await this.#insertRecurrence(definition, addMs(this.parts.clock.now(), definition.everyMs));
    }
  }

  async #fail(job: ClaimedJob, error: unknown, durationMs: number): Promise<void> {
    const now = this.parts.clock.now();
    const isLast = job.attempts >= job.attempts_max;
    this.parts.metrics?.finished(job.name, isLast ? 'failed' : 'retried', durationMs);
    this.parts.log[isLast ? 'error' : 'warn'](
      { err: error, job: job.name, jobId: job.id, attempt: job.attempts },
      'a job failed',
    );
    const outcome = {
      locked_until: null,
      locked_by: null,
      last_error: String(error instanceof Error ? error.message : error).slice(0, ERROR_TEXT_MAX),
      failed_at: isLast ? now : null,
      run_at: isLast ? job.run_at : addMs(now, backoffMs(job.attempts)),
      // It has had its turn: from now on its time decides.
      turn: null,
    };
    try {
      await this.#updateOwn(job).set(outcome).execute();
    } catch (failure) {
      // Another job with the same key has been enqueued since; it does the work.
      if (isUniqueViolation(failure))
        await this.parts.db.deleteFrom('jobs').where('id', '=', job.id).execute();
      else this.parts.log.error({ err: failure, jobId: job.id }, 'a job could not be requeued');
    }
    const definition = this.#definitions.get(job.name);
    if (isLast && definition?.everyMs !== undefined)
      await this.#insertRecurrence(definition, addMs(now, definition.everyMs));
  }
}

function add<K>(counts: Map<K, number>, key: K, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

function countIn(jobs: readonly ClaimedJob[], wanted: JobLane): number {
  return jobs.filter(({ lane }) => lane === wanted).length;
}
