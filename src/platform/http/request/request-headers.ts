import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../errors/app-error.ts';
import { scopesOf } from '../access/authorise.ts';
import type { AnyRouteRow } from '../route.ts';
import { checkSchema } from './schema-check.ts';
import { t } from '../../errors/sentence.ts';

interface RequestHeader {
  readonly name: string;
  readonly description: string;
  readonly schema: {
    readonly type: 'string';
    readonly pattern?: string;
    readonly minLength?: number;
    readonly maxLength?: number;
  };
  readonly isTakenBy: (row: AnyRouteRow) => boolean;
}

export function acceptsIdempotencyKey(row: AnyRouteRow): boolean {
  return (
    row.access.kind === 'public' ||
    (row.access.kind === 'user' && row.access.anyKey === true) ||
    scopesOf(row.access).length > 0
  );
}

/** Whether responses carry an ETag, as set by the pipeline. */
export function hasTag(row: AnyRouteRow): boolean {
  return row.method === 'GET' && (row.cache.kind === 'public' || row.versioned === true);
}

const TAG = '(W/)?"[^"]*"';

const IF_MATCH = {
  name: 'If-Match',
  description:
    'The ETag of the version that the change is based on, with its quotes: `"v4"`. Returns 412 if a user has edited the resource since; changes by the server itself do not count.',
  schema: { type: 'string', pattern: `^(\\*|${TAG}( *, *${TAG})*)$` },
  isTakenBy: (row) => row.errors.includes('VERSION_CONFLICT'),
} as const satisfies RequestHeader;

const X_TIMESTAMP = {
  name: 'X-Timestamp',
  description:
    'For API keys, with X-Signature: time of the signature in Unix seconds, within five minutes of the server’s clock.',
  schema: { type: 'string', pattern: '^[1-9][0-9]{9,10}$' },
  isTakenBy: acceptsIdempotencyKey,
} as const satisfies RequestHeader;

/**
 * Documented request headers besides credentials. Without examples: "try it" forms would send them, and fail for a
 * signature or version that the reader did not intend.
 */
export const REQUEST_HEADERS: readonly RequestHeader[] = [
  {
    name: 'Accept-Language',
    description:
      'Preferred languages of names and texts in the response, such as `de, en;q=0.5`. The default is English.',
    schema: { type: 'string' },
    isTakenBy: (row) => row.method === 'GET' && row.cache.kind === 'public',
  },
  {
    name: 'Idempotency-Key',
    description:
      'A unique text for each request, such as a UUID. If you repeat the request with the same key within 24 hours, it is not executed again and returns the first response.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    isTakenBy: (row) => row.method === 'POST',
  },
  IF_MATCH,
  {
    name: 'If-None-Match',
    description:
      'ETags of responses that you have, such as `"v4"`. Returns 304 without a body if one of them is current.',
    schema: { type: 'string' },
    isTakenBy: hasTag,
  },
  X_TIMESTAMP,
  {
    name: 'X-Signature',
    description:
      'For API keys: `sha256=` and the HMAC-SHA-256, in hex, of `<X-Timestamp>.<body>`, or `v2=` and the HMAC-SHA-256 of the lines `v2`, X-Timestamp, method, path with query, and body. The key of the HMAC is the signing secret of the API key.',
    schema: { type: 'string', pattern: '^(sha256|v2)=[0-9a-f]{64}$' },
    isTakenBy: acceptsIdempotencyKey,
  },
];

const CHECKED = [
  {
    header: IF_MATCH,
    form: new RegExp(IF_MATCH.schema.pattern),
    problem: 'If-Match takes entity tags in double quotes, exactly as in ETag: "v4", not v4.',
  },
  {
    header: X_TIMESTAMP,
    form: new RegExp(X_TIMESTAMP.schema.pattern),
    problem: 'X-Timestamp must be the time of the signature in Unix seconds, such as 1767225600.',
  },
];

/** Throws when a header breaks its documented form. Signatures and idempotency keys are checked where they are read. */
export function assertHeaderForms(row: AnyRouteRow, headers: IncomingHttpHeaders): void {
  for (const { header, form, problem } of CHECKED) {
    const value = headers[header.name.toLowerCase()];
    if (typeof value === 'string' && !form.test(value) && header.isTakenBy(row))
      throw new AppError('BAD_REQUEST', problem);
  }
  for (const { name, schema } of row.headers ?? []) {
    const [problem] = checkSchema(schema, headers[name.toLowerCase()] ?? '');
    if (problem !== undefined)
      throw new AppError('BAD_REQUEST', t('{name} {message}.', { name, message: problem.message }));
  }
}
