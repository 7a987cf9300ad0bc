import { Type } from 'typebox';
import { content, created, noContent, ok } from '../../platform/http/reply.ts';
import { access, PRIVATE, route } from '../../platform/http/route.ts';
import type { BlockRow } from './blocks.ts';
import type { MessagingParts } from './messaging-parts.ts';
import { BlockBody, BlockData, BlocksData, ReportBody, ReportData } from './schemas.ts';

const WRITE = access.user('messages:write');
const common = { tag: 'Messages', rateLimit: 'general', cache: PRIVATE } as const;

/** Reports, blocks, and attachments, which are private. */
export function safetyRoutes({ reports, blocks, attachments }: MessagingParts) {
  return [
    route('POST', '/messages/:messageId/report', {
      ...common,
      operationId: 'messages.report',
      // `/messages/conversations/report` could be both; routers know which, readers of a document need not.
      isAlias: true,
      summary: 'Report a message to the administrators',
      description: 'Administrators see a copy of the message and of the messages around it.',
      access: WRITE,
      body: ReportBody,
      responses: { 201: ReportData },
      errors: ['ALREADY_EXISTS'],
      handler: async ({ actor, params, body }) =>
        created({ report: await reports.reportMessage(actor, params.messageId, body) }),
      answerAgain: async ({ actor }, id) => created({ report: await reports.get(actor, id) }),
    }),
    route('GET', '/messages/blocks', {
      ...common,
      operationId: 'blocks.list',
      summary: 'List participants you have blocked',
      access: access.user('messages:read'),
      responses: { 200: BlocksData },
      handler: async ({ actor }) => ok({ blocks: (await blocks.list(actor)).map(blockView) }),
    }),
    route('POST', '/messages/blocks', {
      ...common,
      operationId: 'blocks.create',
      summary: 'Block the other participant of a conversation',
      description:
        'Neither participant can send messages to the other. A buyer blocks a seller; a seller’s team blocks a buyer. `participant_id` is the ID in the conversation.',
      access: WRITE,
      body: BlockBody,
      responses: { 201: BlockData },
      handler: async ({ actor, body }) =>
        created({ block: blockView(await blocks.add(actor, body.participant_id)) }),
      answerAgain: async ({ actor }, id) => created({ block: blockView(await blocks.get(actor, id)) }),
    }),
    route('DELETE', '/messages/blocks/:participantId', {
      ...common,
      operationId: 'blocks.delete',
      summary: 'Remove a block',
      access: WRITE,
      responses: { 204: null },
      handler: ({ actor, params }) => blocks.remove(actor, params.participantId).then(noContent),
    }),
    route('GET', '/messages/attachments/:id', {
      ...common,
      operationId: 'messages.downloadAttachment',
      summary: 'Download an attachment by the link in its message',
      access: access.public,
      query: Type.Object({
        expires: Type.Integer({ minimum: 0, description: 'Expiry in Unix seconds, as given in the link' }),
        signature: Type.String({ maxLength: 100, description: 'Signature given in the link' }),
      }),
      responses: { 200: { contentType: '*/*' } },
      handler: async ({ params, query }) => {
        const { contentType, stream, headers } = await attachments.open(params.id, query);
        return content(contentType, stream, headers);
      },
    }),
  ];
}

function blockView({ id, name, type, created_at }: BlockRow) {
  return { participant: { id, name, type }, created_at: created_at.toISOString() };
}
