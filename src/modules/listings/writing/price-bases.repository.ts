import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { companies } from '../../companies/index.ts';

/**
 * Gives a basis to prices that were stored without one, and returns how many. Amounts that belong together decide, then what the seller
 * stated, then the default of the company. The condition is that of the index `listings_without_price_basis`, and holds of no row
 * that this statement or a writer has written. One migration for all rows would have kept `listings` locked for its whole run.
 */
export async function statePriceBases(db: Database, now: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with picked as (
      select l.id, l.price, l.price_net as net, l.price_gross as gross, l.vat_rate as rate, l.vat_deductible, l.seller_id
      from listings l
      where (l.vat_deductible is null and num_nonnulls(l.price, l.price_net, l.price_gross) > 0)
        or (l.vat_deductible and (l.price_net is not null or l.price = l.price_gross
          or (l.price is null and l.price_gross is not null)))
        or (not l.vat_deductible and l.price_gross is not null)
      order by l.id limit ${limit} for no key update skip locked
    ), stated as (
      select p.*,
        case
          -- Two amounts that belong together say it; so does the seller, unless the price itself is the net one.
          when p.net < p.gross and p.price = p.net then true
          when p.vat_deductible is not null then p.vat_deductible
          when p.net is not null or p.gross is not null then p.price is null or p.price is distinct from p.gross
          else s.price_basis = 'net'
        end as is_net
      from picked p join ${companies} s on s.id = p.seller_id
    ), headline as (
      select *,
        case
          when is_net then coalesce(
            net,
            -- A gross price that was sent as the headline of a listing with deductible VAT.
            case when price is null or price = gross then round(gross * 100 / (100 + rate), 2) end,
            price)
          else coalesce(price, gross, net)
        end as amount
      from stated
    ), written as (
      update listings l set
        price = coalesce(h.amount, h.gross),
        -- A net amount beside a gross price was written, and is never computed.
        price_net = case when not h.is_net and h.net < h.amount then h.net end,
        -- Where rounding explains its difference from the computed amount, or where no rate gives that one.
        price_gross = case
          when h.is_net and h.amount < h.gross
            and coalesce(abs(h.gross - round(h.amount * (100 + h.rate) / 100, 2)) between 0.01 and 1, true)
          then h.gross end,
        -- Without a rate, the net part of a gross price is not known.
        vat_deductible = h.is_net and h.amount is not null,
        -- The price before the last reduction had the basis that is replaced.
        previous_price = case when coalesce(h.amount, h.gross) = h.price then l.previous_price end,
        price_reduced_at = case when coalesce(h.amount, h.gross) = h.price then l.price_reduced_at end
      from headline h where l.id = h.id
      returning l.id, l.price, l.currency, l.vat_deductible, h.price as price_before
    ), noted as (
      insert into listing_price_history (listing_id, at, price, currency, vat_deductible)
      select id, ${now}, price, currency, vat_deductible from written where price is distinct from price_before
      on conflict (listing_id, at) do nothing
    )
    select count(*)::int as count from written`.execute(db);
  return rows[0]?.count ?? 0;
}
