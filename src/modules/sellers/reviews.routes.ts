import { Type } from 'typebox';
import { ownPageReply, pagination, readOwnPage } from '../../platform/http/pagination.ts';
import { created, noContent, ok } from '../../platform/http/reply.ts';
import { access, PRIVATE, route } from '../../platform/http/route.ts';
import { ListOf, ownPageParameters } from '../../platform/http/schemas.ts';
import type { ReviewReplies } from './review-replies.ts';
import type { Reviews } from './reviews.ts';
import {
  OwnReviewView,
  ReplyBody,
  ReviewBody,
  ReviewReportBody,
  ReviewReportView,
  ReviewView,
} from './schemas.ts';
import { ownReviewView, reviewView } from './views.ts';

const tag = 'Reviews';

export function reviewRoutes(reviews: Reviews) {
  const common = { tag, access: access.user(), rateLimit: 'general', cache: PRIVATE } as const;
  return [
    route('POST', '/sellers/:slug/reviews', {
      ...common,
      operationId: 'reviews.create',
      summary: 'Review a seller',
      description: 'Only for buyers who wrote to the seller and received a reply. One review per seller.',
      body: ReviewBody,
      responses: { 201: OwnReviewView },
      errors: ['ALREADY_EXISTS'],
      handler: async ({ actor, params, body }) =>
        created(ownReviewView(await reviews.write(actor, params.slug, body))),
      answerAgain: async ({ actor }, id) => created(ownReviewView(await reviews.getOwn(actor, id))),
    }),
    route('GET', '/reviews', {
      ...common,
      operationId: 'reviews.list',
      showsInViews: true,
      summary: 'List your reviews, newest first',
      query: Type.Object({
        ...ownPageParameters,
        seller: Type.Optional(
          Type.String({ maxLength: 120, description: 'Slug of a seller, for your review of it' }),
        ),
      }),
      responses: { 200: ListOf('reviews', OwnReviewView) },
      handler: ({ actor, query }) =>
        ownPageReply('reviews', query, (page) => reviews.listOwn(actor, query.seller, page), ownReviewView),
    }),
    route('PUT', '/reviews/:id', {
      ...common,
      operationId: 'reviews.update',
      summary: 'Change your review',
      body: ReviewBody,
      responses: { 200: OwnReviewView },
      handler: async ({ actor, params, body }) =>
        ok(ownReviewView(await reviews.edit(actor, params.id, body))),
    }),
    route('DELETE', '/reviews/:id', {
      ...common,
      operationId: 'reviews.delete',
      summary: 'Delete your review',
      responses: { 204: null },
      handler: ({ actor, params }) => reviews.remove(actor, params.id).then(noContent),
    }),
    route('POST', '/reviews/:id/report', {
      ...common,
      operationId: 'reviews.report',
      summary: 'Report a review to the administrators',
      body: ReviewReportBody,
      responses: { 201: Type.Object({ report: ReviewReportView }) },
      errors: ['ALREADY_EXISTS'],
      handler: async ({ actor, params, body }) =>
        created({ report: await reviews.report(actor, params.id, body) }),
      answerAgain: async ({ actor }, id) => created({ report: await reviews.getReport(actor, id) }),
    }),
  ];
}

export function sellerReviewRoutes(replies: ReviewReplies) {
  const common = { tag, rateLimit: 'seller', cache: PRIVATE } as const;
  return [
    route('GET', '/seller/reviews', {
      ...common,
      operationId: 'receivedReviews.list',
      showsInViews: true,
      summary: 'List reviews of your company, newest first',
      access: access.seller('VIEWER'),
      query: Type.Object({
        ...ownPageParameters,
        replied: Type.Optional(
          Type.Boolean({ description: 'true: only reviews with a reply; false: only those without' }),
        ),
      }),
      responses: { 200: ListOf('reviews', ReviewView) },
      handler: async ({ actor, query }) => {
        const page = readOwnPage(query);
        const { rows, ...total } = await replies.list(actor, { replied: query.replied }, page);
        return ok({ reviews: rows.map(reviewView), pagination: pagination(page, total, rows.length) });
      },
    }),
    route('POST', '/seller/reviews/:id/reply', {
      ...common,
      operationId: 'receivedReviews.reply',
      summary: 'Reply to a review, once',
      access: access.seller('AGENT'),
      body: ReplyBody,
      responses: { 201: ReviewView },
      errors: ['ALREADY_EXISTS'],
      handler: async ({ actor, params, body }) =>
        created(reviewView(await replies.reply(actor, params.id, body.text))),
      answerAgain: async ({ actor }, id) => created(reviewView(await replies.get(actor, id))),
    }),
    route('PUT', '/seller/reviews/:id/reply', {
      ...common,
      operationId: 'receivedReviews.changeReply',
      summary: 'Change the reply to a review',
      access: access.seller('AGENT'),
      body: ReplyBody,
      responses: { 200: ReviewView },
      handler: async ({ actor, params, body }) =>
        ok(reviewView(await replies.change(actor, params.id, body.text))),
    }),
  ];
}
