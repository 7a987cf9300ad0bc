import { type RawBuilder, sql } from 'kysely';
import { type Clock, dayOf } from '../../../platform/clock.ts';
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

/** Counts how much of each limit a seller uses. The module that owns the things registers the count. */
export class UsageRegistry {
  readonly #counters = new Map<CountedLimit, UsageCounter>();

  constructor(clock: Clock) {
    for (const [limit, query] of Object.entries(ownCounters(clock))) {
      this.#counters.set(limit as CountedLimit, async (db, sellerId) => {
        const { rows } = await query(sellerId).execute(db);
        return rows[0]?.used ?? 0;
      });
    }
  }

  /** A later registration replaces an earlier one. */
  register(limit: CountedLimit, counter: UsageCounter): void {
    this.#counters.set(limit, counter);
  }

  /** Nothing registered means nothing used. */
  async count(db: Queryable, sellerId: string, limit: CountedLimit): Promise<number> {
    return (await this.#counters.get(limit)?.(db, sellerId)) ?? 0;
  }

  async read(db: Queryable, sellerId: string, limits: PlanLimits): Promise<Usage> {
    const entries = await Promise.all(
      COUNTED_LIMITS.map(async (limit) => {
        const used = await this.count(db, sellerId, limit);
        return [limit, { used, limit: limits[limit] }] as const;
      }),
    );
    return Object.fromEntries(entries) as Usage;
  }
}

type CountQuery = (sellerId: string) => RawBuilder<{ used: number }>;

/** Counts over tables of the first migration. */
function ownCounters(clock: Clock): Partial<Record<CountedLimit, CountQuery>> {
  return {
    activeListings: (sellerId) => sql`
      select count(*) as used from listings where seller_id = ${sellerId} and status in ('ACTIVE', 'PENDING_REVIEW')`,
    drafts: (sellerId) => sql`
      select count(*) as used from listings where seller_id = ${sellerId} and status in ('DRAFT', 'PAUSED')`,
    uploadMegabytesPerDay: (sellerId) => sql`
      select coalesce(ceil(sum(bytes) / 1048576), 0)::integer as used from upload_bytes
      where owner_id = ${sellerId} and day = ${dayOf(clock.now())}::date`,
    featuredSlots: (sellerId) => sql`
      select count(*) as used from listings
      where seller_id = ${sellerId} and status = 'ACTIVE' and featured and featured_until > ${clock.now()}`,
    teamSeats: (sellerId) => sql`select count(*) as used from team_members where seller_id = ${sellerId}`,
    apiKeys: (sellerId) => sql`
      select count(*) as used from api_keys k join team_members m on m.user_id = k.user_id
      where m.seller_id = ${sellerId} and k.revoked_at is null and k.replaced_by is null
        and (k.expires_at is null or k.expires_at > ${clock.now()})`,
  };
}
