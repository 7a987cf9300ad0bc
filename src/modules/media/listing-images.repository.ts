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

export function findOwnListing(db: Queryable, sellerId: string, listingId: string) {
  return ownListing(db, sellerId, listingId).executeTakeFirst();
}

/** Locks the listing, so that one request at a time changes its images. */
export function lockOwnListing(trx: Transaction, sellerId: string, listingId: string) {
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

/** Inserts thousands in one statement. */
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

/** Numbers the images of a listing from 1 in the given order. */
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
