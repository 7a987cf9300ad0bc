import { Type } from 'typebox';
import { pagination, readPage } from '../../platform/http/pagination.ts';
import { ok } from '../../platform/http/reply.ts';
import { access, publicFor, route } from '../../platform/http/route.ts';
import { ListOf, pageParameters } from '../../platform/http/schemas.ts';
import { ListingListView } from '../discovery/index.ts';
import type { PublicSellers } from './public-sellers.ts';
import type { Reviews } from './reviews.ts';
import { PublicSeller, ReviewView } from './schemas.ts';
import { reviewView } from './views.ts';

const SELLER_SECONDS = 60;

export function publicSellerRoutes(sellers: PublicSellers, reviews: Reviews) {
  const common = {
    tag: 'Sellers',
    access: access.public,
    rateLimit: 'listings',
    cache: publicFor(SELLER_SECONDS),
    errors: ['NOT_FOUND'],
  } as const;
  return [
    route('GET', '/sellers/:slug', {
      ...common,
      operationId: 'sellers.get',
      summary: 'Get the public profile of a seller',
      responses: { 200: PublicSeller },
      handler: async ({ actor, params }) => ok(await sellers.get(actor, params.slug)),
    }),
    route('GET', '/sellers/:slug/listings', {
      ...common,
      operationId: 'sellers.listListings',
      summary: 'List live listings of a seller, newest first',
      query: Type.Object(pageParameters),
      responses: { 200: ListingListView },
      handler: async ({ params, query, context }) => ({
        status: 200,
        ready: await sellers.listings(params.slug, query, context.languages),
      }),
    }),
    route('GET', '/sellers/:slug/reviews', {
      ...common,
      operationId: 'sellers.listReviews',
      summary: 'List reviews of a seller, newest first',
      query: Type.Object(pageParameters),
      responses: { 200: ListOf('reviews', ReviewView) },
      handler: async ({ actor, params, query }) => {
        const page = readPage(query);
        const { rows, ...total } = await reviews.listPublished(actor, params.slug, page);
        return ok({ reviews: rows.map(reviewView), pagination: pagination(page, total) });
      },
    }),
  ];
}
