import { type Selectable, sql } from 'kysely';
import type { Queryable } from '../../platform/db/transaction.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { AttemptStatus, WebhookAttemptTable } from './tables.ts';
import './tables.ts';

export type AttemptRow = Selectable<WebhookAttemptTable>;

export interface LogFilter {
  /** The viewer: events that are one person's own are hidden from others. */
  readonly viewerId: string;
  readonly status?: AttemptStatus;
  readonly eventType?: string;
}

export async function listAttempts(
  db: Queryable,
  webhookId: string,
  filter: LogFilter,
  page: Page,
): Promise<AttemptRow[]> {
  return filtered(db, webhookId, filter)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countAttempts(db: Queryable, webhookId: string, filter: LogFilter): Promise<number> {
  const row = await filtered(db, webhookId, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

function filtered(db: Queryable, webhookId: string, filter: LogFilter) {
  return db
    .selectFrom('webhook_attempts')
    .where('webhook_id', '=', webhookId)
    .where(visibleTo(filter.viewerId))
    .$if(filter.status !== undefined, (query) => query.where('status', '=', filter.status ?? 'failed'))
    .$if(filter.eventType !== undefined, (query) => query.where('event_type', '=', filter.eventType ?? ''));
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

function visibleTo(userId: string) {
  return sql<boolean>`not exists (
    select from webhook_deliveries d
    where d.webhook_id = webhook_attempts.webhook_id and d.event_id = webhook_attempts.event_id
      and d.person_id <> ${userId})`;
}
