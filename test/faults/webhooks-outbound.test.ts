import { execFile } from 'node:child_process';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, Server as TlsServer } from 'node:tls';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import {
  guardedRequest,
  type GuardedRequest,
  type GuardedResponse,
} from '../../src/platform/net/outbound.ts';
import type { OutboundErrorCode } from '../../src/platform/net/outbound-error.ts';
import { SELF_SIGNED } from './self-signed.fixture.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** Starts a server that runs `onRequest` for each connection once the first bytes have arrived. */
async function listen(onRequest: (socket: Socket) => void, server = createServer()): Promise<number> {
  const isTls = server instanceof TlsServer;
  server.on('connection', (socket: Socket) => sockets.push(socket.on('error', () => {})));
  server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    socket.on('error', () => {});
    socket.once('data', () => onRequest(socket));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function respond(text: string): (socket: Socket) => void {
  return (socket) => socket.end(text);
}

function get(port: number, options: Partial<GuardedRequest> = {}): Promise<GuardedResponse> {
  return guardedRequest({ url: `http://127.0.0.1:${port}/hook?x=1`, allowPrivate: true, ...options });
}

async function errorOf(attempt: Promise<GuardedResponse>): Promise<OutboundErrorCode | GuardedResponse> {
  return attempt.catch((error: { code: OutboundErrorCode }) => error.code);
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const HUGE_HEADERS = `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`;
const INTERIM_ONLY = 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(10_000);

describe('an answer', () => {
  it('is status, headers and body', async () => {
    const port = await listen(
      respond('HTTP/1.1 418 Teapot\r\nX-Kind: pot\r\nContent-Length: 5\r\n\r\nshort'),
    );
    const response = await get(port);
    expect(response).toMatchObject({ status: 418, headers: { 'x-kind': 'pot' }, isCut: false });
    expect(response.body.toString()).toBe('short');
  });

  it('carries exactly the headers and bytes asked for', async () => {
    let received = '';
    const echo = createServer((socket) => {
      socket.on('data', (chunk) => {
        received += chunk.toString();
        if (received.endsWith('{"a":1}')) socket.end(OK);
      });
    });
    const echoPort = await listen(() => {}, echo);
    await get(echoPort, {
      method: 'POST',
      headers: { 'user-agent': 'Test/1' },
      body: Buffer.from('{"a":1}'),
    });
    expect(received.split('\r\n').map((line) => line.toLowerCase())).toEqual([
      'post /hook?x=1 http/1.1',
      `host: 127.0.0.1:${echoPort}`,
      'connection: close',
      'user-agent: test/1',
      'content-length: 7',
      '',
      '{"a":1}',
    ]);
  });

  it('is a redirect where the server redirects: it is not followed', async () => {
    const visited: string[] = [];
    const elsewhere = await listen(() => visited.push('elsewhere'));
    for (const status of [301, 302, 307, 308]) {
      const port = await listen(
        respond(
          `HTTP/1.1 ${status} Moved\r\nLocation: http://127.0.0.1:${elsewhere}/\r\nContent-Length: 0\r\n\r\n`,
        ),
      );
      expect((await get(port)).status).toBe(status);
    }
    expect(visited).toEqual([]);
  });

  it('is cut, or refused, when its body is too long, endless or not', async () => {
    const port = await listen(endless);
    const response = await get(port, { limits: { bodyBytesMax: 3000 } });
    expect([response.status, response.isCut, response.body.length]).toEqual([200, true, 3000]);
    expect(await errorOf(get(port, { limits: { bodyBytesMax: 3000 }, onLongBody: 'fail' }))).toBe(
      'response_too_large',
    );
  });

  it('is handed on in pieces where the caller wants them', async () => {
    const port = await listen(respond(OK));
    const pieces: string[] = [];
    const response = await get(port, { onChunk: (chunk) => void pieces.push(chunk.toString()) });
    expect([pieces.join(''), response.body.length]).toEqual(['ok', 0]);
  });

  it('is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(1024 * 1024));
    const port = await listen((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
      socket.end(bomb);
    });
    expect((await get(port)).body.equals(bomb)).toBe(true);
  });
});

it('no response uses up memory: endless, compressed, with huge headers, interim', async () => {
  const ports = await Promise.all([
    listen(endless),
    listen(packedGigabyte()),
    listen(respond(HUGE_HEADERS)),
    listen(respond(INTERIM_ONLY)),
  ]);
  const urls = ports.map((port) => `http://127.0.0.1:${port}/`);
  const child = path.join(import.meta.dirname, 'outbound-memory.child.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', child, ...urls]);
  expect(Number(stdout)).toBeLessThan(10);
});

