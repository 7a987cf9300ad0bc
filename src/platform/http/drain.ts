import type http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '../clock.ts';

/** Within it a client that is busy uses each of its connections again, and learns that it is to be closed. */
const FAREWELL_MS = SECOND_MS;

/**
 * Stops listening and gives kept-alive connections the time to hear of it: every answer now says `Connection: close`.
 * To close an idle connection at once, as Node does, may cross a request that is already on its way, which then fails
 * although nobody refused it. Resolves when no connection is left, or after a second; what is idle then may be closed.
 */
export async function drain(server: http.Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    // Of a plain server: that of an HTTP server closes idle connections first.
    net.Server.prototype.close.call(server, () => resolve());
  });
  await Promise.race([closed, sleep(FAREWELL_MS)]);
}
