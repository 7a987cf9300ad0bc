import type { Transaction } from '../../../platform/db/transaction.ts';
import type { StoredMessage } from '../../../platform/errors/sentence.ts';

/** What has become of the pictures that a seller named by address. */
export interface PictureOrderState {
  /** How many are still to be fetched. */
  readonly awaited: number;
  readonly failures: readonly { readonly url: string; readonly message: StoredMessage }[];
}

/** Fetches pictures by address after the transaction; the imports module does. */
export interface PictureOrders {
  /** The pictures at these addresses, in this order, become those of the listing; uploaded ones stay behind them. */
  order(
    trx: Transaction,
    listing: { readonly id: string; readonly sellerId: string },
    urls: readonly string[],
  ): Promise<void>;
  stateOf(listingId: string): Promise<PictureOrderState>;
}

export const NO_PICTURES: PictureOrderState = { awaited: 0, failures: [] };

/** The state of an order that was just given. */
export function pictureOrderOf(urls: readonly string[] | null | undefined): PictureOrderState {
  return { awaited: new Set(urls ?? []).size, failures: [] };
}

export const noPictureOrders: PictureOrders = {
  order: () => Promise.resolve(),
  stateOf: () => Promise.resolve(NO_PICTURES),
};
