/**
 * Steps of a request to an endpoint, in this order:
 *
 *   onRequest   authenticate (key or token, address) → take from the rate budget → authorise (role, team role, scope)
 *   preParsing  feed the body's bytes to the signature check
 *   body        JSON is collected as bytes; a multipart form stays a stream
 *   handler     parse → verify the signature → validate → replay or run once (Idempotency-Key) → the row's handler → send
 *
 * Any throw becomes the error envelope in errors.ts.
 */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, ANONYMOUS } from '../actor.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors/app-error.ts';
import { authorise, expectedBearer, requireFreshSignIn } from './access/authorise.ts';
import type { OwnOrigins } from './access/same-origin.ts';
import { type Authenticated, type Authenticator, ticketIn } from './access/credentials.ts';
import { matches } from './reply/etag.ts';
import { sendJson, tagFor, tagOf } from './reply/cached-responses.ts';
import { fileTypeFor } from './reply/file-type.ts';
import { checkReply } from './reply/reply-check.ts';
import { withWarnings } from './reply.ts';
import type { IdempotencyKeys, IdempotentWork, StoredResponse } from './idempotency.ts';
import { asWriter } from '../db/write-slots.ts';
import { parseJson } from './request/json-body.ts';
import { withMistakenNames } from './request/mistaken-names.ts';
import { clientOf, contentOf, principalOf, writerOf } from './request/identity.ts';
import { contextOf } from './request/context.ts';
import { atMount, isWebMount, mountStyle } from './mounts.ts';
import type { RateClass, AnyRouteRow, HandlerRequest, Reply } from './route.ts';
import { consumeAuth } from './limits/auth-limits.ts';
import {
  rateLimitHeaders,
  type RateLimits,
  requireAllowed,
  type RateVerdict,
  takeWrites,
} from './limits/rate-limits.ts';
import {
  invalidSignature,
  SignatureCheck,
  signatureReplayed,
  unexpectedSignature,
} from './access/signatures.ts';
import { readMultipart, removeUploads, type UploadedFile } from './uploads/uploads.ts';
import {
  allProblems,
  checkBody,
  checkForm,
  type CheckedBody,
  ignoredHeader,
  readParams,
  rejectLanguage,
  validateQuery,
} from './request/validate.ts';
import { clientNetwork } from './limits/connections.ts';
import { isRepeated } from './request/head.ts';
import { assertHeaderForms } from './request/request-headers.ts';
import { Service } from '../service.ts';

export interface PipelineParts {
  readonly authenticator: Authenticator;
  readonly rateLimits: RateLimits;
  readonly idempotency: IdempotencyKeys;
  readonly clock: Clock;
  readonly wallClock: Clock;
  readonly uploadsDir: string;
  readonly origins: OwnOrigins;
  /** Waits for a moment until what a request has written is found by others, too. */
  readonly followWrite: () => Promise<void>;
  /** For tests: fail on a response that does not match its schema, or on an undeclared error code. */
  readonly checkReplies: boolean;
}

/** State of one request, shared by the stages. */
export interface RequestState {
  readonly arrivedAt: Date;
  actor: Actor;
  signature: SignatureCheck | null;
  signing: Authenticated['signing'];
  /** True if its signature was used before: only the stored response may be returned. */
  isRepetition: boolean;
  files: readonly UploadedFile[];
}

declare module 'fastify' {
  interface FastifyRequest {
    state: RequestState | null;
  }
}

const NOBODY: Authenticated = { actor: ANONYMOUS, signing: null };
const PASSED_OVER: Authenticated = { ...NOBODY };
const UNSAFE_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const NO_BODY: CheckedBody = { value: undefined, ignored: [], problems: [] };
const IDEMPOTENCY_KEY_MAX = 255;

