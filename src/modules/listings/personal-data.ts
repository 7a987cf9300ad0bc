import { forgetAnswers } from '../../platform/http/idempotency.ts';
import type { PersonalDataSection } from '../auth/index.ts';
import { eraseTexts, listOwnTexts } from './listings.repository.ts';
import type { Inventory } from './writing/inventory.ts';

/** Listings belong to a seller: its owner exports them, and they are deleted with a seller that ends with its owner. */
export function listingsPersonalData(inventory: Inventory): PersonalDataSection {
  return {
    export: async (db, { sellerId }) => (sellerId === null ? [] : listOwnTexts(db, sellerId)),
    erase: async (trx, { sellerId }) => {
      if (sellerId === null) return;
      await inventory.deleteAllOfSeller(trx, sellerId);
      const ids = await eraseTexts(trx, sellerId);
      await forgetAnswers(trx, ids);
    },
  };
}
