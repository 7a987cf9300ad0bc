import { sql } from 'kysely';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { PersonalDataSection } from '../auth/index.ts';
import { deleteAllFavorites } from './repository.ts';
import './tables.ts';

export const favoritesPersonalData: PersonalDataSection = {
  export: (db, { userId }) =>
    db
      .selectFrom('favorites')
      .select([
        'listing_id as listingId',
        'title',
        'price_at_added as priceAtAdded',
        'currency_at_added as currency',
        'created_at as createdAt',
      ])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
  erase: async (trx, { userId, sellerId }, now) => {
    await deleteAllFavorites(trx, userId, now);
    if (sellerId !== null) await eraseTitles(trx, sellerId);
  },
};

/** What others have kept about a seller that ends. */
async function eraseTitles(trx: Transaction, sellerId: string): Promise<void> {
  await sql`
    update favorites k set title = '—' from listings l where l.id = k.listing_id and l.seller_id = ${sellerId}`.execute(
    trx,
  );
}
