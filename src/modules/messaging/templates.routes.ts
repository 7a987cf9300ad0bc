import type { Static } from 'typebox';
import type { UserActor } from '../../platform/actor.ts';
import { created, noContent, ok } from '../../platform/http/reply.ts';
import { access, PRIVATE, route } from '../../platform/http/route.ts';
import type { MessagingParts } from './messaging-parts.ts';
import { CreateTemplateBody, TemplateData, TemplatesData, UpdateTemplateBody } from './schemas.ts';
import type { MessageTemplateTable } from './tables.ts';

const PLACEHOLDERS =
  'The content can contain placeholders such as {{name}}: a name of letters and digits of any script, `_`, `-` and `.`, in double braces. Double braces around anything else are rejected.';

const common = { tag: 'Message templates', cache: PRIVATE } as const;

/** The same templates under two paths: /messages/templates for all users, /seller/message-templates for a seller's team. */
export function templateRoutes({ templates }: MessagingParts) {
  const view = async (template: Promise<MessageTemplateTable>) => ({
    template: templateView(await template),
  });
  const list = {
    ...common,
    responses: { 200: TemplatesData },
    handler: async ({ actor }: { actor: UserActor }) =>
      ok({ templates: (await templates.list(actor)).map(templateView) }),
  };
  const create = {
    ...common,
    description: PLACEHOLDERS,
    body: CreateTemplateBody,
    responses: { 201: TemplateData },
    errors: ['ALREADY_EXISTS', 'PLAN_LIMIT_EXCEEDED'],
    handler: async ({ actor, body }: { actor: UserActor; body: Static<typeof CreateTemplateBody> }) =>
      created(await view(templates.create(actor, body))),
    answerAgain: async ({ actor }: { actor: UserActor }, id: string) =>
      created(await view(templates.get(actor, id))),
  } as const;
  return [
    route('GET', '/messages/templates', {
      ...list,
      operationId: 'messages.listTemplates',
      summary: 'List your message templates',
      description:
        'Lists the templates of your team if you belong to a seller, otherwise your personal ones.',
      access: access.user('messages:read', 'messages:write'),
      rateLimit: 'general',
    }),
    route('POST', '/messages/templates', {
      ...create,
      operationId: 'messages.createTemplate',
      summary: 'Create a message template',
      access: access.user('messages:write'),
      rateLimit: 'general',
    }),
    route('GET', '/seller/message-templates', {
      ...list,
      operationId: 'messageTemplates.list',
      summary: 'List the message templates of your team',
      access: access.seller('VIEWER', 'messages:read', 'messages:write'),
      rateLimit: 'seller',
    }),
    route('POST', '/seller/message-templates', {
      ...create,
      operationId: 'messageTemplates.create',
      summary: 'Create a message template for your team',
      access: access.seller('AGENT', 'messages:write'),
      rateLimit: 'seller',
    }),
    route('GET', '/seller/message-templates/:id', {
      ...common,
      operationId: 'messageTemplates.get',
      summary: 'Get a message template',
      access: access.seller('VIEWER', 'messages:read', 'messages:write'),
      rateLimit: 'seller',
      responses: { 200: TemplateData },
      handler: async ({ actor, params }) => ok(await view(templates.get(actor, params.id))),
    }),
    route('PUT', '/seller/message-templates/:id', {
      ...common,
      operationId: 'messageTemplates.update',
      summary: 'Change a message template',
      description: 'Omitted fields stay unchanged.',
      access: access.seller('AGENT', 'messages:write'),
      rateLimit: 'seller',
      body: UpdateTemplateBody,
      responses: { 200: TemplateData },
      errors: ['ALREADY_EXISTS'],
      handler: async ({ actor, params, body }) => ok(await view(templates.update(actor, params.id, body))),
    }),
    route('DELETE', '/seller/message-templates/:id', {
      ...common,
      operationId: 'messageTemplates.delete',
      summary: 'Delete a message template',
      access: access.seller('AGENT', 'messages:write'),
      rateLimit: 'seller',
      responses: { 204: null },
      handler: ({ actor, params }) => templates.delete(actor, params.id).then(noContent),
    }),
  ];
}

function templateView({ id, name, category, content }: MessageTemplateTable) {
  return { id, name, category, content };
}
