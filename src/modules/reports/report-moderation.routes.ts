import { type Static, Type } from 'typebox';
import { fromRow } from '../../platform/http/from-row.ts';
import { listPageReply } from '../../platform/http/pagination.ts';
import { ok } from '../../platform/http/reply.ts';
import { adminRow, route } from '../../platform/http/route.ts';
import {
  ListOf,
  Literals,
  NamedObject,
  Nullable,
  pageParameters,
  Timestamp,
} from '../../platform/http/schemas.ts';
import { DECISION_KINDS, ReasonCode } from '../decisions/index.ts';
import type { NamedReport, ReportAdminService } from './report-moderation.service.ts';

const ReportView = NamedObject('Report', {
  id: Type.String(),
  kind: Type.String(),
  subjectId: Type.String(),
  reporterId: Nullable(Type.String()),
  reporterName: Nullable(Type.String()),
  guest: Nullable(
    Type.Object(
      { name: Nullable(Type.String()), email: Nullable(Type.String()) },
      { description: 'Contact data entered by a reporter without an account; unverified' },
    ),
  ),
  reportedUserId: Nullable(Type.String()),
  reportedUserName: Nullable(Type.String()),
  reason: Type.String(),
  details: Nullable(Type.String()),
  context: Type.Unknown(),
  status: Type.String(),
  decision: Nullable(Type.String()),
  measures: Type.Array(Literals(DECISION_KINDS), {
    description: 'Resulting decisions against the reported content or account',
  }),
  decidedBy: Nullable(Type.String()),
  decidedAt: Nullable(Timestamp),
  createdAt: Timestamp,
});

export function reportRoutes(reports: ReportAdminService) {
  const common = adminRow('Admin: reports');
  return [
    route('GET', '/admin/reports', {
      ...common,
      operationId: 'admin.reports.list',
      summary: 'List reports, open ones first, oldest first',
      query: Type.Object({
        status: Type.Optional(
          Literals(['open', 'resolved', 'dismissed'], { description: 'Filter by status' }),
        ),
        kind: Type.Optional(
          Type.String({ maxLength: 40, description: 'Type of the subject: message, review or listing' }),
        ),
        reportedUserId: Type.Optional(
          Type.String({ maxLength: 40, description: 'Reports about the account' }),
        ),
        ...pageParameters,
      }),
      responses: { 200: ListOf('reports', ReportView) },
      handler: ({ query }) =>
        listPageReply('reports', query, (page) => reports.list(query, page), reportView),
    }),
    route('GET', '/admin/reports/:id', {
      ...common,
      operationId: 'admin.reports.get',
      summary: 'Get a report with a copy of its subject',
      responses: { 200: ReportView },
      handler: async ({ params }) => ok(reportView(await reports.get(params.id))),
    }),
    route('POST', '/admin/reports/:id/decide', {
      ...common,
      operationId: 'admin.reports.decide',
      summary: 'Resolve or dismiss a report, and take the measures',
      description:
        'The decision and its measures take effect together; if a measure is rejected, the report stays open. The reporter is notified of both.',
      body: Type.Object({
        status: Literals(['resolved', 'dismissed']),
        code: Type.Optional(ReasonCode),
        decision: Type.String({ minLength: 3, maxLength: 1000 }),
        takeDown: Type.Optional(
          Type.Boolean({
            description: 'Takes down the reported listing, or hides the reported review',
          }),
        ),
        effect: Type.Optional(
          Literals(['none', 'suspend_user'], {
            description: 'suspend_user: suspends the account responsible for the content',
          }),
        ),
      }),
      responses: { 200: ReportView },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, body, context }) => {
        const measures = { takeDown: body.takeDown ?? false, effect: body.effect ?? 'none' };
        await reports.decide(actor, params.id, { ...body, ...measures }, context);
        return ok(reportView(await reports.get(params.id)));
      },
    }),
  ];
}

function reportView(row: NamedReport): Static<typeof ReportView> {
  return fromRow(ReportView, row, {
    reporterName: row.reporterName,
    guest: row.reporter_id === null ? { name: row.reporter_name, email: row.reporter_email } : null,
    reportedUserName: row.reportedUserName,
  });
}
