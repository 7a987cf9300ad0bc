import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';

export interface ListingName {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
}

/** What billing needs of the listings when a plan allows fewer of them. */
export interface ListingSlots {
  /** The newest live listings beyond `allowed`, newest first. Those in review keep their slots; null means no limit. */
  listOverLimit(db: Queryable, sellerId: string, allowed: number | null): Promise<readonly ListingName[]>;
  /** Pauses what `listOverLimit` names; returns the ids. */
  pauseOverLimit(trx: Transaction, sellerId: string, allowed: number | null): Promise<readonly string[]>;
  /** Brings back what the plan had paused, oldest first, as far as the plan of now has room; returns the ids. */
  resumeWithinLimit(trx: Transaction, sellerId: string): Promise<readonly string[]>;
}
