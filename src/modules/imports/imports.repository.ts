import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { pageWithTotal } from '../../platform/db/rows.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { FileFolder } from '../../platform/storage/stored-files.ts';
import type { CountedAlias, ImportTable } from './tables.ts';
import { type PageOfRows, pageByTime } from '../../platform/db/page-by-time.ts';
import { type BatchEraser, ERASE_BATCH_SIZE, type Person } from '../../platform/personal-data.ts';
import './tables.ts';

export type ImportRow = Selectable<ImportTable>;

export async function insertImport(trx: Transaction, row: Insertable<ImportTable>): Promise<ImportRow> {
  return trx.insertInto('imports').values(row).returningAll().executeTakeFirstOrThrow();
}

/** The import was canceled, or another worker has taken it over. Throwing it rolls the transaction back. */
export class Stopped extends Error {}

export async function findImport(db: Queryable, importId: string): Promise<ImportRow | undefined> {
  return db.selectFrom('imports').selectAll().where('id', '=', importId).executeTakeFirst();
}

export async function findOwnImport(db: Queryable, sellerId: string, importId: string) {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', importId)
    .where('seller_id', '=', sellerId)
    .executeTakeFirst();
}

export async function findRunning(db: Queryable, sellerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('imports')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return row?.id;
}

export function listImports(
  db: Queryable,
  sellerId: string,
  page: { readonly limit: number; readonly offset: number; readonly status?: string | undefined },
): Promise<{ rows: ImportRow[]; total: number }> {
  const newest = db
    .selectFrom('imports')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .$if(page.status !== undefined, (query) => query.where('status', '=', page.status as ImportRow['status']))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  return pageWithTotal(newest, page);
}

/** Blocks cancellation, and waits for one in progress. */
export async function lockImport(trx: Transaction, importId: string): Promise<ImportRow | undefined> {
  return trx.selectFrom('imports').selectAll().where('id', '=', importId).forNoKeyUpdate().executeTakeFirst();
}

export interface BatchCounts {
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
  skipped: number;
  failed: number;
  warnings: number;
  keyless: number;
  images: number;
  /** Images among `images` that the listing already has. */
  imagesStored: number;
}

/**
 * Moves the position together with the counts of its rows. False if the import is no longer running or has been taken
 * over.
 */
export async function advance(
  trx: Transaction,
  importId: string,
  to: {
    readonly from: number;
    readonly position: number;
    readonly counts: BatchCounts;
    readonly aliases: readonly CountedAlias[];
  },
): Promise<boolean> {
  const { from, position, counts, aliases } = to;
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set({
      position,
      created_count: sql`created_count + ${counts.created}`,
      updated_count: sql`updated_count + ${counts.updated}`,
      unchanged_count: sql`unchanged_count + ${counts.unchanged}`,
      removed_count: sql`removed_count + ${counts.removed}`,
      skipped_count: sql`skipped_count + ${counts.skipped}`,
      failed_count: sql`failed_count + ${counts.failed}`,
      warning_count: sql`warning_count + ${counts.warnings}`,
      keyless_count: sql`keyless_count + ${counts.keyless}`,
      images_total: sql`images_total + ${counts.images}`,
      images_stored: sql`images_stored + ${counts.imagesStored}`,
      aliases: JSON.stringify(aliases),
    })
    .where('id', '=', importId)
    .where('status', '=', 'running')
    .where('position', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Adds the listings that a finished full import removed. False if the import is no longer running. */
export async function countRemoved(trx: Transaction, importId: string, count: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set({ removed_count: sql`removed_count + ${count}` })
    .where('id', '=', importId)
    .where('status', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Resets a dry run, which has written nothing. */
export async function resetDryRun(trx: Transaction, importId: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set({
      position: 0,
      created_count: 0,
      updated_count: 0,
      unchanged_count: 0,
      removed_count: 0,
      skipped_count: 0,
      failed_count: 0,
      warning_count: 0,
      keyless_count: 0,
      images_total: 0,
      aliases: '[]',
    })
    .where('id', '=', importId)
    .where('status', '=', 'running')
    .where('dry_run', '=', true)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await trx.deleteFrom('import_problems').where('import_id', '=', importId).execute();
  await trx.deleteFrom('import_failed_rows').where('import_id', '=', importId).execute();
}

/** Counts the rows that count against the plan's daily limit; hold the plan's lock. */
export async function countRowsOn(db: Queryable, sellerId: string, day: string): Promise<number> {
  const { sum } = await db
    .selectFrom('imports')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('rows_counted'), sql<number>`0`).as('sum'))
    .where('seller_id', '=', sellerId)
    .where('counted_on', '=', day)
    .executeTakeFirstOrThrow();
  return Number(sum);
}

export async function deleteFinishedBefore(db: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from imports where id in (
      select id from imports where finished_at < ${before} order by finished_at limit ${limit}
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function startImport(db: Queryable, importId: string, now: Date): Promise<void> {
  await db
    .updateTable('imports')
    .set({ status: 'running', started_at: now })
    .where('id', '=', importId)
    .where('status', '=', 'queued')
    .execute();
}

export async function updateImport(
  trx: Transaction,
  importId: string,
  changes: Updateable<ImportTable>,
): Promise<void> {
  await trx.updateTable('imports').set(changes).where('id', '=', importId).execute();
}

/** Ends an import in the given state and detaches its files. */
export async function endImport(
  trx: Transaction,
  importId: string,
  state: Updateable<ImportTable>,
  now: Date,
): Promise<ImportRow> {
  return trx
    .updateTable('imports')
    .set({
      ...state,
      finished_at: now,
      storage_key: null,
      archived_pictures: '{}',
      started_at: sql`coalesce(started_at, ${now})`,
    })
    .where('id', '=', importId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export const IMPORT_FILES = 'private/imports/';

/** The folder name is the ID of the import. Images can wait for their listing after the import has ended. */
export const IMPORT_FOLDER: FileFolder = {
  prefix: IMPORT_FILES,
  named: (keys) => sql`
    select key from unnest(${[...keys]}::text[]) as t(key)
    where exists (
      select from imports i where i.id = split_part(t.key, '/', 3) and (
        i.storage_key = t.key
        or exists (select from jsonb_each_text(i.archived_pictures) p where p.value = t.key)
      )
    ) or exists (
      select from import_pictures p where p.import_id = split_part(t.key, '/', 3)
        and p.sources @> jsonb_build_array(jsonb_build_object('key', t.key))
    )`,
};

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

/** Imports started by a user stay with the seller, but their results are no longer sent. */
export const forgetSomeReceivers: BatchEraser = async (trx, { userId }) => {
  const { numAffectedRows } = await sql`
    update imports set options = options - 'notifyEmails' where id = any(array(
      select id from imports where user_id = ${userId} and options ? 'notifyEmails' limit ${ERASE_BATCH_SIZE}
    ))`.execute(trx);
  return Number(numAffectedRows ?? 0n) === ERASE_BATCH_SIZE ? 'more' : null;
};

export async function deletePullsOf(trx: Transaction, userId: string): Promise<void> {
  await trx.deleteFrom('import_pulls').where('user_id', '=', userId).execute();
}

/** Deletes the feed and the column mappings. */
export async function deleteSettingsOfSeller(trx: Transaction, sellerId: string): Promise<void> {
  for (const table of ['import_pulls', 'import_mappings'] as const)
    await trx.deleteFrom(table).where('seller_id', '=', sellerId).execute();
}

/** Returns the number of deleted imports and the storage keys of their files. */
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

/** Removes the email address from the recipients of colleagues' imports. */
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
