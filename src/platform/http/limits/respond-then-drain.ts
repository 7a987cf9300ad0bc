import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { SECOND_MS } from '../../clock.ts';

/** Time for which the rest of a rejected body is read and discarded. */
export interface LingerLimits {
  readonly bytesMax: number;
  readonly totalMs: number;
  /** Idle time after which the connection is closed. */
  readonly silenceMs: number;
}

const LINGER_LIMITS: LingerLimits = {
  bytesMax: 64 * 1024 * 1024,
  totalMs: 30 * SECOND_MS,
  silenceMs: 5 * SECOND_MS,
};

/** Whether the client may still be sending; always false for a request without a socket. */
export function isBodyUnread(request: IncomingMessage): boolean {
  // Compares with `false`, because injected requests lack the property.
  return (request.complete as boolean | undefined) === false;
}

/**
 * Sends the response at once, and ends it when the body has arrived. A socket that is closed with unread bytes is
 * reset, and a client that is still writing would get the reset instead of the response. `Content-Length` must give the
 * length of the response, so that the client need not wait for the end. A client that sends for too long is
 * disconnected.
 */
export function respondThenDrain(
  response: Buffer,
  request: IncomingMessage,
  limits: LingerLimits = LINGER_LIMITS,
): Readable {
  async function* parts(): AsyncGenerator<Buffer> {
    yield response;
    if (!(await drained(request, limits))) request.socket.destroy();
  }
  return Readable.from(parts(), { objectMode: false });
}

/** False when a limit was reached first. */
function drained(request: IncomingMessage, limits: LingerLimits): Promise<boolean> {
  if (request.complete || request.destroyed) return Promise.resolve(true);
  return new Promise((resolve) => {
    let bytes = 0;
    const finish = (isDrained: boolean): void => {
      clearTimeout(total);
      clearTimeout(silence);
      request.off('data', onData);
      for (const event of ENDS) request.off(event, onEnd);
      resolve(isDrained);
    };
    const onEnd = (): void => finish(true);
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      silence.refresh();
      if (bytes > limits.bytesMax) finish(false);
    };
    const total = setTimeout(finish, limits.totalMs, false);
    const silence = setTimeout(finish, limits.silenceMs, false);
    for (const event of ENDS) request.on(event, onEnd);
    // The previous reader has given up, and could block the stream.
    request.unpipe();
    request.on('data', onData);
    request.resume();
  });
}

const ENDS = ['end', 'close', 'error'] as const;
