import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Clock, SECOND_MS } from '../../clock.ts';
import { databaseError } from '../../db/sql-errors.ts';
import { AppError } from '../../errors/app-error.ts';
import { type LocalizedError, localizeError } from '../../errors/localize.ts';
import { storageProblem, storageError } from '../../errors/storage-error.ts';
import { fillPlaceholders, type Wording } from '../../wording.ts';
import { acceptedLanguages } from '../request/languages.ts';
import { respondThenDrain, isBodyUnread } from '../limits/respond-then-drain.ts';
import { rateLimitHeaders, type RateVerdict } from '../limits/rate-limits.ts';
import type { AnyRouteRow } from '../route.ts';
import { impliedErrors } from './reply-check.ts';
import { TOO_MANY_HEADERS } from '../request/head.ts';
import { SECURITY_HEADERS } from '../reply.ts';
import { t } from '../../errors/sentence.ts';

/** Errors that Fastify raises before a handler runs, in our codes and words. */
const FASTIFY_ERRORS: Readonly<Record<string, () => AppError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('PAYLOAD_TOO_LARGE', t('The body is larger than 1 MiB.')),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be JSON in UTF-8 (Content-Type: application/json), or a multipart form where files are taken.',
    ),
  FST_ERR_CTP_EMPTY_TYPE: () => new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body needs a Content-Type.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new AppError('BAD_REQUEST', 'The length of the body does not match Content-Length.'),
  FST_ERR_BAD_URL: () => new AppError('BAD_REQUEST', 'The path is not a valid URL path.'),
  FST_ERR_MAX_PARAM_LENGTH: () => new AppError('NOT_FOUND', t('There is no such resource.')),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () =>
    new AppError('UNSUPPORTED_MEDIA_TYPE', 'The form must be multipart/form-data.'),
};

/** Returns the error for the client; null for a bug of this program, which becomes a 500. */
export function clientErrorFor(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (typeof code === 'string') {
    const known = FASTIFY_ERRORS[code];
    if (known !== undefined) return known();
  }
  const refusal = storageError(error) ?? databaseError(error);
  if (refusal !== null) return refusal;
  if (
    typeof code === 'string' &&
    code.startsWith('FST_') &&
    typeof statusCode === 'number' &&
    statusCode >= 400 &&
    statusCode < 500
  ) {
    return new AppError('BAD_REQUEST', t('The request could not be read.'), { cause: error });
  }
  return null;
}

export interface ErrorParts {
  readonly wording: Wording;
  readonly wallClock: Clock;
  /** Tests: fail on a code that the row does not declare. */
  readonly checkReplies: boolean;
}

export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { row, wording, wallClock, checkReplies }: ErrorParts & { readonly row?: AnyRouteRow | undefined },
): FastifyReply {
  let refusal = isBrokenOff(request) ? BROKEN_OFF : clientErrorFor(error);
  if (refusal === null) {
    request.log.error({ ...failedRequest(request), err: error }, 'a request failed');
    refusal = new AppError(
      'INTERNAL_ERROR',
      t('Something went wrong on our side. Please quote the request ID {id} when you contact us.', {
        id: request.id,
      }),
    );
  } else if (refusal.status >= 500) {
    const cause = refusal.cause ?? refusal;
    request.log.warn({ ...failedRequest(request), err: cause }, storageProblem(cause) ?? refusal.message);
  }
  if (
    checkReplies &&
    row !== undefined &&
    !row.errors.includes(refusal.code) &&
    !impliedErrors(row).includes(refusal.code)
  ) {
    request.log.error(
      { reqId: request.id },
      `${row.method} ${row.path} answered with ${refusal.code}, which it does not declare`,
    );
    refusal = new AppError(
      'INTERNAL_ERROR',
      `${row.method} ${row.path} answered with the undeclared code ${refusal.code}: ${refusal.message}`,
    );
  }
  reply.headers(headersOf(refusal, wallClock.now()));
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
  reply.removeHeader('etag');
  reply.header('cache-control', 'private, no-store');
  const localized = saidTo(request, refusal, wording);
  const response = Buffer.from(JSON.stringify(errorEnvelope(refusal, localized)));
  reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .header('content-length', response.length);
  return reply.send(isBodyUnread(request.raw) ? respondThenDrain(response, request.raw) : response);
}

/** Returns the headers of an error. An exhausted rate limit also states when it resets, by the client's own clock. */
export function headersOf(refusal: AppError, wallNow: Date): Readonly<Record<string, string>> {
  if (refusal.code !== 'RATE_LIMITED') return refusal.headers;
  const resetAt = Math.floor(wallNow.getTime() / SECOND_MS) + Number(refusal.headers['retry-after']);
  return { ...refusal.headers, 'x-ratelimit-reset': String(resetAt) };
}

/** Identifies a failed request for the log, without its path, which may contain personal data. */
export function failedRequest(request: FastifyRequest): Readonly<Record<string, string>> {
  const actor = request.state?.actor;
  return {
    reqId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    ...(actor?.kind === 'user' ? { account: actor.userId } : {}),
  };
}

/** Never seen: the client has disconnected. */
const BROKEN_OFF = new AppError('BAD_REQUEST', t('The request could not be read.'));

/** Returns whether the client disconnected while sending: the failure is then not the server's or the database's fault. */
function isBrokenOff({ raw }: FastifyRequest): boolean {
  return raw.destroyed && isBodyUnread(raw);
}

/**
 * Localizes the error for the client. The administrators' text for the code takes precedence; `{message}` in it is the built-in
 * message.
 */
function saidTo(request: FastifyRequest, refusal: AppError, wording: Wording): LocalizedError {
  const languages = acceptedLanguages(request.headers['accept-language'] ?? null);
  const localized = localizeError(languages, refusal, wording);
  const edited = wording.edited(languages, `errors.${refusal.code}`);
  return edited === null
    ? localized
    : { ...localized, message: fillPlaceholders(edited, { message: localized.message }) };
}

export function errorEnvelope({ code }: AppError, { message, details }: LocalizedError): unknown {
  return { success: false, error: { code, message, ...(details === undefined ? {} : { details }) } };
}

/** Requests that Node's parser rejects never reach Fastify, so the envelope is written to the socket. */
export async function respondToBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  budgetOf: (address: string) => Promise<RateVerdict>,
): Promise<void> {
  const budget = socket.remoteAddress === undefined ? null : await budgetOf(socket.remoteAddress);
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason, text] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431', 'Request Header Fields Too Large', TOO_MANY_HEADERS]
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408', 'Request Timeout', 'The request did not arrive in time.']
        : ['400', 'Bad Request', 'The request is not valid HTTP.'];
  const body = JSON.stringify({ success: false, error: { code: 'BAD_REQUEST', message: text } });
  const headers = {
    ...SECURITY_HEADERS,
    'x-request-id': randomUUID(),
    'cache-control': 'private, no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...(budget === null ? {} : rateLimitHeaders(budget)),
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${head.join('')}\r\n${body}`);
}
