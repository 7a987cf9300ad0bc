import type { Answer, CallOptions } from './call.ts';
import { deadline } from './deadline.ts';
import { errorOf, FifthwheelError, isLost, lostAnswer } from './errors.ts';
import { bytesOf, Signer } from './signing.ts';
import { type Session, Sessions } from './session.ts';

export interface ClientOptions {
  /** Base URL of the API's host: `https://market.example`. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  /** Signing secret of the key; each request is signed with it. */
  readonly signingSecret?: string | undefined;
  readonly session?: Session | null | undefined;
  /** Called with each new pair of tokens, and with null when the session has ended. Store the value. */
  readonly onSession?: ((session: Session | null) => void) | undefined;
  /** Default language of responses; a call can override it. */
  readonly language?: string | undefined;
  /** Time limit for each attempt. Default: 30 seconds, plus one second for every 256 KB of the body. */
  readonly timeoutMs?: number | undefined;
  /** Retries of repeatable requests after the first attempt. Default: 6, spread over at least 15 seconds. */
  readonly retries?: number | undefined;
  /**
   * Longest pause before a retry, 60 seconds by default. If the server requests a longer one, the call fails
   * at once.
   */
  readonly longestPauseMs?: number | undefined;
  /** Replacement for the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

export interface RequestParts {
  readonly method: string;
  /** Path below the version: `/listings/abc`. */
  readonly path: string;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly isForm?: boolean;
  /** Whether the endpoint accepts idempotency keys. */
  readonly isRepeatable?: boolean;
  readonly options?: CallOptions | undefined;
}

/** Six pauses, doubled from a quarter of a second: at least 15.75 seconds. */
const RETRIES = 6;
const FIRST_PAUSE_MS = 250;
const RETRIED = new Set([429, 502, 503, 504]);
/** Endpoints that create or refresh sessions. They get no credentials, so an expired token cannot fail them. */
const WITHOUT_CREDENTIAL = new Set(['/auth/login', '/auth/refresh', '/auth/register']);

interface Payload {
  readonly type: string | null;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Sends requests with credentials, signatures and retries. */
export class Transport {
  readonly sessions: Sessions;
  readonly #options: ClientOptions;
  readonly #base: string;
  readonly #signer: Signer | null;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#base = `${options.baseUrl.replace(/\/+$/, '')}/v1`;
    this.#signer = options.signingSecret === undefined ? null : new Signer(options.signingSecret);
    this.sessions = new Sessions({
      session: options.session ?? null,
      onChange: (session) => options.onSession?.(session),
      refresh: (refreshToken) =>
        this.send({ method: 'POST', path: '/auth/refresh', body: { refreshToken }, isRepeatable: true }),
    });
  }

  send<T>(parts: RequestParts): Promise<Answer<T>> {
    return this.#attempt(parts, (response) => read<T>(response));
  }

  /** Resolves with the raw response; throws for an error response. */
  respond(parts: RequestParts): Promise<Response> {
    return this.#attempt(parts, (response) => response);
  }

