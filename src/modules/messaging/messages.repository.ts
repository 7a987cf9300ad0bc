import { sql } from 'kysely';
import { defer } from '../../platform/db/deferred.ts';
import { addMs } from '../../platform/clock.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { countRows } from '../../platform/db/rows.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { StoredAttachment } from './attachments.ts';
import {
  type CallBack,
  type MessageType,
  type MessageWarning,
  otherSide,
  type Side,
  SIDE_COLUMNS,
} from './sides.ts';
import './tables.ts';

export interface MessageRow {
  readonly id: string;
  readonly conversation_id: string;
  readonly seq: number;
  readonly sender_side: Side;
  readonly sender_id: string;
  readonly type: MessageType;
  readonly content: string;
  readonly warning: MessageWarning | null;
  readonly read_at: Date | null;
  readonly sent_at: Date;
  readonly erased: boolean;
  readonly call_back: CallBack | null;
  /** In the order in which the sender chose them. */
  readonly attachments: readonly AttachmentRow[];
}

export interface AttachmentRow {
  readonly id: string;
  readonly filename: string;
  readonly content_type: string;
  readonly bytes: number;
}

export interface NewMessage {
  readonly id: string;
  readonly conversationId: string;
  readonly side: Side;
  readonly senderId: string;
  readonly type: MessageType;
  readonly content: string;
  readonly warning: MessageWarning | null;
  readonly sentAt: Date;
  readonly callBack: CallBack | null;
}

/** The time of a message sent now: no two in one conversation have the same time. The conversation must be locked. */
export function nextSentAt(conversation: { last_seq: number; updated_at: Date }, now: Date): Date {
  return conversation.last_seq === 0 || now > conversation.updated_at
    ? now
    : addMs(conversation.updated_at, 1);
}

/**
 * Numbers and writes a message under the lock of its conversation. It is unread for the other side and brings the
 * conversation out of its archive. A side that had deleted the conversation gets it back.
 */
export async function insertMessage(trx: Transaction, message: NewMessage): Promise<void> {
  const { unread, archivedAt } = SIDE_COLUMNS[otherSide(message.side)];
  await defer(
    trx,
    sql`
    ${prepared} with numbered as (
      update conversations set last_seq = last_seq + 1, last_message_id = ${message.id},
        ${sql.ref(unread)} = ${sql.ref(unread)} + 1, ${sql.ref(archivedAt)} = null, buyer_deleted_at = null, seller_deleted_at = null,
        updated_at = ${message.sentAt}
      where id = ${message.conversationId}
      returning last_seq
    )
    insert into messages (id, conversation_id, seq, sender_side, sender_id, type, content, warning, sent_at, call_back)
    select ${message.id}, ${message.conversationId}, last_seq, ${message.side}, ${message.senderId}, ${message.type},
      ${message.content}, ${message.warning}, ${message.sentAt},
      ${message.callBack === null ? null : JSON.stringify(message.callBack)}::jsonb
    from numbered`,
  );
}

