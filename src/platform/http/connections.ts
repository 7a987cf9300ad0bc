import { SECOND_MS } from '../clock.ts';

/**
 * What one connection may cost. Fastify turns Node's limit of a whole request off (0), and Node looks for requests that
 * trickle in only every 30 s: each would hold its socket far longer than meant.
 */
export interface ConnectionLimits {
  /** From the first byte of a request to the end of its headers. */
  readonly headersMs: number;
  /** To the end of its body; an upload of 20 MB over a slow line fits. */
  readonly requestMs: number;
  /** How often requests are looked at that take too long. */
  readonly checkEveryMs: number;
  /** Between two requests. Longer than the 60 s after which usual proxies give a connection up. */
  readonly keepAliveMs: number;
  /** Without a byte in either direction: a client that does not read its answer. Event streams beat more often. */
  readonly silenceMs: number;
  /** Open at once in this process; one more is closed unanswered. */
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