  /** Applies the time limit until `use` has read the response. A response that breaks off counts as none. */
  async #attempt<T>(parts: RequestParts, use: (response: Response) => T | Promise<T>): Promise<T> {
    const url = new URL(`${this.#base}${parts.path}${queryText(parts.query)}`);
    const payload = await payloadOf(parts);
    const idempotencyKey =
      parts.options?.idempotencyKey ?? (parts.isRepeatable === true ? crypto.randomUUID() : undefined);
    const mayRepeat = parts.method !== 'POST' || idempotencyKey !== undefined;
    const triesMax = mayRepeat ? 1 + (this.#options.retries ?? RETRIES) : 1;
    let hasRenewed = false;
    for (let tries = 1; ; tries++) {
      const token = WITHOUT_CREDENTIAL.has(parts.path) ? undefined : this.sessions.current?.accessToken;
      const init = await this.#init(parts, url, payload, token, idempotencyKey);
      const limit = parts.options?.timeoutMs ?? this.#options.timeoutMs ?? limitOf(payload);
      const { signal, release } = deadline(limit, parts.options?.signal);
      let error: FifthwheelError;
      try {
        const response = await (this.#options.fetch ?? fetch)(
          url,
          signal === undefined ? init : { ...init, signal },
        );
        if (response.ok) {
          const used = await use(response);
          // The caller reads a returned response later, within the same time limit.
          if (used !== response) release();
          return used;
        }
        error = await errorOf(response).finally(release);
      } catch (cause) {
        release();
        if (parts.options?.signal?.aborted === true || cause instanceof FifthwheelError) throw cause;
        error = lostAnswer(cause, url.origin, limit);
      }
      if (isExpired(error) && token !== undefined && !hasRenewed && this.#options.apiKey === undefined) {
        hasRenewed = true;
        if (await this.sessions.renew(token)) {
          tries--;
          continue;
        }
      }
      const wait = error.retryAfter === null ? backoff(tries) : error.retryAfter * 1000;
      const isTooLong = wait > (this.#options.longestPauseMs ?? 60_000);
      if (!(isLost(error) || RETRIED.has(error.status)) || tries >= triesMax || isTooLong) throw error;
      await pause(wait, parts.options?.signal);
    }
  }

  async #init(
    { method, options, path }: RequestParts,
    url: URL,
    payload: Payload | null,
    token: string | undefined,
    idempotencyKey: string | undefined,
  ): Promise<RequestInit> {
    const { apiKey, language } = this.#options;
    const headers = new Headers(options?.headers);
    const set = (name: string, value: string | null | undefined): void => {
      if (value !== undefined && value !== null) headers.set(name, value);
    };
    set('content-type', payload?.type);
    if (!WITHOUT_CREDENTIAL.has(path)) set('x-api-key', apiKey);
    if (apiKey === undefined && token !== undefined) set('authorization', `Bearer ${token}`);
    set('accept-language', options?.language ?? language);
    set('idempotency-key', idempotencyKey);
    set('if-none-match', options?.ifNoneMatch);
    const version = options?.ifMatch;
    set('if-match', typeof version === 'number' ? `"v${version}"` : version);
    if (this.#signer !== null) {
      const target = `${url.pathname}${url.search}`;
      const signed = await this.#signer.headersFor(method, target, payload?.bytes ?? new Uint8Array());
      for (const [name, value] of Object.entries(signed)) headers.set(name, value);
    }
    return {
      method,
      headers,
      // `fetch` would send the key, the signature and the body to the target of a redirect.
      redirect: 'manual',
      ...(payload === null ? {} : { body: payload.bytes }),
    };
  }
}

async function read<T>(response: Response): Promise<Answer<T>> {
  const type = response.headers.get('content-type') ?? '';
  const common = {
    status: response.status,
    headers: response.headers,
    etag: response.headers.get('etag'),
    ignoredFields: (response.headers.get('x-ignored-fields') ?? '').split(/,\s*/).filter(Boolean),
  };
  if (response.status === 204) return { ...common, data: undefined as T, message: null };
  if (!type.startsWith('application/json'))
    return { ...common, data: (await response.blob()) as T, message: null };
  const body = parseBody<T>(await response.text(), response);
  return { ...common, data: body.data, message: body.message ?? null };
}

function parseBody<T>(text: string, { status }: Response): { data: T; message?: string } {
  try {
    return JSON.parse(text) as { data: T; message?: string };
  } catch (cause) {
    const message = `The answer with status ${status} is not the JSON that it claims to be.`;
    throw new FifthwheelError({ status, code: 'UNEXPECTED_ANSWER', message, cause });
  }
}

function limitOf(payload: Payload | null): number {
  return 30_000 + Math.ceil((payload?.bytes.length ?? 0) / 256);
}

function isExpired({ code }: FifthwheelError): boolean {
  return code === 'EXPIRED_TOKEN' || code === 'TOKEN_EXPIRED';
}

function queryText(query: object | undefined): string {
  const parameters = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  const text = parameters
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&');
  return text === '' ? '' : `?${text}`;
}

/** Returns the bytes of the body, because a retry and the signature need the same ones. */
async function payloadOf({ body, isForm }: RequestParts): Promise<Payload | null> {
  if (body === undefined) return null;
  if (body instanceof FormData || isForm === true || holdsFiles(body)) {
    const encoded = new Response(body instanceof FormData ? body : formOf(body as object));
    return {
      type: encoded.headers.get('content-type'),
      bytes: new Uint8Array(await encoded.arrayBuffer()),
    };
  }
  return { type: 'application/json', bytes: bytesOf(JSON.stringify(body)) };
}

const filesIn = (value: unknown): boolean =>
  value instanceof Blob || (Array.isArray(value) && value.some((item) => item instanceof Blob));

const holdsFiles = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && Object.values(body).some(filesIn);

function formOf(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body) as [string, unknown][]) {
    const isList = Array.isArray(value) && filesIn(value);
    for (const item of isList ? (value as unknown[]) : [value]) {
      if (item instanceof Blob) form.append(name, item);
      else if (typeof item === 'object' && item !== null) form.append(name, JSON.stringify(item));
      else if (item !== undefined && item !== null)
        form.append(name, String(item as string | number | boolean));
    }
  }
  return form;
}

/** Doubles with each attempt, with jitter so that clients do not retry in step. */
function backoff(tries: number): number {
  return FIRST_PAUSE_MS * 2 ** (tries - 1) * (1 + Math.random() / 2);
}

export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
