import type { UserActor } from '../../platform/actor.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import { found, notFound } from '../../platform/errors/app-error.ts';
import { isId } from '../../platform/ids.ts';
import { type ConversationRow, findConversation } from './conversations.repository.ts';
import { findMessagePosition, listMessages, type MessageRow } from './messages.repository.ts';
import { viewerOf } from './sides.ts';

export interface MessageInConversation {
  readonly conversation: ConversationRow;
  readonly message: MessageRow;
}

/** A message with its conversation, if the actor's side sees it. */
export async function getMessage(
  db: Queryable,
  actor: UserActor,
  messageId: string,
): Promise<MessageInConversation> {
  const place = found('message', isId('msg', messageId) && (await findMessagePosition(db, messageId)));
  const conversation = await findConversation(db, viewerOf(actor), place.conversation_id);
  if (conversation === undefined || place.seq <= conversation.cleared_seq) throw notFound('message');
  const [message] = await listMessages(db, conversation.id, {
    seqMax: place.seq,
    clearedSeq: place.seq - 1,
    limit: 1,
  });
  if (message === undefined) throw notFound('message');
  return { conversation, message };
}
