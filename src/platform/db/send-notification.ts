import { sql } from 'kysely';
import type { Transaction } from './transaction.ts';

/** Wakes the listeners of a channel in all processes when the transaction commits. */
export async function sendNotification(trx: Transaction, channel: string): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(trx);
}
