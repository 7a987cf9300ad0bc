import type { PersonalDataSection } from '../../platform/personal-data.ts';
import { titleEraser } from '../listings/index.ts';
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
    titles: titleEraser('comparison_listings', ['comparison_id', 'position']),
  },
};
