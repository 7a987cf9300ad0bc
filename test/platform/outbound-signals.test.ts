import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OutboundError } from '../../src/platform/net/outbound-error.ts';
import { type GuardedRequest, guardedRequest } from '../../src/platform/net/outbound.ts';
import type { Resolve } from '../../src/platform/net/resolve.ts';
import { countListeners } from '../support/signal-listeners.ts';

let server: Server;
beforeAll(async () => {
  server = createServer((_request, response) => response.end('thanks'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const loopback: Resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
const silent: Resolve = () => new Promise(() => {});
const send = (signal: AbortSignal, options: Partial<GuardedRequest> = {}) =>
  guardedRequest({
    url: `http://receiver.example:${(server.address() as AddressInfo).port}/`,
    allowPrivate: true,
    resolve: loopback,
    signal,
    ...options,
  });

describe('a signal that outlives its requests', () => {
  it('keeps nothing of them, whether they succeed, fail or are given up', async () => {
    const { signal } = new AbortController();
    for (let i = 0; i < 3; i++) expect((await send(signal)).status).toBe(200);
    const failing = [
      send(signal, { limits: { bodyBytesMax: 2 }, onLongBody: 'fail' }),
      send(signal, { resolve: () => Promise.reject(new Error('no such name')) }),
      send(signal, { resolve: silent, limits: { dnsMs: 20 } }),
      send(signal, { resolve: silent, limits: { totalMs: 20 } }),
    ];
    const codes = await Promise.all(
      failing.map((request) => request.catch((error: unknown) => codeOf(error))),
    );
    expect(codes).toEqual(['response_too_large', 'dns_error', 'dns_error', 'timeout']);
    expect(countListeners(signal)).toBe(0);
  });

  it('ends those that are running', async () => {
    const lifetime = new AbortController();
    const running = send(lifetime.signal, { resolve: silent });
    lifetime.abort();
    await expect(running).rejects.toBeInstanceOf(OutboundError);
  });
});

function codeOf(error: unknown): unknown {
  return error instanceof OutboundError ? error.code : error;
}
