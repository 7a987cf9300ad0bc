import type { TSchema } from 'typebox';
import type { ErrorCode } from '../../errors/catalogue.ts';
import { keepKnown } from '../request/json-body.ts';
import type { AnyRouteRow, Reply } from '../route.ts';
import { checkSchema } from '../request/schema-check.ts';

/** Throws if a response does not match its row: an undeclared status, a missing or extra field, a wrong type. */
export function checkReply(row: AnyRouteRow, reply: Reply): void {
  const name = `${row.method} ${row.path}`;
  if (!Object.hasOwn(row.responses, reply.status))
    throw new Error(`${name} answered ${reply.status}, which it does not declare`);
  const declared = row.responses[reply.status];
  if (declared === undefined || declared === null || isMediaType(declared)) return;
  // Another format chosen by the query, such as ?format=csv, has no schema.
  if (reply.raw !== undefined) return;
  const text = reply.ready?.toString() ?? JSON.stringify(reply.body);
  const envelope = JSON.parse(text) as { success?: unknown; data?: unknown; message?: unknown };
  if (envelope.success !== true) throw new Error(`${name} answered without success: true`);
  if (declared === 'message') {
    if (typeof envelope.message !== 'string' || 'data' in envelope)
      throw new Error(`${name} should answer success and message only`);
    return;
  }
  if (envelope.message !== undefined && row.withMessage?.includes(reply.status) !== true)
    throw new Error(`${name} answered a message, which it does not declare`);
  const problems = checkSchema(declared, envelope.data);
  if (problems.length > 0) throw new Error(`${name} does not fit its schema: ${JSON.stringify(problems)}`);
  const { ignored } = keepKnown(declared, envelope.data);
  if (ignored.length > 0) throw new Error(`${name} answered with undeclared fields: ${ignored.join(', ')}`);
}

function isMediaType(
  declared: TSchema | 'message' | { contentType: string },
): declared is { contentType: string } {
  return typeof declared === 'object' && 'contentType' in declared;
}

/** Returns the codes implied by an endpoint's access, body and parameters, in addition to the codes in its row. */
export function impliedErrors(row: AnyRouteRow): readonly ErrorCode[] {
  const codes: ErrorCode[] = [
    'RATE_LIMITED',
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
    'INVALID_TOKEN',
    'TOKEN_EXPIRED',
    'EXPIRED_TOKEN',
    'INVALID_API_KEY',
    'INVALID_SIGNATURE',
    'SIGNATURE_REPLAYED',
    'BAD_REQUEST',
  ];
  // A suspended account, or an address outside the allow-list, is rejected on every endpoint.
  codes.push('FORBIDDEN');
  if (row.access.kind !== 'public') codes.push('UNAUTHORIZED', 'INSUFFICIENT_SCOPE');
  if (row.query !== undefined) codes.push('VALIDATION_ERROR', 'INVALID_FILTER', 'INVALID_SORT');
  // The resource that a repeated request created may have been deleted.
  if (row.path.includes(':') || row.answerAgain !== undefined) codes.push('NOT_FOUND');
  if (row.method !== 'GET') codes.push('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (row.method === 'POST') codes.push('IDEMPOTENCY_CONFLICT');
  if (row.body !== undefined) codes.push('VALIDATION_ERROR');
  return [...new Set(codes)];
}
