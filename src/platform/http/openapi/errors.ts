import { ERROR_CATALOGUE, type ErrorCode } from '../../errors/catalogue.ts';
import { impliedErrors } from '../reply/reply-check.ts';
import type { AnyRouteRow } from '../route.ts';
import { errorHeaders } from './headers.ts';
import { type Json, ref } from './json.ts';

/** Names of the responses, by status. */
const NAMES: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  402: 'PaymentRequired',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  412: 'PreconditionFailed',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Unprocessable',
  429: 'TooManyRequests',
};

function nameOf(status: number): string {
  const name = NAMES[status];
  if (name === undefined) throw new Error(`the responses with status ${status} have no name`);
  return name;
}

/** VALIDATION_ERROR is 400 for parameters and 422 for bodies, and for a step that finds the record invalid. */
function statusesOf(code: ErrorCode, row: AnyRouteRow): readonly number[] {
  if (code !== 'VALIDATION_ERROR') return [ERROR_CATALOGUE[code].status];
  const isSent = row.body !== undefined || row.upload !== undefined;
  const isStep = row.method !== 'GET' && row.query === undefined;
  return [...(row.query === undefined ? [] : [400]), ...(isSent || isStep ? [422] : [])];
}

function codesOf(row: AnyRouteRow): readonly ErrorCode[] {
  return [...new Set<ErrorCode>([...row.errors, ...impliedErrors(row)])];
}

export function errorResponses(row: AnyRouteRow): Json {
  const statuses = [...new Set(codesOf(row).flatMap((code) => statusesOf(code, row)))].toSorted(
    (a, b) => a - b,
  );
  const ownResponses = statuses.filter(isOwn).map((status) => [String(status), nameOf(status)]);
  return Object.fromEntries(
    [...ownResponses, ['default', DEFAULT]].map(([status = '', name = '']) => [
      status,
      ref('responses', name),
    ]),
  );
}

/** Response for errors that any operation can return and for server errors: described once, not with each operation. */
const DEFAULT = 'Fault';
const ANYWHERE: ReadonlySet<number> = new Set([413, 415, 429]);

function isOwn(status: number): boolean {
  return status < 500 && !ANYWHERE.has(status);
}

/** The codes that do not follow from the kind of an endpoint. */
export function ownErrors(row: AnyRouteRow): readonly ErrorCode[] {
  const implied = new Set(impliedErrors(row));
  return [...new Set(row.errors.filter((code) => !implied.has(code)))];
}

/** The responses of the statuses that a document uses, and of faults. */
export function errorComponents(used: ReadonlySet<number>): Json {
  const faults = codesWith((status) => status >= 500 || ANYWHERE.has(status));
  const statuses = [...used].filter(isOwn).toSorted((a, b) => a - b);
  return {
    ...Object.fromEntries(
      statuses.map((status) => [
        nameOf(status),
        response(
          codesWith((candidate) => candidate === status),
          errorHeaders(status),
        ),
      ]),
    ),
    [DEFAULT]: response(faults, errorHeaders(503)),
  };
}

type Entry = readonly [code: string, entry: { readonly when: string }];

function codesWith(isMeant: (status: number) => boolean): readonly Entry[] {
  return Object.entries(ERROR_CATALOGUE).filter(
    ([code, { status }]) => isMeant(status) || (code === 'VALIDATION_ERROR' && isMeant(400)),
  );
}

function response(codes: readonly Entry[], headers: Json): Json {
  const [first] = codes;
  return {
    description: codes.map(([code, { when }]) => `- \`${code}\`: ${when}`).join('\n'),
    headers,
    content: {
      'application/json': {
        schema: ref('schemas', 'ErrorResponse'),
        ...(first === undefined ? {} : { example: exampleOf(first) }),
      },
    },
  };
}

function exampleOf([code, { when }]: Entry): Json {
  const details =
    code === 'VALIDATION_ERROR' ? { details: [{ field: 'title', message: 'is required' }] } : {};
  return { success: false, error: { code, message: when, ...details } };
}

export const ERROR_CODE_TEXT = 'Machine-readable error code; new codes may be added.';

export const ERROR_SCHEMAS: Json = {
  ErrorCode: {
    type: 'string',
    enum: Object.keys(ERROR_CATALOGUE),
    description: ERROR_CODE_TEXT,
  },
  ErrorDetail: {
    type: 'object',
    required: ['field', 'message'],
    properties: {
      field: { type: 'string', description: 'Path of the field, such as `location.city` or `images[0]`.' },
      message: { type: 'string', description: 'Problem with the field.' },
      listingId: { type: 'string', description: 'For conflicts: your listing that has the same key.' },
      limit: { type: 'integer', description: 'For plan limits: the limit.' },
      used: { type: 'integer', description: 'For plan limits: the current usage.' },
    },
  },
  Warnings: {
    type: 'array',
    description: 'Parts of the request that were changed or ignored. Absent without warnings.',
    items: ref('schemas', 'ErrorDetail'),
  },
  ErrorBody: {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      code: ref('schemas', 'ErrorCode'),
      message: { type: 'string', description: 'Message for users.' },
      details: { type: 'array', items: ref('schemas', 'ErrorDetail') },
    },
  },
  ErrorResponse: {
    type: 'object',
    required: ['success', 'error'],
    properties: { success: { type: 'boolean' }, error: ref('schemas', 'ErrorBody') },
  },
};
