import { readFileSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { SECOND_MS } from '../clock.ts';
import { clientNetwork } from './client-network.ts';

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
  /** Open connections of this process; any further one is closed unanswered. Fewer where descriptors are scarce. */
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

/** The rest is for files, the database, deliveries and the temporary files of uploads. */
const SHARE_OF_DESCRIPTORS = 0.6;

/** Node raises the soft limit to the hard one at its start. Without descriptors left, nobody could be answered. */
export function connectionsWithin(connectionsMax: number, descriptors = descriptorLimit()): number {
  return Math.max(1, Math.min(connectionsMax, Math.floor(descriptors * SHARE_OF_DESCRIPTORS)));
}

/** Unknown where there is no /proc, and then not a limit. */
function descriptorLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Infinity);
  } catch {
    return Infinity;
  }
}

/**
 * Closes connections of a client network that has too many, unanswered, so that one address cannot take all that a
 * process has. Proxies that speak for many clients are exempt.
 */
export function capConnections(
  server: Server,
  options: { readonly perAddressMax: number; readonly isProxy: (address: string) => boolean },
): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    // Gone again already.
    if (address === undefined) return;
    if (options.isProxy(address)) return;
    const network = clientNetwork(address);
    const count = open.get(network) ?? 0;
    if (count >= options.perAddressMax) {
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}
