import type { AnyRouteRow } from '../route.ts';
import { type Json, ref } from './json.ts';
import { hasTag } from '../request/request-headers.ts';

const whole = { type: 'integer', minimum: 0 } as const;
const text = { type: 'string' } as const;

const RESPONSE_HEADERS = {
  'X-Request-Id': {
    description: 'The id of the request in our logs: the one you sent, or a new one. On every answer.',
    schema: text,
    example: '0198c7f0-6f1e-7c1a-9b7e-2f60c1b7a350',
  },
  'X-RateLimit-Limit': { description: 'Requests in a window. On every answer.', schema: whole, example: 120 },
  'X-RateLimit-Remaining': {
    description: 'Requests left in this window. On every answer.',
    schema: whole,
    example: 119,
  },
  'X-RateLimit-Reset': {
    description: 'The end of the window, in Unix seconds. On every answer.',
    schema: whole,
    example: 1_767_225_660,
  },
  'Retry-After': { description: 'Seconds to wait before trying again.', schema: whole, example: 12 },
  ETag: {
    description: 'The version of the answer, for If-None-Match; of a resource also for If-Match.',
    schema: text,
    example: '"v4"',
  },
  Location: {
    description: 'The path of what was created.',
    schema: text,
    example: '/v1/seller/listings/lst_01',
  },
  'X-Ignored-Fields': {
    description:
      'Fields of the body that nothing is known of, separated by commas. On every answer to a body with such fields.',
    schema: text,
    example: 'colour, doors',
  },
  'Idempotency-Replayed': {
    description:
      '`true` when the answer is that of an earlier request with the same Idempotency-Key. On any answer to a POST.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'X-Accepted-Scopes': {
    description: 'The scopes of which an API key needs one; empty when none will do.',
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
