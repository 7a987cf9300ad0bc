import { sql } from 'kysely';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { PersonalDataSection } from '../auth/index.ts';
import type { Inventory } from './writing/inventory.ts';
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
      if (sellerId === null) return;
      await inventory.deleteAllOfSeller(trx, sellerId);
      await eraseTexts(trx, sellerId);
    },
  };
}

/** Deleted listings stay for a while: without what the seller wrote and what leads to the vehicle. */
async function eraseTexts(trx: Transaction, sellerId: string): Promise<void> {
  await sql`
    update listings
    set slug = lower(id), title = '—', description = null, model = null, variant = null, video_url = null,
      city = null, postal_code = null, external_id = null, vin = null, serial_number = null
    where seller_id = ${sellerId}`.execute(trx);
}
