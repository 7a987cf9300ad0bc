import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../platform/db/transaction.ts';

export interface PricePoint {
  readonly at: Date;
  readonly price: number | null;
  readonly currency: string | null;
  /** Whether the price is net; null without a price. */
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

/** Whether a known price has the basis that the listing has now: a net price is never compared with a gross one. */
export function hasPresentBasis(
  known: RawBuilder<boolean | null>,
  present: RawBuilder<boolean | null> = sql`l.vat_deductible`,
): RawBuilder<boolean> {
  return sql`(${known} is true) = (${present} is true)`;
}

/**
 * What the listing `l` of a query cost at an instant, in its present currency and basis. If its price had another currency or basis then,
 * or its history begins later: the first price in the present ones after that, or the price before the last reduction.
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
