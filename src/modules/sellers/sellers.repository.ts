import type { Selectable, Updateable } from 'kysely';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import { isId } from '../../platform/ids.ts';
import '../auth/tables.ts';
import '../discovery/tables.ts';
import '../listings/tables.ts';
import type { Tables } from '../../platform/db/tables.ts';
import './tables.ts';

export type SellerRow = Selectable<Tables['sellers']>;
export type SellerChanges = Updateable<Tables['sellers']>;

/** Stars, from one to five. */
export type Histogram = readonly [number, number, number, number, number];

/** The public sellers, by slug or id. */
export function findPublicSeller(db: Queryable, slugOrId: string): Promise<SellerRow | undefined> {
  return db
    .selectFrom('sellers')
    .selectAll()
    .where(isId('sel', slugOrId) ? 'id' : 'slug', '=', slugOrId)
    .where('status', '=', 'active')
    .executeTakeFirst();
}

export async function getSeller(db: Queryable, sellerId: string): Promise<SellerRow> {
  return db.selectFrom('sellers').selectAll().where('id', '=', sellerId).executeTakeFirstOrThrow();
}

export async function lockSeller(trx: Transaction, sellerId: string): Promise<SellerRow> {
  return trx
    .selectFrom('sellers')
    .selectAll()
    .where('id', '=', sellerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateSeller(
  trx: Transaction,
  sellerId: string,
  changes: SellerChanges,
): Promise<SellerRow> {
  return trx
    .updateTable('sellers')
    .set(changes)
    .where('id', '=', sellerId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function readHistogram(db: Queryable, sellerId: string): Promise<Histogram> {
  const rows = await db
    .selectFrom('reviews')
    .select((eb) => ['rating', eb.fn.countAll<number>().as('count')])
    .where('seller_id', '=', sellerId)
    .where('status', '=', 'published')
    .groupBy('rating')
    .execute();
  const of = (stars: number): number => rows.find((row) => row.rating === stars)?.count ?? 0;
  return [of(1), of(2), of(3), of(4), of(5)];
}
