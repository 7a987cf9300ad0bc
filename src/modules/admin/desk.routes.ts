import { type Static, Type } from 'typebox';
import { answerOwnPage } from '../../platform/http/pagination.ts';
import { ok } from '../../platform/http/reply.ts';
import { adminRow, route } from '../../platform/http/route.ts';
import { ListOf, Literals, Nullable, pageParameters, Timestamp } from '../../platform/http/schemas.ts';
import type { Platform } from '../../platform/module.ts';
import type { Sellers } from '../sellers/index.ts';
import { webhookHealth } from '../webhooks/index.ts';
import { readOverview } from './overview.ts';
import type { ReportDesk } from './reports.ts';

const Counts = Type.Record(Type.String(), Type.Integer());
const Queue = Type.Object({ waiting: Type.Integer(), oldestMinutes: Nullable(Type.Integer()) });
const WebhookHealthView = Type.Object({
  active: Type.Integer(),
  disabled: Type.Integer(),
  pending: Type.Integer(),
  oldestDueSeconds: Type.Integer(),
  lastDay: Type.Object({ delivered: Type.Integer(), failed: Type.Integer() }),
  failing: Type.Array(
    Type.Object({
      id: Type.String(),
      sellerId: Type.String(),
      url: Type.String(),
      status: Type.String(),
      failed: Type.Integer(),
    }),
  ),
});

const OverviewView = Type.Object({
  users: Counts,
  sellers: Counts,
  listings: Counts,
  queues: Type.Object({ listings: Queue, reports: Queue, reviews: Queue }),
  jobs: Type.Object({
    waiting: Type.Integer(),
    failed: Type.Integer(),
    oldestMinutes: Nullable(Type.Integer()),
  }),
  monthlyRevenue: Type.Object({ amount: Type.Number(), currency: Type.String() }),
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

const ReportView = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  subjectId: Type.String(),
  reporterId: Type.String(),
  reportedUserId: Nullable(Type.String()),
  reason: Type.String(),
  details: Nullable(Type.String()),
  context: Type.Unknown(),
  status: Type.String(),
  decision: Nullable(Type.String()),
  decidedBy: Nullable(Type.String()),
  decidedAt: Nullable(Timestamp),
  createdAt: Timestamp,
});

const ReviewView = Type.Object({
  id: Type.String(),
  sellerId: Type.String(),
  rating: Type.Integer(),
  title: Nullable(Type.String()),
  text: Nullable(Type.String()),
  reply: Nullable(Type.String()),
  status: Type.String(),
  createdAt: Timestamp,
});

export function deskRoutes(parts: {
  platform: Platform;
  reports: ReportDesk;
  reviews: Sellers['moderation'];
}) {
  return [...overviewRoutes(parts.platform), ...reportRoutes(parts.reports), ...reviewRoutes(parts.reviews)];
}

function overviewRoutes(platform: Platform) {
  const common = adminRow('Admin: dashboard');
  return [
    route({
      ...common,
      method: 'GET',
      path: '/admin/dashboard',
      summary: 'The market at a glance: what there is, what waits, for how long',
      responses: { 200: OverviewView },
      errors: [],
      handler: async () => {
        const [overview, webhooks] = await Promise.all([
          readOverview(platform),
          webhookHealth(platform.db, platform.clock.now()),
        ]);
        return ok({ ...overview, webhooks });
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/admin/webhooks',
      summary: 'Health of the webhooks: what waits, what fails',
      responses: { 200: WebhookHealthView },
      errors: [],
      handler: async () => ok(await webhookHealth(platform.db, platform.clock.now())),
    }),
  ];
}

function reportRoutes(reports: ReportDesk) {
  const common = adminRow('Admin: reports');
  return [
    route({
      ...common,
      method: 'GET',
      path: '/admin/reports',
      summary: 'What users have reported, open ones first, by age',
      query: Type.Object({
        status: Type.Optional(Literals(['open', 'resolved', 'dismissed'])),
        kind: Type.Optional(Type.String({ maxLength: 40 })),
        ...pageParameters,
      }),
      responses: { 200: ListOf('reports', ReportView) },
      errors: [],
      handler: ({ query }) =>
        answerOwnPage('reports', query, (page) => reports.list(query, page), reportView),
    }),
    route({
      ...common,
      method: 'GET',
      path: '/admin/reports/:id',
      summary: 'One report with what it was about at the time',
      responses: { 200: ReportView },
      errors: [],
      handler: async ({ params }) => ok(reportView(await reports.get(params.id))),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/admin/reports/:id/decide',
      summary: 'Resolve or dismiss a report; the account behind it can be suspended in the same step',
      body: Type.Object({
        status: Literals(['resolved', 'dismissed']),
        decision: Type.String({ minLength: 3, maxLength: 1000 }),
        effect: Type.Optional(Literals(['none', 'suspend_user'])),
      }),
      responses: { 200: ReportView },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, body, context }) => {
        await reports.decide(actor, params.id, { ...body, effect: body.effect ?? 'none' }, context);
        return ok(reportView(await reports.get(params.id)));
      },
    }),
  ];
}

function reviewRoutes(reviews: Sellers['moderation']) {
  const common = adminRow('Admin: reviews');
  return [
    route({
      ...common,
      method: 'GET',
      path: '/admin/reviews',
      summary: 'Reviews by state; those that wait by age',
      query: Type.Object({
        status: Type.Optional(Literals(['pending', 'published', 'rejected'])),
        sellerId: Type.Optional(Type.String({ maxLength: 40 })),
        ...pageParameters,
      }),
      responses: { 200: ListOf('reviews', ReviewView) },
      errors: [],
      handler: ({ query }) =>
        answerOwnPage('reviews', query, (page) => reviews.list(query, page), reviewView),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/admin/reviews/:id/decide',
      summary: 'Publish or reject a review',
      body: Type.Object({
        status: Literals(['published', 'rejected']),
        reason: Type.Optional(Nullable(Type.String({ minLength: 3, maxLength: 1000 }))),
      }),
      responses: { 200: ReviewView },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, body, context }) => {
        const decision = { status: body.status, reason: body.reason ?? null };
        return ok(
          reviewView(
            await reviews.decide(actor, params.id, decision, {
              ip: context.ip,
              requestId: context.requestId,
            }),
          ),
        );
      },
    }),
  ];
}

type ReportRow = Awaited<ReturnType<ReportDesk['get']>>;
type ReviewRow = Awaited<ReturnType<Sellers['moderation']['decide']>>;

function reportView(row: ReportRow): Static<typeof ReportView> {
  return {
    id: row.id,
    kind: row.kind,
    subjectId: row.subject_id,
    reporterId: row.reporter_id,
    reportedUserId: row.reported_user_id,
    reason: row.reason,
    details: row.details,
    context: row.context,
    status: row.status,
    decision: row.decision,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

function reviewView(row: ReviewRow): Static<typeof ReviewView> {
  return {
    id: row.id,
    sellerId: row.seller_id,
    rating: row.rating,
    title: row.title,
    text: row.text,
    reply: row.reply,
    status: row.status,
    createdAt: row.created_at.toISOString(),
  };
}
