import type { ListingState } from './enums.ts';
import type { ListingRecord } from './fields.ts';

/** A price below this share of the former one is looked at again: bait prices follow approval. */
const priceShareMin = 0.5;

/** True when an edit makes another offer of an approved listing, which a moderator then has to see where moderation is on. */
export function makesAnotherOffer(before: ListingRecord, after: ListingRecord): boolean {
  const identity = ['category', 'subcategory', 'brand', 'vin'] as const;
  if (identity.some((name) => before[name] !== after[name] && before[name] !== null)) return true;
  if (before.price === null || after.price === null || before.currency !== after.currency) return false;
  return after.price < before.price * priceShareMin;
}

/** The setting listings.moderation. */
export type Moderation = 'auto' | 'manual' | 'first_listing';

/** Whether a moderator sees a listing before it goes live. What was approved and is still that offer returns by itself. */
export function publishNeedsReview(
  moderation: Moderation,
  listing: {
    readonly from: ListingState;
    readonly changedSinceApproval: boolean;
    /** A listing of the seller has been live before. */
    readonly isKnownSeller: boolean;
  },
): boolean {
  if (moderation === 'auto') return false;
  if (moderation === 'first_listing' && listing.isKnownSeller) return false;
  return listing.from === 'DRAFT' || listing.from === 'REJECTED' || listing.changedSinceApproval;
}

/** Whether an edit takes a live listing off the market until a moderator has seen it. */
export function editNeedsReview(moderation: Moderation, isAnotherOffer: boolean): boolean {
  // With first_listing whoever has a live listing is known.
  return moderation === 'manual' && isAnotherOffer;
}