export class Pipeline extends Service<PipelineParts> {
  async onRequest(row: AnyRouteRow, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const arrivedAt = this.parts.clock.now();
    const outcome = await this.#authenticate(row, request).catch((error: unknown) =>
      row.passesOverBadCredentials === true && isCredentialError(error) ? PASSED_OVER : { error },
    );
    const actor = 'error' in outcome ? ANONYMOUS : outcome.actor;
    const rateClass = rateClassOf(row, request);
    await this.takeFromBudget(rateClass, rateClass === 'auth' ? row.path : null, actor, request, reply);
    if ('error' in outcome) throw outcome.error;
    request.state = {
      arrivedAt,
      actor,
      // A signature that belongs to a credential that is passed over is passed over with it.
      signature: outcome === PASSED_OVER ? null : this.#beginSignature(request, outcome.signing),
      signing: outcome.signing,
      isRepetition: false,
      files: [],
    };
    authorise(row, actor);
    // The headers that belong to a credential that is passed over are passed over with it.
    if (outcome !== PASSED_OVER) assertHeaderForms(row, request.headers);
    if (row.needsFreshSignIn === true) requireFreshSignIn(actor, arrivedAt);
    if (row.access.kind !== 'public' || actor.kind === 'user') {
      // Set before any step can fail, so that error responses of private endpoints are not cached.
      reply.header('cache-control', 'private, no-store');
    }
  }

  /** Set on every response, including errors (specification "Limits"). */
  async takeFromBudget(
    rateClass: RateClass,
    endpoint: string | null,
    actor: Actor,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { authenticator, rateLimits } = this.parts;
    const verdict = await (endpoint === null
      ? rateLimits.consume(rateClass, clientOf(actor, request))
      : consumeAuth(rateLimits, endpoint, request, authenticator));
    reply.headers(rateLimitHeaders(verdict));
    requireAllowed(verdict);
  }

  /** For responses that are not counted (probes, unreadable requests): the budget of this client's other requests. */
  budgetOf(address: string): Promise<RateVerdict> {
    return this.parts.rateLimits.look('general', `ip:${clientNetwork(address)}`);
  }

  async handle(row: AnyRouteRow, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const state = request.state;
    if (state === null) throw new Error('a request reached its handler without authentication');
    rejectLanguage(row.query, request.query as Record<string, unknown>);
    const query =
      row.query === undefined ? {} : validateQuery(row.query, request.query as Record<string, unknown>);
    const params = readParams(request);
    const read = await this.#readBody(row, request, state);
    const { value: body, ignored, problems } = read;
    if (ignored.length > 0) reply.header('x-ignored-fields', ignoredHeader(ignored));
    const requestWith = (value: unknown): HandlerRequest<never, never, never, never> =>
      ({
        actor: state.actor,
        params,
        query,
        body: value,
        files: state.files,
        context: contextOf(request, { arrivedAt: state.arrivedAt, isSigned: state.signature !== null }),
      }) as unknown as HandlerRequest<never, never, never, never>;
    if (problems.length > 0)
      throw withMistakenNames(
        await allProblems(read, async (validPart) => row.alsoCheck?.(requestWith(validPart)) ?? []),
        row.body,
        ignored,
      );
    const handlerRequest = requestWith(body);
    const checked = (result: Reply): Reply => {
      if (this.parts.checkReplies) checkReply(row, result);
      return withWarnings(result, ignored);
    };
    const { answerAgain, writesOf } = row;
    const key = row.method === 'POST' ? idempotencyKey(request) : null;
    if (state.isRepetition && key === null) throw signatureReplayed();
    const account = writerOf(state.actor) ?? (key && principalOf(state.actor, request));
    const run = (): Promise<Reply> =>
      asWriter({ account, isBackground: false }, async () => {
        if (account !== null && writesOf !== undefined)
          await takeWrites(this.parts.rateLimits, account, writesOf(body as never));
        const result = await row.handler(handlerRequest).catch((error: unknown) => {
          throw withMistakenNames(error, row.body, ignored);
        });
        if (UNSAFE_METHODS.has(row.method)) await this.parts.followWrite();
        return checked(result);
      });
    if (key === null) return this.#send(row, request, reply, await run());
    return this.#once(
      row,
      request,
      reply,
      { key, content: contentOf(body, state.files), actor: state.actor },
      {
        run: async () => toStored(await run()),
        ...(answerAgain === undefined
          ? {}
          : { repeat: async (created) => toStored(checked(await answerAgain(handlerRequest, created))) }),
      },
    );
  }

  async #authenticate(row: AnyRouteRow, request: FastifyRequest): Promise<Authenticated> {
    // An empty header is none, as proxies and shells leave them.
    const authorization = request.headers.authorization || undefined;
    const givenKey = request.headers['x-api-key'];
    const apiKey = givenKey === '' ? undefined : givenKey;
    if (isWebMount(request.originalUrl)) {
      this.parts.origins.require(request, 'script');
      if (authorization !== undefined || apiKey !== undefined)
        throw new AppError('BAD_REQUEST', 'The pages of the marketplace accept only the session cookie.');
      return {
        actor: await this.parts.authenticator.authenticateBrowser(request.headers.cookie),
        signing: null,
      };
    }
    const ticket = row.takesTicket === true ? ticketIn(request.query) : null;
    if (authorization === undefined && apiKey === undefined && ticket === null) return NOBODY;
    if (isRepeated(request.raw.rawHeaders, 'authorization')) {
      throw new AppError('INVALID_TOKEN', 'The Authorization header occurs more than once.');
    }
    const style = mountStyle(request.originalUrl);
    return this.parts.authenticator.authenticate({
      authorization: authorization ?? null,
      apiKey: typeof apiKey === 'string' ? apiKey : null,
      ticket,
      ip: request.ip,
      style,
      bearer: expectedBearer(row.access, style),
    });
  }

  #beginSignature(request: FastifyRequest, signing: Authenticated['signing']): SignatureCheck | null {
    if (signing === null) {
      if (request.headers['x-signature'] !== undefined) throw unexpectedSignature();
      return null;
    }
    const check = SignatureCheck.begin(
      request.headers,
      request.raw.rawHeaders,
      { method: request.method, target: request.originalUrl },
      signing.secret,
      this.parts.wallClock.now(),
    );
    if (check === null && signing.required) throw invalidSignature();
    return check;
  }

  async #readBody(row: AnyRouteRow, request: FastifyRequest, state: RequestState): Promise<CheckedBody> {
    if (request.isMultipart()) return this.#readForm(row, request, state);
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    await this.#verifySignature(request, state);
    if (row.body === undefined) return NO_BODY;
    if (raw.length === 0 && row.bodyOptional !== true && row.upload === undefined) {
      throw new AppError('BAD_REQUEST', 'A JSON body is required (Content-Type: application/json).');
    }
    return checkBody(row.body, raw.length === 0 ? {} : parseJson(raw));
  }

  async #readForm(row: AnyRouteRow, request: FastifyRequest, state: RequestState): Promise<CheckedBody> {
    const { upload } = row;
    if (upload === undefined)
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'This endpoint takes a JSON body, not a form.');
    const fileBytesMax = (await upload.fileBytesMaxOf?.(state.actor)) ?? upload.fileBytesMax;
    const directory = this.parts.uploadsDir;
    const onBegin = () => state.signature?.watch(request.raw);
    const taken = { ...upload, fileBytesMax };
    const { fields, files } = await readMultipart(request, taken, { directory, onBegin });
    state.files = files;
    await this.#verifySignature(request, state);
    if (row.body === undefined) return NO_BODY;
    return checkForm(row.body, fields);
  }

  async #verifySignature(request: FastifyRequest, state: RequestState): Promise<void> {
    if (state.signature === null || state.signing === null) return;
    await state.signature.verify();
    const fresh = await this.parts.authenticator.rememberSignature(
      state.signing.keyId,
      state.signature.signature,
      UNSAFE_METHODS.has(request.method),
    );
    if (fresh) return;
    if (request.method !== 'POST' || request.headers['idempotency-key'] === undefined)
      throw signatureReplayed();
    state.isRepetition = true;
  }

  async #once(
    row: AnyRouteRow,
    request: FastifyRequest,
    reply: FastifyReply,
    identity: { key: string; content: unknown; actor: Actor },
    work: IdempotentWork,
  ): Promise<FastifyReply> {
    const { idempotency } = this.parts;
    const keyed = {
      principal: principalOf(identity.actor, request),
      userId: identity.actor.kind === 'user' ? identity.actor.userId : null,
      endpoint: `${row.method} ${request.url.split('?')[0] ?? request.url}`,
      key: identity.key,
      content: identity.content,
    };
    const known = request.state?.isRepetition === true ? await idempotency.findStored(keyed, work) : null;
    if (request.state?.isRepetition === true && known === null) throw signatureReplayed();
    const { reply: stored, replayed } =
      known === null ? await idempotency.once(keyed, work) : { reply: known, replayed: true };
    if (replayed) reply.header('idempotency-replayed', 'true');
    reply.code(stored.status).headers(belowMount(stored.headers, request.originalUrl));
    if (stored.status === 204) return reply.send();
    return reply.type('application/json; charset=utf-8').send(stored.body);
  }

  #send(row: AnyRouteRow, request: FastifyRequest, reply: FastifyReply, result: Reply): FastifyReply {
    reply.code(result.status);
    if (result.headers !== undefined) reply.headers(belowMount(result.headers, request.originalUrl));
    if (!isWebMount(request.originalUrl)) this.#setCachePolicy(row, reply, result);
    else if (result.headers?.['cache-control'] === undefined)
      reply.header('cache-control', 'private, no-store');
    if (result.raw !== undefined) {
      const { content } = result.raw;
      const contentType = fileTypeFor(result.raw.contentType, request.headers.accept);
      // Fastify would read the rest of a stream just to discard it, and some never end.
      if (request.method === 'HEAD' && content instanceof Readable) {
        content.destroy();
        return reply.type(contentType).send();
      }
      return reply.type(contentType).send(content);
    }
    if (result.status === 204) return reply.send();
    const text = result.ready ?? JSON.stringify(result.body);
    const etag = result.etag ?? (row.method === 'GET' && row.cache.kind === 'public' ? tagOf(text) : null);
    if (etag !== null) {
      reply.header('etag', tagFor(etag, text, request.headers));
      if (request.method === 'GET' && matches(request.headers['if-none-match'], etag))
        return reply.code(304).send();
    }
    return sendJson(text, request, reply);
  }

  #setCachePolicy(row: AnyRouteRow, reply: FastifyReply, result: Reply): void {
    if (result.headers?.['cache-control'] !== undefined) return;
    if (row.cache.kind === 'private') {
      reply.header('cache-control', 'private, no-store');
      return;
    }
    reply.header('cache-control', `public, max-age=${row.cache.maxAgeSeconds}`);
    const origin = reply.getHeader('vary');
    const vary = `Accept-Language, Authorization, X-API-Key${result.ready === undefined ? '' : ', Accept-Encoding'}`;
    reply.header('vary', typeof origin === 'string' ? `${origin}, ${vary}` : vary);
  }

  async cleanUp(request: FastifyRequest): Promise<void> {
    if (request.state !== null && request.state.files.length > 0) await removeUploads(request.state.files);
  }
}

