import { type Static, Type } from 'typebox';
import type { UserActor } from '../../../platform/actor.ts';
import { fromRow } from '../../../platform/http/from-row.ts';
import { keysetPageReply, KeysetListOf, keysetParameters } from '../../../platform/http/keyset.ts';
import { noContent, ok } from '../../../platform/http/reply.ts';
import { adminRow, type RequestContext, route } from '../../../platform/http/route.ts';
import { Literals, NamedObject, Nullable, Timestamp } from '../../../platform/http/schemas.ts';
import { FoundBy, ReasonCode } from '../../decisions/index.ts';
import { nameIn } from '../../taxonomy/index.ts';
import { ListingImageView } from '../public/images.ts';
import { listingStates } from '../record/enums.ts';
import {
  type ModeratedListing,
  moderationKey,
  type Decision,
  type ListingAdminService,
  MODERATION_ACTIONS,
  type ModerationAction,
} from './listing-moderation.service.ts';

const ReasonView = Type.Record(Type.String(), Type.Unknown());

const ModeratedView = NamedObject('ModeratedListing', {
  id: Type.String(),
  slug: Type.String(),
  title: Type.String(),
  description: Nullable(Type.String()),
  category: Nullable(Type.Object({ slug: Type.String(), name: Type.String() })),
  location: Type.Object({ country: Nullable(Type.String()), city: Nullable(Type.String()) }),
  status: Type.String(),
  price: Nullable(Type.Number()),
  currency: Nullable(Type.String()),
  vatDeductible: Nullable(Type.Boolean({ description: 'The price is net; null: not recorded' })),
  year: Nullable(Type.Integer()),
  mileage: Nullable(Type.Integer()),
  thumbnail: Nullable(Type.String()),
  images: Type.Array(ListingImageView),
  source: Type.String(),
  flags: Type.Record(Type.String(), Type.Unknown()),
  rejection: Nullable(ReasonView),
  suspension: Nullable(ReasonView),
  qualityScore: Type.Integer(),
  featured: Type.Boolean(),
  featuredUntil: Nullable(Timestamp),
  views: Type.Integer(),
  createdAt: Timestamp,
  submittedAt: Nullable(Timestamp),
  publishedAt: Nullable(Timestamp),
  seller: Type.Object({
    id: Type.String(),
    slug: Type.String(),
    companyName: Type.String(),
    verified: Type.Boolean(),
    trustScore: Type.Integer(),
    createdAt: Timestamp,
  }),
});

const ReasonBody = NamedObject('ModerationReason', {
  code: Type.Optional(ReasonCode),
  reason: Type.String({ minLength: 3, maxLength: 1000 }),
  foundBy: Type.Optional(FoundBy),
});

const BulkBody = Type.Object({
  ids: Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 100, uniqueItems: true }),
  action: Literals(MODERATION_ACTIONS),
  code: Type.Optional(ReasonCode),
  reason: Type.Optional(Type.String({ minLength: 3, maxLength: 1000 })),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
});

const ListingAnswer = Type.Object({ listing: ModeratedView });

const STATE_ERRORS = [
  'INVALID_STATE',
  'LISTING_LIMIT_EXCEEDED',
  'PLAN_LIMIT_EXCEEDED',
  'VALIDATION_ERROR',
] as const;

