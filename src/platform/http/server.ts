import fastifyCors from '@fastify/cors';
import fastifyMultipart from '@fastify/multipart';
import proxyAddr from '@fastify/proxy-addr';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config/config.ts';
import { ANONYMOUS } from '../actor.ts';
import { AppError } from '../errors/app-error.ts';
import type { Logger } from '../log.ts';
import type { Wording } from '../wording.ts';
import {
  capConnections,
  CONNECTION_LIMITS,
  type ConnectionLimits,
  connectionsWithin,
} from './limits/connections.ts';
import { respondToBrokenRequest, type ErrorParts, sendError } from './reply/errors.ts';
import { INTERNAL_MOUNT, toInternalUrl } from './mounts.ts';
import { Pipeline, type PipelineParts } from './pipeline.ts';
import { rateLimitHeaders } from './limits/rate-limits.ts';
import type { AnyRouteRow, RateClass } from './route.ts';
import { requestHeadProblem } from './request/head.ts';
import { SECURITY_HEADERS } from './reply.ts';
import { anyOf, t } from '../errors/sentence.ts';

const JSON_BODY_BYTES_MAX = 1024 * 1024;
const HEADER_BYTES_MAX = 16 * 1024;
const ROUTES_AT_A_TIME = 40;
const PARAM_LENGTH_MAX = 1024;
const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** Responds to a request for an unknown path, or returns false to leave it to the envelope. */
export type SendUnknown = (error: unknown, request: FastifyRequest, reply: FastifyReply) => boolean;

export interface HttpServerOptions extends PipelineParts {
  readonly config: Config;
  readonly log: Logger;
  readonly routes: readonly AnyRouteRow[];
  /** Tests: overrides of CONNECTION_LIMITS. */
  readonly connections?: Partial<ConnectionLimits> | undefined;
  readonly wording: Wording;
  readonly sendUnknown: SendUnknown;
}

/** Creates the Fastify server with all routes. Every path but pages responds with the envelope. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { config } = options;
  const limits = { ...CONNECTION_LIMITS, ...options.connections };
  const parts = { wording: options.wording, wallClock: options.wallClock, checkReplies: false };
  const app = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_BODY_BYTES_MAX,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionTimeout: limits.silenceMs,
    http: {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      // Checked in request/head.ts instead, because Node's own error would not be an envelope.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX, ignoreTrailingSlash: true },
    trustProxy: config.trustProxy.length === 0 ? false : [...config.trustProxy],
    requestIdHeader: false,
    genReqId: requestIdOf,
    rewriteUrl: (request) => toInternalUrl(request.url ?? '/'),
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: (error, socket) =>
      void respondToBrokenRequest(error, socket, (address) => pipeline.budgetOf(address)).catch(() =>
        socket.destroy(),
      ),
    // For a malformed path, for which no hook runs.
    frameworkErrors: (error, rawRequest, rawReply) => {
      const [request, reply] = [rawRequest as FastifyRequest, rawReply as FastifyReply];
      const send = (refusal: unknown): void => void sendError(refusal, request, reply, parts);
      addCommonHeaders(request, reply);
      pipeline
        .takeFromBudget('general', null, ANONYMOUS, request, reply)
        .then(() => send(error))
        .catch(send);
    },
  });
  // Fastify has just loaded its schema compiler.
  await nextTurn();
  // A logger per request costs more than it is worth; code that logs names the request itself.
  app.setChildLoggerFactory((logger) => logger);
  app.server.maxConnections = connectionsWithin(limits.connectionsMax);
  const isProxy = proxyAddr.compile([...config.trustProxy]);
  capConnections(app.server, {
    perAddressMax: config.connectionsPerAddress,
    isProxy: (address) => isProxy(address, 0),
  });
  const pipeline = new Pipeline(options);
  app.decorateRequest('state', null);
  addBodyParsers(app);
  // Register this before the CORS plugin, which responds to preflights itself.
  app.addHook('onRequest', (request, reply, done) => {
    addCommonHeaders(request, reply);
    done(requestHeadProblem(request.raw, request.originalUrl));
  });
  // Endpoints are counted by the pipeline, unknown paths by the handler for them.
  app.addHook('onRequest', async (request, reply) => {
    const { row, rateLimit = 'files' } = request.routeOptions.config;
    if (row !== undefined || request.is404 || rateLimit === null) return;
    await pipeline.takeFromBudget(rateLimit, null, ANONYMOUS, request, reply);
  });
  // The CORS plugin would respond with plain text.
  app.addHook('onRequest', (request, _reply, done) =>
    done(isOtherOptions(request) ? unknownPath(app, options.routes, request) : undefined),
  );
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onSend', async (request, reply, payload) => {
    // Fastify sets this only for later requests, and not for requests in progress.
    if (isClosing) reply.header('connection', 'close');
    if (!reply.hasHeader('x-ratelimit-limit'))
      reply.headers(rateLimitHeaders(await pipeline.budgetOf(request.ip)));
    return payload;
  });
  // Before any plugin registers a route: a route keeps the handler that was set before it.
  app.setErrorHandler((error, request, reply) =>
    request.is404 && options.sendUnknown(error, request, reply)
      ? reply
      : sendError(error, request, reply, parts),
  );
  await app.register(fastifyMultipart);
  await app.register(fastifyCors, {
    origin: config.corsOrigins.length === 0 ? false : [...config.corsOrigins],
    credentials: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'X-Request-Id',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'ETag',
      'X-Ignored-Fields',
      'X-Accepted-Scopes',
      'Retry-After',
      'Location',
      'Idempotency-Replayed',
    ],
    maxAge: 600,
  });
  app.addHook('onResponse', (request) => pipeline.cleanUp(request));
  app.addHook('onRequestAbort', (request) => pipeline.cleanUp(request));
  const refuseUnknown = async (request: FastifyRequest, reply: FastifyReply): Promise<never> => {
    await pipeline.takeFromBudget('general', null, ANONYMOUS, request, reply);
    throw unknownPath(app, options.routes, request);
  };
  // Run this before Fastify checks the body, whose type or size could be rejected first.
  app.addHook('preParsing', async (request, reply, payload) => {
    if (request.is404) await refuseUnknown(request, reply);
    return payload;
  });
  app.setNotFoundHandler(refuseUnknown);
  for (const [index, row] of options.routes.entries()) {
    // A process that has just started compiles schemas on demand; all of them take 100 ms.
    if (index % ROUTES_AT_A_TIME === 0) await nextTurn();
    addRoute(app, pipeline, row, options);
  }
  return app;
}

function addCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  reply.headers(SECURITY_HEADERS);
}

function addRoute(app: FastifyInstance, pipeline: Pipeline, row: AnyRouteRow, parts: ErrorParts): void {
  app.route({
    method: row.method,
    url: INTERNAL_MOUNT + row.path,
    onRequest: (request, reply) => pipeline.onRequest(row, request, reply),
    preParsing: (request, _reply, payload, done) => {
      const signature = request.state?.signature ?? null;
      // Forms are read from the raw request: see uploads.ts.
      const isForm = /^\s*multipart\//i.test(request.headers['content-type'] ?? '');
      done(null, signature === null || isForm ? payload : signature.tap(payload));
    },
    handler: (request, reply) => pipeline.handle(row, request, reply),
    errorHandler: (error, request, reply) => void sendError(error, request, reply, { ...parts, row }),
    config: { row },
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    row?: AnyRouteRow;
    /** For paths outside the API: `files` by default; null if the handler counts itself, or nothing is counted. */
    rateLimit?: RateClass | null;
  }
}

