import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../platform/db/transaction.ts';

export interface PricePoint {
  readonly at: Date;
  readonly price: number | null;
  readonly currency: string | null;
  /** Whether the price is net; null without a price. */
  readonly vatDeductible: boolean | null;
}

/** Limit far above any plausible number of price changes; the newest are returned. */
const POINTS_MAX = 200;

/** Price history of a listing since it was first on the market, oldest first, starting with its initial price. */
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

/** Whether a price has the current basis of the listing: net and gross prices are never compared. */
export function hasPresentBasis(
  known: RawBuilder<boolean | null>,
  present: RawBuilder<boolean | null> = sql`l.vat_deductible`,
): RawBuilder<boolean> {
  return sql`(${known} is true) = (${present} is true)`;
}

/**
 * SQL for the price of listing `l` at an instant, in its current currency and basis. If the price had another
 * currency or basis then, or the history starts later: the first later price in the current ones, or the price before
 * the last reduction.
 */
export function priceAt(at: RawBuilder<Date>): RawBuilder<number | null> {
  const isComparable = sql`h.currency = l.currency and ${hasPresentBasis(sql`h.vat_deductible`)}`;
  return sql`coalesce(
    (select h.price from (
      select * from listing_price_history where listing_id = l.id and at <= ${at} order by at desc limit 1
    ) h where ${isComparable}),
    greatest(l.previous_price, (
      select h.price from listing_price_history h
      where h.listing_id = l.id and h.at > ${at} and h.price is not null and ${isComparable} order by h.at limit 1))
  )::float8`;
}
