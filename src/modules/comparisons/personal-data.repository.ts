import { sql } from 'kysely';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { PersonalDataSection } from '../auth/index.ts';
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
  erase: async (trx, { userId, sellerId }) => {
    await trx.deleteFrom('comparisons').where('user_id', '=', userId).execute();
    if (sellerId !== null) await eraseTitles(trx, sellerId);
  },
};

/** What others have kept about a seller that ends. */
async function eraseTitles(trx: Transaction, sellerId: string): Promise<void> {
  await sql`
    update comparison_listings k set title = '—' from listings l where l.id = k.listing_id and l.seller_id = ${sellerId}`.execute(
    trx,
  );
}
