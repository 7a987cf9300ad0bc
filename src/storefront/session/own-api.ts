/**
 * The API as the reader of a page. What a page shows is asked in the process, within the budget of pages. What a form
 * does is a request below the web mount with the reader's cookie: limits, checks, idempotency and errors are those of
 * any client.
 */
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';
import type { Actor } from '../../platform/actor.ts';
import type { SaidDetail } from '../../platform/errors/said.ts';
import type { ErrorCode } from '../../platform/errors/catalogue.ts';
import { CLIENT_HEADER } from '../../platform/http/access/same-origin.ts';
import { WEB_MOUNT } from '../../platform/http/mounts.ts';
import type { FormUpload } from '../own/uploads.ts';
import type { Ask, MarketApi } from '../market-api.ts';

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Refusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: readonly SaidDetail[];
}

export type Outcome<T> =
  { readonly data: T; readonly refusal: null } | { readonly data: null; readonly refusal: Refusal };

export interface Given {
  readonly body?: unknown;
  /** In place of a body: a form with files. */
  readonly upload?: FormUpload | undefined;
  /** So that a form that is sent twice does its work once. */
  readonly idempotencyKey?: string | undefined;
}

interface Envelope<T> {
  readonly data: T;
  readonly error?: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly details?: readonly SaidDetail[];
  };
}

export interface OwnApiParts {
  readonly app: FastifyInstance;
  readonly market: MarketApi;
  /** The origin of BASE_URL. */
  readonly origin: string;
  readonly request: FastifyRequest;
  readonly language: string;
  readonly actor: Actor;
  /** Instead of the request's, when it has just signed in. */
  readonly cookie?: string;
}

export class OwnApi {
  readonly #parts: OwnApiParts;

  constructor(parts: OwnApiParts) {
    this.#parts = parts;
  }

  /** The same with the session that these headers set. */
  with(cookies: readonly string[]): OwnApi {
    const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
    return new OwnApi({ ...this.#parts, cookie });
  }

  /** `path` as in the endpoint's row. @throws what the endpoint throws */
  async get<T>(path: string, ask: Omit<Ask, 'actor'> = {}): Promise<T> {
    const { market, language, actor } = this.#parts;
    const { data } = await market.get<T>(path, language, { ...ask, actor });
    return data;
  }

  /** What the endpoint says of a file while it is put together; null when it is there. */
  async whilePreparing<T>(path: string): Promise<T | null> {
    const { market, language, actor } = this.#parts;
    return market.whilePreparing<T>(path, language, actor);
  }

  /** `path` with its values in place, encoded. */
  async call<T>(method: Method, path: string, given: Given = {}): Promise<Outcome<T>> {
    const answer = await this.#parts.app.inject({
      method,
      url: `${WEB_MOUNT}${path}`,
      remoteAddress: this.#parts.request.ip,
      headers: this.#headers(given),
      ...(given.body === undefined ? {} : { payload: JSON.stringify(given.body) }),
      ...(given.upload === undefined ? {} : { payload: given.upload.body }),
    } satisfies InjectOptions);
    const envelope = (answer.payload === '' ? { data: null } : JSON.parse(answer.payload)) as Envelope<T>;
    if (answer.statusCode < 400) return { data: envelope.data, refusal: null };
    const { code, message, details } = envelope.error ?? { code: 'INTERNAL_ERROR', message: '' };
    return { data: null, refusal: { status: answer.statusCode, code, message, details: details ?? [] } };
  }

  #headers(given: Given): Record<string, string> {
    const { request, language } = this.#parts;
    const { 'user-agent': userAgent } = request.headers;
    const cookie = this.#parts.cookie ?? request.headers.cookie;
    return {
      host: request.host,
      origin: this.#parts.origin,
      'sec-fetch-site': 'same-origin',
      [CLIENT_HEADER]: 'web',
      'accept-language': language,
      'x-request-id': request.id,
      ...(cookie === undefined ? {} : { cookie }),
      ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
      ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(given.upload === undefined ? {} : { 'content-type': given.upload.contentType }),
      ...(given.upload?.length === undefined ? {} : { 'content-length': given.upload.length }),
      ...(given.idempotencyKey === undefined ? {} : { 'idempotency-key': given.idempotencyKey }),
    };
  }
}
