import { type RawBuilder, sql } from 'kysely';
import { type PageOfRows, ROWS_OF_PAGE } from '../../platform/db/page-by-time.ts';
import type { LiveEventStore } from '../../platform/live/index.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import {
  type BatchEraser,
  ERASE_BATCH_SIZE,
  type Exporter,
  PagedList,
  type Person,
} from '../../platform/personal-data.ts';
import { deleteAnnouncements, exportAnnouncements } from './announcements.repository.ts';
import { BATCH_JOB, DELIVERY_JOB } from './delivery.ts';
import { readAt } from './repository.ts';
import './tables.ts';

export const exportedNotifications: Readonly<Record<string, Exporter | PagedList>> = {
  told: new PagedList(exportNotifications),
  announcements: new PagedList((db, { userId }, after) => exportAnnouncements(db, userId, after)),
  preferences: (db, { userId }) =>
    db
      .selectFrom('notification_preferences')
      .select(['type', 'in_app as inApp', 'email'])
      .where('user_id', '=', userId)
      .execute(),
};

/** Ordered by key, because the index by time covers only notifications shown in the app. */
async function exportNotifications(db: Queryable, { userId }: Person, after: string): Promise<PageOfRows> {
  const found = await db
    .selectFrom('notifications')
    .select(['type', 'data', 'link', readAt(userId).as('readAt'), 'created_at as createdAt', 'dedupe_key'])
    .where('user_id', '=', userId)
    .$if(after !== '', (query) => query.where('dedupe_key', '>', after))
    .orderBy('dedupe_key')
    .limit(ROWS_OF_PAGE)
    .execute();
  return {
    rows: found.map(({ dedupe_key: _key, ...row }) => row),
    next: found.length === ROWS_OF_PAGE ? (found.at(-1)?.dedupe_key ?? null) : null,
  };
}

/** Erases counts, settings, and queued notifications to others about the user. */
export async function eraseNotifications(trx: Transaction, { userId, sellerId }: Person): Promise<void> {
  for (const table of ['notification_counts', 'notification_preferences'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute();
  const parties = [userId, ...(sellerId === null ? [] : [sellerId])];
  // Waits for running deliveries.
  await sql`
    update jobs j
    set payload = jsonb_set(j.payload, '{data}', (
      select jsonb_object_agg(k, case when ${namedIn(sql`j.payload -> 'about'`, parties)} then ${BLANK} else v end)
      from jsonb_each(j.payload -> 'data') as d (k, v)))
    where j.name = ${DELIVERY_JOB} and j.payload -> 'about' ?| ${parties}::text[]
      and j.payload -> 'data' <> '{}'`.execute(trx);
  // Vehicle cards in emails have no owner, so delete all of them.
  await sql`
    update jobs j
    set payload = jsonb_set(j.payload, '{notices}', (
      select jsonb_agg(case when notice -> 'about' ?| ${parties}::text[]
        then (notice - 'vehicles') || jsonb_build_object('data', coalesce((
          select jsonb_object_agg(k, case when ${namedIn(sql`notice -> 'about'`, parties)} then ${BLANK} else v end)
          from jsonb_each(notice -> 'data') as d (k, v)), '{}'))
        else notice end order by at)
      from jsonb_array_elements(j.payload -> 'notices') with ordinality as n (notice, at)))
    where j.name = ${BATCH_JOB} and exists (
      select from jsonb_array_elements(j.payload -> 'notices') as notice
      where notice -> 'about' ?| ${parties}::text[])`.execute(trx);
}

export const deleteSome: BatchEraser = async (trx, { userId }) => {
  const { numAffectedRows } = await sql`
    delete from notifications where id = any(array(
      select id from notifications where user_id = ${userId} limit ${ERASE_BATCH_SIZE}
    ))`.execute(trx);
  const announcements = await deleteAnnouncements(trx, userId, ERASE_BATCH_SIZE);
  return Number(numAffectedRows ?? 0n) === ERASE_BATCH_SIZE || announcements === ERASE_BATCH_SIZE
    ? 'more'
    : null;
};

/** Removes name and text of the person from other users' notifications, which remain. */
export async function anonymizeSome(
  trx: Transaction,
  { userId, sellerId }: Person,
  eventStore: LiveEventStore,
): Promise<string | null> {
  const parties = [userId, ...(sellerId === null ? [] : [sellerId])];
  const { rows } = await sql<{ id: string; user_id: string }>`
    update notifications n
    set about = n.about - ${parties}::text[],
      data = coalesce((
        select jsonb_object_agg(k, case when ${namedIn(sql`n.about`, parties)} then ${BLANK} else v end)
        from jsonb_each(n.data) as d (k, v)), '{}')
    where n.id = any(array(
      select id from notifications where about <> '{}' and about ?| ${parties}::text[] limit ${ERASE_BATCH_SIZE}
    ))
    returning n.id, n.user_id`.execute(trx);
  if (rows.length === 0) return null;
  const channels = [...new Set(rows.map((row) => row.user_id))];
  const ids = rows.map((row) => row.id);
  await eventStore.forget(trx, channels, sql<boolean>`data -> 'notification' ->> 'id' = any(${ids}::text[])`);
  return rows.length === ERASE_BATCH_SIZE ? 'more' : null;
}

/** Replaces a name or a text of an erased person. */
const BLANK = sql`to_jsonb('—'::text)`;

/** Whether `about` names the value `k` for one of the parties. */
function namedIn(about: RawBuilder<unknown>, parties: readonly string[]) {
  return sql<boolean>`exists (
    select from unnest(${parties}::text[]) as party where coalesce(${about} -> party, '[]') ? k)`;
}
