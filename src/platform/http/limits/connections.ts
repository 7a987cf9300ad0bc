import { readFileSync } from 'node:fs';
import type http from 'node:http';
import net, { type Server, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import { monotonicMs, SECOND_MS } from '../../clock.ts';

/**
 * Limits of one connection. Fastify sets Node's limit on a whole request to 0, and Node checks for slow requests only
 * every 30 s, so each could keep its socket far longer than intended.
 */
export interface ConnectionLimits {
  /** Time from the first byte of a request to the end of its headers. */
  readonly headersMs: number;
  /** Time from the first byte to the end of the body; enough for 20 MB over a slow line, or 200 MB over a fast one. */
  readonly requestMs: number;
  /** How often Node checks for requests that are too slow. */
  readonly checkEveryMs: number;
  /** Between two requests. Longer than the 60 s after which common proxies close idle connections. */
  readonly keepAliveMs: number;
  /** Time without a byte in either direction: the client does not read its response. Event streams send heartbeats more often. */
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

/** Node raises the soft limit to the hard one at its start. Without free descriptors, the server could not respond at all. */
export function connectionsWithin(connectionsMax: number, descriptors = descriptorLimit()): number {
  return Math.max(1, Math.min(connectionsMax, Math.floor(descriptors * SHARE_OF_DESCRIPTORS)));
}

/** Below this, a server of any size runs out of descriptors. */
const DESCRIPTORS_ENOUGH = 1024;

/** Returns a warning for operators about a low limit of open files; null if it is high enough. */
export function descriptorWarning(descriptors = descriptorLimit()): string | null {
  if (descriptors >= DESCRIPTORS_ENOUGH) return null;
  const connections = connectionsWithin(CONNECTION_LIMITS.connectionsMax, descriptors);
  return `this process can have only ${descriptors} files open, so it serves at most ${connections} connections: raise the limit (ulimit -n, LimitNOFILE) to ${DESCRIPTORS_ENOUGH} or more`;
}

/** Unknown without /proc; then there is no limit. */
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
    // Gone again already. What it had sent would be a request of an unknown address.
    if (address === undefined) {
      socket.destroy();
      return;
    }
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

const IPV6_SITE_PARTS = 4;

/**
 * The client that an address counts as: an IPv4 address, or the /64 of an IPv6 address, which usually belongs to one
 * client.
 */
export function clientNetwork(ip: string): string {
  if (!ip.includes(':')) return ip;
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${address.parts
    .slice(0, IPV6_SITE_PARTS)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/** Time for a busy client to use each of its connections once more and see `Connection: close`. */
const FAREWELL_MS = SECOND_MS;
/** Idle connections are closed only after this long without a request on any of them. */
const QUIET_MS = 100;
/** Limit for clients that keep connecting. */
const ACCEPTING_MS_MAX = SECOND_MS / 2;
/** Limit for clients that keep sending, whatever the responses contain. */
const DRAIN_MS_MAX = 3 * SECOND_MS;

/**
 * Stops listening once the connections that wait in the kernel are accepted, because closing the listener resets them. Call it
 * before responses contain `Connection: close`; otherwise, clients that reconnect would be among those connections.
 */
export async function stopListening(server: http.Server): Promise<void> {
  let connections = 0;
  const count = (): void => void (connections += 1);
  server.on('connection', count);
  const untilMs = monotonicMs() + ACCEPTING_MS_MAX;
  // A turn accepts one of them.
  for (let seen = -1; seen !== connections && monotonicMs() < untilMs;) {
    seen = connections;
    await readSockets();
  }
  server.off('connection', count);
  closeListener(server);
}

/**
 * Drains kept-alive connections of a server that has stopped listening: every response now contains `Connection: close`. Closing
 * an idle connection immediately, as Node does, may cut off a request that is in transit or waits unread in the kernel. Resolves
 * once no connection is left, or once no more requests arrive; the remaining idle connections may then be closed in the same
 * tick.
 */
export async function drain(server: http.Server): Promise<void> {
  let requests = 0;
  const count = (): void => void (requests += 1);
  server.on('request', count);
  const closed = new Promise<'closed'>((resolve) => closeListener(server, () => resolve('closed')));
  const untilMs = monotonicMs() + DRAIN_MS_MAX;
  for (let waitMs = FAREWELL_MS, seen = -1; seen !== requests && monotonicMs() < untilMs; waitMs = QUIET_MS) {
    seen = requests;
    if ((await Promise.race([closed, sleep(waitMs)])) === 'closed') break;
    await readSockets();
  }
  server.off('request', count);
}

/** With the method of the plain server: the HTTP server's own closes idle connections first. */
function closeListener(server: http.Server, onClosed?: () => void): void {
  net.Server.prototype.close.call(server, onClosed);
}

/** Lets the event loop read arrived data: wherever this is called, sockets are read between two ticks. */
async function readSockets(): Promise<void> {
  await nextTurn();
  await nextTurn();
}
