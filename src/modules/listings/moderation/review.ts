import type { ListingState } from '../record/enums.ts';
import { pricesOf } from '../record/money.ts';
import type { ListingRecord } from '../record/fields.ts';

/** A price below this share of the approved one is reviewed again: bait prices are often set after approval. */
const priceShareMin = 0.5;

/** Whether an edit changes an approved listing so much that a moderator has to review it again. */
export function isDifferentOffer(before: ListingRecord, after: ListingRecord): boolean {
  const identity = ['category', 'subcategory', 'brand', 'vin'] as const;
  if (identity.some((name) => before[name] !== after[name] && before[name] !== null)) return true;
  if (before.price === null || after.price === null || before.currency !== after.currency) return false;
  return payable(after, after.price) < payable(before, before.price) * priceShareMin;
}

/** Uses the gross price if known, because an edit can turn a gross price into a net one. */
function payable(record: ListingRecord, price: number): number {
  return pricesOf(record).priceGross ?? price;
}

/** The setting listings.moderation. */
export type Moderation = 'auto' | 'manual' | 'first_listing';

/**
 * Whether a moderator has to review a listing before it goes live. An approved listing returns without review unless
 * it has become another offer.
 */
export function publishNeedsReview(
  moderation: Moderation,
  listing: {
    readonly from: ListingState;
    readonly changedSinceApproval: boolean;
    readonly isKnownSeller: boolean;
  },
): boolean {
  if (moderation === 'auto') return false;
  if (moderation === 'first_listing' && listing.isKnownSeller) return false;
  return listing.from === 'DRAFT' || listing.from === 'REJECTED' || listing.changedSinceApproval;
}

/** Whether an edit takes a live listing off the market until it is reviewed. */
export function editNeedsReview(moderation: Moderation, isAnotherOffer: boolean): boolean {
  // With `first_listing`, a seller with a live listing has been reviewed.
  return moderation === 'manual' && isAnotherOffer;
}
