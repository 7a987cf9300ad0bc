import { sql } from 'kysely';
import { pageByTime } from '../../platform/db/page-by-time.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { LiveEventStore } from '../../platform/live/index.ts';
import {
  type BatchEraser,
  ERASE_BATCH_SIZE,
  type Exporter,
  PagedList,
  type Person,
} from '../../platform/personal-data.ts';
import { eraseFromReports, exportReports } from '../reports/index.ts';
import type { Attachments } from './attachments.ts';
import type { MessageEraser } from './message-eraser.ts';
import { otherSide, type Side, SIDE_COLUMNS } from './sides.ts';
import { deleteTranslations } from './translations.repository.ts';
import './tables.ts';

/** Messages, participants and settings of the person, without messages from others. */
export const exportedMessaging: Readonly<Record<string, Exporter | PagedList>> = {
  conversations: new PagedList((db, { userId }, after) =>
    pageByTime(
      db
        .selectFrom('conversations')
        .select([
          'id',
          'listing_id as listingId',
          'listing_title as listingTitle',
          'seller_id as sellerId',
          'created_at as createdAt',
          'updated_at as updatedAt',
        ])
        .where('buyer_id', '=', userId),
      { time: 'created_at', id: 'id' },
      after,
    ),
  ),
  messages: new PagedList((db, { userId }, after) =>
    pageByTime(
      db
        .selectFrom('messages as m')
        .select([
          'm.id',
          'm.conversation_id as conversationId',
          'm.type',
          'm.content',
          sql<string[]>`array(
            select a.filename from message_attachments a where a.message_id = m.id order by a.position
          )`.as('attachments'),
          'm.sent_at as sentAt',
          'm.read_at as readAt',
        ])
        .where('m.sender_id', '=', userId),
      { time: 'm.sent_at', id: 'm.id' },
      after,
    ),
  ),
  templates: (db, { userId, sellerId }) =>
    db
      .selectFrom('message_templates')
      .select(['name', 'category', 'content', 'created_at as createdAt'])
      .where((where) => where.or([where('user_id', '=', userId), where('seller_id', '=', sellerId)]))
      .orderBy('id')
      .execute(),
  blocks: (db, { userId, sellerId }) =>
    db
      .selectFrom('message_blocks')
      .select(['blocked', 'created_at as createdAt'])
      .where('blocker', 'in', [userId, ...(sellerId === null ? [] : [sellerId])])
      .execute(),
  reports: (db, { userId }) => exportReports(db, userId),
};

/** Erases the person's own data, and the person from data of others. */
export async function eraseMessaging(
  trx: Transaction,
  { userId, sellerId }: Person,
  eventStore: LiveEventStore,
): Promise<void> {
  const parties = [userId, ...(sellerId === null ? [] : [sellerId])];
  await eventStore.forget(trx, parties);
  await trx
    .deleteFrom('message_templates')
    .where((where) => where.or([where('user_id', '=', userId), where('seller_id', '=', sellerId)]))
    .execute();
  await trx
    .deleteFrom('message_blocks')
    .where((where) => where.or([where('blocker', 'in', parties), where('blocked', 'in', parties)]))
    .execute();
  await eraseFromReports(trx, { userId, sellerId });
}

interface BatchParts {
  readonly eventStore: LiveEventStore;
  readonly attachments: Attachments;
  readonly forgotten: MessageEraser;
}

/** Each with its messages. */
const CONVERSATIONS_AT_ONCE = 200;

/**
 * Removes a person's texts from every conversation, and the person (with a seller that ends) from those they took
 * part in. The other side keeps its own messages and sees that there was one where the removed ones stood.
 */
export function messagingBatches(parts: BatchParts): Record<string, BatchEraser> {
  return {
    messages: (trx, { userId }, after) => eraseSomeMessages(trx, userId, after, parts),
    asBuyer: (trx, { userId }, _after, now) => leaveConversations(trx, 'buyer', userId, now, parts),
    asSeller: async (trx, { sellerId }, _after, now) =>
      sellerId === null ? null : leaveConversations(trx, 'seller', sellerId, now, parts),
    titles: async (trx, { sellerId }, after) =>
      sellerId === null ? null : eraseSomeTitles(trx, sellerId, after),
  };
}

