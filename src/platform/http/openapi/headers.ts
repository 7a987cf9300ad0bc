import type { AnyRouteRow } from '../route.ts';
import { type Json, ref } from './json.ts';
import { hasTag } from '../request/request-headers.ts';

const whole = { type: 'integer', minimum: 0 } as const;
const text = { type: 'string' } as const;

const RESPONSE_HEADERS = {
  'X-Request-Id': {
    description: 'ID of the request in our logs: the one that you sent, or a new one. In every response.',
    schema: text,
    example: '0198c7f0-6f1e-7c1a-9b7e-2f60c1b7a350',
  },
  'X-RateLimit-Limit': {
    description: 'Number of requests allowed in a time window. In every response.',
    schema: whole,
    example: 120,
  },
  'X-RateLimit-Remaining': {
    description: 'Number of requests left in the window. In every response.',
    schema: whole,
    example: 119,
  },
  'X-RateLimit-Reset': {
    description: 'End of the window in Unix seconds. In every response.',
    schema: whole,
    example: 1_767_225_660,
  },
  'Retry-After': {
    description: 'Number of seconds to wait before you try again.',
    schema: whole,
    example: 12,
  },
  ETag: {
    description: 'Version of the response, for If-None-Match; for a single resource also for If-Match.',
    schema: text,
    example: '"v4"',
  },
  Location: {
    description: 'Path of the created resource.',
    schema: text,
    example: '/v1/seller/listings/lst_01',
  },
  'X-Ignored-Fields': {
    description:
      'Unknown fields of the request body, separated by commas. In every response to a body with such fields.',
    schema: text,
    example: 'colour, doors',
  },
  'Idempotency-Replayed': {
    description:
      '`true` if the response is that of an earlier request with the same Idempotency-Key. In responses to POST.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'X-Accepted-Scopes': {
    description: 'Scopes of which an API key needs one; empty if no API key is accepted.',
    schema: text,
    example: 'listings:write',
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: text, example: 'Bearer' },
} as const satisfies Record<string, Json>;

type HeaderName = keyof typeof RESPONSE_HEADERS;

const ALWAYS: readonly HeaderName[] = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/** `X-RateLimit-Reset` → RateReset. The names are short, because every response lists them. */
const component = (name: string): string =>
  name
    .replace(/^X-|^Idempotency-/, '')
    .replace('RateLimit', 'Rate')
    .replaceAll('-', '');

function refs(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, ref('headers', component(name))]));
}

export function successHeaders(row: AnyRouteRow, status: string): Json {
  // Headers that any response may have are documented once; at each response they would add 5 % to the document.
  const names: HeaderName[] = [];
  if (hasTag(row) || row.errors.includes('VERSION_CONFLICT')) names.push('ETag');
  if (status === '201' && row.locates === true) names.push('Location');
  return refs(names);
}

/** Headers of all endpoints without a response body, so that they share a response. */
export function noContentHeaders(): Json {
  return refs([...ALWAYS, 'X-Ignored-Fields', 'Idempotency-Replayed']);
}

export function errorHeaders(status: number): Json {
  if (status === 401) return refs([...ALWAYS, 'WWW-Authenticate']);
  if (status === 403) return refs([...ALWAYS, 'X-Accepted-Scopes']);
  return refs(status === 429 || status === 503 ? [...ALWAYS, 'Retry-After'] : ALWAYS);
}

export function responseHeaderComponents(): Json {
  return Object.fromEntries(
    Object.entries(RESPONSE_HEADERS).map(([name, header]) => [component(name), header]),
  );
}
