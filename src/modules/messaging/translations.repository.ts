import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { TranslatedText } from '../machine-translation/index.ts';
import './tables.ts';

export interface MessageTranslation extends TranslatedText {
  readonly messageId: string;
}

/** The text of a message that the side sees in this conversation; undefined if it was erased. */
export async function findContent(
  db: Database,
  conversation: { readonly id: string; readonly cleared_seq: number },
  messageId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('messages')
    .select('content')
    .where('id', '=', messageId)
    .where('conversation_id', '=', conversation.id)
    .where('seq', '>', conversation.cleared_seq)
    .where('erased', '=', false)
    .executeTakeFirst();
  return row?.content;
}

export function listTranslations(
  db: Database,
  messageIds: readonly string[],
  language: string,
): Promise<readonly MessageTranslation[]> {
  return db
    .selectFrom('message_translations')
    .select(['message_id as messageId', 'content', 'source_language as sourceLanguage'])
    .where('message_id', '=', sql<string>`any(${[...messageIds]}::text[])`)
    .where('language', '=', language)
    .execute();
}

/** Stores it unless the message has been erased meanwhile; the lock makes an erasure come before or after. */
export async function addTranslation(
  db: Database,
  { messageId, content, sourceLanguage }: MessageTranslation,
  language: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into message_translations (message_id, language, source_language, content, created_at)
    select id, ${language}, ${sourceLanguage}, ${content}, ${now} from messages
    where id = ${messageId} and not erased for share
    on conflict (message_id, language) do nothing`.execute(db);
}

export async function deleteTranslations(trx: Transaction, messageIds: readonly string[]): Promise<void> {
  await sql`delete from message_translations where message_id = any(${[...messageIds]}::text[])`.execute(trx);
}
