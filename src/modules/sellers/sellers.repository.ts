import type { Queryable } from '../../platform/db/transaction.ts';
import './tables.ts';

/** Stars, from one to five. */
export type Histogram = readonly [number, number, number, number, number];

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
