import { deleteResponsesAbout } from '../../platform/http/idempotency.ts';
import { ERASE_BATCH_SIZE, PagedList, type PersonalDataSection } from '../../platform/personal-data.ts';
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
        await deleteResponsesAbout(trx, ids);
        return isMore ? 'more' : null;
      },
      // Listings that the seller has deleted before.
      deleted: async (trx, { sellerId }) => {
        if (sellerId === null) return null;
        const ids = await listDeletedWithTexts(trx, sellerId, ERASE_BATCH_SIZE);
        await eraseTexts(trx, ids);
        await deleteResponsesAbout(trx, ids);
        return ids.length === ERASE_BATCH_SIZE ? 'more' : null;
      },
    },
  };
}
