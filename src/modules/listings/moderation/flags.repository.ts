import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { touches, type Transaction } from '../../../platform/db/transaction.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { ListingRow } from '../tables.ts';

interface FactRow {
  id: string;
  title: string;
  description: string | null;
  price: number | null;
  median: number | null;
  comparable: number;
  duplicates: string[] | null;
  flags: ListingRow['moderation_flags'];
}

/** Similar listings in the sample for a price; common vehicles have thousands. */
const SAMPLE_ROWS = 1000;
/** Listings of other sellers with the same VIN that are named. */
const DUPLICATES_MAX = 10;

/**
 * Similar vehicles have the same category, brand, model and currency, and differ by at most one year. Each kind of
 * vehicle is looked up once, only in listings_market_idx. IDs are passed as rows and limits as literals, because a
 * list and parameters would make the cached plan use another index. The sort order is that of the index: otherwise,
 * with outdated statistics, PostgreSQL might scan the whole market through another index for every kind. The markets
 * are materialized, or they would be looked up once per listing.
 */
export async function findFacts(db: Database, ids: readonly string[]): Promise<FactRow[]> {
  const { rows } = await sql<FactRow>`
    ${prepared} with written as materialized (
      select id, seller_id, title, description, vin, price, currency, category_id, brand_id, model, year, moderation_flags
      from unnest(${[...ids]}::text[]) as asked (id) join listings using (id)
      where deleted_at is null
    ), kinds as (
      select distinct category_id, brand_id, model, year, currency from written
      where price is not null and model is not null and year is not null
    ), markets as materialized (
      select k.category_id, k.brand_id, k.model, k.year, k.currency, like_it.median, like_it.comparable
      from kinds k cross join lateral (
        select percentile_cont(0.5) within group (order by s.price)::float8 as median, count(*) as comparable
        from (
          select o.price, o.currency from listings o
          where o.status = 'ACTIVE' and o.category_id = k.category_id and o.brand_id = k.brand_id and o.model = k.model
            and o.year between k.year - 1 and k.year + 1
          order by o.year limit ${sql.lit(SAMPLE_ROWS)}
        ) s
        where s.price is not null and s.currency = k.currency
      ) like_it
    )
    select w.id, w.title, w.description, w.price, m.median, coalesce(m.comparable, 0) as comparable, duplicates.ids as duplicates,
      w.moderation_flags as flags
    from written w
    left join markets m using (category_id, brand_id, model, year, currency)
    left join lateral (
      select array_agg(o.id order by o.id) as ids from (
        select o.id from listings o
        where o.vin = w.vin and o.seller_id <> w.seller_id and o.deleted_at is null
        order by o.id limit ${sql.lit(DUPLICATES_MAX)}
      ) o
    ) duplicates on w.vin is not null`.execute(db);
  return rows;
}

export async function writeFlags(
  trx: Transaction,
  changed: readonly { readonly id: string; readonly flags: object }[],
): Promise<void> {
  await touches(trx, 'listings');
  await sql`
    update listings l set moderation_flags = t.flags
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as t(id text, flags jsonb)
    where l.id = t.id`.execute(trx);
}
