/** Rollups (accounts, listings, reports, revenue …), maintained by triggers: pending deltas and totals. */
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from './transaction.ts';

/** Adds the pending deltas to the rollups; covers only the given days. */
export async function readMarketSums(
  db: Queryable,
  days: readonly string[],
): Promise<(kind: string, key: string) => number> {
  const { rows } = await sql<{ kind: string; key: string; amount: number }>`
    select kind, key, sum(amount)::float8 as amount
    from (
      select kind, key, amount from market_sums where kind = any(${[...KINDS]}::text[])
      union all
      select kind, key, amount from market_sums where kind = any(${[...DAILY_KINDS]}::text[]) and key = any(${[...days]}::text[])
      union all
      select kind, key, amount from market_sum_changes where kind <> ${OF_PERSONS}
    ) known
    group by kind, key`.execute(db);
  const amounts = new Map(rows.map(({ kind, key, amount }) => [`${kind} ${key}`, amount]));
  return (kind, key) => amounts.get(`${kind} ${key}`) ?? 0;
}

const KINDS = ['users', 'sellers', 'listings', 'reports', 'reviews', 'revenue', 'plan_revenue'] as const;
const DAILY_KINDS = ['new_users', 'new_listings', 'new_messages'] as const;
/** Its keys are accounts, of which there are many. */
const OF_PERSONS = 'messages_sent';

export async function readMarketSum(db: Queryable, kind: string, key: string): Promise<number> {
  const row = await one<{ amount: number }>(
    db,
    sql`
    select coalesce(sum(amount), 0)::float8 as amount
    from (
      select amount from market_sums where kind = ${kind} and key = ${key}
      union all
      select amount from market_sum_changes where kind = ${kind} and key = ${key}
    ) known`,
  );
  return row?.amount ?? 0;
}

/** How many listings of each state there are. */
export async function readMarketStock(
  db: Queryable,
): Promise<readonly { status: string; listings: number }[]> {
  const { rows } = await sql<{ status: string; listings: number }>`
    select key as status, sum(amount)::int as listings
    from (
      select key, amount from market_sums where kind = 'listings'
      union all
      select key, amount from market_sum_changes where kind = 'listings'
    ) known
    group by key`.execute(db);
  return rows;
}

/** Adds up to `limit` pending deltas to the rollups, oldest first. Returns their number. */
export async function foldMarketSums(db: Queryable, limit: number): Promise<number> {
  const row = await one<{ taken: number }>(
    db,
    sql`
    with taken as (
      delete from market_sum_changes where seq in (
        select seq from market_sum_changes order by seq limit ${limit} for update skip locked
      ) returning kind, key, amount
    ), added as (
      insert into market_sums as s (kind, key, amount)
      select kind, key, sum(amount) from taken group by kind, key order by kind, key
      on conflict (kind, key) do update set amount = s.amount + excluded.amount
    )
    select count(*)::int as taken from taken`,
  );
  return row?.taken ?? 0;
}

async function one<T>(db: Queryable, query: RawBuilder<unknown>): Promise<T | undefined> {
  return (await query.execute(db)).rows[0] as T | undefined;
}
