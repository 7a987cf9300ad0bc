/** Metrics of shared infrastructure: the log, the database and the job queue. */
import type pg from 'pg';
import type { ReadReplica } from '../platform/db/read-replica.ts';
import type { SlowStatements } from '../platform/db/slow-statements.ts';
import { JOB_LANES } from '../platform/jobs/job.ts';
import { COUNTED_MAX, readQueueState } from '../platform/jobs/queue-state.repository.ts';
import { stdoutLog } from '../platform/log-output.ts';
import type { Platform } from '../platform/module.ts';
import { oneAtATime } from '../platform/one-at-a-time.ts';

export function watchLog({ metrics }: Pick<Platform, 'metrics'>): void {
  metrics.countedElsewhere(
    'log_lines_dropped_total',
    'Log lines that standard output did not take, so that they were dropped',
    () => stdoutLog().dropped,
  );
}

export function watchDatabase(
  { metrics }: Pick<Platform, 'metrics'>,
  parts: {
    readonly pool: pg.Pool;
    readonly replica: ReadReplica | null;
    readonly statements: SlowStatements;
  },
): void {
  const { pool, replica, statements } = parts;
  metrics.gauge('database_connections', 'Open database connections', () => pool.totalCount);
  metrics.gauge('database_waiting', 'Requests waiting for a database connection', () => pool.waitingCount);
  if (replica !== null)
    metrics.gauge('database_replica_used', '1 while the read replica keeps up and serves reads', () =>
      Number(replica.isUsed),
    );
  metrics.gauges(
    'statement_slowest_seconds',
    'The longest time that each of the slowest statements took in the last minutes',
    'statement',
    async () => statements.slowest(),
    { aggregator: 'max' },
  );
}

/** Every process reports the same queue, so a cluster takes the maximum rather than the sum. */
export function watchJobs({ metrics, clock, db }: Pick<Platform, 'metrics' | 'clock' | 'db'>): void {
  const state = oneAtATime(() => readQueueState(db, clock.now()));
  const ofLanes = (figure: 'due' | 'oldestSeconds') => async () => {
    const { lanes } = await state();
    return JOB_LANES.map((lane) => [lane, lanes[lane][figure]] as const);
  };
  const options = { aggregator: 'max' } as const;
  metrics.gauges(
    'jobs_due',
    `Jobs that are due, counted up to ${COUNTED_MAX}`,
    'lane',
    ofLanes('due'),
    options,
  );
  metrics.gauges(
    'jobs_oldest_due_seconds',
    'How long the oldest due job has waited',
    'lane',
    ofLanes('oldestSeconds'),
    options,
  );
  metrics.gauge(
    'jobs_failed',
    `Jobs that have failed for good, counted up to ${COUNTED_MAX}`,
    async () => (await state()).failed,
    options,
  );
}
