import { sql } from 'kysely';
import type { Transaction } from '../../platform/db/transaction.ts';

export type ListingReference = 'category_id' | 'subcategory_id' | 'brand_id';

/** Sends the live listings that refer to a category or brand through the search index again: it holds their names. */
export async function reindexListings(
  trx: Transaction,
  reference: ListingReference,
  id: string,
): Promise<void> {
  await sql`insert into listing_changes (listing_id) select id from listings where ${sql.ref(reference)} = ${id} and status = 'ACTIVE'`.execute(
    trx,
  );
  await announceChanges(trx);
}

/** The same for the live listings that have a feature. */
export async function reindexListingsWithFeature(trx: Transaction, code: string): Promise<void> {
  await sql`insert into listing_changes (listing_id) select id from listings where ${code} = any(features) and status = 'ACTIVE'`.execute(
    trx,
  );
  await announceChanges(trx);
}

/** The same for the live listings of a category, top category or below. */
export async function reindexListingsInCategory(trx: Transaction, slug: string): Promise<void> {
  await sql`
    insert into listing_changes (listing_id) select l.id from listings l join categories c on c.id = l.category_id or c.id = l.subcategory_id
    where c.slug = ${slug} and l.status = 'ACTIVE'`.execute(trx);
  await announceChanges(trx);
}

async function announceChanges(trx: Transaction): Promise<void> {
  await sql`select pg_notify('listing_changes', '')`.execute(trx);
}
