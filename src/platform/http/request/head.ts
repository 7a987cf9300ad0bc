import type { IncomingMessage } from 'node:http';
import { AppError } from '../../errors/app-error.ts';

/** Apache's default. Node 20 silently drops headers beyond 2,000, later versions reject them before we see the request. */
const HEADERS_MAX = 100;

/** Same message, whether Node or this server rejects the request. */
export const TOO_MANY_HEADERS = 'The headers are too many or too large.';

/**
 * Finds what Node's parser accepts but two servers in a row may read differently. The target must be a path: an
 * absolute URL is for proxies, and its host may differ from the one that a proxy in front of us has checked.
 */
export function requestHeadProblem(request: IncomingMessage, target: string): AppError | undefined {
  if (!target.startsWith('/')) return ambiguous('The request target must be a path.');
  if (request.headers.host === undefined && request.httpVersion !== '1.0')
    return ambiguous('The Host header is missing.');
  if (isRepeated(request.rawHeaders, 'host')) return ambiguous('The Host header occurs more than once.');
  if (request.rawHeaders.length > 2 * HEADERS_MAX)
    return new AppError('BAD_REQUEST', TOO_MANY_HEADERS, { status: 431, headers: { connection: 'close' } });
  return undefined;
}

/** Closes the connection, because an ambiguous request may hide another one behind it. */
function ambiguous(message: string): AppError {
  return new AppError('BAD_REQUEST', message, { headers: { connection: 'close' } });
}

/**
 * Whether a header is repeated. Repeated headers are rejected: Node keeps only the first of some, and the intended one is
 * unclear.
 */
export function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const header = rawHeaders[i];
    if (header?.length === name.length && header.toLowerCase() === name) count++;
  }
  return count > 1;
}
