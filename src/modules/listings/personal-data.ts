import type { PersonalData } from '../auth/index.ts';
import type { Inventory } from './inventory.ts';
import './tables.ts';

/** Listings are a seller's: an owner gets them with the export, and they go with a seller that ends with its owner. */
export function registerListingData(personalData: PersonalData, inventory: Inventory): void {
  personalData.register(
    'listings',
    async (db, { sellerId }) =>
      sellerId === null
        ? []
        : db
            .selectFrom('listings')
            .select([
              'id',
              'slug',
              'title',
              'status',
              'price',
              'currency',
              'description',
              'created_at as createdAt',
              'updated_at as updatedAt',
            ])
            .where('seller_id', '=', sellerId)
            .orderBy('created_at')
            .orderBy('id')
            .execute(),
    async (trx, { sellerId }) => {
      if (sellerId !== null) await inventory.deleteAllOfSeller(trx, sellerId);
    },
  );
}
