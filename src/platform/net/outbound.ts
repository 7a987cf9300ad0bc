/**
 * Requests to URLs that users choose: webhook targets, feeds, images.
 *
 * - Connects to public addresses only. A name is resolved once; if any of its addresses is not public, all are rejected. The
 *   connection goes to one of these addresses, and the address that it reached is checked again, so a name that changes between
 *   two lookups gains nothing.
 * - A connection serves one request, or further ones soon after if the name still resolves to the same addresses
 *   (connection-pools.ts).
 * - Does not follow redirects, unpack compressed bodies or use proxies of the environment.
 * - Each phase has a deadline, and so has the whole request, which slow trickling does not extend.
 *
 * Fails only with an OutboundError.
 */
import { isIP, type Socket } from 'node:net';
import { SpanKind } from '@opentelemetry/api';
import { buildConnector, Client, type Dispatcher } from 'undici';
import { traced } from '../tracing.ts';
import { isPublicAddress } from './addresses.ts';
import type { ConnectionPools } from './connection-pools.ts';
import { asOutboundError, OutboundError } from './outbound-error.ts';
import { type Resolve, type ResolvedAddress, resolveByServers, resolveLocally } from './resolve.ts';

export interface OutboundLimits {
  /** Time from the DNS lookup to the last byte of the response. */
  readonly totalMs: number;
  readonly connectMs: number;
  readonly dnsMs: number;
  readonly bodyBytesMax: number;
}

const OUTBOUND_LIMITS: OutboundLimits = {
  totalMs: 10_000,
  connectMs: 5000,
  dnsMs: 3000,
  bodyBytesMax: 64 * 1024,
};

export interface GuardedRequest {
  /** http or https. Which of them, and which ports and names, the caller decides. */
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly limits?: Partial<OutboundLimits> | undefined;
  /** Handling of a longer body: truncate and mark it, or fail. */
  readonly onLongBody?: 'cut' | 'fail';
  /** Receives the body in pieces instead of collecting it; each call is awaited. */
  readonly onChunk?: (chunk: Buffer) => Promise<void> | void;
  /** Allows private addresses; all other rules stay. */
  readonly allowPrivate: boolean;
  readonly signal?: AbortSignal;
  /** Replaces the machine's name servers. */
  readonly resolve?: Resolve | undefined;
  /** Keeps connections for further requests; without it each request has its own. */
  readonly connections?: ConnectionPools;
}

export interface GuardedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Empty when `onChunk` received it. */
  readonly body: Buffer;
  readonly isCut: boolean;
}

const HEADER_BYTES_MAX = 16 * 1024;

export function guardedRequest(request: GuardedRequest): Promise<GuardedResponse> {
  // No `traceparent` is sent: the receiver was chosen by others, and our traces are none of its business.
  const method = request.method ?? 'GET';
  const attributes = { 'http.request.method': method, 'server.address': new URL(request.url).host };
  return traced(method, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const response = await guarded(request);
    span?.setAttribute('http.response.status_code', response.status);
    return response;
  });
}

function guarded(request: GuardedRequest): Promise<GuardedResponse> {
  const limits = { ...OUTBOUND_LIMITS, ...request.limits };
  return withDeadline(limits.totalMs, request.signal, (signal) => send(request, limits, signal));
}

async function send(
  request: GuardedRequest,
  limits: OutboundLimits,
  signal: AbortSignal,
): Promise<GuardedResponse> {
  const url = new URL(request.url);
  try {
    const addresses = await findAddresses(url.hostname, request, limits, signal);
    const make = {
      maxHeaderSize: HEADER_BYTES_MAX,
      connect: connectorTo(addresses, limits.connectMs, request.allowPrivate),
    };
    const work = (through: Dispatcher): Promise<GuardedResponse> =>
      exchange(through, url, request, limits, signal);
    return await (request.connections === undefined
      ? overItsOwn(url.origin, make, work)
      : request.connections.use(url.origin, addresses, make, work));
  } catch (error) {
    throw isPastDeadline(signal) ? new OutboundError('timeout', { cause: error }) : asOutboundError(error);
  }
}

