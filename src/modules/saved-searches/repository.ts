import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import { addMs, DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { priceAt } from '../listings/index.ts';
import { wasToldOfMany } from '../notifications/index.ts';
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
}

/** A lower price is announced once it has stood for a moment: a mistake that is corrected at once is no news. */
const SETTLING_MS = MINUTE_MS;
/** Somebody who was told of so many vehicles within a day is told of further ones once an hour. */
const INSTANT_A_DAY = 20;
/** A search that is due later than this is not delivered before a transaction that begins now has ended. */
const MATCHING_MAX_MS = MINUTE_MS;

/**
 * When a search may tell its alerts: an instant one at once, the others a day or a week after their last notice. A dealer who
 * adds vehicles one by one, or again and again, would otherwise send a mail for each.
 */
const dueAt = (now: Date) => sql<Date>`greatest(${now}::timestamptz, case s.alert_frequency
  when 'instant' then case when ${wasToldOfMany(sql`s.user_id`, { since: addMs(now, -DAY_MS), many: INSTANT_A_DAY })}
    then s.last_alert_at + interval '1 hour' end
  when 'daily' then coalesce(s.last_alert_at, s.created_at) + interval '1 day'
  else coalesce(s.last_alert_at, s.created_at) + interval '7 days'
  end)`;

/**
 * Inserts the matches that are new, requeues those whose price has fallen again, and gives their searches the time of their
 * next notice. Nobody is alerted to listings of their own team, and nobody whose account is not active at all. Returns whether any
 * of the searches is due now.
 *
 * Locks the searches, in the order of their ids: a transaction that delivers one at this moment has ended before, or sees these
 * alerts. Digests that are due much later are neither delivered meanwhile nor given another time, so they need no lock: in a bulk
 * change, these are nearly all.
 */
