import { type RawBuilder, sql } from 'kysely';
import type { LiveEventStore } from '../../platform/live/index.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { Person } from '../auth/index.ts';
import { DELIVERY_JOB } from './delivery.ts';
import './tables.ts';

export async function exportNotifications(
  db: Queryable,
  { userId }: Person,
): Promise<Record<string, unknown>> {
  return {
    told: await db
      .selectFrom('notifications')
      .select(['type', 'data', 'link', 'read_at as readAt', 'created_at as createdAt'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    preferences: await db
      .selectFrom('notification_preferences')
      .select(['type', 'in_app as inApp', 'email'])
      .where('user_id', '=', userId)
      .execute(),
  };
}

/** What the person was told, and what others were told about the person: they keep the notice, without name and text. */
export async function eraseNotifications(
  trx: Transaction,
  { userId, sellerId }: Person,
  eventStore: LiveEventStore,
): Promise<void> {
  for (const table of ['notifications', 'notification_counts', 'notification_preferences'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute();
  const parties = [userId, ...(sellerId === null ? [] : [sellerId])];
  // First, so that deliveries under way are waited for and have written their notices.
  await sql`
    update jobs j
    set payload = jsonb_set(j.payload, '{data}', (
      select jsonb_object_agg(k, case when ${namedIn(sql`j.payload -> 'about'`, parties)} then ${BLANK} else v end)
      from jsonb_each(j.payload -> 'data') as d (k, v)))
    where j.name = ${DELIVERY_JOB} and j.payload -> 'about' ?| ${parties}::text[]
      and j.payload -> 'data' <> '{}'`.execute(trx);
  const { rows } = await sql<{ id: string; user_id: string }>`
    update notifications n
    set data = (select jsonb_object_agg(k, case when ${namedIn(sql`n.about`, parties)} then ${BLANK} else v end)
      from jsonb_each(n.data) as d (k, v))
    where n.about <> '{}' and n.about ?| ${parties}::text[] and n.data <> '{}'
    returning n.id, n.user_id`.execute(trx);
  if (rows.length === 0) return;
  const channels = [...new Set(rows.map((row) => row.user_id))];
  const ids = rows.map((row) => row.id);
  await eventStore.forget(trx, channels, sql<boolean>`data -> 'notification' ->> 'id' = any(${ids}::text[])`);
}

/** Replaces a name or a text of somebody who was erased. */
const BLANK = sql`to_jsonb('—'::text)`;

/** Whether `about` names the value `k` for one of the parties. */
function namedIn(about: RawBuilder<unknown>, parties: readonly string[]) {
  return sql<boolean>`exists (
    select from unnest(${parties}::text[]) as party where coalesce(${about} -> party, '[]') ? k)`;
}
