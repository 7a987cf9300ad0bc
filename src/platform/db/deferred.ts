/**
 * Statements of a transaction that are sent without awaiting their results. If one fails, the next statement or the
 * commit fails. So use it only for statements whose failure the caller does not turn into a specific response.
 */
import type { RawBuilder } from 'kysely';
import type pg from 'pg';
import type { PipelineConnection } from './driver.ts';
import type { Transaction } from './transaction.ts';

/** Wrapped, so that `await defer(…)` does not wait for the result. */
export interface Deferred {
  readonly result: Promise<pg.QueryResult>;
}

export async function defer(trx: Transaction, statement: RawBuilder<unknown>): Promise<Deferred> {
  if (!trx.isTransaction) throw new Error('statements can be deferred in transactions only');
  return trx.getExecutor().provideConnection(async (connection) => ({
    // All connections are of the driver that createDatabase names.
    result: (connection as PipelineConnection).defer(statement.compile(trx)),
  }));
}
