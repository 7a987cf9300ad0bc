import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import '../tables.ts';

export interface AccountExport {
  readonly id: string;
  readonly requested_at: Date;
  readonly finished_at: Date | null;
  readonly rows: number;
}

export function findExport(db: Queryable, userId: string): Promise<AccountExport | undefined> {
  return db
    .selectFrom('account_exports')
    .select(['id', 'requested_at', 'finished_at', 'rows'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Returns the export that this administrator has requested. */
export function findOrderedExport(
  db: Queryable,
  userId: string,
  administratorId: string,
): Promise<AccountExport | undefined> {
  return db
    .selectFrom('account_exports')
    .select(['id', 'requested_at', 'finished_at', 'rows'])
    .where('user_id', '=', userId)
    .where(sql<boolean>`${administratorId} = any(ordered_by)`)
    .executeTakeFirst();
}

export async function orderExport(
  trx: Transaction,
  exportId: string,
  administratorId: string,
): Promise<void> {
  await sql`
    update account_exports set ordered_by = array_append(array_remove(ordered_by, ${administratorId}), ${administratorId})
    where id = ${exportId}`.execute(trx);
}

/** Undefined if a concurrent request has started one. */
export async function beginExport(
  trx: Transaction,
  userId: string,
  now: Date,
): Promise<AccountExport | undefined> {
  return trx
    .insertInto('account_exports')
    .values({ id: newId('exp', now), user_id: userId, requested_at: now, finished_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'requested_at', 'finished_at', 'rows'])
    .executeTakeFirst();
}

export async function deleteExport(trx: Transaction, exportId: string): Promise<void> {
  await trx.deleteFrom('account_exports').where('id', '=', exportId).execute();
}

/** Adds a piece of the export; adding it again does no harm. Returns false if the export has been deleted. */
export async function addPart(
  trx: Transaction,
  exportId: string,
  part: { readonly number: number; readonly content: Buffer; readonly rows: number },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    with kept as (select id from account_exports where id = ${exportId} for update), added as (
      insert into account_export_parts (export_id, number, content)
        select id, ${part.number}::integer, ${part.content}::bytea from kept
      on conflict do nothing returning export_id
    )
    update account_exports e set rows = e.rows + ${part.rows} * (select count(*) from added)
    from kept where e.id = kept.id`.execute(trx);
  return numAffectedRows > 0n;
}

export async function finishExport(trx: Transaction, exportId: string, now: Date): Promise<void> {
  await trx.updateTable('account_exports').set({ finished_at: now }).where('id', '=', exportId).execute();
}

export async function findPart(db: Database, exportId: string, number: number): Promise<Buffer | undefined> {
  const part = await db
    .selectFrom('account_export_parts')
    .select('content')
    .where('export_id', '=', exportId)
    .where('number', '=', number)
    .executeTakeFirst();
  return part?.content;
}