async function overItsOwn(
  origin: string,
  make: { readonly maxHeaderSize: number; readonly connect: Connector },
  work: (through: Dispatcher) => Promise<GuardedResponse>,
): Promise<GuardedResponse> {
  const client = new Client(origin, { ...make, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  try {
    return await work(client);
  } finally {
    void client.destroy().catch(() => {});
  }
}

async function findAddresses(
  bracketed: string,
  request: GuardedRequest,
  limits: OutboundLimits,
  signal: AbortSignal,
): Promise<readonly ResolvedAddress[]> {
  const hostname = bracketed.replace(/^\[|\]$/g, '');
  const family = isIP(hostname);
  const addresses =
    family === 0
      ? await resolveInTime(hostname, request, limits.dnsMs, signal)
      : [{ address: hostname, family: family as 4 | 6 }];
  if (!request.allowPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new OutboundError('blocked_address');
  return addresses;
}

async function resolveInTime(
  hostname: string,
  request: GuardedRequest,
  dnsMs: number,
  signal: AbortSignal,
): Promise<readonly ResolvedAddress[]> {
  const resolve = request.resolve ?? (request.allowPrivate ? resolveLocally : resolveByServers);
  try {
    const addresses = await withDeadline(dnsMs, signal, (stop) => {
      const stopped = new Promise<never>((_resolve, reject) => {
        stop.addEventListener('abort', () => reject(new OutboundError('dns_error')), { once: true });
      });
      return Promise.race([resolve(hostname, stop), stopped]);
    });
    if (addresses.length === 0) throw new OutboundError('dns_error');
    return addresses;
  } catch (error) {
    throw new OutboundError('dns_error', { cause: error });
  }
}

type Connector = ReturnType<typeof buildConnector>;

/**
 * Connects to one of these addresses, whatever the name resolves to by now. The certificate must still match the
 * name.
 */
function connectorTo(
  addresses: readonly ResolvedAddress[],
  connectMs: number,
  allowPrivate: boolean,
): Connector {
  const connect = buildConnector({
    timeout: connectMs,
    maxCachedSessions: 0,
    // Makes the lookup return all addresses.
    autoSelectFamily: true,
    lookup: (_hostname, _options, callback) => callback(null, [...addresses]),
  });
  return (options, callback) => {
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      if (!allowPrivate && !isPublicAddress(socket.remoteAddress ?? '')) {
        (socket as Socket).destroy();
        return callback(new OutboundError('blocked_address'), null);
      }
      return callback(null, socket);
    });
  };
}

async function exchange(
  through: Dispatcher,
  url: URL,
  request: GuardedRequest,
  limits: OutboundLimits,
  signal: AbortSignal,
): Promise<GuardedResponse> {
  const response = await through.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: request.method ?? 'GET',
    headers: { ...request.headers },
    body: request.body ?? null,
    reset: request.connections === undefined,
    signal,
  });
  const { body, isCut } = await readBody(response, request, limits.bodyBytesMax);
  return { status: response.statusCode, headers: response.headers, body, isCut };
}

async function readBody(
  response: Dispatcher.ResponseData,
  request: GuardedRequest,
  bytesMax: number,
): Promise<{ body: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    const wanted = chunk.subarray(0, bytesMax - bytes);
    bytes += chunk.length;
    if (bytes > bytesMax && request.onLongBody === 'fail') throw new OutboundError('response_too_large');
    if (request.onChunk === undefined) chunks.push(wanted);
    else await request.onChunk(wanted);
    if (bytes > bytesMax) break;
  }
  return { body: Buffer.concat(chunks), isCut: bytes > bytesMax };
}

/**
 * Calls `work` with a signal that aborts after `ms`, or together with `parent`, and lets go of both when the work ends.
 *
 * Not AbortSignal.any: a parent keeps an entry for every signal derived from it that way, so one that lives as long as
 * the process would grow with every request.
 */
async function withDeadline<T>(
  ms: number,
  parent: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(parent?.reason);
  const timer = setTimeout(
    () => controller.abort(new DOMException('the deadline passed', 'TimeoutError')),
    ms,
  );
  timer.unref();
  if (parent?.aborted === true) onAbort();
  else parent?.addEventListener('abort', onAbort, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    parent?.removeEventListener('abort', onAbort);
  }
}

/** Whether the signal aborted because its deadline passed. */
function isPastDeadline({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}
