import { Type } from 'typebox';
import { ok } from '../../platform/http/reply.ts';
import { adminRow, route } from '../../platform/http/route.ts';
import { Money, NamedObject, Nullable } from '../../platform/http/schemas.ts';
import type { OverviewService } from './overview.service.ts';

const Counts = Type.Record(Type.String(), Type.Integer());
const Queue = NamedObject('ModerationQueue', {
  waiting: Type.Integer(),
  oldestMinutes: Nullable(Type.Integer()),
});
const WebhookHealthView = NamedObject('WebhookHealth', {
  active: Type.Integer(),
  disabled: Type.Integer(),
  pending: Type.Integer(),
  oldestDueSeconds: Type.Integer(),
  lastDay: Type.Object({ delivered: Type.Integer(), failed: Type.Integer() }),
  failing: Type.Array(
    Type.Object({
      id: Type.String(),
      sellerId: Nullable(Type.String({ description: 'null: belongs to an administrator' })),
      url: Type.String(),
      status: Type.String(),
      failed: Type.Integer(),
    }),
  ),
  paused: Type.Array(
    Type.Object({ id: Type.String(), sellerId: Nullable(Type.String()), url: Type.String() }),
    { description: 'By administrators' },
  ),
});

const OverviewView = NamedObject('Overview', {
  users: Counts,
  sellers: Counts,
  listings: Counts,
  queues: Type.Object({ listings: Queue, reports: Queue, documents: Queue, reviews: Queue }),
  jobs: Type.Object({
    waiting: Type.Integer(),
    failed: Type.Integer(),
    oldestMinutes: Nullable(Type.Integer()),
  }),
  monthlyRevenue: Money,
  webhooks: WebhookHealthView,
  series: Type.Array(
    Type.Object({
      date: Type.String(),
      users: Type.Integer(),
      listings: Type.Integer(),
      messages: Type.Integer(),
    }),
  ),
});

export function overviewRoutes(overview: OverviewService) {
  const common = adminRow('Admin: dashboard');
  return [
    route({
      ...common,
      method: 'GET',
      path: '/admin/dashboard',
      operationId: 'admin.dashboard.get',
      summary: 'The market at a glance: totals, queues and how long they have waited',
      responses: { 200: OverviewView },
      errors: [],
      handler: async () => ok(await overview.read()),
    }),
    route({
      ...common,
      method: 'GET',
      path: '/admin/webhooks',
      operationId: 'admin.webhooks.health',
      summary: 'Webhook health: waiting and failing deliveries',
      responses: { 200: WebhookHealthView },
      errors: [],
      handler: async () => ok(await overview.webhooks()),
    }),
  ];
}
