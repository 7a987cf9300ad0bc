import { AsyncLocalStorage } from 'node:async_hooks';
import { type Transaction as KyselyTransaction, sql } from 'kysely';
import { traced } from '../tracing.ts';
import type { PipelineConnection } from './driver.ts';
import { isLockTimeout, isRetryable } from './sql-errors.ts';
import { withStatementTimeout } from './statement-timeout.ts';
import type { Database, Tables } from './tables.ts';
import { isBackgroundWork, withWriteSlot } from './write-slots.ts';

export type Transaction = KyselyTransaction<Tables>;

/** Functions that read take either; functions that write more than one row take a Transaction. */
export type Queryable = Database | Transaction;

const commitHooks = new WeakMap<Transaction, (() => void)[]>();
const createdResources = new WeakMap<Transaction, string>();
const frames = new AsyncLocalStorage<TransactionFrame>();

/** Statements at the beginning and at the end of a transaction. */
export interface TransactionFrame {
  first(trx: Transaction): Promise<void>;
  /** `created` is the argument of `recordCreated`. */
  last(trx: Transaction, created: string | null): Promise<void>;
}

/** How often a transaction is tried when it loses a race (deadlock, serialisation failure). */
const ATTEMPTS_MAX = 3;

/**
 * Runs `work` in one transaction. It may run more than once, so it must have no effect outside the database: what is to
 * happen after the commit is registered with `afterCommit`. Row locks are taken in the order of
 * docs/decisions/0004.
 */
export function inTransaction<T>(db: Database, work: (trx: Transaction) => Promise<T>): Promise<T> {
  return traced('transaction', {}, () => withWriteSlot(db, () => runUntilDone(db, work)));
}

async function runUntilDone<T>(db: Database, work: (trx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(db, work);
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX || !mayRunAgain(error)) throw error;
    }
  }
}

/** A client whose request waits for a lock gets an error soon and can retry; a job has no client to retry it. */
function mayRunAgain(error: unknown): boolean {
  return isRetryable(error) || (isBackgroundWork() && isLockTimeout(error));
}

async function runOnce<T>(db: Database, work: (trx: Transaction) => Promise<T>): Promise<T> {
  const hooks: (() => void)[] = [];
  const result = await db.transaction().execute(async (trx) => {
    commitHooks.set(trx, hooks);
    const frame = frames.getStore();
    await frame?.first(trx);
    const outcome = await work(trx);
    await frame?.last(trx, createdResources.get(trx) ?? null);
    return outcome;
  });
  for (const hook of hooks) hook();
  return result;
}

/** Like `inTransaction`, but for background work, whose statements may take longer than those of a request. */
export function inLongTransaction<T>(
  db: Database,
  statementTimeoutMs: number,
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  return withStatementTimeout(statementTimeoutMs, () =>
    inTransaction(db, async (trx) => {
      await sql`
        select set_config('statement_timeout', ${String(statementTimeoutMs)}, true),
          set_config('lock_timeout', ${String(statementTimeoutMs)}, true)`.execute(trx);
      return work(trx);
    }),
  );
}

/** Called once the transaction has committed, in order of registration; must not throw. */
export function afterCommit(trx: Transaction, hook: () => void): void {
  const hooks = commitHooks.get(trx);
  if (hooks === undefined) throw new Error('afterCommit needs a transaction that inTransaction opened');
  hooks.push(hook);
}

/** Tables of which copies are kept in memory. */
type CopiedTable = 'listings' | 'sellers' | 'listing_changes';

/**
 * Declares that the transaction writes a table, so that its commit counts as a change of the table (`lastCommitTo`) and caches know
 * that they may be stale. All code that writes to one of these tables must call it. A write by a trigger or cascade counts for the
 * table that caused it.
 */
export async function touches(trx: Transaction, table: CopiedTable): Promise<void> {
  if (!trx.isTransaction) throw new Error('touches needs a transaction');
  // All connections are of the driver that createDatabase names.
  await trx
    .getExecutor()
    .provideConnection(async (connection) => (connection as PipelineConnection).touch(table));
}

/**
 * Records what the transaction creates. If the first response is lost, a repetition of the request is answered from that
 * resource.
 */
export function recordCreated(trx: Transaction, id: string): void {
  createdResources.set(trx, id);
}

/**
 * Puts every transaction that `work` opens into the frame. This is how a request's idempotency key commits together
 * with its effect, whichever service writes it.
 */
export function withFrame<T>(frame: TransactionFrame, work: () => Promise<T>): Promise<T> {
  return frames.run(frame, work);
}
