import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../platform/db/transaction.ts';

export interface PricePoint {
  readonly at: Date;
  readonly price: number | null;
  readonly currency: string | null;
  /** Whether the price is net; null for prices from before that was stored. */
  readonly vatDeductible: boolean | null;
}

/** Nobody changes a price that often; the newest. */
const POINTS_MAX = 200;

/** What a listing has cost since it was first on the market, oldest first; the price that it came with is the first. */
export async function listPrices(db: Queryable, listingId: string): Promise<readonly PricePoint[]> {
  const { rows } = await sql<PricePoint>`
    select at, price, currency, "vatDeductible" from (
      select h.at, h.price, h.currency, h.vat_deductible as "vatDeductible" from listing_price_history h
      where h.listing_id = ${listingId} and h.at >= coalesce((
        select max(b.at) from listing_price_history b join listings l on l.id = b.listing_id
        where b.listing_id = ${listingId} and b.at <= l.published_at
      ), '-infinity')
      order by h.at desc limit ${POINTS_MAX}
    ) newest order by at`.execute(db);
  return rows;
}

/**
 * What the listing `l` of a query cost at an instant, in its present currency. Where its history begins later: what it cost
 * then, or before its last reduction.
 */
export function priceAt(at: RawBuilder<Date>): RawBuilder<number | null> {
  const entries = sql`from listing_price_history h where h.listing_id = l.id and h.currency = l.currency and h.price is not null`;
  return sql`coalesce(
    (select h.price ${entries} and h.at <= ${at} order by h.at desc limit 1),
    greatest(l.previous_price, (select h.price ${entries} and h.at > ${at} order by h.at limit 1))
  )::float8`;
}