/** Multipart requests count as uploads, even where the same endpoint counts JSON otherwise. */
function rateClassOf(row: AnyRouteRow, request: FastifyRequest): RateClass {
  if (row.upload === undefined || row.rateLimit === 'auth') return row.rateLimit;
  return /^multipart\//i.test(request.headers['content-type'] ?? '') ? 'upload' : row.rateLimit;
}

function isCredentialError(error: unknown): boolean {
  return error instanceof AppError && error.status < 500;
}

/** `Location` leads to where the client is: handlers name it below the internal mount. */
function belowMount(
  headers: Readonly<Record<string, string>>,
  originalUrl: string,
): Readonly<Record<string, string>> {
  const { location } = headers;
  return location === undefined ? headers : { ...headers, location: atMount(location, originalUrl) };
}

function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key.length === 0 || key.length > IDEMPOTENCY_KEY_MAX) {
    throw new AppError('BAD_REQUEST', `Idempotency-Key must have 1 to ${IDEMPOTENCY_KEY_MAX} characters.`);
  }
  return key;
}

function toStored(result: Reply): StoredResponse {
  const headers = { ...result.headers, ...(result.etag === undefined ? {} : { etag: result.etag }) };
  const text = result.ready ?? (result.status === 204 ? '' : JSON.stringify(result.body));
  return { status: result.status, headers, body: Buffer.from(text) };
}
