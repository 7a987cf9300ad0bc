import { sql } from 'kysely';
import { type PageOfRows, pageByTime } from '../../platform/db/page-by-time.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import { type BatchEraser, ERASED_AT_ONCE, type Person } from '../../platform/personal-data.ts';
import './tables.ts';

export function exportImports(db: Queryable, { userId }: Person, after: string): Promise<PageOfRows> {
  return pageByTime(
    db
      .selectFrom('imports')
      .select(['id', 'status', 'preset', 'filename', 'url', 'options', 'created_at as createdAt'])
      .where('user_id', '=', userId),
    { time: 'created_at', id: 'id' },
    after,
  );
}

/** What a person has had imported stays with the seller, but no result of it is sent any more. */
export const forgetSomeReceivers: BatchEraser = async (trx, { userId }) => {
  const { numAffectedRows } = await sql`
    update imports set options = options - 'notifyEmails' where id = any(array(
      select id from imports where user_id = ${userId} and options ? 'notifyEmails' limit ${ERASED_AT_ONCE}
    ))`.execute(trx);
  return Number(numAffectedRows ?? 0n) === ERASED_AT_ONCE ? 'more' : null;
};

export async function deletePullsOf(trx: Transaction, userId: string): Promise<void> {
  await trx.deleteFrom('import_pulls').where('user_id', '=', userId).execute();
}

/** Its feed, and what the columns of its files are. */
export async function deleteSettingsOfSeller(trx: Transaction, sellerId: string): Promise<void> {
  for (const table of ['import_pulls', 'import_mappings'] as const)
    await trx.deleteFrom(table).where('seller_id', '=', sellerId).execute();
}

/** Returns how many it were, and the storage keys of the files. */
export async function deleteSomeImports(
  trx: Transaction,
  sellerId: string,
  limit: number,
): Promise<{ readonly count: number; readonly keys: readonly string[] }> {
  const { rows } = await sql<{ storage_key: string | null; archived_pictures: Record<string, string> }>`
    delete from imports where id = any(array(select id from imports where seller_id = ${sellerId} limit ${limit}))
    returning storage_key, archived_pictures`.execute(trx);
  const keys = rows.flatMap((row) => [row.storage_key ?? [], Object.values(row.archived_pictures)].flat());
  return { count: rows.length, keys };
}

/** Colleagues may have had the results of their imports sent to the person. */
export async function forgetReceiver(trx: Transaction, email: string): Promise<void> {
  for (const table of ['imports', 'import_pulls'] as const) {
    await sql`
      update ${sql.table(table)}
      set options = jsonb_set(options, '{notifyEmails}', (
        select coalesce(jsonb_agg(receiver), '[]') from jsonb_array_elements_text(options -> 'notifyEmails') as receiver
        where lower(receiver) <> lower(${email})))
      where options ? 'notifyEmails' and import_receivers(options) @> array[lower(${email})]`.execute(trx);
  }
}