/** Newest first, numbered from `seqMax` downwards to what the side has cleared. */
export async function listMessages(
  db: Queryable,
  conversationId: string,
  range: { seqMax: number; clearedSeq: number; limit: number },
): Promise<readonly MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select m.*, coalesce((
      select json_agg(json_build_object(
        'id', a.id, 'filename', a.filename, 'content_type', a.content_type, 'bytes', a.bytes) order by a.position)
      from message_attachments a where a.message_id = m.id), '[]') as attachments
    from messages m
    where m.conversation_id = ${conversationId} and m.seq <= ${range.seqMax} and m.seq > ${range.clearedSeq}
    order by m.seq desc limit ${range.limit}`.execute(db);
  return rows;
}

/** Returns the number of the last message before an instant; 0 if there is none. */
export async function seqBefore(db: Queryable, conversationId: string, before: Date): Promise<number> {
  const row = await db
    .selectFrom('messages')
    .select('seq')
    .where('conversation_id', '=', conversationId)
    .where('sent_at', '<', before)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.seq ?? 0;
}

/** How many of the ids are messages that the side sees in this conversation. */
export function countVisible(
  db: Queryable,
  conversationId: string,
  clearedSeq: number,
  ids: readonly string[],
): Promise<number> {
  return countRows(
    db
      .selectFrom('messages')
      .where('conversation_id', '=', conversationId)
      .where('id', 'in', [...ids])
      .where('seq', '>', clearedSeq),
  );
}

/** Marks the messages of the other side as read. Returns the newly marked ones, and corrects the count of unread messages. */
export async function markRead(
  trx: Transaction,
  conversation: { id: string; side: Side; clearedSeq: number },
  at: Date,
  ids: readonly string[] | null,
): Promise<readonly string[]> {
  const { unread } = SIDE_COLUMNS[conversation.side];
  const { rows } = await sql<{ id: string }>`
    with marked as (
      update messages set read_at = ${at}
      where conversation_id = ${conversation.id} and sender_side = ${otherSide(conversation.side)} and read_at is null
        and seq > ${conversation.clearedSeq} and (${ids}::text[] is null or id = any(${ids}::text[]))
      returning id, seq
    ), counted as (
      update conversations set ${sql.ref(unread)} = ${sql.ref(unread)} - (select count(*) from marked)
      where id = ${conversation.id}
    )
    select id from marked order by seq`.execute(trx);
  return rows.map((row) => row.id);
}

/** Removes what neither side sees any more; returns the files to remove with it. */
export async function deleteMessagesUpTo(
  trx: Transaction,
  conversationId: string,
  seq: number,
): Promise<{ readonly messageIds: readonly string[]; readonly files: readonly string[] }> {
  if (seq === 0) return { messageIds: [], files: [] };
  const { rows } = await sql<{ id: string | null; storage_key: string | null }>`
    with files as (
      select a.storage_key from message_attachments a join messages m on m.id = a.message_id
      where a.conversation_id = ${conversationId} and m.seq <= ${seq}
    ), gone as (delete from messages where conversation_id = ${conversationId} and seq <= ${seq} returning id)
    select id, null as storage_key from gone union all select null, storage_key from files`.execute(trx);
  return {
    messageIds: rows.flatMap((row) => row.id ?? []),
    files: rows.flatMap((row) => row.storage_key ?? []),
  };
}

export async function insertAttachments(
  trx: Transaction,
  message: { messageId: string; conversationId: string; at: Date },
  attachments: readonly StoredAttachment[],
): Promise<void> {
  if (attachments.length === 0) return;
  await trx
    .insertInto('message_attachments')
    .values(
      attachments.map((attachment, position) => ({
        id: attachment.id,
        message_id: message.messageId,
        position,
        conversation_id: message.conversationId,
        filename: attachment.filename,
        content_type: attachment.contentType,
        bytes: attachment.bytes,
        storage_key: attachment.storageKey,
        created_at: message.at,
      })),
    )
    .execute();
}

/** The conversation that a message is in, and its number there. */
export async function findMessagePosition(
  db: Queryable,
  messageId: string,
): Promise<{ readonly conversation_id: string; readonly seq: number } | undefined> {
  return db
    .selectFrom('messages')
    .select(['conversation_id', 'seq'])
    .where('id', '=', messageId)
    .executeTakeFirst();
}

/**
 * Makes counting and adding one step: a user sends one message at a time. With a conversation, also locks that until
 * the transaction ends.
 */
export async function lockSender(trx: Transaction, userId: string, conversationId?: string): Promise<void> {
  await defer(
    trx,
    sql`
    ${prepared} select pg_advisory_xact_lock(hashtextextended(${`messaging.send:${userId}`}, 0)),
      (select true from conversations where id = ${conversationId ?? null} for no key update)`,
  );
}
