/**
 * Statements of a transaction whose results nobody waits for. They are sent at once, and the next one right behind them.
 *
 * One that fails makes the next statement or the commit fail. So it suits what cannot be refused for a reason that the
 * caller would want to answer.
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
