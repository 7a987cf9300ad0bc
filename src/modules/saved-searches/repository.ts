import { type Insertable, sql, type Updateable } from 'kysely';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { AlertReason, SavedSearchTable } from './tables.ts';
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

export async function countOwn(db: Queryable, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('saved_searches')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function listOwn(
  db: Queryable,
  userId: string,
  page: Page,
): Promise<{ rows: SavedSearchRow[]; total: number }> {
  const rows = await db
    .selectFrom('saved_searches')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { rows, total: await countOwn(db, userId) };
}

export async function insertSavedSearch(trx: Transaction, row: Insertable<SavedSearchTable>): Promise<void> {
  await trx.insertInto('saved_searches').values(row).execute();
}

export async function updateSavedSearch(
  trx: Transaction,
  userId: string,
  id: string,
  changes: Updateable<SavedSearchTable>,
): Promise<void> {
  await trx
    .updateTable('saved_searches')
    .set(changes)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteSavedSearch(trx: Transaction, userId: string, id: string): Promise<void> {
  await trx.deleteFrom('saved_searches').where('id', '=', id).where('user_id', '=', userId).execute();
}

/**
 * Takes those of a person's searches that were not counted since an instant, the longest ago first, and returns their ids.
 * Whoever asks at the same time gets others.
 */
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

/** Unless somebody has counted since, or the query is another one by now. */
export async function keepCounts(
  db: Queryable,
  userId: string,
  counts: ReadonlyMap<string, number>,
  countedAt: Date,
): Promise<void> {
  if (counts.size === 0) return;
  await sql`
    update saved_searches s set match_count = c.match_count, counted_at = ${countedAt}
    from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::integer[]) as c(id, match_count)
    where s.id = c.id and s.user_id = ${userId} and (s.counted_at = ${countedAt} or s.match_count is null)`.execute(
    db,
  );
}

/** Tells the matchers of all processes, once this commits, that a search has changed. */
export async function announceChange(trx: Transaction): Promise<void> {
  await sql`select pg_notify(${SAVED_SEARCHES_CHANNEL}, '')`.execute(trx);
}

/** The searches to match against: alerts on, account active. */
export function listAlerting(db: Queryable) {
  return db
    .selectFrom('saved_searches as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.query'])
    .where('s.alerts', '=', true)
    .where('u.status', '=', 'active')
    .execute();
}

export interface Match {
  readonly searchId: string;
  readonly listingId: string;
  readonly sellerId: string;
}

/** Inserts the matches that are new and returns how many those were. Nobody is alerted to listings of their own team. */
export async function addAlerts(
  trx: Transaction,
  matches: readonly Match[],
  { reason, now }: { readonly reason: AlertReason; readonly now: Date },
): Promise<number> {
  const searchIds = matches.map((match) => match.searchId);
  const listingIds = matches.map((match) => match.listingId);
  const sellerIds = matches.map((match) => match.sellerId);
  // Every job inserts in this order, so that two with the same searches cannot deadlock.
  const { numAffectedRows } = await sql`
    insert into saved_search_alerts (search_id, listing_id, reason, created_at)
    select s.id, m.listing_id, ${reason}, ${now}
    from unnest(${searchIds}::text[], ${listingIds}::text[], ${sellerIds}::text[]) as m(search_id, listing_id, seller_id)
    join saved_searches s on s.id = m.search_id and s.alerts
    where not exists (select from team_members t where t.user_id = s.user_id and t.seller_id = m.seller_id)
    order by s.id, m.listing_id
    on conflict do nothing`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

export interface DueSearch {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
}

/** Searches with unsent alerts that are due: instant ones at once, the others a day or a week after their last notice. */
export async function lockDue(trx: Transaction, now: Date, limit: number): Promise<DueSearch[]> {
  const { rows } = await sql<DueSearch>`
    select s.id, s.user_id, s.name from saved_searches s
    where s.alerts
      and exists (select from saved_search_alerts a where a.search_id = s.id and a.sent_at is null)
      and (s.alert_frequency = 'instant'
        or coalesce(s.last_alert_at, s.created_at)
          <= ${now}::timestamptz - case s.alert_frequency when 'daily' then interval '1 day' else interval '7 days' end)
    order by s.id limit ${limit}
    for update of s skip locked`.execute(trx);
  return rows;
}

export interface UnsentAlert {
  readonly listing_id: string;
  /** Each once. */
  readonly reasons: readonly AlertReason[];
  readonly slug: string;
  readonly title: string;
  readonly status: string;
  readonly price: number | null;
  readonly previous_price: number | null;
  readonly currency: string | null;
  readonly thumbnail: string | null;
  readonly city: string | null;
  readonly country: string | null;
}

/**
 * Marks a search's unsent alerts as sent and returns their listings, those that matched first ahead; call it in the
 * transaction that adds the notice.
 */
export async function takeUnsent(trx: Transaction, searchId: string, now: Date): Promise<UnsentAlert[]> {
  const { rows } = await sql<UnsentAlert>`
    with taken as (
      update saved_search_alerts set sent_at = ${now} where search_id = ${searchId} and sent_at is null
      returning listing_id, reason, created_at
    ), listed as (
      select listing_id, array_agg(reason order by reason) as reasons, min(created_at) as since
      from taken group by listing_id
    )
    select l.id as listing_id, t.reasons, l.slug, l.title, l.status, l.price, l.previous_price, l.currency, l.thumbnail,
      l.city, l.country
    from listed t join listings l on l.id = t.listing_id
    order by t.since, l.id`.execute(trx);
  return rows;
}
