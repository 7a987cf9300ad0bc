import { Type } from 'typebox';
import type { Keys } from '../../platform/crypto/keys.ts';
import { pagination, readPage } from '../../platform/http/pagination.ts';
import { message, ok } from '../../platform/http/reply.ts';
import { access, PRIVATE, type RequestContext, route } from '../../platform/http/route.ts';
import { ListOf, NamedObject, Nullable, pageParameters, Timestamp } from '../../platform/http/schemas.ts';
import { requireSandboxKey, SANDBOX_KEY_HEADER } from './key.ts';
import type { SandboxService } from './service.ts';

const YEAR_SECONDS = 366 * 86_400;

const MailView = NamedObject('SandboxMail', {
  id: Type.Integer(),
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  html: Nullable(Type.String()),
  sentAt: Timestamp,
});

const InboxView = NamedObject('SandboxDelivery', {
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
 * In sandbox mode only. All but the receiver need the sandbox key or an administrator: the mails hold codes, and a
 * reset destroys the work of others.
 */
export function sandboxRoutes(sandbox: SandboxService, keys: Keys) {
  const receiver = { tag: 'Sandbox', access: access.public, rateLimit: 'general', cache: PRIVATE } as const;
  const common = {
    ...receiver,
    description: `Needs the header ${SANDBOX_KEY_HEADER}, with the key printed at the start of the sandbox, or an administrator's access token.`,
    errors: ['UNAUTHORIZED', 'FORBIDDEN'],
  } as const;
  return [
    route('POST', '/sandbox/reset', {
      ...common,
      operationId: 'sandbox.reset',
      summary: 'Reset the sandbox to the demo data',
      description: `${common.description} The demo logins and the demo API key, with its signing secret, stay the same; all other accounts, keys and webhooks are gone. The clock stays where it was moved to.`,
      responses: { 200: 'message' },
      handler: async ({ actor, context }) => {
        requireSandboxKey(keys, actor, context);
        await sandbox.reset();
        return message('The sandbox has been reset to the demo data.');
      },
    }),
    route('POST', '/sandbox/clock', {
      ...common,
      operationId: 'sandbox.advanceClock',
      summary: 'Move the clock forward; work that becomes due is done before the response',
      description: `${common.description} Signatures of webhooks and requests, and \`X-RateLimit-Reset\`, stay in real time, so that they can be checked by any clock.`,
      body: Type.Object({ advanceSeconds: Type.Integer({ minimum: 0, maximum: YEAR_SECONDS }) }),
      responses: { 200: Type.Object({ now: Timestamp }) },
      handler: async ({ actor, body, context }) => {
        requireSandboxKey(keys, actor, context);
        return ok({ now: (await sandbox.advance(body.advanceSeconds)).toISOString() });
      },
    }),
    route('GET', '/sandbox/mails', {
      ...common,
      operationId: 'sandbox.listMails',
      summary: 'List emails that would have been sent, newest first',
      query: Type.Object({
        to: Type.Optional(Type.String({ maxLength: 254, description: 'Filter by recipient' })),
        ...pageParameters,
      }),
      responses: { 200: ListOf('mails', MailView) },
      handler: async ({ actor, query, context }) => {
        requireSandboxKey(keys, actor, context);
        const page = readPage(query);
        const { rows, total } = await sandbox.mails(query.to, page);
        return ok({ mails: rows, pagination: pagination(page, total) });
      },
    }),
    route('GET', '/sandbox/webhook-inbox', {
      ...common,
      operationId: 'sandbox.listDeliveries',
      summary: 'List received webhook deliveries, newest first',
      query: Type.Object({
        name: Type.Optional(Type.String({ maxLength: 64, description: 'Filter by receiver name' })),
        ...pageParameters,
      }),
      responses: { 200: ListOf('deliveries', InboxView) },
      handler: async ({ actor, query, context }) => {
        requireSandboxKey(keys, actor, context);
        const page = readPage(query);
        const { rows, total } = await sandbox.inbox(query.name, page);
        return ok({ deliveries: rows, pagination: pagination(page, total) });
      },
    }),
    route('POST', '/sandbox/webhook-inbox/:name', {
      ...receiver,
      operationId: 'sandbox.receiveDelivery',
      summary: 'Accept a webhook delivery',
      body: Type.Unknown(),
      bodyOptional: true,
      responses: { 200: 'message' },
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
