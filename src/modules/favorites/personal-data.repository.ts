import { pageByTime } from '../../platform/db/page-by-time.ts';
import { ERASE_BATCH_SIZE, PagedList, type PersonalDataSection } from '../../platform/personal-data.ts';
import { deleteSomeFavorites } from './repository.ts';
import { titleEraser } from '../listings/index.ts';
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
          'note',
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
    titles: titleEraser('favorites', ['id']),
  },
};
