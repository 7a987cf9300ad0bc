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
  return [
    route({
      ...common,
      method: 'GET',
      path: '/messages/templates',
      operationId: 'messages.listTemplates',
      summary: 'List your message templates',
      description:
        'Lists the templates of your team if you belong to a seller, otherwise your personal ones.',
      access: access.user('messages:read', 'messages:write'),
      rateLimit: 'general',
      responses: { 200: TemplatesData },
      handler: async ({ actor }) => ok({ templates: (await templates.list(actor)).map(templateView) }),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/messages/templates',
      operationId: 'messages.createTemplate',
      summary: 'Create a message template',
      description: PLACEHOLDERS,
      access: access.user('messages:write'),
      rateLimit: 'general',
      body: CreateTemplateBody,
      responses: { 201: TemplateData },
      errors: ['ALREADY_EXISTS', 'PLAN_LIMIT_EXCEEDED'],
      handler: async ({ actor, body }) =>
        created({ template: templateView(await templates.create(actor, body)) }),
      answerAgain: async ({ actor }, id) =>
        created({ template: templateView(await templates.get(actor, id)) }),
    }),
    route({
      ...common,
      method: 'GET',
      path: '/seller/message-templates',
      operationId: 'messageTemplates.list',
      summary: 'List the message templates of your team',
      access: access.seller('VIEWER', 'messages:read', 'messages:write'),
      rateLimit: 'seller',
      responses: { 200: TemplatesData },
      handler: async ({ actor }) => ok({ templates: (await templates.list(actor)).map(templateView) }),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/seller/message-templates',
      operationId: 'messageTemplates.create',
      summary: 'Create a message template for your team',
      description: PLACEHOLDERS,
      access: access.seller('AGENT', 'messages:write'),
      rateLimit: 'seller',
      body: CreateTemplateBody,
      responses: { 201: TemplateData },
      errors: ['ALREADY_EXISTS', 'PLAN_LIMIT_EXCEEDED'],
      handler: async ({ actor, body }) =>
        created({ template: templateView(await templates.create(actor, body)) }),
      answerAgain: async ({ actor }, id) =>
        created({ template: templateView(await templates.get(actor, id)) }),
    }),
    route({
      ...common,
      method: 'GET',
      path: '/seller/message-templates/:id',
      operationId: 'messageTemplates.get',
      summary: 'Get a message template',
      access: access.seller('VIEWER', 'messages:read', 'messages:write'),
      rateLimit: 'seller',
      responses: { 200: TemplateData },
      handler: async ({ actor, params }) =>
        ok({ template: templateView(await templates.get(actor, params.id)) }),
    }),
    route({
      ...common,
      method: 'PUT',
      path: '/seller/message-templates/:id',
      operationId: 'messageTemplates.update',
      summary: 'Change a message template',
      description: 'Omitted fields stay unchanged.',
      access: access.seller('AGENT', 'messages:write'),
      rateLimit: 'seller',
      body: UpdateTemplateBody,
      responses: { 200: TemplateData },
      errors: ['ALREADY_EXISTS'],
      handler: async ({ actor, params, body }) =>
        ok({ template: templateView(await templates.update(actor, params.id, body)) }),
    }),
    route({
      ...common,
      method: 'DELETE',
      path: '/seller/message-templates/:id',
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
