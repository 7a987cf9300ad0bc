import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { Service } from '../../platform/service.ts';
import type { Attachments } from './attachments.ts';
import type { ConversationRow } from './conversations.repository.ts';
import type { ConversationPage, MessagePage } from './conversations.service.ts';
import type { SentMessage } from './message-writer.ts';
import type { ConversationData, ConversationsData, SentMessageView, StartedData } from './schemas.ts';
import {
  conversationDetailView,
  conversationView,
  messageView,
  participantOf,
  sentMessageView,
} from './views.ts';

/** Turns rows into the responses of both styles. */
export class Presenter extends Service<{ clock: Clock; attachments: Attachments }> {
  conversations(found: ConversationPage, page: Page): Static<typeof ConversationsData> {
    return {
      conversations: found.rows.map(conversationView),
      pagination: { page: page.page, limit: page.limit, total: found.total },
      summary: { total: found.counts.all, unread: found.counts.unread },
    };
  }

  conversation(found: MessagePage, page: Page): Static<typeof ConversationData> {
    const { conversation, messages, total } = found;
    const linkTo = (id: string): string => this.parts.attachments.linkTo(id);
    return {
      conversation: conversationDetailView(conversation, this.parts.clock.now()),
      messages: messages.map((row) => messageView(row, conversation.side, linkTo)),
      pagination: {
        page: page.page,
        limit: page.limit,
        total,
        has_more: page.offset + messages.length < total,
      },
    };
  }

  started(begun: { conversation: ConversationRow; message: SentMessage }): Static<typeof StartedData> {
    const { conversation, message } = begun;
    const { id, name } = participantOf(conversation);
    return {
      conversation: {
        id: conversation.id,
        listing: { id: conversation.listing_id, title: conversation.listing_title },
        participant: { id, name },
        created_at: conversation.created_at.toISOString(),
      },
      message: { id: message.id, content: message.content, sent_at: message.sent_at.toISOString() },
    };
  }

  sent(message: SentMessage): Static<typeof SentMessageView> {
    return sentMessageView(message, (id) => this.parts.attachments.linkTo(id));
  }
}
