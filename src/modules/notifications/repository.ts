import { sql } from 'kysely';
import { prepared } from '../../platform/db/prepared.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { NoticeContent, NoticeType } from '../../platform/notices.ts';
import { accounts } from '../auth/index.ts';
import { noticeRowOf } from './notice-types.ts';
import type { NotificationPreferenceTable, NoticeData, NotificationTable } from './tables.ts';
import './tables.ts';

export type NotificationRow = Pick<NotificationTable, 'id' | 'type' | 'link' | 'read_at' | 'created_at'> & {
  readonly data: NoticeData;
};

export interface Recipient {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly language: string;
  /** Missing entries have the defaults. */
  readonly in_app: boolean | null;
  readonly mail: boolean | null;
}

/** Queued form: for one user or for several. */
export type QueuedNotice = Omit<NoticeContent, 'data'> & {
  readonly data: NoticeData;
  readonly userId?: string;
  readonly userIds?: readonly string[];
};

/** Returns the notifications of a queued batch with their recipients, ordered by recipient; the job stays locked. */
export async function lockBatch(
  trx: Transaction,
  jobId: string,
): Promise<
  readonly { readonly notice: QueuedNotice; readonly account: string; readonly recipient: Recipient }[]
> {
  const { rows } = await sql<Recipient & { notice: QueuedNotice; account: string }>`
    ${prepared} with job as materialized (
      select payload from jobs where id = ${jobId} for no key update
    )
    select n.notice, job.payload ->> 'account' as account, u.id, u.email, u.name, u.language, p.in_app, p.email as mail
    from job cross join lateral jsonb_array_elements(job.payload -> 'notices') with ordinality as n(notice, at)
    join ${accounts} u on u.status = 'active' and u.id = n.notice ->> 'userId'
    left join notification_preferences p on p.user_id = u.id and p.type = n.notice ->> 'type'
    order by u.id, n.at`.execute(trx);
  return rows.map(({ notice, account, ...recipient }) => ({ notice, account, recipient }));
}

/**
 * Returns the current notification of a job and its recipients; undefined if none is left, or another worker has
 * delivered it. Locks the job, so that a concurrent erasure changes the job before it is read, or the notifications
 * afterwards.
 */
export async function lockNotice(
  trx: Transaction,
  jobId: string,
): Promise<{ notice: QueuedNotice; recipients: readonly Recipient[] } | undefined> {
  const { rows } = await sql<Recipient & { notice: QueuedNotice }>`
    ${prepared} with job as materialized (
      select payload from jobs where id = ${jobId} for no key update
    )
    select case when row_number() over (order by u.id) = 1 then job.payload end as notice, u.id, u.email, u.name,
      u.language, p.in_app, p.email as mail
    from job
    join ${accounts} u on u.status = 'active' and u.id in (
      select job.payload ->> 'userId'
      union all
      select jsonb_array_elements_text(coalesce(job.payload -> 'userIds', '[]'))
    )
    left join notification_preferences p on p.user_id = u.id and p.type = job.payload ->> 'type'
    order by u.id`.execute(trx);
  const [first] = rows;
  return first === undefined ? undefined : { notice: first.notice, recipients: rows };
}

/** Notifications up to this instant are read, whatever their rows contain; null if only the rows count. */
const allReadUntil = (userId: string) =>
  sql<Date | null>`(select all_read_until from notification_counts where user_id = ${userId})`;

/** Returns when a notification was read, even if its row is not updated yet. */
export const readAt = (userId: string) =>
  sql<Date | null>`coalesce(read_at, case when created_at <= ${allReadUntil(userId)} then ${allReadUntil(userId)} end)`;

/**
 * Adds a notification for each user and returns each user's new unread count (0 if it is not shown in the app). Skips users who
 * already have one with this key. The count is one row per user, locked until the commit in ID order, so nothing slow should
 * follow. Locks it before adding anything: a notification that arrives after "mark all as read" must be later than the watermark,
 * even if clocks differ.
 */
