import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import type { UserActor } from '../../platform/actor.ts';
import { inTransaction, type Queryable, type Transaction } from '../../platform/db/transaction.ts';
import { found, notFound } from '../../platform/errors/app-error.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { isId } from '../../platform/ids.ts';
import type { LiveEventStore } from '../../platform/live/index.ts';
import type { Attachments } from './attachments.ts';
import {
  hideForSide,
  type ConversationCounts,
  type ConversationFilter,
  type ConversationRow,
  type ConversationSummaryRow,
  countConversations,
  countUnread,
  deleteConversation,
  findConversation,
  findForChange,
  listConversations,
  ofConversation,
  setArchived,
} from './conversations.repository.ts';
import { conversationDeleted, messageRead } from './events.ts';
import type { MessageEraser } from './message-eraser.ts';
import {
  countVisible,
  deleteMessagesUpTo,
  listMessages,
  markRead,
  type MessageRow,
  seqBefore,
} from './messages.repository.ts';
import { assertCanWrite, otherSide, type Side, viewerOf } from './sides.ts';

export interface ConversationPage {
  readonly rows: readonly ConversationSummaryRow[];
  /** Totals of the conversations that match the filter. */
  readonly total: number;
  readonly counts: ConversationCounts;
}

export interface MessagePage {
  readonly conversation: ConversationRow;
  readonly messages: readonly MessageRow[];
  readonly total: number;
}

type ConversationsParts = Pick<Platform, 'db' | 'clock' | 'events'> & {
  readonly eventStore: LiveEventStore;
  readonly attachments: Attachments;
  readonly forgotten: MessageEraser;
};

/** Reading conversations, and what each side does with its own view of them. */
export class Conversations extends Service<ConversationsParts> {
  async list(
    actor: UserActor,
    query: { readonly filter: ConversationFilter | null; readonly role: Side | null },
    page: Page,
  ): Promise<ConversationPage> {
    const viewer = viewerOf(actor);
    const [rows, counts] = await Promise.all([
      listConversations(this.parts.db, viewer, { ...query, limit: page.limit, offset: page.offset }),
      countConversations(this.parts.db, viewer, query.role),
    ]);
    return { rows, counts, total: totalOf(counts, query.filter) };
  }

  /** Messages are numbered without gaps, so a page needs neither a count nor an offset. */
  async read(
    actor: UserActor,
    id: string,
    page: Page & { readonly before: Date | null },
  ): Promise<MessagePage> {
    const conversation = await this.#get(this.parts.db, actor, id);
    const newest =
      page.before === null ? conversation.last_seq : await seqBefore(this.parts.db, id, page.before);
    const messages = await listMessages(this.parts.db, id, {
      seqMax: newest - page.offset,
      clearedSeq: conversation.cleared_seq,
      limit: page.limit,
    });
    return { conversation, messages, total: Math.max(0, newest - conversation.cleared_seq) };
  }

  unread(actor: UserActor): Promise<{ messages: number; conversations: number }> {
    return countUnread(this.parts.db, viewerOf(actor));
  }

  /** Marks all or the given messages as read; each is marked and announced once. */
  async markRead(
    actor: UserActor,
    id: string,
    messageIds: readonly string[] | null,
  ): Promise<{ marked: number; unread: number }> {
    const now = this.parts.clock.now();
    return inTransaction(this.parts.db, async (trx) => {
      const conversation = await this.#getForChange(trx, actor, id);
      await assertOfConversation(trx, conversation, messageIds);
      const { side, cleared_seq: clearedSeq } = conversation;
      const marked = await markRead(trx, { id, side, clearedSeq }, now, messageIds);
      if (marked.length > 0) await this.#announceRead(trx, actor, conversation, marked, now);
      return { marked: marked.length, unread: conversation.unread - marked.length };
    });
  }

  async archive(actor: UserActor, id: string, isArchived: boolean): Promise<void> {
    const now = this.parts.clock.now();
    await inTransaction(this.parts.db, async (trx) => {
      const { side } = await this.#getForChange(trx, actor, id);
      await setArchived(trx, id, side, isArchived ? now : null);
    });
  }

  /** Deletes the conversation for this side, for good. When both sides have deleted it, it is erased. */
  async delete(actor: UserActor, id: string): Promise<void> {
    const now = this.parts.clock.now();
    await inTransaction(this.parts.db, async (trx) => {
      const conversation = await this.#getForChange(trx, actor, id);
      await hideForSide(trx, conversation.id, conversation.side, now);
      const unseenSeq = Math.min(conversation.last_seq, conversation.other_cleared_seq);
      const { messageIds, files } = await deleteMessagesUpTo(trx, conversation.id, unseenSeq);
      await this.parts.attachments.discardAfter(trx, files);
      await this.parts.forgotten.messages(trx, messageIds);
      await this.#forget(trx, conversation);
      if (conversation.other_deleted) await deleteConversation(trx, conversation.id);
    });
  }

  /** A resumed stream or a notification must not bring back what the reader has deleted. */
  async #forget(trx: Transaction, conversation: ConversationRow): Promise<void> {
    const { id, buyer_id: buyer, seller_id: seller, side } = conversation;
    for (const each of conversation.other_deleted ? [side, otherSide(side)] : [side]) {
      const channel = each === 'buyer' ? buyer : seller;
      await this.parts.eventStore.forget(trx, [channel], ofConversation(id));
      const data = { conversation_id: id, buyer_id: buyer, side: each };
      await this.parts.events.emit(
        trx,
        conversationDeleted,
        data,
        each === 'buyer' ? { userId: buyer } : { sellerId: seller },
      );
    }
  }

  async #get(db: Queryable, actor: UserActor, id: string): Promise<ConversationRow> {
    return found('conversation', isId('cnv', id) && (await findConversation(db, viewerOf(actor), id)));
  }

  async #getForChange(trx: Transaction, actor: UserActor, id: string): Promise<ConversationRow> {
    const conversation = found(
      'conversation',
      isId('cnv', id) && (await findForChange(trx, viewerOf(actor), id)),
    );
    assertCanWrite(actor, conversation.side);
    return conversation;
  }

  async #announceRead(
    trx: Transaction,
    actor: UserActor,
    conversation: ConversationRow,
    messageIds: readonly string[],
    at: Date,
  ): Promise<void> {
    const data = {
      conversation_id: conversation.id,
      message_ids: [...messageIds],
      reader: { id: actor.userId, type: conversation.side },
      read_at: at.toISOString(),
    };
    await this.parts.events.emit(trx, messageRead, data, {
      sellerId: conversation.seller_id,
      userId: conversation.buyer_id,
    });
    await this.parts.eventStore.append(trx, 'read', [
      { channel: conversation.buyer_id, data },
      { channel: conversation.seller_id, data },
    ]);
  }
}

function totalOf(counts: ConversationCounts, filter: ConversationFilter | null): number {
  switch (filter) {
    case 'all':
      return counts.all;
    case 'unread':
      return counts.unread;
    case 'read':
      return counts.all - counts.unread;
    case 'archived':
      return counts.archived;
    case null:
      return counts.all - counts.archived;
  }
}

/** Throws as for an unknown message when one belongs to another conversation; then nothing is marked. */
async function assertOfConversation(
  trx: Transaction,
  conversation: ConversationRow,
  messageIds: readonly string[] | null,
): Promise<void> {
  if (messageIds === null) return;
  const isKnown = messageIds.every((id) => isId('msg', id));
  const count = isKnown ? await countVisible(trx, conversation.id, conversation.cleared_seq, messageIds) : 0;
  if (count !== messageIds.length) throw notFound('message in this conversation');
}
