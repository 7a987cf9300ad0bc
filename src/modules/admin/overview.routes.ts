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
    { description: 'Webhooks paused by administrators' },
  ),
});

const OverviewView = NamedObject('Overview', {
  users: Counts,
  sellers: Counts,
  listings: Counts,
  queues: Type.Object({
    listings: Queue,
    reports: Queue,
    documents: Queue,
    reviews: Queue,
    objections: Queue,
  }),
  jobs: Type.Object({
    waiting: Type.Integer(),
    failed: Type.Integer(),
    oldestMinutes: Nullable(Type.Integer()),
  }),
  monthlyRevenue: Money,
  revenueByPlan: Type.Array(
    Type.Object({
      planId: Type.String(),
      name: Type.String(),
      currency: Type.String(),
      months: Type.Array(Type.Object({ month: Type.String(), amount: Type.Number() })),
    }),
    {
      description:
        'Amounts invoiced in each of twelve months, without VAT and minus credit notes, by plan and currency. Plans without invoices are omitted',
    },
  ),
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

const EndpointFigures = NamedObject('EndpointFigures', {
  method: Type.String(),
  route: Type.String(),
  requests: Type.Integer(),
  failed: Type.Integer({ description: 'Responses with a 5xx status' }),
  averageMs: Type.Number(),
  within95Ms: Nullable(
    Type.Number({ description: '95th percentile latency; null if above the highest bucket' }),
  ),
});

const HealthView = NamedObject('SystemHealth', {
  slowEndpoints: Type.Array(EndpointFigures, { description: 'Slowest first, without event streams' }),
  failingEndpoints: Type.Array(EndpointFigures),
  slowStatements: Type.Array(Type.Object({ statement: Type.String(), ms: Type.Number() }), {
    description: 'Longest duration of each statement in the last five minutes; the log contains their texts',
  }),
  failingJobs: Type.Array(
    Type.Object({
      job: Type.String(),
      done: Type.Integer(),
      retried: Type.Integer(),
      failed: Type.Integer(),
    }),
  ),
  searchIndex: Type.Object(
    {
      lagSeconds: Nullable(Type.Number()),
      lagPositions: Nullable(Type.Integer()),
    },
    { description: 'Lag of the index behind the change log; null if unknown' },
  ),
  mails: Type.Object({
    queued: Type.Integer(),
    oldestMinutes: Nullable(Type.Integer()),
    lastDay: Type.Object({ sent: Type.Integer(), failed: Type.Integer() }),
    lastReason: Nullable(
      Type.String({ description: 'Error of the newest job that failed or waits for a retry' }),
    ),
  }),
});

export function overviewRoutes(overview: OverviewService) {
  const common = adminRow('Admin: dashboard');
  return [
    route('GET', '/admin/dashboard', {
      ...common,
      operationId: 'admin.dashboard.get',
      summary: 'Get totals, and queues with their waiting times',
      responses: { 200: OverviewView },
      handler: async () => ok(await overview.read()),
    }),
    route('GET', '/admin/health', {
      ...common,
      operationId: 'admin.health.get',
      summary: 'Get slow and failing endpoints and statements, and the lag of the search index',
      description:
        'Endpoints and jobs are counted since the start of their process, on the machine that responds.',
      responses: { 200: HealthView },
      handler: async () => ok(await overview.health()),
    }),
    route('GET', '/admin/webhooks', {
      ...common,
      operationId: 'admin.webhooks.health',
      summary: 'Get webhook health: pending and failing deliveries',
      responses: { 200: WebhookHealthView },
      handler: async () => ok(await overview.webhooks()),
    }),
  ];
}
