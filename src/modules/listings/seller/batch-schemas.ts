import { type Static, Type } from 'typebox';
import type { ErrorDetail } from '../../../platform/errors/app-error.ts';
import { ERROR_CATALOGUE, type ErrorCode } from '../../../platform/errors/catalogue.ts';
import { ERROR_CODE_TEXT } from '../../../platform/http/openapi/errors.ts';
import { Amount, Literals, NamedObject, Nullable } from '../../../platform/http/schemas.ts';
import { listingStates } from '../record/enums.ts';
import { catalogue } from '../record/fields.ts';
import { moneyMax } from '../record/fields/spec.ts';
import { UncheckedDraft } from '../record/listing-body.ts';
import type { StoredMessage } from '../../../platform/errors/sentence.ts';

const OPERATIONS_MAX = 100;
/** Maximum change of a price in one operation, in percent. */
const FALL_MAX = 90;
const RISE_MAX = 900;

const OPERATION_NAMES = [
  'create',
  'put',
  'replace',
  'update',
  'changePrice',
  'publish',
  'unpublish',
  'renew',
  'withdraw',
  'markSold',
  'feature',
  'unfeature',
  'delete',
] as const;

export const FeaturedDays = Type.Integer({
  minimum: 1,
  maximum: 365,
  description: 'Days to feature the listing, 30 by default; at most until the listing expires',
});

export const Operation = NamedObject('ListingOperation', {
  op: Literals(OPERATION_NAMES, {
    description:
      'put creates or replaces the listing with the stock number externalId. replace clears omitted fields; update keeps them. changePrice changes the price by a percentage or to an amount. The other operations are those of single listings.',
  }),
  id: Type.Optional(Type.String({ maxLength: 100, description: 'ID or slug of the listing' })),
  externalId: Type.Optional(
    Type.String({
      maxLength: catalogue.externalId.maxLength,
      description: 'Stock number of the listing, instead of the ID; required for put',
    }),
  ),
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description:
        'The operation is rejected if the listing has been edited since this version, as with If-Match',
    }),
  ),
  listing: Type.Optional(UncheckedDraft),
  percent: Type.Optional(
    Type.Number({
      minimum: -FALL_MAX,
      maximum: RISE_MAX,
      multipleOf: 0.01,
      description:
        'For changePrice: percentage by which every price of the listing changes; -5 is a reduction by 5 %',
    }),
  ),
  price: Type.Optional(
    Amount({
      minimum: 0.01,
      maximum: moneyMax,
      description: 'For changePrice: the new headline price, instead of percent',
    }),
  ),
  days: Type.Optional(FeaturedDays),
  soldPrice: Type.Optional(
    Amount({ minimum: 0, maximum: moneyMax, description: 'For markSold: the sale price' }),
  ),
});
export type Operation = Static<typeof Operation>;

/** Documented as an operation and checked when it runs, so that one mistake does not affect the others. */
const UncheckedOperation = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  title: 'ListingOperation',
  documentedAs: { properties: Operation.properties, required: Operation.required },
});

export const BatchBody = Type.Object(
  {
    operations: Type.Array(UncheckedOperation, { minItems: 1, maxItems: OPERATIONS_MAX }),
    atomic: Type.Optional(
      Type.Boolean({ description: 'All or nothing; otherwise each operation succeeds or fails separately' }),
    ),
    confirmMassRemoval: Type.Optional(
      Type.Boolean({
        description:
          'Allows the operations to remove more than half of your live listings from the marketplace (unpublish, withdraw, markSold, delete)',
      }),
    ),
  },
  { title: 'ListingBatch' },
);

const Problem = NamedObject('FieldProblem', { field: Type.String(), message: Type.String() });

export const OperationResult = NamedObject('ListingOperationResult', {
  index: Type.Integer({ description: 'Index of the operation, from 0' }),
  status: Type.Integer({ description: 'Status code that a single request would get' }),
  id: Nullable(Type.String()),
  externalId: Nullable(Type.String()),
  state: Nullable(Literals(listingStates)),
  version: Nullable(Type.Integer()),
  warnings: Type.Array(Problem),
  error: Type.Optional(
    NamedObject('OperationError', {
      code: Literals(Object.keys(ERROR_CATALOGUE), {
        title: 'ErrorCode',
        description: ERROR_CODE_TEXT,
      }),
      message: Type.String(),
      details: Type.Optional(
        Type.Array(
          NamedObject('OperationErrorDetail', {
            field: Type.String(),
            message: Type.String(),
            listingId: Type.Optional(Type.String()),
            limit: Type.Optional(Type.Integer()),
            used: Type.Optional(Type.Integer()),
          }),
        ),
      ),
    }),
  ),
});
export type OperationResult = Static<typeof OperationResult>;

/** Stored result, before it is localized. */
export interface StoredResult extends Omit<OperationResult, 'warnings' | 'error'> {
  readonly warnings: readonly { readonly field: string; readonly message: StoredMessage }[];
  readonly error?: {
    readonly code: ErrorCode;
    readonly message: StoredMessage;
    readonly details?: readonly (Omit<ErrorDetail, 'message'> & { readonly message: StoredMessage })[];
  };
}

export const BatchResult = NamedObject('ListingBatchResult', {
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  results: Type.Array(OperationResult),
});

export function batchResult(results: readonly OperationResult[]): Static<typeof BatchResult> {
  const failed = results.filter(({ error }) => error !== undefined).length;
  return { succeeded: results.length - failed, failed, results: [...results] };
}
