import { Type } from 'typebox';
import { created, noContent, ok } from '../../platform/http/reply.ts';
import { access, type AnyRouteRow, asAliases, type OperationId, route } from '../../platform/http/route.ts';
import { deliveryRoutes } from './deliveries.routes.ts';
import type { DeliveryService } from './deliveries.service.ts';
import { webhookReads, type WebhookPrefix, webhookRow, webhookWrites } from './paths.ts';
import {
  CreateWebhookBody,
  HandOverBody,
  UpdateWebhookBody,
  WebhookList,
  WebhookQuery,
  WebhookView,
  WebhookWithSecret,
} from './schemas.ts';
import type { WebhookService } from './service.ts';

export function webhookRoutes(webhooks: WebhookService, deliveries: DeliveryService): AnyRouteRow[] {
  const at = (prefix: WebhookPrefix): AnyRouteRow[] => [
    ...collectionRoutes(prefix, webhooks),
    ...itemRoutes(prefix, webhooks),
    ...deliveryRoutes(prefix, deliveries),
  ];
  return [...at('/webhooks'), ...asAliases(at('/seller/webhooks'))];
}

function collectionRoutes(prefix: WebhookPrefix, webhooks: WebhookService): AnyRouteRow[] {
  return [
    route('GET', prefix, {
      ...webhookRow,
      operationId: 'webhooks.list',
      summary: 'List your webhooks, newest first',
      access: webhookReads,
      query: WebhookQuery,
      responses: { 200: WebhookList },
      handler: async ({ actor, query }) => {
        const list = await webhooks.list(actor, query);
        return ok({ webhooks: await webhooks.viewsOf(list.webhooks), pagination: list.pagination });
      },
    }),
    route('POST', prefix, {
      ...webhookRow,
      operationId: 'webhooks.create',
      summary: 'Register a URL that receives events',
      description:
        'The response contains the secret that signs the deliveries. It is shown again only for the same Idempotency-Key. If created with an API key, the webhook receives the events that the key can read; `withheldEvents` lists the others.',
      access: webhookWrites,
      body: CreateWebhookBody,
      responses: { 201: Type.Object({ webhook: WebhookWithSecret }) },
      errors: ['PLAN_LIMIT_EXCEEDED'],
      alsoCheck: ({ body }) => webhooks.problemsOf(body),
      handler: async ({ actor, body, context }) => {
        const { webhook, secret } = await webhooks.create(actor, body, context);
        return created({ webhook: { ...(await webhooks.viewOf(webhook)), secret } });
      },
      answerAgain: async ({ actor }, id) => {
        const { webhook, secret } = await webhooks.getWithSecret(actor, id);
        return created({ webhook: { ...(await webhooks.viewOf(webhook)), secret } });
      },
    }),
  ];
}

function itemRoutes(prefix: WebhookPrefix, webhooks: WebhookService): AnyRouteRow[] {
  const update = (method: 'PUT' | 'PATCH', operationId: OperationId): AnyRouteRow =>
    route(method, `${prefix}/:id`, {
      ...webhookRow,
      operationId,
      summary: 'Change the URL, events or status of a webhook',
      description:
        'Omitted fields stay unchanged. `status: "active"` enables it for new events. After a change of URL or events, it receives what the author of the change can read.',
      access: webhookWrites,
      body: UpdateWebhookBody,
      responses: { 200: Type.Object({ webhook: WebhookView }) },
      errors: ['INVALID_STATE'],
      alsoCheck: ({ body }) => webhooks.problemsOf(body),
      handler: async ({ actor, params, body, context }) =>
        ok({ webhook: await webhooks.viewOf(await webhooks.update(actor, params.id, body, context)) }),
    });
  return [
    route('GET', `${prefix}/:id`, {
      ...webhookRow,
      operationId: 'webhooks.get',
      summary: 'Get a webhook',
      access: webhookReads,
      responses: { 200: Type.Object({ webhook: WebhookView }) },
      handler: async ({ actor, params }) =>
        ok({ webhook: await webhooks.viewOf(await webhooks.get(actor, params.id)) }),
    }),
    update('PUT', 'webhooks.replace'),
    update('PATCH', 'webhooks.update'),
    route('DELETE', `${prefix}/:id`, {
      ...webhookRow,
      operationId: 'webhooks.delete',
      summary: 'Delete a webhook and its delivery log',
      description: 'Not possible while an administrator has paused it.',
      access: webhookWrites,
      responses: { 204: null },
      handler: ({ actor, params, context }) => webhooks.remove(actor, params.id, context).then(noContent),
    }),
    route('POST', `${prefix}/:id/hand-over`, {
      ...webhookRow,
      operationId: 'webhooks.handOver',
      summary: 'Hand a webhook over to another member',
      description:
        'A webhook belongs to the company, and one member is its keeper. It pauses when the keeper leaves the team or can no longer manage webhooks (`disabledReason` is `member_left`), and resumes with new events once it is handed over. Check its URL first, because handing over does not change it.',
      access: access.seller('OWNER', 'webhooks:manage'),
      body: HandOverBody,
      responses: { 200: Type.Object({ webhook: WebhookView }) },
      handler: async ({ actor, params, body, context }) =>
        ok({
          webhook: await webhooks.viewOf(await webhooks.handOver(actor, params.id, body.memberId, context)),
        }),
    }),
    route('POST', `${prefix}/:id/rotate-secret`, {
      ...webhookRow,
      operationId: 'webhooks.rotateSecret',
      summary: 'Replace the signing secret',
      description: 'For 24 hours, `webhook-signature` also contains a signature with the old secret.',
      access: webhookWrites,
      responses: { 200: Type.Object({ webhook: WebhookWithSecret }) },
      handler: async ({ actor, params, context }) => {
        const { webhook, secret } = await webhooks.rotateSecret(actor, params.id, context);
        return ok({ webhook: { ...(await webhooks.viewOf(webhook)), secret } });
      },
    }),
  ];
}
