import { type Static, Type } from 'typebox';
import { fromRow } from '../../platform/http/from-row.ts';
import { answerOwnPage } from '../../platform/http/pagination.ts';
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
import { type DecisionRow, OUTCOMES } from '../decisions/index.ts';
import type { ObjectionAdminService } from './objections.service.ts';

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
});

export function objectionRoutes(objections: ObjectionAdminService) {
  const common = adminRow('Admin: reports');
  return [
    route({
      ...common,
      method: 'GET',
      path: '/admin/objections',
      operationId: 'admin.objections.list',
      summary: 'Objections to decisions: open ones oldest first, decided ones newest first',
      query: Type.Object({
        status: Type.Optional(
          Literals(['open', 'decided'], { description: 'open unless something else is asked for' }),
        ),
        ...pageParameters,
      }),
      responses: { 200: ListOf('objections', ObjectionView) },
      handler: ({ query }) =>
        answerOwnPage(
          'objections',
          query,
          (page) => objections.list(query.status ?? 'open', page),
          objectionView,
          { isOwn: false },
        ),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/admin/objections/:id/judge',
      operationId: 'admin.objections.judge',
      summary: 'Uphold the decision or take it back; who made it cannot judge it',
      description:
        'What was decided is undone where it still stands: the listing is restored, the account reinstated, the review published.',
      body: Type.Object({
        outcome: Literals(OUTCOMES),
        reason: Type.String({ minLength: 3, maxLength: 1000 }),
      }),
      responses: { 200: ObjectionView },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, body, context }) => {
        await objections.judge(actor, params.id, body, context);
        return ok(objectionView(await objections.get(params.id)));
      },
    }),
  ];
}

function objectionView(row: DecisionRow): Static<typeof ObjectionView> {
  return fromRow(ObjectionView, row);
}
