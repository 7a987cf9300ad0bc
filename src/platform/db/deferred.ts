/**
 * Statements of a transaction whose results nobody waits for: they are held back and go with the next one, at the latest
 * with the commit, in one message to the server. What is written last also keeps its locks for the shortest time.
 *
 * One that fails makes the statement fail that it goes with. So it suits what cannot be refused for a reason that the
 * caller would want to answer.
 */
import { type RawBuilder, sql } from 'kysely';
import type { BatchResult } from './batch.ts';
import type { Transaction } from './transaction.ts';

const MARK = '/* deferred */';
const mark = sql.raw<never>(MARK);

/** What stands for the result until there is one. */
export interface Deferred {
  readonly result: Promise<BatchResult>;
}

export function isDeferred(text: string): boolean {
  return text.startsWith(MARK);
}

/**
 * The result, if somebody wants it after all, is there when the statement has been sent with another: before the hooks of
 * the commit are run, and never to be awaited within the transaction.
 */
export async function defer(trx: Transaction, statement: RawBuilder<unknown>): Promise<Deferred> {
  const { rows } = await sql<Deferred>`${mark} ${statement}`.execute(trx);
  const deferred = rows[0];
  if (deferred === undefined) throw new Error('statements can be deferred in transactions only');
  return deferred;
}
