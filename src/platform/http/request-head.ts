import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors/app-error.ts';
import { isRepeated } from './signatures.ts';

/** Apache's default. Node would silently drop headers beyond 2,000. */
const HEADERS_MAX = 100;

/**
 * Finds what Node's parser accepts but two servers in a row may read differently. The target must be a path: an
 * absolute URL is for proxies, and its host may differ from the one that a proxy in front of us has checked.
 */
export function requestHeadProblem(request: IncomingMessage, target: string): AppError | undefined {
  if (!target.startsWith('/')) return ambiguous('The request target must be a path.');
  if (request.headers.host === undefined && request.httpVersion !== '1.0')
    return ambiguous('The Host header is missing.');
  if (isRepeated(request.rawHeaders, 'host')) return ambiguous('The Host header is there more than once.');
  if (request.rawHeaders.length > 2 * HEADERS_MAX)
    return ambiguous(`There are more than ${HEADERS_MAX} headers.`);
  return undefined;
}

/** Closes the connection: whoever sends such a request may have hidden another one behind it. */
function ambiguous(message: string): AppError {
  return new AppError('BAD_REQUEST', message, { headers: { connection: 'close' } });
}
