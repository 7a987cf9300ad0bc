import { type Static, Type } from 'typebox';
import { fromRow } from '../../platform/http/from-row.ts';
import { ok } from '../../platform/http/reply.ts';
import { adminRow, route } from '../../platform/http/route.ts';
import { Literals, NamedObject, Nullable, Timestamp } from '../../platform/http/schemas.ts';
import type { WebhookAdminService } from './admin.service.ts';
import { ReplayBody, ReplayView } from './schemas.ts';
import { WEBHOOK_STATUSES, type WebhookRow } from './tables.ts';

const WebhookOfAnybody = NamedObject('AdminWebhook', {
  id: Type.String(),
  sellerId: Nullable(Type.String({ description: 'null: belongs to an administrator' })),
  url: Type.String(),
  status: Type.String(),
  disabledReason: Nullable(Type.String()),
  disabledAt: Nullable(Timestamp),
});

export function webhookAdminRoutes(webhooks: WebhookAdminService) {
  const common = adminRow('Admin: dashboard');
  return [
    route('PATCH', '/admin/webhooks/:id', {
      ...common,
      operationId: 'admin.webhooks.update',
      summary: 'Pause or resume any webhook',
      description:
        'While it is paused, it sends nothing, and its owner cannot resume it. A replay sends the missed events later.',
      body: Type.Object({ status: Literals(WEBHOOK_STATUSES) }),
      responses: { 200: Type.Object({ webhook: WebhookOfAnybody }) },
      handler: async ({ actor, params, body, context }) =>
        ok({ webhook: view(await webhooks.setStatus(actor, params.id, body.status, context)) }),
    }),
    route('POST', '/admin/webhooks/:id/replay', {
      ...common,
      operationId: 'admin.webhooks.replay',
      summary: 'Replay undelivered events of any webhook since a given time',
      body: ReplayBody,
      responses: { 200: ReplayView },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, body, context }) =>
        ok(await webhooks.replay(actor, params.id, body, context)),
    }),
  ];
}

function view(row: WebhookRow): Static<typeof WebhookOfAnybody> {
  return fromRow(WebhookOfAnybody, row);
}
