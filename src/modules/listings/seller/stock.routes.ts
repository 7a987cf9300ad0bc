import { Type } from 'typebox';
import {
  type AnyRouteRow,
  PRIVATE,
  type RequestContext,
  route,
  type SellerActor,
} from '../../../platform/http/route.ts';
import { authorise } from '../../../platform/http/access/authorise.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { ErrorCode } from '../../../platform/errors/catalogue.ts';
import { localizeError, localizerFor } from '../../../platform/errors/localize.ts';
import { created, ok } from '../../../platform/http/reply.ts';
import { catalogue } from '../record/fields.ts';
import { CreateListingBody } from '../record/listing-body.ts';
import { versionTag } from '../../../platform/http/request/version.ts';
import type { Wording } from '../../../platform/wording.ts';
import {
  BatchBody,
  batchResult,
  BatchResult,
  type OperationResult,
  type StoredResult,
} from './batch-schemas.ts';
import type { ListingService } from './listings.service.ts';
import { OwnListingView, ownView, remarksOf } from './own-view.ts';
import { deletes, listingActorOf, writes } from './seller-access.ts';
import type { StockService } from './stock.service.ts';
import { fromStored } from '../../../platform/errors/sentence.ts';

const common = {
  tag: 'Own listings',
  rateLimit: 'seller',
  cache: PRIVATE,
  access: writes,
} as const;

/** Must contain a character other than white space, as `normalText` requires. */
const StockNumber = Type.String({
  maxLength: catalogue.externalId.maxLength,
  pattern: '^ *[^\\s\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*$',
});

const errors = [
  'NOT_FOUND',
  'VALIDATION_ERROR',
  'ALREADY_EXISTS',
  'INVALID_STATE',
  'VERSION_CONFLICT',
  'LISTING_LIMIT_EXCEEDED',
  'PLAN_LIMIT_EXCEEDED',
  'FORBIDDEN',
] as const satisfies readonly ErrorCode[];

/** Routes for dealers' systems that use their own stock numbers. */
export function stockRoutes(
  service: ListingService,
  stock: StockService,
  wording: Wording,
): readonly AnyRouteRow[] {
  const localizedResults = (results: readonly StoredResult[], { languages }: RequestContext) =>
    ok(batchResult(results.map((result) => inLanguage(result, languages, wording))));
  return [
    route('PUT', '/seller/listings/by-external-id/:externalId', {
      ...common,
      operationId: 'listings.put',
      params: { externalId: StockNumber },
      locates: true,
      summary: 'Create or replace the listing with a given stock number',
      description:
        'Omitted fields are cleared. `publish` publishes the listing unless it is live already. Repeating the request changes nothing.',
      body: CreateListingBody,
      responses: { 200: OwnListingView, 201: OwnListingView },
      errors,
      alsoCheck: ({ actor, body }) => service.problemsOf(actor.seller.sellerId, body),
      handler: async ({ actor, params, body, context }) => {
        const { written, isNew } = await stock.put(
          listingActorOf(actor),
          params.externalId,
          body,
          context.ifMatch,
        );
        const listing = await service.viewOf(written);
        const localize = localizerFor(context.languages, wording);
        const options = { etag: versionTag(listing.row.version), warnings: remarksOf(listing, localize) };
        const view = ownView(listing, localize);
        if (!isNew) return ok(view, options);
        const headers = { location: `/api/seller/listings/${listing.row.id}` };
        return created(view, { ...options, headers });
      },
    }),
    route('POST', '/seller/listings/batch', {
      ...common,
      operationId: 'listings.batch',
      summary: 'Run up to 100 operations on listings in one request, with a result for each',
      description:
        'Operations run in order. A rejected one does not affect the others; with `atomic` nothing is written unless all can be, and the error names each problem as `operations[3].price`. A company may send 3,000 operations a minute. Removing more than half of your live listings from the marketplace in one request requires `confirmMassRemoval`. Deleting requires the team role MANAGER and, with an API key, the scope `listings:delete`.',
      body: BatchBody,
      writesOf: ({ operations }) => operations.length,
      responses: { 200: BatchResult },
      errors: [...errors, 'INSUFFICIENT_SCOPE'],
      handler: async ({ actor, body, context }) => {
        const results = await stock.batch(listingActorOf(actor), {
          operations: body.operations,
          isAtomic: body.atomic === true,
          isRemovalConfirmed: body.confirmMassRemoval === true,
          deleteRefusal: refusalOf(actor),
        });
        return localizedResults(results, context);
      },
      answerAgain: async ({ context }, results) =>
        localizedResults(JSON.parse(results) as StoredResult[], context),
    }),
  ];
}

/** Error if the caller may write but not delete. */
function refusalOf(actor: SellerActor): AppError | null {
  try {
    authorise({ access: deletes, method: 'DELETE' }, actor);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Localizes the error of one operation like that of a whole request. */
function inLanguage(
  { error, ...rest }: StoredResult,
  languages: readonly string[],
  wording: Wording,
): OperationResult {
  const localize = localizerFor(languages, wording);
  const warnings = rest.warnings.map(({ field, message }) => ({
    field,
    message: localize(fromStored(message)),
  }));
  const result = { ...rest, warnings };
  if (error === undefined) return result;
  const sentence = fromStored(error.message);
  const unsaid = error.details?.map((detail) => ({ ...detail, message: fromStored(detail.message) }));
  const { message, details } = localizeError(languages, { sentence: sentence, details: unsaid }, wording);
  return {
    ...result,
    error: { code: error.code, message, ...(details === undefined ? {} : { details: [...details] }) },
  };
}
