import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';

/** What billing needs of the listings when a plan allows fewer of them. */
export interface ListingSlots {
  /** Pauses the newest live listings until `allowed` are left; returns their ids. */
  pauseOverLimit(trx: Transaction, sellerId: string, allowed: number | null): Promise<readonly string[]>;
  /** Brings back what the plan had paused, oldest first, as far as the plan of now has room; returns their ids. */
  resumeWithinLimit(trx: Transaction, sellerId: string): Promise<readonly string[]>;
}

export interface ListingName {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
}

/** Ids of the listings that would be paused: the newest live ones. Those in review keep their slots. */
export async function listOverLimit(
  db: Queryable,
  sellerId: string,
  allowed: number | null,
): Promise<readonly ListingName[]> {
  if (allowed === null) return [];
  const { rows } = await sql<ListingName>`
    select id, title, slug from listings
    where id in (${newestOverLimit(sellerId, allowed)})
    order by coalesce(published_at, created_at) desc, id desc`.execute(db);
  return rows;
}

/** Writes the rows directly, for processes without the listings module. */
export function pauseInDatabase(clock: Clock): ListingSlots {
  return {
    async pauseOverLimit(trx, sellerId, allowed) {
      if (allowed === null) return [];
      const { rows } = await sql<{ id: string }>`
        update listings
        set status = 'PAUSED', paused_by_plan = true, featured = false, featured_until = null,
            version = version + 1, updated_at = ${clock.now()}
        where id in (${newestOverLimit(sellerId, allowed)})
        returning id`.execute(trx);
      return rows.map((row) => row.id);
    },
    // Going live has conditions that only the listings know.
    resumeWithinLimit: async () => [],
  };
}

function newestOverLimit(sellerId: string, allowed: number): RawBuilder<unknown> {
  return sql`
    select id from listings
    where seller_id = ${sellerId} and status = 'ACTIVE'
    order by coalesce(published_at, created_at) desc, id desc
    limit greatest(0, (select count(*) from listings
                       where seller_id = ${sellerId} and status in ('ACTIVE', 'PENDING_REVIEW')) - ${allowed})`;
}
