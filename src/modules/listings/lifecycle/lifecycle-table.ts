import { type ListingSource, listingStates, type ListingState } from '../record/enums.ts';

export const listingActions = [
  'publish',
  'withdraw',
  'approve',
  'reject',
  'edit',
  'feature',
  'unfeature',
  'unpublish',
  'pauseByPlan',
  'markSold',
  'expire',
  'renew',
  'suspend',
  'restore',
  'delete',
] as const;
export type ListingAction = (typeof listingActions)[number];

/**
 * Actor of a transition: the seller's team (by hand, API key or import), a moderator, or the server (schedules,
 * billing).
 */
export type ListingActor =
  | {
      readonly kind: 'seller';
      readonly sellerId: string;
      readonly userId: string;
      readonly emailVerified: boolean;
      readonly source: ListingSource;
    }
  | { readonly kind: 'admin'; readonly userId: string }
  | { readonly kind: 'system' };
export type SellerListingActor = ListingActor & { readonly kind: 'seller' };
export type ListingActorKind = ListingActor['kind'];

/**
 * - complete: required fields are present.
 * - slot: the plan has a free slot.
 * - verified_email: the email address is verified, if the setting requires it.
 * - sold_recently: sold within the days of listings.soldReopenDays.
 * - reason: a reason code and text are given.
 * - feature_slot: the plan allows another featured listing.
 * - draft_room: the plan allows another draft.
 */
export type Condition =
  'complete' | 'slot' | 'verified_email' | 'sold_recently' | 'reason' | 'feature_slot' | 'draft_room';

/**
 * - start_run: set expiresAt by the plan, and publishedAt if unset.
 * - start_featured: feature it until the requested day.
 * - free_featured: end featuring and free its slot.
 * - suspend_with_seller: let the suspension end with that of the seller.
 * - mark_plan_pause, clear_plan_pause: set whether the listing waits for capacity in the plan.
 * - notify_seller: notify the team.
 */
export type Effect =
  | 'start_run'
  | 'stamp_submitted'
  | 'stamp_renewed'
  | 'stamp_sold'
  | 'clear_sold'
  | 'stamp_deleted'
  | 'store_rejection'
  | 'clear_rejection'
  | 'store_suspension'
  | 'clear_suspension'
  | 'suspend_with_seller'
  | 'mark_plan_pause'
  | 'clear_plan_pause'
  | 'start_featured'
  | 'free_featured'
  | 'notify_seller';

/** Facts that decide between two targets of one action. */
export interface TransitionContext {
  /** A moderator must review it first, because of the setting or an edit of an approved listing. */
  readonly needsReview?: boolean;
  /** It was live when it was suspended, and can go live again. */
  readonly wasLive?: boolean;
  /** No listing of a suspended seller goes live; it is restored with its seller. */
  readonly isSellerSuspended?: boolean;
}

export type Destination = ListingState | 'same' | ((context: TransitionContext) => ListingState);

/** A pair of state and action without a row is rejected. */
export interface TransitionRow {
  readonly from: readonly ListingState[];
  readonly action: ListingAction;
  readonly by: readonly ListingActorKind[];
  readonly to: Destination;
  readonly conditions?: readonly Condition[];
  readonly effects?: readonly Effect[];
}

const liveOrReview = ({ needsReview }: TransitionContext): ListingState =>
  needsReview === true ? 'PENDING_REVIEW' : 'ACTIVE';

const restored = ({ wasLive, isSellerSuspended }: TransitionContext): ListingState => {
  if (isSellerSuspended === true) return 'SUSPENDED';
  return wasLive === true ? 'ACTIVE' : 'DRAFT';
};

const publishable = ['complete', 'slot', 'verified_email'] as const;

// One transition per line.
// prettier-ignore
export const transitionRows: readonly TransitionRow[] = [
  { from: ['DRAFT', 'REJECTED'], action: 'publish', by: ['seller'], to: liveOrReview, conditions: publishable, effects: ['clear_rejection'] },
  // The system resumes listings that it paused once the plan has capacity.
  { from: ['PAUSED'], action: 'publish', by: ['seller', 'system'], to: liveOrReview, conditions: publishable, effects: ['clear_plan_pause'] },
  { from: ['SOLD'], action: 'publish', by: ['seller'], to: liveOrReview, conditions: ['sold_recently', ...publishable], effects: ['clear_sold'] },
  { from: ['EXPIRED'], action: 'publish', by: ['seller'], to: liveOrReview, conditions: publishable, effects: ['stamp_renewed'] },
  { from: ['EXPIRED'], action: 'renew', by: ['seller'], to: liveOrReview, conditions: publishable, effects: ['stamp_renewed'] },
  // The warnings suggest renewal before expiry. The listing already holds a slot.
  { from: ['ACTIVE'], action: 'renew', by: ['seller'], to: 'same', effects: ['start_run', 'stamp_renewed'] },
  { from: ['PENDING_REVIEW'], action: 'withdraw', by: ['seller'], to: 'DRAFT', conditions: ['draft_room'] },
  { from: ['PENDING_REVIEW'], action: 'unpublish', by: ['seller'], to: 'DRAFT', conditions: ['draft_room'] },
  { from: ['PENDING_REVIEW'], action: 'approve', by: ['admin'], to: 'ACTIVE', effects: ['notify_seller'] },
  { from: ['PENDING_REVIEW'], action: 'reject', by: ['admin'], to: 'REJECTED', conditions: ['reason'], effects: ['store_rejection', 'notify_seller'] },
  // Listings on the market or in review must stay complete.
  { from: ['ACTIVE'], action: 'edit', by: ['seller'], to: liveOrReview, conditions: ['complete'] },
  { from: ['PENDING_REVIEW'], action: 'edit', by: ['seller'], to: 'same', conditions: ['complete'] },
  { from: ['DRAFT', 'PAUSED', 'REJECTED', 'EXPIRED'], action: 'edit', by: ['seller'], to: 'same' },
  { from: ['ACTIVE'], action: 'feature', by: ['seller'], to: 'same', conditions: ['feature_slot'], effects: ['start_featured'] },
  { from: ['ACTIVE'], action: 'feature', by: ['admin'], to: 'same', effects: ['start_featured'] },
  { from: ['ACTIVE'], action: 'unfeature', by: ['seller', 'admin', 'system'], to: 'same', effects: ['free_featured'] },
  { from: ['ACTIVE'], action: 'unpublish', by: ['seller'], to: 'PAUSED' },
  { from: ['ACTIVE'], action: 'pauseByPlan', by: ['system'], to: 'PAUSED', effects: ['mark_plan_pause', 'notify_seller'] },
  { from: ['ACTIVE', 'PAUSED'], action: 'markSold', by: ['seller'], to: 'SOLD', effects: ['stamp_sold', 'clear_plan_pause', 'notify_seller'] },
  { from: ['ACTIVE'], action: 'expire', by: ['system'], to: 'EXPIRED', effects: ['notify_seller'] },
  { from: ['ACTIVE', 'PAUSED', 'PENDING_REVIEW'], action: 'suspend', by: ['admin', 'system'], to: 'SUSPENDED', conditions: ['reason'], effects: ['store_suspension', 'clear_plan_pause', 'notify_seller'] },
  { from: ['SUSPENDED'], action: 'restore', by: ['admin'], to: restored, effects: ['clear_suspension', 'notify_seller'] },
  { from: listingStates.filter((state) => state !== 'DELETED'), action: 'delete', by: ['seller', 'admin', 'system'], to: 'DELETED', effects: ['stamp_deleted'] },
];
