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
import { ReasonCode } from '../decisions/index.ts';
import type { ReviewModeration, ReviewRow } from './review-moderation.ts';

const ReviewView = NamedObject('ModeratedReview', {
  id: Type.String(),
  sellerId: Type.String(),
  rating: Type.Integer(),
  title: Nullable(Type.String()),
  text: Nullable(Type.String()),
  reply: Nullable(Type.String()),
  status: Type.String(),
  createdAt: Timestamp,
});

export function reviewModerationRoutes(reviews: ReviewModeration) {
  const common = adminRow('Admin: reviews');
  return [
    route('GET', '/admin/reviews', {
      ...common,
      operationId: 'admin.reviews.list',
      summary: 'List reviews by state; pending ones oldest first',
      query: Type.Object({
        status: Type.Optional(
          Literals(['pending', 'published', 'rejected'], { description: 'Filter by status' }),
        ),
        sellerId: Type.Optional(Type.String({ maxLength: 40, description: 'Filter by seller' })),
        ...pageParameters,
      }),
      responses: { 200: ListOf('reviews', ReviewView) },
      handler: ({ query }) =>
        listPageReply('reviews', query, (page) => reviews.list(query, page), reviewView),
    }),
    route('POST', '/admin/reviews/:id/decide', {
      ...common,
      operationId: 'admin.reviews.decide',
      summary: 'Publish or reject a review',
      body: Type.Object({
        status: Literals(['published', 'rejected']),
        code: Type.Optional(ReasonCode),
        reason: Type.Optional(Nullable(Type.String({ minLength: 3, maxLength: 1000 }))),
      }),
      responses: { 200: ReviewView },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, body, context }) => {
        const decision = { status: body.status, reason: body.reason ?? null, code: body.code };
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

function reviewView(row: ReviewRow): Static<typeof ReviewView> {
  return fromRow(ReviewView, row);
}
