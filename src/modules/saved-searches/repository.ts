import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import { anyOf } from '../../platform/db/any-of.ts';
import { countRows, pageWithTotal } from '../../platform/db/rows.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { StoredCounts } from '../discovery/index.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { SavedSearchTable, StoredQuery } from './tables.ts';
import './tables.ts';

export const SAVED_SEARCHES_CHANNEL = 'fifthwheel_saved_searches';

export type SavedSearchRow = NonNullable<Awaited<ReturnType<typeof findOwn>>>;

export function findOwn(db: Queryable, userId: string, id: string) {
  return db
    .selectFrom('saved_searches')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export function countOwn(db: Queryable, userId: string): Promise<number> {
  return countRows(db.selectFrom('saved_searches').where('user_id', '=', userId));
}

export function listOwn(
  db: Queryable,
  userId: string,
  page: Page,
  sellerId?: string,
): Promise<{ rows: SavedSearchRow[]; total: number }> {
  const newest = db
    .selectFrom('saved_searches')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(sellerId !== undefined, (builder) =>
      builder.where(sql<boolean>`query = ${JSON.stringify({ seller: sellerId })}::jsonb`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  return pageWithTotal(newest, page);
}

export async function insertSavedSearch(trx: Transaction, row: Insertable<SavedSearchTable>): Promise<void> {
  await trx.insertInto('saved_searches').values(row).execute();
}

/** Alerts start from now if the query changed or alerts were off. */
export async function updateSavedSearch(
  trx: Transaction,
  userId: string,
  id: string,
  changes: Updateable<SavedSearchTable> & { readonly updated_at: Date },
): Promise<void> {
  const isOther = sql<boolean>`(query <> coalesce(${changes.query ?? null}::jsonb, query)
    or (not alerts and ${changes.alerts === true}::boolean))`;
  await trx
    .updateTable('saved_searches')
    .set({
      ...changes,
      alerts_after: sql`case when ${isOther} then ${changes.updated_at}::timestamptz else alerts_after end`,
      alerts_after_listing: sql`case when ${isOther} then '' else alerts_after_listing end`,
    })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteSavedSearch(trx: Transaction, userId: string, id: string): Promise<void> {
  await trx.deleteFrom('saved_searches').where('id', '=', id).where('user_id', '=', userId).execute();
}

/** Claims those of a user's searches whose count is older than an instant, oldest first. Concurrent requests claim others. */
export async function claimCounts(
  db: Queryable,
  userId: string,
  ids: readonly string[],
  { now, since, limit }: { readonly now: Date; readonly since: Date; readonly limit: number },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    update saved_searches set counted_at = ${now}
    where id in (
      select id from saved_searches
      where user_id = ${userId} and id = any(${ids}::text[]) and (counted_at is null or counted_at < ${since})
      order by counted_at nulls first, id limit ${limit}
      for no key update skip locked
    )
    returning id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Skips searches that were counted since or have a new query. */
export async function storeCounts(
  db: Queryable,
  userId: string,
  counts: ReadonlyMap<string, StoredCounts>,
  countedAt: Date,
): Promise<void> {
  if (counts.size === 0) return;
  const totals = [...counts.values()].map(({ total }) => total);
  const newCounts = [...counts.values()].map(({ fresh }) => fresh);
  await sql`
    update saved_searches s set match_count = c.match_count, new_count = c.new_count, counted_at = ${countedAt}
    from unnest(${[...counts.keys()]}::text[], ${totals}::integer[], ${newCounts}::integer[]) as c(id, match_count, new_count)
    where s.id = c.id and s.user_id = ${userId} and (s.counted_at = ${countedAt} or s.match_count is null)`.execute(
    db,
  );
}

/** Records a visit. Setting `counted_at` makes `storeCounts` drop a count in progress, which used the previous visit. */
export async function markSeen(db: Queryable, userId: string, id: string, at: Date): Promise<boolean> {
  const result = await db
    .updateTable('saved_searches')
    .set({ seen_at: at, new_count: 0, counted_at: at })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** On commit, notifies the matchers of all processes that these queries are saved, or no longer are. */
export async function announceChanges(trx: Transaction, queryHashes: readonly string[]): Promise<void> {
  await sql`
    select pg_notify(${SAVED_SEARCHES_CHANNEL}, hash) from unnest(${[...queryHashes]}::text[]) as hash`.execute(
    trx,
  );
}

/** The hash that all searches with the same query share; undefined if the search does not exist. */
export async function queryHashOf(trx: Transaction, id: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('saved_searches')
    .select('query_hash')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.query_hash;
}

/** A query that at least one alerting search, or confirmed alert by email, has. */
export interface AlertingQuery {
  readonly query_hash: string;
  readonly query: StoredQuery;
}

/** The queries to match against, in batches by hash: from each to the next, past all others who have saved it. */
export async function listAlerting(db: Queryable, after: string, limit: number): Promise<AlertingQuery[]> {
  const next = (hash: RawBuilder<string>) => sql`
    select min(query_hash) as query_hash from (
      (select s.query_hash from saved_searches s where s.alerts and s.query_hash > ${hash} order by s.query_hash limit 1)
      union all
      (select a.query_hash from email_alerts a where a.confirmed_at is not null and a.query_hash > ${hash}
        order by a.query_hash limit 1)
    ) following`;
  const { rows } = await sql<AlertingQuery>`
    with recursive hashes as (
      (${next(sql`${after}::text`)})
      union all
      select (${next(sql`h.query_hash`)}) from hashes h where h.query_hash is not null
    )
    select query_hash, query from hashes cross join lateral (
      (select s.query from saved_searches s where s.alerts and s.query_hash = hashes.query_hash limit 1)
      union all
      (select a.query from email_alerts a where a.confirmed_at is not null and a.query_hash = hashes.query_hash limit 1)
      limit 1
    ) saved
    limit ${limit}`.execute(db);
  return rows;
}

/** Alerting queries among these hashes. */
export function findAlerting(db: Queryable, queryHashes: readonly string[]): Promise<AlertingQuery[]> {
  return db
    .selectFrom('saved_searches')
    .select(['query_hash', 'query'])
    .where('alerts', '=', true)
    .where('query_hash', '=', anyOf(queryHashes))
    .union(
      db
        .selectFrom('email_alerts')
        .select(['query_hash', 'query'])
        .where('confirmed_at', 'is not', null)
        .where('query_hash', '=', anyOf(queryHashes)),
    )
    .execute();
}
