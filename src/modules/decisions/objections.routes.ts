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
import { OUTCOMES } from './tables.ts';
import type { ReviewableDecision, ObjectionAdminService } from './objections.service.ts';

const ObjectionView = NamedObject('Objection', {
  id: Type.String(),
  kind: Type.String(),
  subjectId: Type.String(),
  subject: Type.String(),
  userId: Type.String(),
  code: Type.String(),
  reason: Type.String(),
  foundBy: Type.String(),
  decidedBy: Type.String(),
  decidedAt: Timestamp,
  objection: Nullable(Type.String()),
  objectedAt: Nullable(Timestamp),
  outcome: Nullable(Type.String()),
  outcomeReason: Nullable(Type.String()),
  outcomeBy: Nullable(Type.String()),
  outcomeAt: Nullable(Timestamp),
  outcomeBySamePerson: Nullable(Type.Boolean()),
  mayJudge: Type.Boolean({
    description:
      'Whether you can decide on the appeal: it is open, and you did not make the decision or are the only administrator',
  }),
});

export function objectionRoutes(objections: ObjectionAdminService) {
  const common = adminRow('Admin: reports');
  return [
    route('GET', '/admin/objections', {
      ...common,
      operationId: 'admin.objections.list',
      summary: 'List appeals against decisions: open ones oldest first, decided ones newest first',
      query: Type.Object({
        status: Type.Optional(
          Literals(['open', 'decided'], { description: 'Status of the appeal; open by default' }),
        ),
        ...pageParameters,
      }),
      responses: { 200: ListOf('objections', ObjectionView) },
      handler: ({ actor, query }) =>
        listPageReply(
          'objections',
          query,
          (page) => objections.list(actor, query.status ?? 'open', page),
          objectionView,
        ),
    }),
    route('POST', '/admin/objections/:id/judge', {
      ...common,
      operationId: 'admin.objections.judge',
      summary: 'Uphold or reverse a decision; its author can do so only if there is no other administrator',
      description:
        'Reversing a decision also undoes its effects: the account is reinstated, the review published or the listing restored. A listing that was live goes live again, or becomes a draft if the plan allows no further live listing. If its dealer is suspended, it returns when the dealer is reinstated.',
      body: Type.Object({
        outcome: Literals(OUTCOMES),
        reason: Type.String({ minLength: 3, maxLength: 1000 }),
      }),
      responses: { 200: ObjectionView },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, body, context }) => {
        await objections.judge(actor, params.id, body, context);
        return ok(objectionView(await objections.get(actor, params.id)));
      },
    }),
  ];
}

function objectionView(row: ReviewableDecision): Static<typeof ObjectionView> {
  return fromRow(ObjectionView, row, {
    mayJudge: row.canReview,
    outcomeBySamePerson: row.outcome === null ? null : row.outcome_by === row.decided_by,
  });
}
