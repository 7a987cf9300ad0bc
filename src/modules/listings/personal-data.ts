import type { PersonalDataSection } from '../auth/index.ts';
import type { Inventory } from './inventory.ts';
import './tables.ts';

/** Listings belong to a seller: its owner exports them, and they are deleted with a seller that ends with its owner. */
export function listingsPersonalData(inventory: Inventory): PersonalDataSection {
  return {
    export: async (db, { sellerId }) =>
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
    erase: async (trx, { sellerId }) => {
      if (sellerId !== null) await inventory.deleteAllOfSeller(trx, sellerId);
    },
  };
}
