import { type Selectable, sql } from 'kysely';
import { COUNT_MAX, countUpTo, EXAMINED_MAX } from '../../platform/db/count-up-to.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import type { CountedRows, KeysetPage } from '../../platform/http/keyset.ts';
import type { AttemptStatus, WebhookAttemptTable } from './tables.ts';
import './tables.ts';

export type AttemptRow = Selectable<WebhookAttemptTable>;

export interface LogFilter {
  /** The viewer, from whom personal events of other users are hidden. */
  readonly viewerId: string;
  readonly status?: AttemptStatus | undefined;
  readonly eventType?: string | undefined;
}

/**
 * Newest first. Finds the page in an index of the log and reads only its attempts. If the webhook carries a person's
 * own events, each entry must be checked, so fewer are counted.
 */
export async function listAttempts(
  db: Queryable,
  webhookId: string,
  filter: LogFilter,
  page: KeysetPage,
): Promise<CountedRows<AttemptRow>> {
  const isHidden = await hidesSome(db, webhookId, filter.viewerId);
  const where = sql.join(
    [
      sql`webhook_id = ${webhookId}`,
      ...(filter.status === undefined ? [] : [sql`status = ${filter.status}`]),
      ...(filter.eventType === undefined ? [] : [sql`event_type = ${filter.eventType}`]),
      ...(isHidden ? [visibleTo(filter.viewerId)] : []),
    ],
    sql` and `,
  );
  const begin =
    page.after === null
      ? sql`true`
      : sql`(created_at, id) < (${page.after[0]}::timestamptz, ${page.after[1]})`;
  const found = sql`
    select id from webhook_attempts where ${where} and ${begin}
    order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`;
  const countMax = isHidden ? EXAMINED_MAX : COUNT_MAX;
  const [rows, count] = await Promise.all([
    db
      .selectFrom('webhook_attempts')
      .selectAll()
      .where(sql<boolean>`id = any(array(${found}))`)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
    countUpTo(db, sql`select from webhook_attempts where ${where}`, countMax),
  ]);
  return { rows, count, countMax };
}

/** Whether the webhook has personal events of a user other than the viewer. */
async function hidesSome(db: Queryable, webhookId: string, viewerId: string): Promise<boolean> {
  const { rows } = await sql`
    select from webhook_deliveries
    where webhook_id = ${webhookId} and person_id is not null and person_id <> ${viewerId} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export async function findAttempt(
  db: Queryable,
  webhookId: string,
  id: string,
  viewerId: string,
): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .where(visibleTo(viewerId))
    .executeTakeFirst();
}

/** The body that every attempt of the event sends, while it is kept. */
export async function findSentBody(db: Queryable, eventId: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('webhook_payloads')
    .select('body')
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row?.body ?? null;
}

/** Returns whether the body was a test sample, which contains no personal data. */
export async function isSample(db: Queryable, webhookId: string, eventId: string): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('is_test')
    .where('webhook_id', '=', webhookId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row?.is_test === true;
}

function visibleTo(userId: string) {
  return sql<boolean>`not exists (
    select from webhook_deliveries d
    where d.webhook_id = webhook_attempts.webhook_id and d.event_id = webhook_attempts.event_id
      and d.person_id <> ${userId})`;
}
