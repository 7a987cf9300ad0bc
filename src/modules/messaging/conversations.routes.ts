import { noContent, created, ok } from '../../platform/http/reply.ts';
import { readOwnPage } from '../../platform/http/pagination.ts';
import { access, PRIVATE, route } from '../../platform/http/route.ts';
import { ATTACHMENT_RULES } from './attachments.ts';
import type { MessagingParts } from './messaging-parts.ts';
import {
  ArchivedData,
  ConversationData,
  ConversationMessagesQuery,
  ConversationsData,
  ConversationsQuery,
  MESSAGES_LIMIT_DEFAULT,
  ReadBody,
  ReadData,
  SendBody,
  SentMessageView,
  StartBody,
  StartedData,
  UnreadData,
} from './schemas.ts';
import { Type } from 'typebox';

const READ = access.user('messages:read');
const WRITE = access.user('messages:write');
const common = { tag: 'Messages', rateLimit: 'general', cache: PRIVATE } as const;

const SIDES_TEXT =
  'The members of a team share their conversations with read marks, archive and deletion. Changes require the team role AGENT.';

/** Specification "Messages (versioned style)". */
export function conversationRoutes({ conversations, sending, present }: MessagingParts) {
  return [
    route('GET', '/messages/conversations', {
      ...common,
      operationId: 'conversations.list',
      summary: 'List your conversations, newest first',
      description: SIDES_TEXT,
      access: READ,
      query: ConversationsQuery,
      responses: { 200: ConversationsData },
      handler: async ({ actor, query }) => {
        const page = readOwnPage(query);
        const filter = { filter: query.status ?? null, role: query.role ?? null };
        return ok(present.conversations(await conversations.list(actor, filter, page), page));
      },
    }),
    route('POST', '/messages/conversations', {
      ...common,
      operationId: 'conversations.start',
      summary: 'Write to the seller of a listing',
      description:
        'Starts your conversation about this listing, or continues it. A new conversation needs a live listing.',
      access: WRITE,
      body: StartBody,
      responses: { 201: StartedData },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, body }) =>
        created(
          present.started(
            await sending.start(actor, {
              listingId: body.listing_id,
              content: body.message,
              field: 'message',
              shared: body.share_contact ?? [],
              callBack: body.call_back,
            }),
          ),
        ),
      answerAgain: async ({ actor }, messageId) =>
        created(present.started(await sending.get(actor, messageId))),
    }),
    route('GET', '/messages/conversations/:id', {
      ...common,
      operationId: 'conversations.get',
      summary: 'Get a conversation with its messages, newest first',
      access: READ,
      query: ConversationMessagesQuery,
      responses: { 200: ConversationData },
      handler: async ({ actor, params, query }) => {
        const page = readOwnPage(query, MESSAGES_LIMIT_DEFAULT);
        const before = query.before === undefined ? null : new Date(query.before);
        const found = await conversations.read(actor, params.id, { ...page, before });
        return ok(present.conversation(found, page));
      },
    }),
    route('POST', '/messages/conversations/:id', {
      ...common,
      operationId: 'conversations.send',
      summary: 'Send a message',
      description:
        'A text, one of your templates with its variables, or a form with up to 5 attachments (JPEG, PNG, WebP, PDF, 10 MB each), which counts as a file upload. Either all attachments are sent, or none. The type of the message is `image` if all of them are images, otherwise `document`.',
      access: WRITE,
      body: SendBody,
      upload: ATTACHMENT_RULES,
      responses: { 201: Type.Object({ message: SentMessageView }) },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, body, files }) => {
        const { template_id: templateId, ...rest } = body;
        const request = { ...rest, templateId, files };
        return created({ message: present.sent(await sending.send(actor, params.id, request)) });
      },
      answerAgain: async ({ actor }, messageId) => {
        const { message } = await sending.get(actor, messageId);
        return created({ message: present.sent(message) });
      },
    }),
    route('PUT', '/messages/conversations/:id/read', {
      ...common,
      operationId: 'conversations.markRead',
      summary: 'Mark a conversation, or some of its messages, as read',
      access: WRITE,
      body: ReadBody,
      bodyOptional: true,
      responses: { 200: ReadData },
      handler: async ({ actor, params, body }) => {
        const { marked, unread } = await conversations.markRead(actor, params.id, body.message_ids ?? null);
        return ok({ marked, unread_count: unread });
      },
    }),
    route('PUT', '/messages/conversations/:id/archive', {
      ...common,
      operationId: 'conversations.archive',
      summary: 'Archive a conversation',
      description: 'The next message from the other participant unarchives it.',
      access: WRITE,
      responses: { 200: ArchivedData },
      handler: async ({ actor, params }) => {
        await conversations.archive(actor, params.id, true);
        return ok({ conversation: { id: params.id, archived: true } });
      },
    }),
    route('DELETE', '/messages/conversations/:id/archive', {
      ...common,
      operationId: 'conversations.unarchive',
      summary: 'Unarchive a conversation',
      access: WRITE,
      responses: { 200: ArchivedData },
      handler: async ({ actor, params }) => {
        await conversations.archive(actor, params.id, false);
        return ok({ conversation: { id: params.id, archived: false } });
      },
    }),
    route('DELETE', '/messages/conversations/:id', {
      ...common,
      operationId: 'conversations.delete',
      summary: 'Delete a conversation permanently, for you only',
      description:
        'Its messages cannot be restored; a later message from the other participant reopens the conversation without them. It is erased once both have deleted it.',
      access: WRITE,
      responses: { 204: null },
      handler: ({ actor, params }) => conversations.delete(actor, params.id).then(noContent),
    }),
    route('GET', '/messages/unread', {
      ...common,
      operationId: 'messages.countUnread',
      showsInViews: true,
      summary: 'Count unread messages',
      access: READ,
      description: 'In snake_case below `/v1` and `/api/v1`, in camelCase below `/api`.',
      responses: { 200: UnreadData },
      handler: async ({ actor, context }) => {
        const { messages, conversations: among } = await conversations.unread(actor);
        return context.style === 'versioned'
          ? ok({ unread_count: messages, conversations_with_unread: among })
          : ok({ unreadCount: messages, conversationsWithUnread: among });
      },
    }),
  ];
}
