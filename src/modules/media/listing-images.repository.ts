import { sql } from 'kysely';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { ListingImageTable, Rendition } from './tables.ts';

export type ListingImageRow = Omit<ListingImageTable, 'renditions'> & {
  readonly renditions: readonly Rendition[];
};

export interface OwnListing {
  readonly id: string;
  readonly status: string;
}

/** A listing of that seller which has not been deleted. */
export function findOwnListing(
  db: Queryable,
  sellerId: string,
  listingId: string,
): Promise<OwnListing | undefined> {
  return ownListing(db, sellerId, listingId).executeTakeFirst();
}

/** As above, with a lock: images of a listing are changed by one request at a time. */
export function lockOwnListing(
  trx: Transaction,
  sellerId: string,
  listingId: string,
): Promise<OwnListing | undefined> {
  return ownListing(trx, sellerId, listingId).forNoKeyUpdate().executeTakeFirst();
}

function ownListing(db: Queryable, sellerId: string, listingId: string) {
  return db
    .selectFrom('listings')
    .select(['id', 'status'])
    .where('id', '=', listingId)
    .where('seller_id', '=', sellerId)
    .where('status', '<>', 'DELETED');
}

/** In their order, by listing. */
export async function listImages(db: Queryable, listingIds: readonly string[]): Promise<ListingImageRow[]> {
  if (listingIds.length === 0) return [];
  return db
    .selectFrom('listing_images')
    .selectAll()
    .where('listing_id', 'in', listingIds)
    .orderBy('listing_id')
    .orderBy('position')
    .execute();
}

export async function insertImages(trx: Transaction, images: readonly ListingImageRow[]): Promise<void> {
  await trx
    .insertInto('listing_images')
    .values(images.map((image) => ({ ...image, renditions: JSON.stringify(image.renditions) })))
    .execute();
}

/** Thousands in one statement. */
export async function insertManyImages(trx: Transaction, images: readonly ListingImageRow[]): Promise<void> {
  const rows = images.map(({ checksum, ...image }) => ({
    ...image,
    checksum: `\\x${checksum.toString('hex')}`,
  }));
  await sql`
    insert into listing_images (id, listing_id, position, width, height, bytes, checksum, renditions, created_at)
    select id, listing_id, position, width, height, bytes, checksum, renditions, created_at
    from json_populate_recordset(null::listing_images, ${JSON.stringify(rows)}::json)`.execute(trx);
}

export async function deleteImages(
  trx: Transaction,
  listingId: string,
  imageIds: readonly string[],
): Promise<number> {
  const result = await trx
    .deleteFrom('listing_images')
    .where('listing_id', '=', listingId)
    .where('id', 'in', imageIds)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Numbers the images of a listing from 1 in the order given. */
export async function numberImages(
  trx: Transaction,
  listingId: string,
  order: readonly string[],
): Promise<void> {
  await sql`
    update listing_images i set position = t.position
    from unnest(${order}::text[]) with ordinality as t(id, position)
    where i.id = t.id and i.listing_id = ${listingId} and i.position <> t.position`.execute(trx);
}
