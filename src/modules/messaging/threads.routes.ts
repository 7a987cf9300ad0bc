import { Type, type TSchema } from 'typebox';
import { created, ok } from '../../platform/http/reply.ts';
import { pagination, readOwnPage } from '../../platform/http/pagination.ts';
import { access, PRIVATE, route } from '../../platform/http/route.ts';
import { ListOf, Pagination } from '../../platform/http/schemas.ts';
import { invalidField } from '../../platform/errors/app-error.ts';
import type { MessagingParts } from './messaging-parts.ts';
import {
  CallBackBody,
  Content,
  ConversationDetailView,
  ConversationMessagesQuery,
  ConversationsQuery,
  ConversationView,
  MESSAGES_LIMIT_DEFAULT,
  MessageView,
  SentMessageView,
  Shared,
} from './schemas.ts';
import { t } from '../../platform/errors/sentence.ts';

/**
 * The prefix style (/messages) shows the very shapes of the versioned style with camelCase names: both the values and
 * their schemas are derived, so that the two cannot drift apart.
 */
function camelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [camelCase(key), camelKeys(child)]));
}

interface SchemaNode {
  readonly title?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

function camelSchema(schema: TSchema): TSchema {
  const node = schema as SchemaNode;
  return {
    ...schema,
    ...(node.title === undefined ? {} : { title: `${node.title}InCamelCase` }),
    ...(node.properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(node.properties).map(([name, child]) => [camelCase(name), camelSchema(child)]),
          ),
        }),
    ...(node.required === undefined ? {} : { required: node.required.map(camelCase) }),
    ...(node.items === undefined ? {} : { items: camelSchema(node.items) }),
    ...(node.anyOf === undefined ? {} : { anyOf: node.anyOf.map(camelSchema) }),
  };
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

const READ = access.user('messages:read');
const WRITE = access.user('messages:write');
const common = { tag: 'Messages', rateLimit: 'general', cache: PRIVATE } as const;

const Thread = camelSchema(ConversationView);

/** Specification "Messages (prefix style)": a thread is a conversation. /messages/unread is with the other style's. */
export function threadRoutes({ conversations, sending, present }: MessagingParts) {
  return [
    route('GET', '/messages', {
      ...common,
      operationId: 'threads.list',
      summary: 'List your message threads, newest first',
      access: READ,
      query: ConversationsQuery,
      responses: {
        200: Type.Object({
          ...ListOf('threads', Thread).properties,
          summary: Type.Object({ total: Type.Integer(), unread: Type.Integer() }),
        }),
      },
      handler: async ({ actor, query }) => {
        const page = readOwnPage(query);
        const filter = { filter: query.status ?? null, role: query.role ?? null };
        const found = await conversations.list(actor, filter, page);
        const { conversations: views, summary } = present.conversations(found, page);
        return ok({ threads: camelKeys(views), pagination: pagination(page, found.total), summary });
      },
    }),
    route('GET', '/messages/:threadId', {
      ...common,
      operationId: 'threads.get',
      summary: 'Get a thread with its messages, newest first',
      access: READ,
      query: ConversationMessagesQuery,
      responses: {
        200: Type.Object({
          thread: camelSchema(ConversationDetailView),
          messages: Type.Array(camelSchema(MessageView)),
          pagination: Pagination,
        }),
      },
      handler: async ({ actor, params, query }) => {
        const page = readOwnPage(query, MESSAGES_LIMIT_DEFAULT);
        const before = query.before === undefined ? null : new Date(query.before);
        const found = await conversations.read(actor, params.threadId, { ...page, before });
        const { conversation, messages } = present.conversation(found, page);
        return ok({
          thread: camelKeys(conversation),
          messages: camelKeys(messages),
          pagination: pagination(page, found.total),
        });
      },
    }),
    route('POST', '/messages', {
      ...common,
      operationId: 'threads.send',
      summary: 'Send a message',
      description: 'Set threadId to reply to a thread, or listingId to write to the seller of a listing.',
      access: WRITE,
      body: Type.Object({
        threadId: Type.Optional(Type.String({ maxLength: 64 })),
        listingId: Type.Optional(Type.String({ maxLength: 64 })),
        content: Content,
        shareContact: Type.Optional(Shared),
        callBack: Type.Optional(CallBackBody),
      }),
      responses: { 201: Type.Object({ threadId: Type.String(), message: camelSchema(SentMessageView) }) },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, body: { threadId, listingId, content, shareContact = [], callBack } }) => {
        if ((threadId === undefined) === (listingId === undefined))
          throw invalidField('threadId', t('either threadId or listingId is required, not both'));
        if (threadId !== undefined) {
          const message = await sending.send(actor, threadId, { content, files: [] });
          return created({ threadId, message: camelKeys(present.sent(message)) });
        }
        const { conversation, message } = await sending.start(actor, {
          listingId: listingId ?? '',
          content,
          field: 'content',
          shared: shareContact,
          callBack,
        });
        return created({ threadId: conversation.id, message: camelKeys(present.sent(message)) });
      },
      answerAgain: async ({ actor }, messageId) => {
        const { conversation, message } = await sending.get(actor, messageId);
        return created({ threadId: conversation.id, message: camelKeys(present.sent(message)) });
      },
    }),
    route('PATCH', '/messages/:threadId/archive', {
      ...common,
      operationId: 'threads.archive',
      summary: 'Archive or unarchive a thread',
      access: WRITE,
      body: Type.Object({ archived: Type.Optional(Type.Boolean({ default: true })) }),
      bodyOptional: true,
      responses: {
        200: Type.Object({ thread: Type.Object({ id: Type.String(), archived: Type.Boolean() }) }),
      },
      handler: async ({ actor, params, body }) => {
        const archived = body.archived ?? true;
        await conversations.archive(actor, params.threadId, archived);
        return ok({ thread: { id: params.threadId, archived } });
      },
    }),
  ];
}
