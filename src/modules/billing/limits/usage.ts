import type { Queryable } from '../../../platform/db/transaction.ts';
import type { PlanLimits } from '../tables.ts';

/** Limits on what a seller has in total, as opposed to those of a single listing. */
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

/** How much of each limit a seller uses, as counted by the modules that own the things. */
export class UsageReader {
  #counters: Readonly<Record<CountedLimit, UsageCounter>> | undefined;

  /** Called once, when all modules are there. */
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