export function listingAdminRoutes(service: ListingAdminService) {
  const common = adminRow('Admin: listings');
  const view = (listing: ModeratedListing, { languages }: Pick<RequestContext, 'languages'>) =>
    listingView(listing, service.flagsOf(listing), languages);
  const decide = async (actor: UserActor, id: string, decision: Decision, context: RequestContext) => {
    await service.decide(actor, id, decision, context);
    return ok({ listing: view(await service.get(id), context) });
  };
  const step = <A extends ModerationAction>(action: A, summary: string) =>
    ({
      ...common,
      operationId: `admin.listings.${action}`,
      summary,
      responses: { 200: ListingAnswer },
      errors: STATE_ERRORS,
    }) as const;
  const plainStep = (action: 'approve' | 'restore' | 'unfeature', summary: string) =>
    route('POST', `/admin/listings/:id/${action}`, {
      ...step(action, summary),
      handler: async ({ actor, params, context }) => decide(actor, params.id, { action }, context),
    });
  const reasonedStep = (action: 'reject' | 'suspend', generalCode: string, summary: string) =>
    route('POST', `/admin/listings/:id/${action}`, {
      ...step(action, summary),
      body: ReasonBody,
      handler: async ({ actor, params, body, context }) => {
        const reason = { code: body.code ?? generalCode, text: body.reason };
        const foundBy = body.foundBy ?? 'administrator';
        return decide(actor, params.id, { action, reason, foundBy }, context);
      },
    });
  return [
    route('GET', '/admin/listings', {
      ...common,
      operationId: 'admin.listings.list',
      summary: 'List listings in every state; those in review oldest first, all others newest first',
      query: Type.Object({
        status: Type.Optional(
          Type.Array(Literals(listingStates), { description: 'States, separated by commas' }),
        ),
        sellerId: Type.Optional(Type.String({ maxLength: 40, description: 'Filter by seller' })),
        flagged: Type.Optional(Type.Boolean({ description: 'true: only with moderation flags' })),
        q: Type.Optional(Type.String({ maxLength: 100, description: 'Words in the listing' })),
        ...keysetParameters,
      }),
      responses: { 200: KeysetListOf('listings', ModeratedView) },
      handler: ({ query, context }) =>
        keysetPageReply('listings', query, {
          read: (page) => service.list(query, page),
          view: (listing) => view(listing, context),
          keyOf: moderationKey,
          key: { parts: 3, instants: [1] },
        }),
    }),
    route('GET', '/admin/listings/:id', {
      ...common,
      operationId: 'admin.listings.get',
      summary: 'Get a listing with its moderation flags',
      responses: { 200: ListingAnswer },
      handler: async ({ params, context }) => ok({ listing: view(await service.get(params.id), context) }),
    }),
    plainStep('approve', 'Approve a listing in review, which then goes live'),
    plainStep('restore', 'Restore a suspended listing'),
    plainStep('unfeature', 'Stop featuring a listing'),
    reasonedStep('reject', 'other', 'Reject a listing in review, with a reason for the seller'),
    reasonedStep('suspend', 'takedown', 'Pause a live listing'),
    route('POST', '/admin/listings/:id/feature', {
      ...step('feature', 'Feature a listing'),
      body: Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })) }),
      bodyOptional: true,
      handler: async ({ actor, params, body, context }) =>
        decide(actor, params.id, { action: 'feature', featuredDays: body.days }, context),
    }),
    route('DELETE', '/admin/listings/:id', {
      ...common,
      operationId: 'admin.listings.delete',
      needsFreshSignIn: true,
      summary: 'Delete a listing',
      responses: { 204: null },
      errors: STATE_ERRORS,
      handler: ({ actor, params, context }) =>
        service.decide(actor, params.id, { action: 'delete' }, context).then(noContent),
    }),
    route('POST', '/admin/listings/bulk', {
      ...common,
      operationId: 'admin.listings.decideSeveral',
      summary: 'Apply one decision to many listings, with a result for each',
      body: BulkBody,
      responses: {
        200: Type.Object({
          results: Type.Array(
            Type.Object({
              id: Type.String(),
              success: Type.Boolean(),
              status: Nullable(Type.String()),
              error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
            }),
          ),
        }),
      },
      handler: async ({ actor, body, context }) =>
        ok({ results: await service.decideMany(actor, body.ids, bulkDecision(body), context) }),
    }),
  ];
}

function bulkDecision(body: Static<typeof BulkBody>): Decision {
  return {
    action: body.action,
    reason: body.reason === undefined ? undefined : { code: body.code ?? 'other', text: body.reason },
    featuredDays: body.days,
  };
}

function listingView(
  row: ModeratedListing,
  flags: Record<string, unknown>,
  languages: readonly string[],
): Static<typeof ModeratedView> {
  const { category } = row;
  return fromRow(ModeratedView, row, {
    category:
      category === undefined ? null : { slug: category.slug, name: nameIn(category.names, languages) },
    location: { country: row.country, city: row.city },
    images: [...row.images],
    flags,
    rejection: row.rejection === null ? null : { ...row.rejection },
    suspension: row.suspension === null ? null : { ...row.suspension },
    seller: {
      id: row.seller_id,
      slug: row.seller_slug,
      companyName: row.company_name,
      verified: row.seller_verified,
      trustScore: row.trust_score,
      createdAt: row.seller_since.toISOString(),
    },
  });
}
