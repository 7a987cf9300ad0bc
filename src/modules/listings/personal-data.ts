import { forgetAnswers } from '../../platform/http/idempotency.ts';
import { ERASED_AT_ONCE, PagedList, type PersonalDataSection } from '../../platform/personal-data.ts';
import { eraseTexts, listDeletedWithTexts, listOwnTexts } from './deleted-stock.repository.ts';
import type { Inventory } from './writing/inventory.ts';

/**
 * Listings belong to a seller: its owner exports them, and they are deleted with a seller that is erased with its
 * owner.
 */
export function listingsPersonalData(inventory: Inventory): PersonalDataSection {
  return {
    export: new PagedList(async (db, { sellerId }, after) =>
      sellerId === null ? { rows: [], next: null } : listOwnTexts(db, sellerId, after),
    ),
    batches: {
      stock: async (trx, { sellerId }) => {
        if (sellerId === null) return null;
        const { ids, isMore } = await inventory.deleteSomeOfSeller(trx, sellerId);
        await eraseTexts(trx, ids);
        await forgetAnswers(trx, ids);
        return isMore ? 'more' : null;
      },
      // Listings that the seller has deleted before.
      deleted: async (trx, { sellerId }) => {
        if (sellerId === null) return null;
        const ids = await listDeletedWithTexts(trx, sellerId, ERASED_AT_ONCE);
        await eraseTexts(trx, ids);
        await forgetAnswers(trx, ids);
        return ids.length === ERASED_AT_ONCE ? 'more' : null;
      },
    },
  };
}
