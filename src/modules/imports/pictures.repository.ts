import { type Selectable, sql } from 'kysely';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { ImportPictureTable, PictureFailure, PictureSource } from './tables.ts';
import '../listings/tables.ts';
import '../media/tables.ts';
import './tables.ts';

export interface PictureRequest {
  readonly listingId: string;
  readonly row: number;
  readonly externalId: string | null;
  readonly sources: readonly PictureSource[];
  readonly publish: boolean;
}

export type PictureTask = Selectable<ImportPictureTable>;

export async function addPictures(
  trx: Transaction,
  importId: string,
  requests: readonly PictureRequest[],
  now: Date,
): Promise<void> {
  if (requests.length === 0) return;
  const rows = requests.map((request) => ({
    listing_id: request.listingId,
    row_number: request.row,
    external_id: request.externalId,
    sources: request.sources,
    publish: request.publish,
  }));
  await sql`
    insert into import_pictures (listing_id, import_id, row_number, external_id, sources, publish, created_at)
    select listing_id, ${importId}, row_number, external_id, sources, publish, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(
      listing_id text, row_number integer, external_id text, sources jsonb, publish boolean
    )
    on conflict (listing_id) do update set import_id = excluded.import_id, row_number = excluded.row_number,
      external_id = excluded.external_id, sources = excluded.sources, publish = excluded.publish,
      created_at = excluded.created_at, failures = null`.execute(trx);
}

/** An order without an import. It replaces an earlier one, also of an import. */
export async function orderPictures(
  trx: Transaction,
  listingId: string,
  sources: readonly PictureSource[],
  now: Date,
): Promise<void> {
  await sql`
    insert into import_pictures (listing_id, sources, publish, created_at)
    values (${listingId}, ${JSON.stringify(sources)}::jsonb, false, ${now})
    on conflict (listing_id) do update set import_id = null, row_number = null, external_id = null,
      sources = excluded.sources, publish = false, created_at = excluded.created_at, failures = null`.execute(
    trx,
  );
}

/** Notes what could not be fetched; an order that was carried out in full goes. */
export async function settleOrder(
  trx: Transaction,
  task: PictureTask,
  failures: readonly PictureFailure[],
): Promise<void> {
  if (failures.length === 0) {
    await deletePictureTask(trx, task);
    return;
  }
  await trx
    .updateTable('import_pictures')
    .set({ failures: JSON.stringify(failures) })
    .where('listing_id', '=', task.listing_id)
    .where('import_id', 'is', null)
    .where('created_at', '=', task.created_at)
    .execute();
}

export async function findSellerOf(db: Queryable, listingId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('listings')
    .select('seller_id')
    .where('id', '=', listingId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.seller_id;
}

export async function findPictureTask(db: Queryable, listingId: string): Promise<PictureTask | undefined> {
  return db.selectFrom('import_pictures').selectAll().where('listing_id', '=', listingId).executeTakeFirst();
}

/** Images of a listing by the address they came from: what is there already is not fetched again. */
export async function findImagesByAddress(
  db: Queryable,
  listingId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('listing_images')
    .select(['id', 'source_url'])
    .where('listing_id', '=', listingId)
    .where('source_url', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.source_url ?? '', row.id]));
}

/** Storage keys of pictures that listings of an import have still to get. */
export async function listAwaitedKeys(db: Queryable, importId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select source ->> 'key' as key from import_pictures, jsonb_array_elements(sources) source
    where import_id = ${importId} and source ? 'key'`.execute(db);
  return rows.map((row) => row.key);
}

/** False when a newer import has replaced the task. */
export async function deletePictureTask(trx: Transaction, task: PictureTask): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('import_pictures')
    .where('listing_id', '=', task.listing_id)
    .where('import_id', 'is not distinct from', task.import_id)
    .where('created_at', '=', task.created_at)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countPictures(
  trx: Transaction,
  importId: string,
  counts: { readonly stored: number; readonly failed: number; readonly warnings: number },
): Promise<void> {
  await trx
    .updateTable('imports')
    .set({
      images_stored: sql`images_stored + ${counts.stored}`,
      images_failed: sql`images_failed + ${counts.failed}`,
      warning_count: sql`warning_count + ${counts.warnings}`,
    })
    .where('id', '=', importId)
    .execute();
}
