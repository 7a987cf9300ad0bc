import { type Selectable, sql } from 'kysely';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { ImportRow } from './imports.repository.ts';
import { isOrderComplete, keyOfAddress } from './image-orders.ts';
import type { ImportImageTable, ImageFailure, ImageSource } from './tables.ts';
import './tables.ts';

export interface ImageRequest {
  readonly listingId: string;
  readonly row: number;
  readonly externalId: string | null;
  readonly sources: readonly ImageSource[];
  readonly publish: boolean;
}

export type ImageTask = Selectable<ImportImageTable>;

/**
 * Returns the requests with nothing left to do: the listing waits for no images and has exactly these. One
 * statement reads a listing's order and images, because images are arranged before their order is deleted.
 */
export async function findCompletedOrders(
  trx: Transaction,
  requests: readonly ImageRequest[],
): Promise<ReadonlySet<ImageRequest>> {
  if (requests.length === 0) return new Set();
  const { rows } = await sql<{ listing_id: string; sources: (string | null)[] }>`
    select asked.id as listing_id,
      array(select source_url from listing_images where listing_id = asked.id order by position) as sources
    from unnest(${requests.map(({ listingId }) => listingId)}::text[]) as asked(id)
    where not exists (select from import_pictures where listing_id = asked.id)`.execute(trx);
  const present = new Map(rows.map((row) => [row.listing_id, row.sources]));
  return new Set(
    requests.filter(({ listingId, sources, publish }) => {
      const presentSources = present.get(listingId);
      return presentSources !== undefined && !publish && isOrderComplete(sources, presentSources);
    }),
  );
}

/** Returns the IDs of earlier imports whose orders these replace. */
export async function addImages(
  trx: Transaction,
  importId: string,
  requests: readonly ImageRequest[],
  now: Date,
): Promise<string[]> {
  if (requests.length === 0) return [];
  const replaced = await countReplaced(
    trx,
    requests.map(({ listingId }) => listingId),
    importId,
  );
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
  return replaced;
}

/**
 * Counts the images that are about to be replaced in the totals of their imports, and returns the IDs of those
 * imports. Locks rows in the order in which their jobs lock them: the image order, then the import.
 */
async function countReplaced(
  trx: Transaction,
  listingIds: readonly string[],
  byImport: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ import_id: string; images: number }>`
    with old as materialized (
      select import_id, jsonb_array_length(sources) as images from import_pictures
      where listing_id = any(${[...listingIds]}::text[]) and import_id is distinct from ${byImport}
        and import_id is not null
      order by listing_id for update
    )
    select import_id, sum(images)::int as images from old group by import_id order by import_id`.execute(trx);
  for (const { import_id: id, images } of rows) {
    await trx
      .updateTable('imports')
      .set({ images_replaced: sql`images_replaced + ${images}` })
      .where('id', '=', id)
      .execute();
  }
  return rows.map((row) => row.import_id);
}

/**
 * Marks and returns those of these imports that have ended and no longer wait for an image; each is returned once.
 * The caller has already updated the import's row, so two jobs that finish the last two images run one after the
 * other.
 */
export async function endImages(
  trx: Transaction,
  importIds: readonly string[],
  now: Date,
): Promise<ImportRow[]> {
  if (importIds.length === 0) return [];
  return trx
    .updateTable('imports')
    .set({ pictures_finished_at: now })
    .where('id', 'in', [...importIds])
    .where('finished_at', 'is not', null)
    .where('pictures_finished_at', 'is', null)
    .where(sql<boolean>`not exists (select from import_pictures p where p.import_id = imports.id)`)
    .returningAll()
    .execute();
}

/** Orders images without an import. Replaces an earlier order and returns the ID of its import. */
export async function orderImages(
  trx: Transaction,
  listingId: string,
  sources: readonly ImageSource[],
  now: Date,
): Promise<string[]> {
  const replaced = await countReplaced(trx, [listingId], null);
  await sql`
    insert into import_pictures (listing_id, sources, publish, created_at)
    values (${listingId}, ${JSON.stringify(sources)}::jsonb, false, ${now})
    on conflict (listing_id) do update set import_id = null, row_number = null, external_id = null,
      sources = excluded.sources, publish = false, created_at = excluded.created_at, failures = null`.execute(
    trx,
  );
  return replaced;
}

/** Records the failures; an order without any is deleted. */
export async function settleOrder(
  trx: Transaction,
  task: ImageTask,
  failures: readonly ImageFailure[],
): Promise<void> {
  if (failures.length === 0) {
    await deleteImageTask(trx, task);
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

export async function findImageTask(db: Queryable, listingId: string): Promise<ImageTask | undefined> {
  return db.selectFrom('import_pictures').selectAll().where('listing_id', '=', listingId).executeTakeFirst();
}

/** Images of a listing by source address; these are not fetched again. */
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
  return new Map(rows.map((row) => [keyOfAddress(row.source_url ?? ''), row.id]));
}

/** Storage keys of images that listings of an import still wait for. */
export async function listPendingKeys(db: Queryable, importId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select source ->> 'key' as key from import_pictures, jsonb_array_elements(sources) source
    where import_id = ${importId} and source ? 'key'`.execute(db);
  return rows.map((row) => row.key);
}

/** False if a newer import has replaced the task. */
export async function deleteImageTask(trx: Transaction, task: ImageTask): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('import_pictures')
    .where('listing_id', '=', task.listing_id)
    .where('import_id', 'is not distinct from', task.import_id)
    .where('created_at', '=', task.created_at)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function countImages(
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
