import { Type } from 'typebox';
import { pagination, readPage } from '../../platform/http/pagination.ts';
import { message, ok } from '../../platform/http/reply.ts';
import { access, PRIVATE, type RequestContext, route } from '../../platform/http/route.ts';
import { ListOf, Nullable, pageParameters, Timestamp } from '../../platform/http/schemas.ts';
import type { SandboxService } from './service.ts';

const YEAR_SECONDS = 366 * 86_400;

const MailView = Type.Object({
  id: Type.Integer(),
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  html: Nullable(Type.String()),
  sentAt: Timestamp,
});

const InboxView = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.String(),
  receivedAt: Timestamp,
});

const KEPT_HEADERS = [
  'content-type',
  'user-agent',
  'x-service-signature',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
] as const;

/**
 * Only in sandbox mode. Public, because a sandbox holds nobody's data, and the codes in its mails must be readable to
 * register.
 */
export function sandboxRoutes(sandbox: SandboxService) {
  const common = { tag: 'Sandbox', access: access.public, rateLimit: 'general', cache: PRIVATE } as const;
  return [
    route({
      ...common,
      method: 'POST',
      path: '/sandbox/reset',
      summary: 'Put the data back to the demo market',
      responses: { 200: 'message' },
      errors: [],
      handler: async () => {
        await sandbox.reset();
        return message('The sandbox holds the demo market again.');
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/sandbox/clock',
      summary: 'Move the clock forward; what becomes due happens before the answer',
      body: Type.Object({ advanceSeconds: Type.Integer({ minimum: 0, maximum: YEAR_SECONDS }) }),
      responses: { 200: Type.Object({ now: Timestamp }) },
      errors: [],
      handler: async ({ body }) => ok({ now: (await sandbox.advance(body.advanceSeconds)).toISOString() }),
    }),
    route({
      ...common,
      method: 'GET',
      path: '/sandbox/mails',
      summary: 'Mails that would have been sent, newest first',
      query: Type.Object({ to: Type.Optional(Type.String({ maxLength: 254 })), ...pageParameters }),
      responses: { 200: ListOf('mails', MailView) },
      errors: [],
      handler: async ({ query }) => {
        const page = readPage(query);
        const { rows, total } = await sandbox.mails(query.to, page);
        return ok({ mails: rows, pagination: pagination(page, total) });
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/sandbox/webhook-inbox',
      summary: 'What webhooks have brought, newest first',
      query: Type.Object({ name: Type.Optional(Type.String({ maxLength: 64 })), ...pageParameters }),
      responses: { 200: ListOf('deliveries', InboxView) },
      errors: [],
      handler: async ({ query }) => {
        const page = readPage(query);
        const { rows, total } = await sandbox.inbox(query.name, page);
        return ok({ deliveries: rows, pagination: pagination(page, total) });
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/sandbox/webhook-inbox/:name',
      summary: 'A receiver to point webhooks at',
      body: Type.Unknown(),
      bodyOptional: true,
      responses: { 200: 'message' },
      errors: [],
      handler: async ({ params, body, context }) => {
        await sandbox.receive(params.name, keptHeaders(context), JSON.stringify(body));
        return message('Received.');
      },
    }),
  ];
}

function keptHeaders(context: RequestContext): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = context.header(name);
    if (value !== null) headers[name] = value;
  }
  return headers;
}
