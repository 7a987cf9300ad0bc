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
  erase: (trx, { userId }, now) => deleteAllFavorites(trx, userId, now),
};
