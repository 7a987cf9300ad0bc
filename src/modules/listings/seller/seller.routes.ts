import { Type } from 'typebox';
import type { ErrorCode } from '../../../platform/errors/catalogue.ts';
import { localizerFor } from '../../../platform/errors/localize.ts';
import { ownPageReply, pagination, readOwnPage } from '../../../platform/http/pagination.ts';
import { created, noContent, ok } from '../../../platform/http/reply.ts';
import {
  type AnyRouteRow,
  asAliases,
  PRIVATE,
  type Reply,
  type RequestContext,
  route,
} from '../../../platform/http/route.ts';
import { Amount, ListOf, Nullable, ownPageParameters } from '../../../platform/http/schemas.ts';
import { moneyMax } from '../record/fields/spec.ts';
import type { ListingAction } from '../lifecycle/lifecycle-table.ts';
import { CreateListingBody, EditListingBody } from '../record/listing-body.ts';
import { versionTag } from '../../../platform/http/request/version.ts';
import type { Wording } from '../../../platform/wording.ts';
import type { StepOptions } from '../writing/transitions.ts';
import { FeaturedDays } from './batch-schemas.ts';
import {
  HistoryView,
  historyView,
  OwnListingList,
  OwnListingView,
  OwnListParameters,
  ownSummary,
  ownView,
  remarksOf,
} from './own-view.ts';
import type { ListingService, OwnListing } from './listings.service.ts';
import { deletes, listingActorOf, reads, writes } from './seller-access.ts';

/** Two paths for the same listings: the seller's, and the public one, where API clients write. */
const ownPlace = { list: '/seller/listings', one: '/seller/listings/:id' } as const;
const publicPlace = { list: '/listings', one: '/listings/:slug' } as const;
type Place = typeof ownPlace | typeof publicPlace;

const common = { tag: 'Own listings', rateLimit: 'seller', cache: PRIVATE } as const;

/** Renders a listing with warnings in the reader's language. */
interface Answers {
  shown(listing: OwnListing, context: RequestContext): Reply;
  created(listing: OwnListing, context: RequestContext): Reply;
}

function answersIn(wording: Wording): Answers {
  const view = (listing: OwnListing, { languages }: RequestContext) =>
    ownView(listing, localizerFor(languages, wording));
  const options = (listing: OwnListing, { languages }: RequestContext) => ({
    etag: versionTag(listing.row.version),
    warnings: remarksOf(listing, localizerFor(languages, wording)),
  });
  return {
    shown: (listing, context) => ok(view(listing, context), options(listing, context)),
    created: (listing, context) => {
      const headers = { location: `/api/seller/listings/${listing.row.id}` };
      return created(view(listing, context), { ...options(listing, context), headers });
    },
  };
}

function nameIn(params: Readonly<Record<string, string>>): string {
  return params['id'] ?? params['slug'] ?? '';
}

export function sellerRoutes(service: ListingService, wording: Wording): readonly AnyRouteRow[] {
  const responses = answersIn(wording);
  return [
    route('GET', '/seller/listings', {
      ...common,
      operationId: 'listings.list',
      showsInViews: true,
      summary: 'List your listings in every state',
      access: reads,
      query: OwnListParameters,
      responses: { 200: OwnListingList },
      errors: ['INVALID_FILTER', 'INVALID_SORT'],
      handler: async ({ actor, query }) => {
        const page = readOwnPage(query);
        const { rows, ...total } = await service.list(actor.seller.sellerId, query, page);
        return ok({ listings: rows.map(ownSummary), pagination: pagination(page, total, rows.length) });
      },
    }),
    route('GET', '/seller/listings/:id', {
      ...common,
      operationId: 'listings.get',
      showsInViews: true,
      summary: 'Get a listing with all its fields',
      access: reads,
      versioned: true,
      responses: { 200: OwnListingView },
      handler: async ({ actor, params, context }) =>
        responses.shown(await service.get(actor.seller.sellerId, params.id), context),
    }),
    route('GET', '/seller/listings/:id/history', {
      ...common,
      operationId: 'listings.listHistory',
      showsInViews: true,
      summary: 'List the changes of a listing with their authors, newest first',
      description:
        'Covers the last year, and at most the newest 500 versions. For texts only the field name is stored.',
      access: reads,
      query: Type.Object(ownPageParameters),
      responses: { 200: ListOf('history', HistoryView) },
      handler: ({ actor, params, query }) =>
        ownPageReply(
          'history',
          query,
          (page) => service.history(actor.seller.sellerId, params.id, page),
          historyView,
        ),
    }),
    ...recordRoutes(service, responses, ownPlace),
    ...stepRoutes(service, responses, ownPlace.one),
    ...asAliases([
      ...recordRoutes(service, responses, publicPlace),
      ...stepRoutes(service, responses, publicPlace.one),
    ]),
  ];
}

