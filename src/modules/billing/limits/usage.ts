import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import type { PlanLimits } from '../tables.ts';

/** Limits on a seller's totals, as opposed to those of a single listing. */
export const COUNTED_LIMITS = [
  'activeListings',
  'drafts',
  'featuredSlots',
  'teamSeats',
  'apiKeys',
  'webhooks',
  'importRowsPerDay',
  'uploadMegabytesPerDay',
  'messageTemplates',
] as const satisfies readonly (keyof PlanLimits)[];
export type CountedLimit = (typeof COUNTED_LIMITS)[number];

export type UsageCounter = (db: Queryable, sellerId: string) => Promise<number>;

export type Usage = Readonly<Record<CountedLimit, { readonly used: number; readonly limit: number | null }>>;

/** Usage of each limit, as counted by the modules that own the resources. */
export class UsageReader {
  #counters: Readonly<Record<CountedLimit, UsageCounter>> | undefined;

  /** Called once, after all modules are created. */
  countWith(counters: Readonly<Record<CountedLimit, UsageCounter>>): void {
    this.#counters = counters;
  }

  async read(db: Queryable, sellerId: string, limits: PlanLimits): Promise<Usage> {
    const entries = await Promise.all(
      COUNTED_LIMITS.map(async (limit) => {
        const used = await this.#counters?.[limit](db, sellerId);
        return [limit, { used, limit: limits[limit] }] as const;
      }),
    );
    return Object.fromEntries(entries) as Usage;
  }
}

export interface ListingName {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
}

/** Operations on listings that billing needs when a plan allows fewer of them. */
export interface ListingSlots {
  /**
   * The newest live listings beyond `allowed`, newest first. Listings in review keep their slots; null means no
   * limit.
   */
  listOverLimit(db: Queryable, sellerId: string, allowed: number | null): Promise<readonly ListingName[]>;
  /** Pauses the listings of `listOverLimit`; returns their IDs. */
  pauseOverLimit(trx: Transaction, sellerId: string, allowed: number | null): Promise<readonly string[]>;
  /** Resumes listings that the plan had paused, oldest first, as the current plan allows; returns their IDs. */
  resumeWithinLimit(trx: Transaction, sellerId: string): Promise<readonly string[]>;
}