/** Erases a batch of messages, also from pending stream events, in the order of sending. */
async function eraseSomeMessages(
  trx: Transaction,
  userId: string,
  after: string,
  { eventStore, attachments }: BatchParts,
): Promise<string | null> {
  const { rows } = await sql<{ id: string; conversation_id: string; sent_at: string }>`
    select id, conversation_id, sent_at::text as sent_at from messages
    where sender_id = ${userId} and sent_at >= ${after || '-infinity'}::timestamptz and not erased
    order by sent_at limit ${ERASE_BATCH_SIZE}`.execute(trx);
  if (rows.length === 0) return null;
  const ids = rows.map((row) => row.id);
  const { rows: files } = await sql<{ storage_key: string }>`
    delete from message_attachments where message_id = any(${ids}::text[]) returning storage_key`.execute(
    trx,
  );
  await attachments.discardAfter(
    trx,
    files.map((file) => file.storage_key),
  );
  const { rows: parties } = await sql<{ channel: string }>`
    select distinct unnest(array[buyer_id, seller_id]) as channel from conversations
    where id = any(${[...new Set(rows.map((row) => row.conversation_id))]}::text[])`.execute(trx);
  await eventStore.forget(
    trx,
    parties.map(({ channel }) => channel),
    sql<boolean>`data -> 'message' ->> 'sender_id' = ${userId}`,
  );
  await sql`
    update messages set content = '', warning = null, erased = true where id = any(${ids}::text[])`.execute(
    trx,
  );
  // After the update, which waits for translations that are being stored.
  await deleteTranslations(trx, ids);
  return rows.length === ERASE_BATCH_SIZE ? (rows.at(-1)?.sent_at ?? null) : null;
}

/** Deletes conversations for one side, and erases conversations that the other side has already deleted. */
async function leaveConversations(
  trx: Transaction,
  side: Side,
  party: string,
  now: Date,
  { attachments, forgotten }: BatchParts,
): Promise<string | null> {
  const partyColumn = sql.ref(side === 'buyer' ? 'buyer_id' : 'seller_id');
  const ownColumns = SIDE_COLUMNS[side];
  const otherColumns = SIDE_COLUMNS[otherSide(side)];
  const { rows: left } = await sql<{ id: string }>`
    update conversations set ${sql.ref(ownColumns.deletedAt)} = ${now}, ${sql.ref(ownColumns.clearedSeq)} = last_seq,
      ${sql.ref(ownColumns.unread)} = 0, ${sql.ref(ownColumns.archivedAt)} = null
    where id = any(array(
      select id from conversations where ${partyColumn} = ${party} and ${sql.ref(ownColumns.deletedAt)} is null
      limit ${CONVERSATIONS_AT_ONCE} for update
    ))
    returning id`.execute(trx);
  const ids = left.map(({ id }) => id);
  const { rows: files } = await sql<{ storage_key: string }>`
    select a.storage_key from conversations c
    join messages m on m.conversation_id = c.id and m.seq <= c.${sql.ref(otherColumns.clearedSeq)}
    join message_attachments a on a.message_id = m.id
    where c.id = any(${ids}::text[])`.execute(trx);
  const { rows: gone } = await sql<{ id: string }>`
    delete from messages m using conversations c
    where m.conversation_id = c.id and c.id = any(${ids}::text[]) and m.seq <= c.${sql.ref(otherColumns.clearedSeq)}
    returning m.id`.execute(trx);
  await sql`
    delete from conversations
    where id = any(${ids}::text[]) and ${sql.ref(otherColumns.deletedAt)} is not null`.execute(trx);
  await forgotten.messages(
    trx,
    gone.map((row) => row.id),
  );
  await attachments.discardAfter(
    trx,
    files.map((file) => file.storage_key),
  );
  return ids.length === CONVERSATIONS_AT_ONCE ? 'more' : null;
}

/** The seller's titles of its vehicles. Goes by the time at which the conversations began. */
async function eraseSomeTitles(trx: Transaction, sellerId: string, after: string): Promise<string | null> {
  const { rows } = await sql<{ id: string; created_at: string }>`
    select id, created_at::text as created_at from conversations
    where seller_id = ${sellerId} and created_at >= ${after || '-infinity'}::timestamptz and listing_title <> '—'
    order by created_at limit ${ERASE_BATCH_SIZE}`.execute(trx);
  await sql`
    update conversations set listing_title = '—'
    where id = any(${rows.map(({ id }) => id)}::text[])`.execute(trx);
  return rows.length === ERASE_BATCH_SIZE ? (rows.at(-1)?.created_at ?? null) : null;
}