const EDIT_ERRORS = [
  'NOT_FOUND',
  'VALIDATION_ERROR',
  'ALREADY_EXISTS',
  'INVALID_STATE',
  'VERSION_CONFLICT',
] as const satisfies readonly ErrorCode[];

function recordRoutes(service: ListingService, responses: Answers, place: Place): readonly AnyRouteRow[] {
  return [
    route('POST', place.list, {
      ...common,
      operationId: 'listings.create',
      locates: true,
      summary: 'Create a listing, as a draft or, with `publish`, live',
      description:
        'With `publish`, an incomplete listing is rejected. If the plan allows no further live listing, it is saved as a draft with a note in `warnings`.',
      access: writes,
      body: CreateListingBody,
      responses: { 201: OwnListingView },
      errors: ['VALIDATION_ERROR', 'ALREADY_EXISTS', 'PLAN_LIMIT_EXCEEDED', 'FORBIDDEN'],
      alsoCheck: ({ actor, body }) => service.problemsOf(actor.seller.sellerId, body),
      handler: async ({ actor, body, context }) =>
        responses.created(await service.create(listingActorOf(actor), body), context),
      answerAgain: async ({ actor, context }, id) =>
        responses.created(await service.get(actor.seller.sellerId, id), context),
    }),
    route('PUT', place.one, {
      ...common,
      operationId: 'listings.replace',
      summary: 'Replace a listing; omitted fields are cleared',
      access: writes,
      body: EditListingBody,
      responses: { 200: OwnListingView },
      errors: EDIT_ERRORS,
      alsoCheck: ({ actor, params, body }) =>
        service.problemsOf(actor.seller.sellerId, body, { idOrSlug: nameIn(params), isPatch: false }),
      handler: async ({ actor, params, body, context }) =>
        responses.shown(
          await service.replace(listingActorOf(actor), nameIn(params), body, context.ifMatch),
          context,
        ),
    }),
    route('PATCH', place.one, {
      ...common,
      operationId: 'listings.update',
      summary: 'Update fields of a listing; omitted fields stay, null clears',
      access: writes,
      body: EditListingBody,
      responses: { 200: OwnListingView },
      errors: EDIT_ERRORS,
      alsoCheck: ({ actor, params, body }) =>
        service.problemsOf(actor.seller.sellerId, body, { idOrSlug: nameIn(params), isPatch: true }),
      handler: async ({ actor, params, body, context }) =>
        responses.shown(
          await service.patch(listingActorOf(actor), nameIn(params), body, context.ifMatch),
          context,
        ),
    }),
    route('DELETE', place.one, {
      ...common,
      operationId: 'listings.delete',
      summary: 'Delete a listing',
      access: deletes,
      responses: { 204: null },
      errors: ['NOT_FOUND', 'INVALID_STATE', 'VERSION_CONFLICT'],
      handler: ({ actor, params, context }) =>
        service.delete(listingActorOf(actor), nameIn(params), context.ifMatch).then(noContent),
    }),
    route('POST', `${place.one}/duplicate`, {
      ...common,
      operationId: 'listings.duplicate',
      summary: 'Copy a listing to a new draft, without VIN, serial number, stock number and images',
      access: writes,
      responses: { 201: OwnListingView },
      errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'PLAN_LIMIT_EXCEEDED'],
      handler: async ({ actor, params, context }) =>
        responses.created(await service.duplicate(listingActorOf(actor), nameIn(params)), context),
      answerAgain: async ({ actor, context }, id) =>
        responses.created(await service.get(actor.seller.sellerId, id), context),
    }),
  ];
}

