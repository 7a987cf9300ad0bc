import type http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '../clock.ts';

/** Long enough for a busy client to use each of its connections once more and see `Connection: close`. */
const FAREWELL_MS = SECOND_MS;

/**
 * Stops listening and lets kept-alive connections run out: every answer now says `Connection: close`. Closing an idle
 * connection at once, as Node does, may cross a request that is already on its way, which then fails although nobody
 * refused it. Resolves when no connection is left or after a second; what is still idle may then be closed.
 */
export async function drain(server: http.Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    // The method of the plain server: the HTTP server's own closes idle connections first.
    net.Server.prototype.close.call(server, () => resolve());
  });
  await Promise.race([closed, sleep(FAREWELL_MS)]);
}
