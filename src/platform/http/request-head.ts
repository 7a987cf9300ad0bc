import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors/app-error.ts';
import { isRepeated } from './signatures.ts';

/** As many as Apache's default lets through; Node would drop what is beyond 2,000 without a word. */
const HEADERS_MAX = 100;

/**
 * What Node's parser lets through and two servers in a row may read differently. The target must be a path: a whole
 * address is for proxies, and its host may be another than the one that a proxy before us has looked at.
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

/** Who sends such a request, or hides another behind it, does not go on with this connection. */
function ambiguous(message: string): AppError {
  return new AppError('BAD_REQUEST', message, { headers: { connection: 'close' } });
}