interface StepRow {
  readonly name: string;
  readonly action: ListingAction;
  readonly summary: string;
  readonly options?: StepOptions;
  readonly errors?: readonly ErrorCode[];
}

const PUBLISH_ERRORS = [
  'VALIDATION_ERROR',
  'LISTING_LIMIT_EXCEEDED',
  'FORBIDDEN',
] as const satisfies readonly ErrorCode[];

/** Transitions without a body; lifecycle-table.ts defines where each leads. */
const steps: readonly StepRow[] = [
  { name: 'publish', action: 'publish', summary: 'Publish a listing', errors: PUBLISH_ERRORS },
  {
    name: 'unpublish',
    action: 'unpublish',
    summary: 'Pause a live listing',
    errors: ['PLAN_LIMIT_EXCEEDED'],
  },
  {
    name: 'renew',
    action: 'renew',
    summary: 'Renew a listing for another listing period',
    errors: PUBLISH_ERRORS,
  },
  {
    name: 'withdraw',
    action: 'withdraw',
    summary: 'Withdraw a listing from review',
    errors: ['PLAN_LIMIT_EXCEEDED'],
  },
  {
    name: 'reopen',
    action: 'publish',
    summary: 'Relist a sold listing after the sale has fallen through',
    options: { from: 'SOLD' },
    errors: PUBLISH_ERRORS,
  },
  { name: 'unfeature', action: 'unfeature', summary: 'Stop featuring a listing, which frees its slot' },
];

const STEP_ERRORS = [
  'NOT_FOUND',
  'INVALID_STATE',
  'VERSION_CONFLICT',
] as const satisfies readonly ErrorCode[];

function stepRoutes(service: ListingService, responses: Answers, path: Place['one']): readonly AnyRouteRow[] {
  const plain = steps.map((step) =>
    route('POST', `${path}/${step.name}`, {
      ...common,
      operationId: `listings.${step.name}`,
      summary: step.summary,
      access: writes,
      responses: { 200: OwnListingView },
      errors: [...STEP_ERRORS, ...(step.errors ?? [])],
      handler: async ({ actor, params, context }) =>
        responses.shown(
          await service.step(listingActorOf(actor), nameIn(params), step.action, {
            ...step.options,
            ifMatch: context.ifMatch,
          }),
          context,
        ),
    }),
  );
  return [
    ...plain,
    route('POST', `${path}/sold`, {
      ...common,
      operationId: 'listings.markSold',
      summary: 'Mark a listing as sold',
      access: writes,
      body: SoldBody,
      bodyOptional: true,
      responses: { 200: OwnListingView },
      errors: STEP_ERRORS,
      handler: async ({ actor, params, body, context }) =>
        responses.shown(
          await service.step(listingActorOf(actor), nameIn(params), 'markSold', {
            ...body,
            ifMatch: context.ifMatch,
          }),
          context,
        ),
    }),
    route('POST', `${path}/feature`, {
      ...common,
      operationId: 'listings.feature',
      summary: 'Feature a listing, which takes a featured slot of the plan',
      access: writes,
      body: FeatureBody,
      bodyOptional: true,
      responses: { 200: OwnListingView },
      errors: [...STEP_ERRORS, 'PLAN_LIMIT_EXCEEDED'],
      handler: async ({ actor, params, body, context }) =>
        responses.shown(
          await service.step(listingActorOf(actor), nameIn(params), 'feature', {
            featuredDays: body.days,
            ifMatch: context.ifMatch,
          }),
          context,
        ),
    }),
  ];
}

const SoldBody = Type.Object({
  soldPrice: Type.Optional(Nullable(Amount({ minimum: 0, maximum: moneyMax, description: 'Sale price' }))),
  conversationId: Type.Optional(
    Nullable(
      Type.String({
        pattern: '^cnv_[0-9A-Z]{26}$',
        maxLength: 30,
        description: 'Conversation with the buyer',
      }),
    ),
  ),
});
const FeatureBody = Type.Object({
  days: Type.Optional(FeaturedDays),
});
