import type { Transaction } from '../../../platform/db/transaction.ts';
import type { StoredMessage } from '../../../platform/errors/sentence.ts';

/** State of the images that a seller ordered by URL. */
export interface PictureOrderState {
  /** Images still to fetch. */
  readonly awaited: number;
  readonly failures: readonly { readonly url: string; readonly message: StoredMessage }[];
}

/** Fetches images by URL after the transaction; implemented by the imports module. */
export interface PictureOrders {
  /** Replaces the fetched images of the listing by these, in this order; uploaded ones follow. */
  order(
    trx: Transaction,
    listing: { readonly id: string; readonly sellerId: string },
    urls: readonly string[],
  ): Promise<void>;
  stateOf(listingId: string): Promise<PictureOrderState>;
}

const NO_PICTURES: PictureOrderState = { awaited: 0, failures: [] };

export function pictureOrderOf(urls: readonly string[] | null | undefined): PictureOrderState {
  return { awaited: new Set(urls ?? []).size, failures: [] };
}

export const noPictureOrders: PictureOrders = {
  order: () => Promise.resolve(),
  stateOf: () => Promise.resolve(NO_PICTURES),
};
