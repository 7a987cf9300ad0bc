import { type Insertable, sql, type Updateable } from 'kysely';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { AlertReason, SavedSearchTable, StoredQuery } from './tables.ts';
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

/** Tells the matchers of all processes, once this commits, that searches have changed. */
export async function announceChanges(trx: Transaction, ids: readonly string[]): Promise<void> {
  await sql`select pg_notify(${SAVED_SEARCHES_CHANNEL}, id) from unnest(${[...ids]}::text[]) as id`.execute(
    trx,
  );
}

export interface AlertingSearch {
  readonly id: string;
  readonly query: StoredQuery;
}

/** The searches to match against, in batches by id. */
export function listAlerting(db: Queryable, after: string, limit: number): Promise<AlertingSearch[]> {
  return db
    .selectFrom('saved_searches')
    .select(['id', 'query'])
    .where('alerts', '=', true)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Of these, the ones to match against. */
export function findAlerting(db: Queryable, ids: readonly string[]): Promise<AlertingSearch[]> {
  return db
    .selectFrom('saved_searches')
    .select(['id', 'query'])
    .where('alerts', '=', true)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
}

export interface Match {
  readonly searchId: string;
  readonly listingId: string;
  readonly sellerId: string;
}

/** When a search may tell its alerts: an instant one at once, the others a day or a week after their last notice. */
const dueAt = (now: Date) => sql<Date>`case s.alert_frequency
  when 'instant' then ${now}::timestamptz
  else greatest(${now}::timestamptz, coalesce(s.last_alert_at, s.created_at)
    + case s.alert_frequency when 'daily' then interval '1 day' else interval '7 days' end)
  end`;

/**
 * Inserts the matches that are new, or cheaper than anybody was told so far, and gives their searches the time of their next
 * notice. Nobody is alerted to listings
 * of their own team, and nobody whose account is not active at all. Locks the searches, in the order of their ids: whoever
 * takes alerts of one at this moment has ended before, or sees these.
 */
export async function addAlerts(
  trx: Transaction,
  matches: readonly Match[],
  { reason, now }: { readonly reason: AlertReason; readonly now: Date },
): Promise<void> {
  const searchIds = matches.map((match) => match.searchId);
  const listingIds = matches.map((match) => match.listingId);
  const sellerIds = matches.map((match) => match.sellerId);
  await sql`
    select id from saved_searches where id = any(${searchIds}::text[]) order by id for no key update`.execute(
    trx,
  );
  await sql`
    with added as (
      insert into saved_search_alerts as a (search_id, listing_id, reason, created_at, price, currency)
      select s.id, m.listing_id, ${reason}, ${now}, l.price, l.currency
      from unnest(${searchIds}::text[], ${listingIds}::text[], ${sellerIds}::text[]) as m(search_id, listing_id, seller_id)
      join saved_searches s on s.id = m.search_id and s.alerts
      join listings l on l.id = m.listing_id
      join users u on u.id = s.user_id and u.status = 'active'
      where not exists (select from team_members t where t.user_id = s.user_id and t.seller_id = m.seller_id)
        and not (${reason}::text = 'price_drop' and exists (
          select from saved_search_alerts first
          where first.search_id = s.id and first.listing_id = m.listing_id and first.reason = 'new_match'
            and first.sent_at is not null and first.currency = l.currency and first.price <= l.price
        ))
      order by s.id, m.listing_id
      on conflict (search_id, listing_id, reason) do update
      set price = excluded.price, currency = excluded.currency, created_at = excluded.created_at, sent_at = null
      where a.reason = 'price_drop'
        and (a.price is null or a.currency is distinct from excluded.currency or excluded.price < a.price)
      returning search_id
    )
    update saved_searches s set alert_due_at = ${dueAt(now)}
    where s.id in (select search_id from added) and s.alert_due_at is null`.execute(trx);
}

/** After another frequency was chosen: what waits is told at the time that goes with it. */
export async function rescheduleAlerts(
  trx: Transaction,
  userId: string,
  id: string,
  now: Date,
): Promise<void> {
  await sql`
    update saved_searches s set alert_due_at = ${dueAt(now)}
    where s.id = ${id} and s.user_id = ${userId} and s.alert_due_at is not null`.execute(trx);
}

export interface DueSearch {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
}

/** Searches with unsent alerts that are due; those that another worker is at are left to it. */
export async function lockDue(trx: Transaction, now: Date, limit: number): Promise<DueSearch[]> {
  const { rows } = await sql<DueSearch>`
    select id, user_id, name from saved_searches
    where alerts and alert_due_at <= ${now}
    order by alert_due_at, id limit ${limit}
    for no key update skip locked`.execute(trx);
  return rows;
}

export interface UnsentAlert {
  readonly seller_id: string;
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
 * Marks a search's oldest unsent alerts as sent and returns their listings, those that matched first ahead; call it in the
 * transaction that adds the notice. `isMore`: there may be others.
 */
export async function takeUnsent(
  trx: Transaction,
  searchId: string,
  now: Date,
  limit: number,
): Promise<{ readonly alerts: UnsentAlert[]; readonly isMore: boolean }> {
  const { rows } = await sql<UnsentAlert & { taken: number }>`
    with scheduled as (
      update saved_searches set alert_due_at = null where id = ${searchId}
    ), taken as (
      update saved_search_alerts set sent_at = ${now} where ctid = any(array(${oldestUnsent(searchId, limit)}))
      returning listing_id, reason, created_at
    ), listed as (
      select listing_id, array_agg(reason order by reason) as reasons, min(created_at) as since
      from taken group by listing_id
    )
    select l.id as listing_id, l.seller_id, t.reasons, l.slug, l.title, l.status, l.price, l.previous_price, l.currency, l.thumbnail,
      l.city, l.country, (select count(*)::int from taken) as taken
    from listed t join listings l on l.id = t.listing_id
    order by t.since, l.id`.execute(trx);
  return { alerts: rows, isMore: rows[0]?.taken === limit };
}

function oldestUnsent(searchId: string, limit: number) {
  return sql`
    select ctid from saved_search_alerts where search_id = ${searchId} and sent_at is null
    order by created_at limit ${limit}`;
}

/** Those of a search that no notice has room for. Returns how many it were. */
export async function dropUnsent(
  trx: Transaction,
  searchId: string,
  now: Date,
  limit: number,
): Promise<number> {
  await sql`select from saved_searches where id = ${searchId} for no key update`.execute(trx);
  const { numAffectedRows = 0n } = await sql`
    update saved_search_alerts set sent_at = ${now}
    where created_at <= ${now} and ctid = any(array(${oldestUnsent(searchId, limit)}))`.execute(trx);
  return Number(numAffectedRows);
}

/** Its alerts are told with the next batch. */
export async function keepDue(trx: Transaction, searchId: string, now: Date): Promise<void> {
  await trx.updateTable('saved_searches').set({ alert_due_at: now }).where('id', '=', searchId).execute();
}

export async function noteAlert(trx: Transaction, searchId: string, now: Date): Promise<void> {
  await trx.updateTable('saved_searches').set({ last_alert_at: now }).where('id', '=', searchId).execute();
}