describe('a failure', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['silence', () => {}],
    ['headers that trickle', trickle('HTTP/1.1 200 OK\r\n', 'X')],
    ['a body that trickles', trickle('HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n', 'x')],
  ])('%s is timeout', async (_name, onRequest) => {
    expect(await errorOf(get(await listen(onRequest), { limits: { totalMs: 250 } }))).toBe('timeout');
  });

  it.each<[string, OutboundErrorCode, (socket: Socket) => void]>([
    ['a reset', 'connection_reset', (socket) => socket.resetAndDestroy()],
    ['an end without a response', 'connection_reset', (socket) => socket.end()],
    [
      'an end within the response',
      'connection_reset',
      respond('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok'),
    ],
    ['another protocol', 'connection_reset', respond('SSH-2.0-OpenSSH_9.2\r\n')],
    ['huge headers', 'response_too_large', respond(HUGE_HEADERS)],
    ['interim responses only', 'connection_reset', respond(INTERIM_ONLY)],
  ])('%s is %s', async (_name, code, onRequest) => {
    expect(await errorOf(get(await listen(onRequest)))).toBe(code);
  });

  it('is connection_refused for a port without a listener', async () => {
    const port = await listen(() => {});
    await new Promise((resolve) => servers.pop()?.close(resolve));
    expect(await errorOf(get(port))).toBe('connection_refused');
  });

  it('of TLS is tls_error', async () => {
    const port = await listen(respond(OK), createTlsServer(SELF_SIGNED));
    expect(await errorOf(get(port, { url: `https://127.0.0.1:${port}/` }))).toBe('tls_error');
    const plain = await listen(respond('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await errorOf(get(plain, { url: `https://127.0.0.1:${plain}/` }))).toBe('tls_error');
  });

  it('is dns_error for an unknown host name, also without a response', async () => {
    const unknown = async (): Promise<never> => {
      throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
    };
    const silent = (): Promise<never> => new Promise(() => {});
    const url = 'http://hooks.example/';
    expect(await errorOf(guardedRequest({ url, allowPrivate: false, resolve: unknown }))).toBe('dns_error');
    expect(await errorOf(guardedRequest({ url, allowPrivate: false, resolve: async () => [] }))).toBe(
      'dns_error',
    );
    const limits = { dnsMs: 30 };
    expect(await errorOf(guardedRequest({ url, allowPrivate: false, resolve: silent, limits }))).toBe(
      'dns_error',
    );
  });
});

describe('the address rule', () => {
  it('rejects private addresses written as such, in every spelling', async () => {
    const visits: string[] = [];
    const port = await listen(() => visits.push('visited'));
    for (const host of [
      '127.0.0.1',
      '127.1',
      '0x7f.1',
      '2130706433',
      '017700000001',
      '[::1]',
      '[::ffff:7f00:1]',
      '0',
    ]) {
      expect([
        host,
        await errorOf(get(port, { url: `http://${host}:${port}/`, allowPrivate: false })),
      ]).toEqual([host, 'blocked_address']);
    }
    expect(visits).toEqual([]);
  });

  it('rejects a DNS result with a private address', async () => {
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 as const },
      { address: '10.0.0.7', family: 4 as const },
    ];
    expect(await errorOf(guardedRequest({ url: 'http://two.example/', allowPrivate: false, resolve }))).toBe(
      'blocked_address',
    );
  });

  it('resolves once, and connects to the resolved address', async () => {
    const port = await listen(respond(OK));
    let lookups = 0;
    const resolve = async () => {
      lookups++;
      return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 as const }];
    };
    const response = await guardedRequest({
      url: `http://flips.example:${port}/`,
      allowPrivate: true,
      resolve,
    });
    expect([response.status, lookups]).toEqual([200, 1]);
  });

  it('does not stop at the second of two addresses when the first is dead', async () => {
    const port = await listen(respond(OK));
    const resolve = async () => [
      { address: '127.0.0.9', family: 4 as const },
      { address: '127.0.0.1', family: 4 as const },
    ];
    const response = await guardedRequest({
      url: `http://both.example:${port}/`,
      allowPrivate: true,
      resolve,
    });
    expect(response.status).toBe(200);
  });
});

/** Sends the beginning, then one character at a time until the client disconnects. */
function trickle(beginning: string, character: string): (socket: Socket) => void {
  return (socket) => {
    socket.write(beginning);
    const timer = setInterval(() => socket.write(character), 20);
    socket.on('close', () => clearInterval(timer));
  };
}

/** Sends an endless body as fast as the client reads it. */
function endless(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
  const piece = `400\r\n${'x'.repeat(1024)}\r\n`;
  const writeMore = (): void => {
    while (!socket.destroyed && socket.write(piece));
    if (!socket.destroyed) socket.once('drain', writeMore);
  };
  writeMore();
}

/** Sends a megabyte of gzip that decompresses to a gigabyte. */
function packedGigabyte(): (socket: Socket) => void {
  const bomb = gzipSync(Buffer.alloc(2 ** 20));
  const members = Buffer.concat(Array<Buffer>(1024).fill(bomb));
  const head = 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length:';
  return (socket) => {
    socket.write(`${head} ${members.length}\r\n\r\n`);
    socket.end(members);
  };
}
