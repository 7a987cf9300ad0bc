/** The API for the user of a page. Reads run in the process within the rate limit of pages; forms are requests of the user like any other. */
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';
import type { Actor } from '../../platform/actor.ts';
import type { LocalizedDetail } from '../../platform/errors/localize.ts';
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
  readonly details: readonly LocalizedDetail[];
}

export type Outcome<T> =
  { readonly data: T; readonly refusal: null } | { readonly data: null; readonly refusal: Refusal };

export interface CallOptions {
  readonly body?: unknown;
  /** In place of a body: a form with files. */
  readonly upload?: FormUpload | undefined;
  /** Makes a form that is sent twice run once. */
  readonly idempotencyKey?: string | undefined;
}

interface Envelope<T> {
  readonly data: T;
  readonly error?: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly details?: readonly LocalizedDetail[];
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

  /** The API with the session that these Set-Cookie headers start. */
  with(cookies: readonly string[]): OwnApi {
    const cookie = cookies.map((header) => header.split(';')[0]).join('; ');
    return new OwnApi({ ...this.#parts, cookie });
  }

  /** @param path as declared by the endpoint @throws the errors of the endpoint */
  async get<T>(path: string, ask: Omit<Ask, 'actor'> = {}): Promise<T> {
    const { market, language, actor } = this.#parts;
    const { data } = await market.get<T>(path, language, { ...ask, actor });
    return data;
  }

  /** Status of a file that is being prepared; null when it is ready. */
  async whilePreparing<T>(path: string): Promise<T | null> {
    const { market, language, actor } = this.#parts;
    return market.whilePreparing<T>(path, language, actor);
  }

  /** @param path with encoded values */
  async call<T>(method: Method, path: string, options: CallOptions = {}): Promise<Outcome<T>> {
    const answer = await this.#parts.app.inject({
      method,
      url: `${WEB_MOUNT}${path}`,
      remoteAddress: this.#parts.request.ip,
      headers: this.#headers(options),
      ...(options.body === undefined ? {} : { payload: JSON.stringify(options.body) }),
      ...(options.upload === undefined ? {} : { payload: options.upload.body }),
    } satisfies InjectOptions);
    const envelope = (answer.payload === '' ? { data: null } : JSON.parse(answer.payload)) as Envelope<T>;
    if (answer.statusCode < 400) return { data: envelope.data, refusal: null };
    const { code, message, details } = envelope.error ?? { code: 'INTERNAL_ERROR', message: '' };
    return { data: null, refusal: { status: answer.statusCode, code, message, details: details ?? [] } };
  }

  #headers(options: CallOptions): Record<string, string> {
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
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.upload === undefined ? {} : { 'content-type': options.upload.contentType }),
      ...(options.upload?.length === undefined ? {} : { 'content-length': options.upload.length }),
      ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
    };
  }
}
