import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import { type BatchEraser, ERASE_BATCH_SIZE } from '../../platform/personal-data.ts';
import { deleteWebhooksOf, type DeliveryHolder } from './webhooks.repository.ts';
import './tables.ts';

interface Person {
  readonly userId: string;
  /** The seller that the person owns; when erasing, only one that ends with the person. */
  readonly sellerId: string | null;
}

export async function exportWebhooks(db: Queryable, { userId, sellerId }: Person): Promise<unknown> {
  return db
    .selectFrom('webhooks')
    .select(['id', 'url', 'events', 'status', 'created_at'])
    .where((where) =>
      where.or([
        where.and([where('seller_id', 'is', null), where('user_id', '=', userId)]),
        ...(sellerId === null ? [] : [where('seller_id', '=', sellerId)]),
      ]),
    )
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Ends the webhooks of the person and of a seller that ends. */
export async function eraseWebhooks(
  trx: Transaction,
  person: Person,
  now: Date,
  holding: DeliveryHolder,
): Promise<void> {
  await deleteWebhooksOf(trx, { userId: person.userId }, now, holding);
  if (person.sellerId !== null) await deleteWebhooksOf(trx, { sellerId: person.sellerId }, now, holding);
}

/**
 * Erases all sent and pending deliveries to anyone about the person or with the person's texts, including the events, so that
 * no replay brings them back. The delivery log keeps ids and times.
 */
export const eraseSomeEvents: BatchEraser = async (trx, { userId, sellerId }) => {
  const select = (condition: RawBuilder<unknown>) =>
    sql`(select id from events where ${condition} limit ${ERASE_BATCH_SIZE})`;
  const { rows } = await sql<{ id: string }>`
    delete from events where id = any(array(
      ${select(sql`user_id = ${userId}`)}
      union ${select(sql`seller_id = ${sellerId}::text`)}
      union ${select(sql`type = 'message.received' and data -> 'message' -> 'sender' ->> 'id' = ${userId}`)}
      union ${select(sql`type = 'inquiry.responded' and data -> 'inquiry' -> 'message' ->> 'sender_id' = ${userId}`)}
    ))
    returning id`.execute(trx);
  await deleteSent(
    trx,
    rows.map((row) => row.id),
  );
  return rows.length >= ERASE_BATCH_SIZE ? 'more' : null;
};

/** The same for messages that both sides have deleted. */
export async function forgetMessages(trx: Transaction, messageIds: readonly string[]): Promise<void> {
  // As the index events_by_message has it.
  const { rows } = await sql<{ id: string }>`
    delete from events
    where type in ('message.received', 'inquiry.created', 'inquiry.responded')
      and coalesce(data -> 'message' ->> 'id', data -> 'inquiry' -> 'message' ->> 'id') = any(${[...messageIds]}::text[])
    returning id`.execute(trx);
  await deleteSent(
    trx,
    rows.map((row) => row.id),
  );
}

/** Deletes payloads and deliveries of deleted events. */
async function deleteSent(trx: Transaction, eventIds: readonly string[]): Promise<void> {
  const ids = [...eventIds];
  // Receivers may have repeated what they were sent.
  await sql`
    update webhook_attempts set response_headers = null, response_body = null
    where event_id = any(${ids}::text[]) and response_headers is not null`.execute(trx);
  await sql`delete from webhook_deliveries where event_id = any(${ids}::text[])`.execute(trx);
  await sql`delete from webhook_payloads where event_id = any(${ids}::text[])`.execute(trx);
}
