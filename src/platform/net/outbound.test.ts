import { Resolver } from 'node:dns/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type GuardedRequest, guardedRequest } from './outbound.ts';
import type { Resolve } from './resolve.ts';

const KIB = 1024;
let server: Server;
let port: number;

let sendRest = (): void => {};

/** Sends as many bytes as the path specifies, in two chunks; with the query, the second one waits for `sendRest`. */
beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://feed.example');
    const bytes = Number(pathname.slice(1));
    const body = Buffer.from(Array.from({ length: bytes }, (_, i) => i % 251));
    response.write(body.subarray(0, Math.floor(bytes / 2)));
    sendRest = () => response.end(body.subarray(Math.floor(bytes / 2)));
    if (search !== '?wait') setImmediate(sendRest);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const loopback: Resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
const read = (bytes: number, options: Partial<GuardedRequest> = {}) =>
  guardedRequest({
    url: `http://feed.example:${port}/${bytes}`,
    allowPrivate: true,
    resolve: loopback,
    ...options,
  });

describe('the body of a response', () => {
  it('is read whole up to 64 KiB, and cut there', async () => {
    const whole = await read(64 * KIB);
    expect([whole.status, whole.body.length, whole.isCut]).toEqual([200, 64 * KIB, false]);
    expect([...whole.body.subarray(250, 254)]).toEqual([250, 0, 1, 2]);
    const cut = await read(64 * KIB + 1);
    expect([cut.body.length, cut.isCut]).toEqual([64 * KIB, true]);
  });

  it('is cut within its second piece where the caller says', async () => {
    const { body, isCut } = await read(1000, { limits: { bodyBytesMax: 700 } });
    expect([body.length, isCut, body[699]]).toEqual([700, true, 699 % 251]);
  });

  it('is cut where its first piece fills what is allowed and more follows', async () => {
    const received: Buffer[] = [];
    const inPieces = (onLongBody: 'cut' | 'fail') =>
      guardedRequest({
        url: `http://feed.example:${port}/1400?wait`,
        allowPrivate: true,
        resolve: loopback,
        limits: { bodyBytesMax: 700 },
        onLongBody,
        onChunk(chunk) {
          received.push(chunk);
          sendRest();
        },
      });
    expect((await inPieces('cut')).isCut).toBe(true);
    expect(Buffer.concat(received).length).toBe(700);
    await expect(inPieces('fail')).rejects.toMatchObject({ code: 'response_too_large' });
  });

  it('ends where the caller takes no more of it', async () => {
    const full = new Error('the disk is full');
    const taking = read(1400, {
      onChunk: () => {
        throw full;
      },
    });
    await expect(taking).rejects.toMatchObject({ cause: full });
  });

  it('is rejected if it is too long and the caller does not allow truncation, but not at the exact limit', async () => {
    const strict = { limits: { bodyBytesMax: 700 }, onLongBody: 'fail' } as const;
    await expect(read(701, strict)).rejects.toMatchObject({ code: 'response_too_large' });
    expect((await read(700, strict)).body.length).toBe(700);
  });
});

describe('the header of a response', () => {
  it('may have less than 16 KiB in names and values', async () => {
    const sizeOf = (header: string): number => header.replaceAll(/: |\r\n/g, '').length;
    const raw = createTcpServer((socket) => {
      // A client that rejects the response may reset the connection.
      socket.on('error', () => {});
      socket.on('data', (request) => {
        const size = Number(/^GET \/(\d+)/.exec(request.toString())?.[1]);
        const header = 'content-length: 0\r\nx: ';
        socket.end(`HTTP/1.1 200 OK\r\n${header}${'y'.repeat(size - sizeOf(header))}\r\n\r\n`);
      });
    });
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
    const ask = (size: number) =>
      guardedRequest({
        url: `http://feed.example:${(raw.address() as AddressInfo).port}/${size}`,
        allowPrivate: true,
        resolve: loopback,
      });
    try {
      expect((await ask(16 * KIB - 1)).status).toBe(200);
      await expect(ask(16 * KIB)).rejects.toMatchObject({ code: 'response_too_large' });
    } finally {
      raw.close();
    }
  });
});

describe('an address', () => {
  it('is not contacted if it is private, whether as one of several or in the URL', async () => {
    const mixed: Resolve = () =>
      Promise.resolve([
        { address: '8.8.8.8', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]);
    for (const request of [
      read(1, { allowPrivate: false }),
      read(1, { allowPrivate: false, resolve: mixed }),
      guardedRequest({ url: `http://127.0.0.1:${port}/1`, allowPrivate: false }),
    ])
      await expect(request).rejects.toMatchObject({ code: 'blocked_address' });
  });

  it('is an error of the lookup if the name does not resolve to it', async () => {
    await expect(read(1, { resolve: () => Promise.resolve([]) })).rejects.toMatchObject({
      code: 'dns_error',
    });
  });

  it('stands in the URL itself without being looked up', async () => {
    const resolve: Resolve = () => Promise.reject(new Error('asked'));
    const at = (host: string) =>
      guardedRequest({ url: `http://${host}:${port}/3`, allowPrivate: true, resolve });
    expect((await at('127.0.0.1')).body.length).toBe(3);
    // No server listens there.
    await expect(at('[::1]')).rejects.toMatchObject({ code: 'connection_refused' });
  });
});

describe('a look-up', () => {
  it('asks the machine itself only where private addresses are allowed', async () => {
    for (const name of ['resolve4', 'resolve6'] as const)
      vi.spyOn(Resolver.prototype, name).mockRejectedValue(new Error('no such name'));
    try {
      const ask = (allowPrivate: boolean) =>
        guardedRequest({ url: `http://localhost:${port}/3`, allowPrivate });
      expect((await ask(true)).body.length).toBe(3);
      await expect(ask(false)).rejects.toMatchObject({ code: 'dns_error' });
    } finally {
      vi.restoreAllMocks();
    }
  });

  const silent: Resolve = () => new Promise(() => {});

  it('times out if it gets no response, whatever the resolver does', async () => {
    const limits = { dnsMs: 20, totalMs: 5000 };
    await expect(read(1, { resolve: silent, limits })).rejects.toMatchObject({ code: 'dns_error' });
  });

  it('counts towards the time of the whole request', async () => {
    const limits = { dnsMs: 5000, totalMs: 20 };
    await expect(read(1, { resolve: silent, limits })).rejects.toMatchObject({ code: 'timeout' });
  });
});
