import { Type } from 'typebox';
import type { Actor } from '../../../platform/actor.ts';
import {
  access,
  type AnyRouteRow,
  publicFor,
  type Reply,
  route,
  type RequestContext,
} from '../../../platform/http/route.ts';
import type { TaxonomySnapshot } from '../../taxonomy/index.ts';
import type { DetailPages } from './detail-pages.ts';
import { ListingDetailView } from './detail-view.ts';
import { ListingSummary, type SimilarListings, type SimilarSeed } from './listing-summary.ts';
import { recordOf } from '../record/record-columns.ts';
import type { ListingRow } from '../tables.ts';
import type { ViewCounter } from './view-counter.ts';

/** Specification "Limits", cache durations. */
const DETAIL_SECONDS = 2 * 60;
const LIST_SECONDS = 60;

export interface PublicRouteParts {
  readonly pages: DetailPages;
  readonly views: ViewCounter;
  readonly search: SimilarListings;
  readonly taxonomy: { readonly current: TaxonomySnapshot };
}

export function publicRoutes(parts: PublicRouteParts): readonly AnyRouteRow[] {
  const common = { tag: 'Listings', access: access.public, rateLimit: 'listings' } as const;
  return [
    route({
      ...common,
      method: 'GET',
      path: '/listings/:slug',
      operationId: 'publicListings.get',
      summary: 'A listing by slug or id; sold and expired listings stay visible for 30 days',
      cache: publicFor(DETAIL_SECONDS),
      responses: { 200: ListingDetailView },
      errors: ['NOT_FOUND'],
      handler: ({ actor, params, context }) => showDetail(parts, actor, params.slug, context),
    }),
    route({
      ...common,
      method: 'GET',
      path: '/listings/:slug/similar',
      operationId: 'publicListings.similar',
      summary: 'Up to eight live listings like this one',
      cache: publicFor(LIST_SECONDS),
      responses: { 200: Type.Object({ listings: Type.Array(ListingSummary) }) },
      errors: ['NOT_FOUND'],
      handler: async ({ params, context }) => {
        const { row } = await parts.pages.find(params.slug);
        return { status: 200, ready: await parts.search.similar(seedOf(row, parts), context.languages) };
      },
    }),
  ];
}

async function showDetail(
  { pages, views }: PublicRouteParts,
  actor: Actor,
  idOrSlug: string,
  context: RequestContext,
): Promise<Reply> {
  const page = await pages.find(idOrSlug);
  views.note(page.row, actor, context);
  const isForDealers = actor.kind === 'user' && actor.role === 'SELLER' && page.row.dealer_price !== null;
  const { body, etag } = pages.answer(page, context.languages, isForDealers);
  return {
    status: 200,
    ready: body,
    etag,
    ...(isForDealers ? { headers: { 'cache-control': 'private, no-store' } } : {}),
  };
}

function seedOf(row: ListingRow, { taxonomy }: PublicRouteParts): SimilarSeed {
  const { id, category, subcategory, brand, model, price, currency } = {
    ...recordOf(row, taxonomy.current),
    id: row.id,
  };
  return { id, category: category ?? '', subcategory, brand, model, price, currency };
}
