import { type RawBuilder, sql } from 'kysely';
import type { Static } from 'typebox';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { LiveEventStore } from '../../platform/live/index.ts';
import type { conversationDeleted } from '../messaging/index.ts';
import { DELIVERY_JOB } from './delivery.ts';
import './tables.ts';

/** Removes message texts from the side's notifications, sent or queued; the notifications remain. */
export async function erasePreviews(
  trx: Transaction,
  deleted: Static<(typeof conversationDeleted)['data']>,
  eventStore: LiveEventStore,
): Promise<void> {
  const { conversation_id: conversationId, buyer_id: buyerId, side } = deleted;
  const isOfConversation = (data: RawBuilder<unknown>) =>
    sql<boolean>`${data} ->> 'conversationId' = ${conversationId} and ${data} ? 'preview'`;
  // Update the jobs first: this waits for running deliveries, whose notifications exist afterwards.
  await sql`
    update jobs j set payload = j.payload #- '{data,preview}'
    where j.name = ${DELIVERY_JOB} and ${isOfConversation(sql`(j.payload -> 'data')`)}
      and (j.payload ->> 'userId' = ${buyerId}) = ${side === 'buyer'}`.execute(trx);
  // The buyer's messages went to the seller's whole team, including members who have left since.
  const isOfSide =
    side === 'buyer'
      ? sql<boolean>`n.user_id = ${buyerId}`
      : sql<boolean>`n.about <> '{}' and n.about ? ${buyerId} and n.user_id <> ${buyerId}`;
  const { rows } = await sql<{ id: string; user_id: string }>`
    update notifications n set data = n.data - 'preview'
    where n.type = 'message' and ${isOfSide} and ${isOfConversation(sql`n.data`)}
    returning n.id, n.user_id`.execute(trx);
  if (rows.length === 0) return;
  const channels = [...new Set(rows.map((row) => row.user_id))];
  const ids = rows.map((row) => row.id);
  await eventStore.forget(trx, channels, sql<boolean>`data -> 'notification' ->> 'id' = any(${ids}::text[])`);
}