export async function addAlerts(
  trx: Transaction,
  matches: readonly Match[],
  { reason, now }: { readonly reason: AlertReason; readonly now: Date },
): Promise<boolean> {
  const searchIds = matches.map((match) => match.searchId);
  const listingIds = matches.map((match) => match.listingId);
  const tellFrom = reason === 'price_drop' ? addMs(now, SETTLING_MS) : now;
  const mayBeDelivered = sql`(s.alert_frequency = 'instant' or s.alert_due_at is null
    or s.alert_due_at <= ${addMs(now, MATCHING_MAX_MS)}::timestamptz)`;
  await sql`
    select from saved_searches s where id = any(${searchIds}::text[]) and ${mayBeDelivered} order by id
    for no key update`.execute(trx);
  const { rows } = await sql<{ isDue: boolean }>`
    with added as (
      insert into saved_search_alerts as a (search_id, listing_id, reason, created_at)
      select s.id, m.listing_id, ${reason}, ${tellFrom}
      from unnest(${searchIds}::text[], ${listingIds}::text[]) as m(search_id, listing_id)
      join saved_searches s on s.id = m.search_id and s.alerts
      join listings l on l.id = m.listing_id
      join users u on u.id = s.user_id and u.status = 'active'
      where not exists (select from team_members t where t.user_id = s.user_id and t.seller_id = l.seller_id)
      order by s.id, m.listing_id
      on conflict (search_id, listing_id, reason) do update set created_at = excluded.created_at, sent_at = null
      where a.reason = 'price_drop' and a.sent_at is not null
      returning search_id
    ), timed as materialized (
      select s.id, ${dueAt(tellFrom)} as due_at from saved_searches s
      where s.id in (select search_id from added) and ${mayBeDelivered}
    ), moved as (
      update saved_searches s set alert_due_at = timed.due_at from timed
      where s.id = timed.id and (s.alert_due_at is null or s.alert_due_at > timed.due_at)
    )
    select exists (select from timed where due_at <= ${now}) as "isDue"`.execute(trx);
  return rows[0]?.isDue === true;
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

/**
 * Searches with unsent alerts that are due, the longest first, until they have `alerts` in all; those that another worker is
 * at are left to it. `isMore`: there may be others.
 */
export async function lockDue(
  trx: Transaction,
  now: Date,
  { searches, alerts }: { readonly searches: number; readonly alerts: number },
): Promise<{ readonly due: readonly DueSearch[]; readonly isMore: boolean }> {
  const { rows } = await sql<DueSearch & { locked: number }>`
    with due as materialized (
      select id, user_id, name, alert_due_at from saved_searches
      where alerts and alert_due_at <= ${now}
      order by alert_due_at, id limit ${searches}
      for no key update skip locked
    ), sized as (
      select due.*, (select count(*) from (
        select from saved_search_alerts where search_id = due.id and sent_at is null and created_at <= ${now} limit ${alerts}
      ) unsent) as size
      from due
    ), summed as (
      select *, sum(size) over (order by alert_due_at, id) - size as before from sized
    )
    select id, user_id, name, (select count(*)::int from due) as locked from summed where before < ${alerts}
    order by alert_due_at, id`.execute(trx);
  const locked = rows[0]?.locked ?? 0;
  return {
    due: rows.map(({ id, user_id, name }) => ({ id, user_id, name })),
    isMore: locked === searches || rows.length < locked,
  };
}

export interface UnsentAlert {
  readonly search_id: string;
  readonly seller_id: string;
  readonly listing_id: string;
  /** Each once. */
  readonly reasons: readonly AlertReason[];
  /** What the listing cost when the search was saved, or when it came to the market after that. */
  readonly seen_price: number | null;
  readonly slug: string;
  readonly title: string;
  readonly status: string;
  readonly price: number | null;
  readonly currency: string | null;
  /** Whether the price is net. */
  readonly vat_deductible: boolean | null;
  readonly thumbnail: string | null;
  readonly city: string | null;
  readonly country: string | null;
}

/**
 * Marks the oldest unsent alerts of each search as sent, `limit` at most, and returns their listings, those that matched first
 * ahead; call it in the transaction that adds the notices. `full`: searches that may have more.
 */
export async function takeUnsent(
  trx: Transaction,
  searchIds: readonly string[],
  now: Date,
  limit: number,
): Promise<{ readonly alerts: readonly UnsentAlert[]; readonly full: ReadonlySet<string> }> {
  const { rows } = await sql<UnsentAlert & { taken: number }>`
    with taken as (
      update saved_search_alerts set sent_at = ${now} where ctid = any(array(
        select oldest.ctid from unnest(${searchIds}::text[]) as search(id)
        cross join lateral (${oldestUnsent(sql`search.id`, now, limit)}) oldest))
      returning search_id, listing_id, reason, created_at
    ), listed as (
      select search_id, listing_id, array_agg(reason order by reason) as reasons, min(created_at) as since
      from taken group by search_id, listing_id
    ), counted as (
      select search_id, count(*)::int as taken from taken group by search_id
    )
    select t.search_id, l.id as listing_id, l.seller_id, t.reasons, l.slug, l.title, l.status, l.price, l.currency,
      l.vat_deductible, l.thumbnail, l.city, l.country, counted.taken,
      case when 'price_drop' = any(t.reasons) then ${priceAt(sql`greatest(s.created_at, l.published_at)`)} end as seen_price
    from listed t join counted using (search_id) join listings l on l.id = t.listing_id
    join saved_searches s on s.id = t.search_id
    order by t.search_id, t.since, l.id`.execute(trx);
  return {
    alerts: rows.map(({ taken: _taken, ...alert }) => alert),
    full: new Set(rows.filter(({ taken }) => taken === limit).map(({ search_id: id }) => id)),
  };
}

function oldestUnsent(searchId: RawBuilder<string>, now: Date, limit: number) {
  return sql`
    select ctid from saved_search_alerts where search_id = ${searchId} and sent_at is null and created_at <= ${now}
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
    where ctid = any(array(${oldestUnsent(sql`${searchId}`, now, limit)}))`.execute(trx);
  return Number(numAffectedRows);
}

/** A lower price of which the owner of a search was told within the day: it waits for the end of that day. */
export interface HeldDrop {
  readonly searchId: string;
  readonly listingId: string;
  readonly until: Date;
}

export async function holdPriceDrops(trx: Transaction, held: readonly HeldDrop[]): Promise<void> {
  if (held.length === 0) return;
  const searchIds = held.map(({ searchId }) => searchId);
  const listingIds = held.map(({ listingId }) => listingId);
  const times = held.map(({ until }) => until.toISOString());
  await sql`
    update saved_search_alerts a set sent_at = null, created_at = h.until
    from unnest(${searchIds}::text[], ${listingIds}::text[], ${times}::timestamptz[]) as h(search_id, listing_id, until)
    where a.search_id = h.search_id and a.listing_id = h.listing_id and a.reason = 'price_drop'`.execute(trx);
}

export interface Turn {
  readonly searchId: string;
  readonly isTold: boolean;
  readonly isMore: boolean;
}

/** Notes the time of the notices that there were, and when what is left is due: at once where a turn has told nothing of it. */
export async function endTurns(trx: Transaction, turns: readonly Turn[], now: Date): Promise<void> {
  const ids = turns.map(({ searchId }) => searchId);
  const told = turns.filter(({ isTold }) => isTold).map(({ searchId }) => searchId);
  const unfinished = turns.filter(({ isTold, isMore }) => isMore && !isTold).map(({ searchId }) => searchId);
  await sql`update saved_searches set last_alert_at = ${now} where id = any(${told}::text[])`.execute(trx);
  await sql`
    update saved_searches s set alert_due_at = (
      select greatest(min(a.created_at), case when s.id = any(${unfinished}::text[]) then ${now}::timestamptz else ${dueAt(now)} end)
      from saved_search_alerts a
      where a.search_id = s.id and a.sent_at is null having count(*) > 0
    )
    where s.id = any(${ids}::text[])`.execute(trx);
}