/** Keeps the bytes as they came, for the signature; the pipeline parses them. */
function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (
      request.headers['content-encoding'] !== undefined &&
      request.headers['content-encoding'] !== 'identity'
    ) {
      done(new AppError('UNSUPPORTED_MEDIA_TYPE', 'Compressed bodies are not accepted.'));
      return;
    }
    const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
    if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
      done(new AppError('UNSUPPORTED_MEDIA_TYPE', 'JSON is accepted in UTF-8 only.'));
      return;
    }
    done(null, body);
  });
}

function requestIdOf(request: IncomingMessage): string {
  const requestId = request.headers['x-request-id'];
  return typeof requestId === 'string' && REQUEST_ID.test(requestId) ? requestId : randomUUID();
}

/** An OPTIONS request that is neither a preflight nor declared by an endpoint. */
function isOtherOptions({ method, headers }: FastifyRequest): boolean {
  return (
    method === 'OPTIONS' &&
    (headers.origin === undefined || headers['access-control-request-method'] === undefined)
  );
}

const METHODS = ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT'] as const;

function unknownPath(
  app: FastifyInstance,
  routes: readonly AnyRouteRow[],
  request: FastifyRequest,
): AppError {
  const path = (request.url.split('?')[0] ?? '').replace(/\/$/, '');
  const url = path === '' ? '/' : path;
  // Pages and operational paths besides the endpoints; none has parameters.
  const methods = [
    ...allowedMethods(routes, path),
    ...METHODS.filter((method) => !url.includes(':') && app.hasRoute({ method, url })),
  ].filter((method, i, all) => all.indexOf(method) === i);
  if (methods.length === 0)
    return new AppError(
      'NOT_FOUND',
      t('There is no resource at {path}.', { path: request.originalUrl.split('?')[0]?.slice(0, 200) ?? '' }),
    );
  return new AppError(
    'METHOD_NOT_ALLOWED',
    t('{name} is not allowed here; use {either}.', { name: request.method, either: anyOf(methods) }),
    {
      headers: { allow: methods.join(', ') },
    },
  );
}

/** Returns the methods of a path; needed only after a request has matched no route. */
function allowedMethods(routes: readonly AnyRouteRow[], path: string): readonly string[] {
  const segments = path.split('/');
  const found = routes
    .map((row) => ({ method: row.method as string, pattern: (INTERNAL_MOUNT + row.path).split('/') }))
    .filter(({ pattern }) => matches(pattern, segments));
  // `/search/saved/preview` is not a saved search with the ID `preview`.
  const literal = Math.max(...found.map(({ pattern }) => literalParts(pattern)));
  const methods = found
    .filter(({ pattern }) => literalParts(pattern) === literal)
    .map(({ method }) => method);
  if (methods.includes('GET')) methods.push('HEAD');
  return [...new Set(methods)].toSorted();
}

const literalParts = (pattern: readonly string[]): number =>
  pattern.filter((part) => !part.startsWith(':')).length;

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false;
  return pattern.every((part, i) => (part.startsWith(':') ? segments[i] !== '' : part === segments[i]));
}