export async function insertNotifications(
  trx: Transaction,
  notification: {
    type: NoticeType;
    data: NoticeData;
    about?: Readonly<Record<string, readonly string[]>>;
    link: string | null;
    dedupeKey: string;
    at: Date;
  },
  recipients: readonly { readonly id: string; readonly userId: string; readonly inApp: boolean }[],
): Promise<ReadonlyMap<string, number>> {
  const { type, link, dedupeKey, at } = notification;
  const userIds = recipients.map(({ userId }) => userId);
  const { rows } = await sql<{ user_id: string; unread: number | null }>`
    ${prepared} with held as materialized (
      select user_id, all_read_until from notification_counts
      where user_id = any(${userIds}::text[]) order by user_id for no key update
    ), news as (
      insert into notifications (id, user_id, type, data, about, link, dedupe_key, in_app, created_at)
      select r.id, r.user_id, ${type}, ${JSON.stringify(notification.data)}::jsonb,
        ${JSON.stringify(notification.about ?? {})}::jsonb, ${link}, ${dedupeKey}, r.in_app,
        greatest(${at}::timestamptz, held.all_read_until + interval '1 millisecond')
      from unnest(${recipients.map(({ id }) => id)}::text[], ${userIds}::text[],
        ${recipients.map(({ inApp }) => inApp)}::boolean[]) as r (id, user_id, in_app)
      left join held on held.user_id = r.user_id
      order by r.user_id
      on conflict (user_id, dedupe_key) do nothing
      returning user_id, in_app
    ), counted as (
      insert into notification_counts as c (user_id, total, unread)
      select user_id, 1, 1 from news where in_app order by user_id
      on conflict (user_id) do update set total = c.total + 1, unread = c.unread + 1
      returning user_id, unread
    )
    select news.user_id, counted.unread from news left join counted on counted.user_id = news.user_id`.execute(
    trx,
  );
  return new Map(rows.map((row) => [row.user_id, row.unread ?? 0]));
}

export async function findCounts(db: Queryable, userId: string): Promise<{ total: number; unread: number }> {
  const { rows } = await sql<{ total: number; unread: number }>`
    ${prepared} select total, unread from notification_counts where user_id = ${userId}`.execute(db);
  return rows[0] ?? { total: 0, unread: 0 };
}

