import { Type } from 'typebox';
import type { UserActor } from '../../platform/actor.ts';
import { ownPageReply } from '../../platform/http/pagination.ts';
import { created, noContent, ok } from '../../platform/http/reply.ts';
import { access, PRIVATE, publicFor, type RequestContext, route } from '../../platform/http/route.ts';
import { Currency, ListOf, ownPageParameters } from '../../platform/http/schemas.ts';
import type { ComparisonDetail, Comparisons } from './service.ts';
import {
  ComparisonDetailView,
  comparisonView,
  ComparisonView,
  MatrixView,
  matrixView,
  SharedComparisonView,
} from './views.ts';

const common = { tag: 'Comparisons', access: access.user(), rateLimit: 'general', cache: PRIVATE } as const;

const LISTINGS_MIN = 2;
const LISTINGS_MAX = 5;
const PREVIEW_SECONDS = 60;
const listingIds = Type.Array(Type.String({ maxLength: 64 }), {
  minItems: LISTINGS_MIN,
  maxItems: LISTINGS_MAX,
  uniqueItems: true,
});
const name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });

const ComparisonData = Type.Object({ comparison: ComparisonDetailView });

export function comparisonRoutes(comparisons: Comparisons) {
  const detail = async (actor: UserActor, id: string, { languages }: RequestContext) =>
    detailView(await comparisons.get(actor, id, languages));
  return [
    route('GET', '/comparisons', {
      ...common,
      operationId: 'comparisons.list',
      showsInViews: true,
      summary: 'List your comparisons, most recently changed first',
      query: Type.Object(ownPageParameters),
      responses: { 200: ListOf('comparisons', ComparisonView) },
      handler: ({ actor, query }) =>
        ownPageReply('comparisons', query, (page) => comparisons.list(actor, page), comparisonView),
    }),
    route('POST', '/comparisons', {
      ...common,
      operationId: 'comparisons.create',
      summary: 'Compare two to five listings',
      body: Type.Object({ listingIds, name: Type.Optional(name) }),
      responses: { 201: ComparisonData },
      errors: ['PLAN_LIMIT_EXCEEDED'],
      handler: async ({ actor, body, context }) =>
        created(await detail(actor, await comparisons.create(actor, body), context)),
      answerAgain: async ({ actor, context }, id) => created(await detail(actor, id, context)),
    }),
    route('GET', '/comparisons/preview', {
      tag: 'Comparisons',
      operationId: 'comparisons.preview',
      summary: 'Compare listings without saving the comparison',
      description: 'Deleted listings are left out.',
      access: access.public,
      rateLimit: 'listings',
      cache: publicFor(PREVIEW_SECONDS),
      query: Type.Object({
        ids: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
          minItems: 1,
          maxItems: LISTINGS_MAX,
          description: 'IDs of listings, separated by commas',
        }),
        currency: Type.Optional(Currency),
      }),
      responses: { 200: Type.Object({ comparison: MatrixView }) },
      handler: async ({ query, context }) => {
        const wanted = { languages: context.languages, currency: query.currency ?? null };
        const { listings, currency, reader } = await comparisons.preview(query.ids, wanted);
        return ok({ comparison: matrixView(listings, currency, reader) });
      },
    }),
    route('GET', '/comparisons/:id', {
      ...common,
      operationId: 'comparisons.get',
      showsInViews: true,
      summary: 'Get a comparison as an aligned matrix',
      description:
        'Units are metric, amounts are in your currency, and names are in your language. Deleted listings are marked and have empty columns.',
      responses: { 200: ComparisonData },
      handler: async ({ actor, params, context }) => ok(await detail(actor, params.id, context)),
    }),
    route('PUT', '/comparisons/:id', {
      ...common,
      operationId: 'comparisons.update',
      summary: 'Change the listings or the name of a comparison',
      body: Type.Object({ listingIds: Type.Optional(listingIds), name: Type.Optional(name) }),
      responses: { 200: ComparisonData },
      handler: async ({ actor, params, body, context }) => {
        await comparisons.update(actor, params.id, body);
        return ok(await detail(actor, params.id, context));
      },
    }),
    route('DELETE', '/comparisons/:id', {
      ...common,
      operationId: 'comparisons.delete',
      summary: 'Delete a comparison',
      responses: { 204: null },
      handler: ({ actor, params }) => comparisons.delete(actor, params.id).then(noContent),
    }),
    route('POST', '/comparisons/:id/share', {
      ...common,
      operationId: 'comparisons.share',
      summary: 'Create a public link to a comparison',
      description: 'Returns the same link until it is revoked.',
      responses: { 201: Type.Object({ token: Type.String(), url: Type.String() }) },
      handler: async ({ actor, params }) => created(await comparisons.share(actor, params.id)),
      answerAgain: async ({ actor }, id) => created(await comparisons.sharedLink(actor, id)),
    }),
    route('DELETE', '/comparisons/:id/share', {
      ...common,
      operationId: 'comparisons.unshare',
      summary: 'Revoke the links to a comparison',
      responses: { 204: null },
      handler: ({ actor, params }) => comparisons.unshare(actor, params.id).then(noContent),
    }),
    route('GET', '/comparisons/shared/:token', {
      ...common,
      operationId: 'comparisons.getShared',
      // Omitted from the document, because it would be ambiguous next to `/comparisons/{id}/share`.
      isAlias: true,
      summary: 'Get a shared comparison',
      access: access.public,
      query: Type.Object({ currency: Type.Optional(Currency) }),
      responses: { 200: Type.Object({ comparison: SharedComparisonView }) },
      handler: async ({ params, query, context }) => {
        const wanted = { languages: context.languages, currency: query.currency ?? null };
        const { comparison, listings, currency, reader } = await comparisons.getShared(params.token, wanted);
        return ok({ comparison: { name: comparison.name, ...matrixView(listings, currency, reader) } });
      },
    }),
  ];
}

function detailView({ comparison, listings, currency, reader }: ComparisonDetail) {
  return { comparison: { ...comparisonView(comparison), ...matrixView(listings, currency, reader) } };
}
