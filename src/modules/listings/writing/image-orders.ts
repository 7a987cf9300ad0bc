import type { Transaction } from '../../../platform/db/transaction.ts';
import type { StoredMessage } from '../../../platform/errors/sentence.ts';

/** State of the images that a seller ordered by URL. */
export interface ImageOrderState {
  /** Images still to fetch. */
  readonly awaited: number;
  readonly failures: readonly { readonly url: string; readonly message: StoredMessage }[];
}

/** Fetches images by URL after the transaction; implemented by the imports module. */
export interface ImageOrders {
  /** Replaces the fetched images of the listing by these, in this order; uploaded ones follow. */
  order(
    trx: Transaction,
    listing: { readonly id: string; readonly sellerId: string },
    urls: readonly string[],
  ): Promise<void>;
  stateOf(listingId: string): Promise<ImageOrderState>;
}

const NO_IMAGES: ImageOrderState = { awaited: 0, failures: [] };

export function imageOrderOf(urls: readonly string[] | null | undefined): ImageOrderState {
  return { awaited: new Set(urls ?? []).size, failures: [] };
}

export const noImageOrders: ImageOrders = {
  order: () => Promise.resolve(),
  stateOf: () => Promise.resolve(NO_IMAGES),
};