/** The page is found in the index of the list; only its notifications are read. */
export function listNotifications(
  db: Queryable,
  userId: string,
  filter: { readonly isUnread: boolean | null },
  page: Page,
): Promise<NotificationRow[]> {
  let ids = db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('in_app', '=', sql.lit(true));
  const isUnread = sql<boolean>`(read_at is null and created_at > coalesce(${allReadUntil(userId)}, '-infinity'))`;
  if (filter.isUnread !== null) ids = ids.where(filter.isUnread ? isUnread : sql<boolean>`not ${isUnread}`);
  const found = ids.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(page.limit).offset(page.offset);
  return db
    .selectFrom('notifications')
    .select(['id', 'type', 'data', 'link', 'created_at', readAt(userId).as('read_at')])
    .where(sql<boolean>`id = any(array(${found}))`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export function findNotification(
  db: Queryable,
  userId: string,
  id: string,
): Promise<NotificationRow | undefined> {
  return db
    .selectFrom('notifications')
    .select(['id', 'type', 'data', 'link', 'created_at', readAt(userId).as('read_at')])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('in_app', '=', true)
    .executeTakeFirst();
}

/**
 * Marks one notification, or all without an ID, as read. Returns how many changed, and the new unread count. Locks the
 * count first, like every writer of unread state.
 */
export async function markRead(
  trx: Transaction,
  userId: string,
  id: string | null,
  at: Date,
): Promise<{ marked: number; unread: number }> {
  const { rows } = await sql<{ marked: number; unread: number }>`
    with held as materialized (
      select all_read_until from notification_counts where user_id = ${userId} for no key update
    ), marked as (
      update notifications set read_at = ${at}
      where user_id = ${userId} and in_app and read_at is null and (${id}::text is null or id = ${id})
        and created_at > coalesce((select all_read_until from held), '-infinity')
      returning 1
    ), counted as (
      update notification_counts set unread = unread - (select count(*) from marked) where user_id = ${userId}
      returning unread
    )
    select (select count(*) from marked) as marked, coalesce((select unread from counted), 0) as unread`.execute(
    trx,
  );
  return rows[0] ?? { marked: 0, unread: 0 };
}

/** How many are unread; none is added until the commit. */
export async function lockUnread(trx: Transaction, userId: string): Promise<number> {
  const counts = await trx
    .selectFrom('notification_counts')
    .select('unread')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return counts?.unread ?? 0;
}

/** Marks all existing notifications as read with a watermark; `writeRead` updates their rows later. */
export async function markAllUntil(trx: Transaction, userId: string, at: Date): Promise<void> {
  // Another process may have sent the last notification with a clock that is ahead.
  await sql`
    update notification_counts set unread = 0, all_read_until = greatest(${at}::timestamptz, (
      select max(created_at) from notifications where user_id = ${userId} and in_app
    ))
    where user_id = ${userId}`.execute(trx);
}

/** Writes into a batch of rows that they are read; false when none is left. */
export async function writeRead(trx: Transaction, userId: string, batch: number): Promise<boolean> {
  const { rows } = await sql<{ written: number }>`
    with held as materialized (
      select all_read_until from notification_counts where user_id = ${userId} for no key update
    ), written as (
      update notifications set read_at = (select all_read_until from held) where id = any(array(
        select id from notifications
        where user_id = ${userId} and in_app and read_at is null and created_at <= (select all_read_until from held)
        order by created_at desc, id desc limit ${batch}
      ))
      returning 1
    )
    select count(*) as written from written`.execute(trx);
  if (rows[0]?.written === batch) return true;
  await trx
    .updateTable('notification_counts')
    .set({ all_read_until: null })
    .where('user_id', '=', userId)
    .where('all_read_until', 'is not', null)
    .execute();
  return false;
}

export function listPreferences(db: Queryable, userId: string): Promise<NotificationPreferenceTable[]> {
  return db.selectFrom('notification_preferences').selectAll().where('user_id', '=', userId).execute();
}

/** Omitted preferences stay unchanged, or at their defaults. */
export async function savePreference(
  trx: Transaction,
  userId: string,
  type: NoticeType,
  change: { readonly inApp?: boolean | undefined; readonly email?: boolean | undefined },
  at: Date,
): Promise<void> {
  const { defaults } = noticeRowOf(type);
  await sql`
    insert into notification_preferences as p (user_id, type, in_app, email, updated_at)
    values (${userId}, ${type}, ${change.inApp ?? defaults.inApp}, ${change.email ?? defaults.email}, ${at})
    on conflict (user_id, type) do update set
      in_app = coalesce(${change.inApp ?? null}::boolean, p.in_app),
      email = coalesce(${change.email ?? null}::boolean, p.email),
      updated_at = excluded.updated_at`.execute(trx);
}

/** Deletes a batch of older notifications and updates the counts, locked first, in the same statement; returns how many. */
export async function purgeBefore(db: Queryable, before: Date, batch: number): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    with old as materialized (
      select id, user_id from notifications where created_at < ${before} limit ${batch}
    ), held as materialized (
      select user_id, all_read_until from notification_counts
      where user_id in (select user_id from old) order by user_id for no key update
    ), gone as (
      delete from notifications where (select count(*) from held) >= 0 and id = any(array(select id from old))
      returning user_id, in_app, read_at, created_at
    ), sums as (
      select user_id, count(*) as total, count(*) filter (
          where read_at is null and created_at > coalesce(all_read_until, '-infinity')
        ) as unread
      from gone join held using (user_id) where in_app group by user_id
    ), counted as (
      update notification_counts c set total = c.total - s.total, unread = c.unread - s.unread
      from sums s where c.user_id = s.user_id
    )
    select count(*) as gone from gone`.execute(db);
  return rows[0]?.gone ?? 0;
}

export async function isErased(db: Queryable, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom(accounts.as('users'))
    .select('id')
    .where('id', '=', userId)
    .where('status', '<>', 'erased')
    .executeTakeFirst();
  return user === undefined;
}
