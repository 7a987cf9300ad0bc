import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { FileFolder } from '../../platform/storage/stored-files.ts';
import type { CountedAlias, ImportTable } from './tables.ts';
import './tables.ts';

export type ImportRow = Selectable<ImportTable>;

export async function insertImport(trx: Transaction, row: Insertable<ImportTable>): Promise<ImportRow> {
  return trx.insertInto('imports').values(row).returningAll().executeTakeFirstOrThrow();
}

/** The import was canceled, or another worker goes on with it; thrown, so that a transaction takes back what it has written. */
export class Stopped extends Error {}

export async function findImport(db: Queryable, importId: string): Promise<ImportRow | undefined> {
  return db.selectFrom('imports').selectAll().where('id', '=', importId).executeTakeFirst();
}

export async function findOwnImport(
  db: Queryable,
  sellerId: string,
  importId: string,
): Promise<ImportRow | undefined> {
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

export async function listImports(
  db: Queryable,
  sellerId: string,
  page: { readonly limit: number; readonly offset: number; readonly status?: string | undefined },
): Promise<{ rows: ImportRow[]; total: number }> {
  const own = db
    .selectFrom('imports')
    .where('seller_id', '=', sellerId)
    .$if(page.status !== undefined, (query) =>
      query.where('status', '=', page.status as ImportRow['status']),
    );
  const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await own
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { rows, total };
}

/** Holds off a cancellation, and waits for one that is under way. */
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
  /** Those of `images` that are there already. */
  imagesStored: number;
}

/** The position moves with the rows that it counts. False when the import does not run any more, or has been taken over. */
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

/** Of an import that has written all its rows. False when it does not run any more. */
export async function countRemoved(trx: Transaction, importId: string, count: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set({ removed_count: sql`removed_count + ${count}` })
    .where('id', '=', importId)
    .where('status', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Resets an import that has written nothing. */
export async function startAnew(trx: Transaction, importId: string): Promise<void> {
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

/** Rows that count against the plan's limit of a day; hold the plan's lock. */
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

/** The end of an import, in whatever state: its files are nobody's any more. */
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

/** A file of an import lies in the folder of its id; pictures may wait for their listing when the import has ended. */
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
