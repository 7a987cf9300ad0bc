import { sql } from 'kysely';
import { addMs, DAY_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { VehicleFacts } from '../../platform/notices.ts';
import { memberships } from '../companies/index.ts';
import { accounts } from '../auth/index.ts';
import { priceAt, vehicleFacts } from '../listings/index.ts';
import { wasNotifiedOfMany } from '../notifications/index.ts';
import { ALERT_FREQUENCIES, type AlertReason } from './tables.ts';

export interface Match {
  readonly queryHash: string;
  readonly listingId: string;
}

/** Delay before a price drop is announced, so that a mistake that is corrected quickly is not announced. */
const SETTLING_MS = MINUTE_MS;
/** A user notified of this many vehicles within a day receives further notifications hourly. */
const INSTANT_A_DAY = 20;
/** A match that commits later than this after its timestamp is missed if its users were notified in between. */
const COMMIT_MAX_MS = MINUTE_MS;
/** Maximum clock difference between two processes. */
const CLOCKS_APART_MS = 10 * SECOND_MS;

/** Earliest time to announce a match found now. */
export function earliestAlertAt(reason: AlertReason, now: Date): Date {
  return reason === 'price_drop' ? addMs(now, SETTLING_MS) : now;
}

/**
 * Time at which a search may send its alerts: instant alerts immediately, the others a day or a week after the last notification.
 * Otherwise, a dealer who adds vehicles one by one would trigger an email for each.
 */
const dueAt = (now: Date) => sql<Date>`greatest(${now}::timestamptz, case s.alert_frequency
  when 'instant' then case when ${wasNotifiedOfMany(sql`s.user_id`, { since: addMs(now, -DAY_MS), many: INSTANT_A_DAY })}
    then s.last_alert_at + interval '1 hour' end
  when 'daily' then coalesce(s.last_alert_at, s.created_at) + interval '1 day'
  else coalesce(s.last_alert_at, s.created_at) + interval '7 days'
  end)`;

/** Records the matches. A match recorded earlier is announced again, unless it is still pending. */
export async function addMatches(
  trx: Transaction,
  matches: readonly Match[],
  { reason, now }: { readonly reason: AlertReason; readonly now: Date },
): Promise<void> {
  await sql`
    insert into saved_query_matches as m (query_hash, listing_id, reason, at)
    select f.query_hash, l.id, ${reason}, ${earliestAlertAt(reason, now)}
    from unnest(${matches.map(({ queryHash }) => queryHash)}::text[], ${matches.map(({ listingId }) => listingId)}::text[])
      as f(query_hash, listing_id)
    join listings l on l.id = f.listing_id
    order by f.query_hash, l.id
    on conflict (query_hash, listing_id, reason) do update set at = excluded.at where m.at <= ${now}`.execute(
    trx,
  );
}

/** Names all frequencies, so that only the needed range of the index by query, frequency and time is read. */
const anyFrequency = sql`s.alert_frequency = any(${ALERT_FREQUENCIES}::text[])`;

/**
 * Waits for deliveries of these searches that were running when the matches committed: they may have missed the matches, and
 * clear the due time. Call it between the commit and `markDue`. Returns whether any of the searches is due.
 */
export async function awaitDeliveries(
  trx: Transaction,
  queryHashes: readonly string[],
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from saved_searches s where s.query_hash = any(${queryHashes}::text[]) and s.alerts and ${anyFrequency}
      and s.alert_due_at <= ${addMs(now, CLOCKS_APART_MS)}::timestamptz
    order by s.id for share`.execute(trx);
  return rows.length > 0;
}

/**
 * Schedules the next notification of at most `limit` searches: those without one, and instant ones that now have an
 * earlier match. Skips users whose account is not active.
 */
export async function markDue(
  trx: Transaction,
  queryHashes: readonly string[],
  { from, now, limit }: { readonly from: Date; readonly now: Date; readonly limit: number },
): Promise<{ readonly marked: number; readonly isDue: boolean }> {
  const found = sql`s.query_hash = any(${queryHashes}::text[]) and s.alerts
    and exists (select from ${accounts} u where u.id = s.user_id and u.status = 'active')`;
  const { rows } = await sql<{ isDue: boolean }>`
    with movable as materialized (
      select id from saved_searches where id = any(array(
        (select s.id from saved_searches s where ${found} and ${anyFrequency} and s.alert_due_at is null limit ${limit})
        union all
        (select s.id from saved_searches s
          where ${found} and s.alert_frequency = 'instant' and s.alert_due_at > ${from} and s.alert_due_at > ${dueAt(from)}
          limit ${limit})
        limit ${limit}))
      order by id for no key update
    )
    update saved_searches s set alert_due_at = least(s.alert_due_at, ${dueAt(from)}) from movable where s.id = movable.id
    returning s.alert_due_at <= ${now} as "isDue"`.execute(trx);
  return { marked: rows.length, isDue: rows.some(({ isDue }) => isDue) };
}

/** Reschedules pending matches after a change of frequency. */
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

/** Unannounced matches of the query of search `s` whose time has come, oldest first. */
const untold = (now: Date, limit: number) => sql`
  select m.listing_id, m.reason, m.at from saved_query_matches m
  where m.query_hash = s.query_hash and m.at <= ${now}
    and (m.at, m.listing_id) > (coalesce(s.alerts_after, s.created_at), s.alerts_after_listing)
  order by m.at, m.listing_id limit ${limit}`;

/** Price drops that were held back until now. */
const held = (now: Date, limit: number) => sql`
  select h.listing_id, 'price_drop' as reason, h.until as at from held_price_drops h
  where h.search_id = s.id and h.until <= ${now} order by h.until, h.listing_id limit ${limit}`;

/**
 * Searches that are due, the longest first, until they have `alerts` in all; those that another worker is at are left to it.
 * `isMore`: there may be others.
 */
export async function lockDue(
  trx: Transaction,
  now: Date,
  { searches, alerts }: { readonly searches: number; readonly alerts: number },
): Promise<{ readonly due: readonly DueSearch[]; readonly isMore: boolean }> {
  const { rows } = await sql<DueSearch & { locked: number }>`
    with due as materialized (
      select s.* from saved_searches s
      where alerts and alert_due_at <= ${now}
      order by alert_due_at, id limit ${searches}
      for no key update skip locked
    ), sized as (
      select s.*, (select count(*) from (${untold(now, alerts)}) m) + (select count(*) from (${held(now, alerts)}) h) as size
      from due s
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

/** What an alert shows of a listing. */
export interface AlertedListing {
  readonly listing_id: string;
  readonly seller_id: string;
  readonly slug: string;
  readonly title: string;
  readonly price: number | null;
  readonly currency: string | null;
  /** Whether the price is net. */
  readonly vat_deductible: boolean | null;
  readonly thumbnail: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly facts: VehicleFacts;
}

export interface PendingAlert extends AlertedListing {
  readonly search_id: string;
  /** The owner of the search belongs to the seller. */
  readonly is_own: boolean;
  /** Each once. */
  readonly reasons: readonly AlertReason[];
  /** Price when the search was saved, or when the listing was published after that. */
  readonly seen_price: number | null;
  readonly status: string;
}

/** Last match that was taken; the next batch continues after it. */
export interface LastClaimed {
  readonly at: string;
  readonly listingId: string;
}

/**
 * Takes the oldest alerts of each search, `limit` at most, and returns their listings, those that matched first ahead; call it in
 * the transaction that adds the notices and ends the turns. `full`: searches that may have more.
 */
export async function claimPending(
  trx: Transaction,
  searchIds: readonly string[],
  now: Date,
  limit: number,
): Promise<{ readonly alerts: readonly PendingAlert[]; readonly full: ReadonlyMap<string, LastClaimed> }> {
  const { rows } = await sql<PendingAlert & { taken: number; lastAt: string; lastListingId: string }>`
    with search as materialized (
      select s.* from saved_searches s where id = any(${searchIds}::text[])
    ), found as materialized (
      select s.id as search_id, m.* from search s cross join lateral (${untold(now, limit)}) m
    ), released as (
      delete from held_price_drops where (search_id, listing_id) in (
        select s.id, h.listing_id from search s cross join lateral (${held(now, limit)}) h)
      returning search_id, listing_id, until
    ), listed as (
      select search_id, listing_id, array_agg(distinct reason order by reason) as reasons, min(at) as since
      from (select * from found union all select search_id, listing_id, 'price_drop', until from released) taken
      group by search_id, listing_id
    ), counted as (
      select distinct on (search_id) search_id, count(*) over (partition by search_id)::int as taken, at, listing_id
      from found order by search_id, at desc, listing_id desc
    )
    select t.search_id, l.id as listing_id, l.seller_id, t.reasons, l.slug, l.title, l.status, l.price, l.currency,
      l.vat_deductible, l.thumbnail, l.city, l.country, ${vehicleFacts} as facts, coalesce(c.taken, 0) as taken, c.at::text as "lastAt",
      c.listing_id as "lastListingId",
      exists (select from ${memberships} m where m.user_id = s.user_id and m.seller_id = l.seller_id) as is_own,
      case when 'price_drop' = any(t.reasons) then ${priceAt(sql`greatest(s.created_at, l.published_at)`)} end as seen_price
    from listed t join search s on s.id = t.search_id join listings l on l.id = t.listing_id
    left join counted c on c.search_id = t.search_id
    order by t.search_id, t.since, l.id`.execute(trx);
  const full = rows.filter(({ taken }) => taken === limit);
  return {
    alerts: rows.map(({ taken: _taken, lastAt: _at, lastListingId: _id, ...alert }) => alert),
    full: new Map(full.map((row) => [row.search_id, { at: row.lastAt, listingId: row.lastListingId }])),
  };
}

/** A price drop on a listing that the search's owner was notified of within the day: held until the day is over. */
export interface HeldDrop {
  readonly searchId: string;
  readonly listingId: string;
  readonly until: Date;
}

export async function holdPriceDrops(trx: Transaction, drops: readonly HeldDrop[]): Promise<void> {
  if (drops.length === 0) return;
  const searchIds = drops.map(({ searchId }) => searchId);
  const listingIds = drops.map(({ listingId }) => listingId);
  const times = drops.map(({ until }) => until.toISOString());
  await sql`
    insert into held_price_drops (search_id, listing_id, until)
    select * from unnest(${searchIds}::text[], ${listingIds}::text[], ${times}::timestamptz[]) as h(search_id, listing_id, until)
    order by search_id, listing_id
    on conflict (search_id, listing_id) do update set until = excluded.until`.execute(trx);
}

export interface AlertRun {
  readonly searchId: string;
  readonly isTold: boolean;
  /** There may be more than was taken. */
  readonly last: LastClaimed | undefined;
}

/**
 * Records the notifications of these turns, the position up to which each search has been announced, and when the rest
 * is due. A turn that announced nothing continues right behind what it has read. A user who got the maximum number of a
 * notification is not notified of the rest. All others read the last minute again, in which a match may have its
 * timestamp before its commit; no user is notified of a listing twice.
 */
export async function endRuns(trx: Transaction, turns: readonly AlertRun[], now: Date): Promise<void> {
  const ids = turns.map(({ searchId }) => searchId);
  const areNotified = turns.map(({ isTold }) => isTold);
  const isFull = turns.map(({ last }) => last !== undefined);
  const lastAt = turns.map(({ last }) => last?.at ?? null);
  const lastListing = turns.map(({ last }) => last?.listingId ?? null);
  await sql`
    with turn as (
      select t.*, case when t.is_full then case when t.is_told then ${now}::timestamptz else t.last_at end
        else greatest(coalesce(s.alerts_after, s.created_at), ${addMs(now, -COMMIT_MAX_MS)}::timestamptz) end as after
      from unnest(${ids}::text[], ${areNotified}::boolean[], ${isFull}::boolean[], ${lastAt}::timestamptz[], ${lastListing}::text[])
        as t(id, is_told, is_full, last_at, last_listing)
      join saved_searches s on s.id = t.id
    )
    update saved_searches s
    set last_alert_at = case when t.is_told then ${now}::timestamptz else s.last_alert_at end,
      alerts_after = t.after,
      alerts_after_listing = case when t.is_full and not t.is_told then t.last_listing
        when t.after = coalesce(s.alerts_after, s.created_at) then s.alerts_after_listing else '' end
    from turn t where s.id = t.id`.execute(trx);
  const unfinished = turns.filter(({ isTold, last }) => last !== undefined && !isTold);
  await sql`
    update saved_searches s set alert_due_at = case when s.id = any(${unfinished.map(({ searchId }) => searchId)}::text[])
      then ${now}::timestamptz else (
        select greatest(min(at), ${dueAt(now)}) from (
          (select m.at from saved_query_matches m where m.query_hash = s.query_hash and m.at > ${now} order by m.at limit 1)
          union all
          (select min(h.until) from held_price_drops h where h.search_id = s.id having count(*) > 0)
        ) later having count(*) > 0
      ) end
    where s.id = any(${ids}::text[])`.execute(trx);
}

/** Deletes matches that are announced to all their users or have none. Returns their number. */
export async function purgeMatches(db: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from saved_query_matches where ctid = any(array(
      select ctid from saved_query_matches where at < ${before} limit ${limit}))`.execute(db);
  return Number(numAffectedRows);
}
