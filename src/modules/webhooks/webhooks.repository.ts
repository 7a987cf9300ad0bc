import { type Selectable, sql } from 'kysely';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { WebhookTable } from './tables.ts';
import './tables.ts';

export type WebhookRow = Selectable<WebhookTable>;

export async function findWebhook(
  db: Queryable,
  sellerId: string,
  id: string,
): Promise<WebhookRow | undefined> {
  return owned(db, sellerId).selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks the webhook against other changes; new deliveries and log entries do not wait. */
export async function lockWebhook(
  trx: Transaction,
  sellerId: string,
  id: string,
): Promise<WebhookRow | undefined> {
  return owned(trx, sellerId).selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export async function listWebhooks(db: Queryable, sellerId: string, page: Page): Promise<WebhookRow[]> {
  return owned(db, sellerId)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countWebhooks(db: Queryable, sellerId: string): Promise<number> {
  const row = await owned(db, sellerId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

function owned(db: Queryable, sellerId: string) {
  return db.selectFrom('webhooks').where('seller_id', '=', sellerId).where('deleted_at', 'is', null);
}

export async function insertWebhook(trx: Transaction, row: Omit<WebhookRow, 'status'>): Promise<WebhookRow> {
  return trx.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateWebhook(
  trx: Transaction,
  id: string,
  changes: Partial<Omit<WebhookRow, 'id' | 'seller_id' | 'created_at'>> & { readonly updated_at: Date },
): Promise<WebhookRow> {
  return trx
    .updateTable('webhooks')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stops waiting deliveries; running attempts end as they do. The webhook must be locked. */
export async function disableWebhook(trx: Transaction, id: string, now: Date): Promise<WebhookRow> {
  const row = await updateWebhook(trx, id, { status: 'disabled', disabled_at: now, updated_at: now });
  await holdPending(trx, id, now);
  return row;
}

/** Deliveries that slipped in while it was disabled are stopped first: only new events are sent. */
export async function enableWebhook(trx: Transaction, id: string, now: Date): Promise<WebhookRow> {
  await holdPending(trx, id, now);
  return updateWebhook(trx, id, { status: 'active', disabled_at: null, updated_at: now });
}

/** Ends all attempts and deletes the secrets at once; the rows are removed in the background (retention.ts). */
export async function markDeleted(trx: Transaction, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('webhooks')
    .set({
      status: 'disabled',
      secret: Buffer.alloc(0),
      previous_secret: null,
      previous_secret_until: null,
      deleted_at: now,
      updated_at: now,
    })
    .where('id', 'in', ids)
    .execute();
  for (const id of ids) await holdPending(trx, id, now);
}

/** All webhooks of a seller whose account is erased. */
export async function deleteWebhooksOf(trx: Transaction, sellerId: string, now: Date): Promise<void> {
  const rows = await owned(trx, sellerId).select('id').forNoKeyUpdate().execute();
  await markDeleted(
    trx,
    rows.map((row) => row.id),
    now,
  );
}

async function holdPending(trx: Transaction, webhookId: string, now: Date): Promise<void> {
  await sql`
    with held as (
      update webhook_deliveries
      set state = case when delivered_at is null then 'undelivered' else 'delivered' end,
          due_at = null, retries_wanted = 0
      where webhook_id = ${webhookId} and due_at is not null and (lease_until is null or lease_until <= ${now})
      returning event_id
    )
    update webhook_attempts a set next_retry = null
    from held
    where a.webhook_id = ${webhookId} and a.event_id = held.event_id and a.next_retry >= ${now}`.execute(trx);
}
