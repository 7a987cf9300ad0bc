import { Type } from 'typebox';
import { keysetPageReply, BY_CREATION } from '../../platform/http/keyset.ts';
import { ok } from '../../platform/http/reply.ts';
import { type AnyRouteRow, route } from '../../platform/http/route.ts';
import type { DeliveryService } from './deliveries.service.ts';
import { webhookReads, type WebhookPrefix, webhookRow, webhookWrites } from './paths.ts';
import {
  LogDetail,
  LogEntry,
  LogList,
  LogQuery,
  ReplayBody,
  ReplayView,
  RetryView,
  TestBody,
} from './schemas.ts';
import { logDetail, logEntry } from './views.ts';

export function deliveryRoutes(prefix: WebhookPrefix, deliveries: DeliveryService): AnyRouteRow[] {
  return [...logRoutes(prefix, deliveries), ...sendingRoutes(prefix, deliveries)];
}

function logRoutes(prefix: WebhookPrefix, deliveries: DeliveryService): AnyRouteRow[] {
  return [
    route('GET', `${prefix}/:id/logs`, {
      ...webhookRow,
      operationId: 'webhooks.listLogs',
      summary: 'List delivery attempts of the last 30 days, newest first',
      access: webhookReads,
      query: LogQuery,
      responses: { 200: LogList },
      handler: ({ actor, params, query }) =>
        keysetPageReply('logs', query, {
          read: (page) => deliveries.listLogs(actor, params.id, query, page),
          view: logEntry,
          ...BY_CREATION,
          isOwn: true,
        }),
    }),
    route('GET', `${prefix}/:id/logs/:logId`, {
      ...webhookRow,
      operationId: 'webhooks.getLog',
      summary: 'Get a delivery attempt, with its request and response',
      description: 'Headers and bodies are cut off after 4 KiB each.',
      access: webhookReads,
      responses: { 200: Type.Object({ log: LogDetail }) },
      handler: async ({ actor, params }) => {
        const { entry, body } = await deliveries.getLog(actor, params.id, params.logId);
        return ok({ log: logDetail(entry, body) });
      },
    }),
    route('POST', `${prefix}/:id/logs/:logId/retry`, {
      ...webhookRow,
      operationId: 'webhooks.retryDelivery',
      summary: 'Retry a delivery now',
      description:
        'Replaces the pending automatic retry, if any, and counts as one of the six attempts. The outcome is in the log entry `log_id`, once the attempt has been made.',
      access: webhookWrites,
      responses: { 200: Type.Object({ delivery: RetryView }) },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params }) => {
        const { entry, dueAt, nextId } = await deliveries.retry(actor, params.id, params.logId);
        const { event_id, event_type } = entry;
        return ok({
          delivery: {
            event_id,
            event_type,
            status: 'pending',
            next_retry: dueAt.toISOString(),
            log_id: nextId,
          },
        });
      },
    }),
  ];
}

function sendingRoutes(prefix: WebhookPrefix, deliveries: DeliveryService): AnyRouteRow[] {
  return [
    route('POST', `${prefix}/:id/test`, {
      ...webhookRow,
      operationId: 'webhooks.test',
      summary: 'Send a sample event and wait for the outcome',
      description:
        'Sent once, without retries, even while the webhook is disabled, but not while the seller is suspended or an administrator has paused it.',
      access: webhookWrites,
      body: TestBody,
      bodyOptional: true,
      responses: { 200: Type.Object({ delivery: LogEntry }) },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, body }) =>
        ok({ delivery: logEntry(await deliveries.test(actor, params.id, body?.event_type)) }),
    }),
    route('POST', `${prefix}/:id/replay`, {
      ...webhookRow,
      operationId: 'webhooks.replay',
      summary: 'Resend events that have not been delivered since a given time',
      description:
        'Includes events from the time when the webhook was disabled. Each keeps its ID and gets six attempts. A request resends at most 10,000 events.',
      access: webhookWrites,
      body: ReplayBody,
      responses: { 200: ReplayView },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, body }) => ok(await deliveries.replay(actor, params.id, body)),
    }),
  ];
}
