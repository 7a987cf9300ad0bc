import { SECOND_MS } from '../clock.ts';

/**
 * Limits of one connection. Fastify sets Node's limit on a whole request to 0, and Node checks for slow requests only
 * every 30 s, so each could hold its socket far longer than meant.
 */
export interface ConnectionLimits {
  /** From the first byte of a request to the end of its headers. */
  readonly headersMs: number;
  /** From the first byte to the end of the body; enough for 20 MB over a slow line. */
  readonly requestMs: number;
  /** How often Node checks for requests that are too slow. */
  readonly checkEveryMs: number;
  /** Between two requests. Longer than the 60 s after which common proxies close idle connections. */
  readonly keepAliveMs: number;
  /** No byte in either direction: the client does not read its answer. Event streams send heartbeats more often. */
  readonly silenceMs: number;
  /** Open connections of this process; any further one is closed unanswered. */
  readonly connectionsMax: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 10 * SECOND_MS,
  requestMs: 120 * SECOND_MS,
  checkEveryMs: 5 * SECOND_MS,
  keepAliveMs: 72 * SECOND_MS,
  silenceMs: 130 * SECOND_MS,
  connectionsMax: 10_000,
};
