import { sql } from 'kysely';
import { pageByTime } from '../../platform/db/page-by-time.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { ERASE_BATCH_SIZE, PagedList, type PersonalDataSection } from '../../platform/personal-data.ts';
import { deleteSomeFavorites } from './repository.ts';
import { deletedStock, lastOfStock } from '../listings/index.ts';
import './tables.ts';

export const favoritesPersonalData: PersonalDataSection = {
  export: new PagedList((db, { userId }, after) =>
    pageByTime(
      db
        .selectFrom('favorites')
        .select([
          'listing_id as listingId',
          'title',
          'price_at_added as priceAtAdded',
          'currency_at_added as currency',
          'vat_deductible_at_added as vatDeductible',
          'created_at as createdAt',
        ])
        .where('user_id', '=', userId),
      { time: 'created_at', id: 'id' },
      after,
    ),
  ),
  batches: {
    own: async (trx, { userId }, _after, now) =>
      (await deleteSomeFavorites(trx, userId, now, ERASE_BATCH_SIZE)) === ERASE_BATCH_SIZE ? 'more' : null,
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
      select f.id from stock join favorites f on f.listing_id = stock.id where f.title <> '—' limit ${ERASE_BATCH_SIZE}
    ), erased as (
      update favorites set title = '—' where id in (select id from kept) returning id
    )
    select ${lastOfStock} as last, count(*)::integer as seen, (select count(*)::integer from erased) as erased from stock`.execute(
    trx,
  );
  const [found] = rows;
  if (found === undefined) return null;
  // The same listings may be a favorite of more people.
  if (found.erased === ERASE_BATCH_SIZE) return after || 'again';
  return found.seen === ERASE_BATCH_SIZE ? found.last : null;
}
