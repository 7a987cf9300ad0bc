import { sql } from 'kysely';
import type { Transaction } from '../../platform/db/transaction.ts';
import { ERASE_BATCH_SIZE, type PersonalDataSection } from '../../platform/personal-data.ts';
import { deletedStock, lastOfStock } from '../listings/index.ts';
import './tables.ts';

export const comparisonsPersonalData: PersonalDataSection = {
  export: (db, { userId }) =>
    db
      .selectFrom('comparisons as c')
      .innerJoin('comparison_listings as l', 'l.comparison_id', 'c.id')
      .select([
        'c.id',
        'c.name',
        'l.listing_id as listingId',
        'l.title',
        'c.created_at as createdAt',
        'c.updated_at as updatedAt',
      ])
      .where('c.user_id', '=', userId)
      .orderBy('c.id')
      .orderBy('l.position')
      .execute(),
  erase: async (trx, { userId }) => {
    await trx.deleteFrom('comparisons').where('user_id', '=', userId).execute();
  },
  batches: {
    titles: async (trx, { sellerId }, after) =>
      sellerId === null ? null : eraseTitles(trx, sellerId, after),
  },
};

/** Erases copies of a deleted seller's titles, a few hundred listings at a time. */
async function eraseTitles(trx: Transaction, sellerId: string, after: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null; seen: number; erased: number }>`
    with stock as (
      ${deletedStock(sellerId, after)}
    ), kept as (
      select c.comparison_id, c.position from stock join comparison_listings c on c.listing_id = stock.id
      where c.title <> '—' limit ${ERASE_BATCH_SIZE}
    ), erased as (
      update comparison_listings set title = '—'
      where (comparison_id, position) in (select comparison_id, position from kept) returning position
    )
    select ${lastOfStock} as last, count(*)::integer as seen, (select count(*)::integer from erased) as erased from stock`.execute(
    trx,
  );
  const [found] = rows;
  if (found === undefined) return null;
  // The same listings may be in more comparisons.
  if (found.erased === ERASE_BATCH_SIZE) return after || 'again';
  return found.seen === ERASE_BATCH_SIZE ? found.last : null;
}
