/** Bytes that no well-behaved client sends: framing that two servers would parse differently, and slow requests. */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import nodePath from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CONNECTION_LIMITS } from '../../src/platform/http/limits/connections.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createSeller } from '../support/factories.ts';
import { openSocket, portOf, readToEnd, sendRaw } from '../support/raw-socket.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** Level of a warning in pino. */
const WARN = 40;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({
    connections: { headersMs: 300, requestMs: 600, checkEveryMs: 100, silenceMs: 1500 },
  });
});
afterAll(() => t.close());

/** A second request hidden in the first; the server must never respond to it. */
const HIDDEN = 'GET /api/hidden HTTP/1.1\r\nHost: x\r\n\r\n';
const LOGIN = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

describe('H48 framing', () => {
  it.each<[string, string]>([
    [
      'length and chunks',
      `${LOGIN}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
    ],
    [
      'chunks and length',
      `${LOGIN}Transfer-Encoding: chunked\r\nContent-Length: 50\r\n\r\n0\r\n\r\n${HIDDEN}`,
    ],
    ['two lengths', `${LOGIN}Content-Length: 2\r\nContent-Length: 45\r\n\r\n{}${HIDDEN}`],
    ['two lengths in one', `${LOGIN}Content-Length: 2, 45\r\n\r\n{}${HIDDEN}`],
    ['a length with a sign', `${LOGIN}Content-Length: +2\r\n\r\n{}${HIDDEN}`],
    ['a length in hexadecimal', `${LOGIN}Content-Length: 0x2\r\n\r\n{}${HIDDEN}`],
    ['a negative length', `${LOGIN}Content-Length: -1\r\n\r\n{}${HIDDEN}`],
    ['a tab before chunked', `${LOGIN}Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ['xchunked', `${LOGIN}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ['chunked, then identity', `${LOGIN}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${HIDDEN}`],
    [
      'two transfer encodings',
      `${LOGIN}Transfer-Encoding: chunked\r\nTransfer-Encoding: cow\r\n\r\n0\r\n\r\n${HIDDEN}`,
    ],
    ['a space before the colon', `${LOGIN}Content-Length : 2\r\n\r\n{}${HIDDEN}`],
    ['a folded line', `${LOGIN}X-Long: a\r\n b\r\nContent-Length: 2\r\n\r\n{}`],
    ['bare line feeds', `${LOGIN.replaceAll('\r\n', '\n')}Content-Length: 2\n\n{}${HIDDEN}`],
    ['a chunk size that is none', `${LOGIN}Transfer-Encoding: chunked\r\n\r\nZ\r\n{}\r\n0\r\n\r\n${HIDDEN}`],
    ['a chunk size with a minus', `${LOGIN}Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n${HIDDEN}`],
    [
      'a chunk size beyond all numbers',
      `${LOGIN}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}\r\n0\r\n\r\n`,
    ],
    [
      'a chunk that is longer than it says',
      `${LOGIN}Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n${HIDDEN}`,
    ],
    ['no Host', `GET /api/currencies HTTP/1.1\r\n\r\n${HIDDEN}`],
    ['two Hosts', `GET /api/currencies HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n`],
    ['a NUL in a header', `GET /api/currencies HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n${HIDDEN}`],
    [
      'a carriage return in a header',
      `GET /api/currencies HTTP/1.1\r\nHost: x\r\nX-A: a\rb\r\n\r\n${HIDDEN}`,
    ],
    ['a header without a name', `GET /api/currencies HTTP/1.1\r\nHost: x\r\n: v\r\n\r\n${HIDDEN}`],
    ['no version', `GET /api/currencies\r\n\r\n`],
    ['a whole address', 'GET http://evil.example/api/currencies HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a star', 'GET * HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a path without its slash', 'GET api/currencies HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['HTTP/2 in the open', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('400, and the connection is closed: %s', async (_name, bytes) => {
    const response = await sendRaw(t, bytes);
    expect(response.statuses).toEqual([400]);
    expect(response.text).toContain('"code":"BAD_REQUEST"');
    expect(response.text).not.toContain('/api/hidden');
  });

  it('CONNECT and an upgrade are not taken', async () => {
    const tunnel = await sendRaw(t, 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n');
    expect(tunnel.statuses.filter((status) => status < 400)).toEqual([]);
    const upgrade = await sendRaw(
      t,
      'GET /api/currencies HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade, close\r\n\r\n',
    );
    expect(upgrade.statuses).not.toContain(101);
  });

  it('pipelined requests on a connection get their own responses, in order', async () => {
    const requestFor = (path: string, end = ''): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${end}\r\n`;
    const response = await sendRaw(
      t,
      requestFor('/api/currencies') +
        requestFor('/api/nothing') +
        requestFor('/healthz', 'Connection: close\r\n'),
    );
    expect(response.statuses).toEqual([200, 404, 200]);
  });
});

describe('H50 sizes and paths', () => {
  const get = (path: string, headers = ''): string =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`;
  it.each<[string, string, number]>([
    ['a header of 17 KB', get('/api/currencies', `X-A: ${'a'.repeat(17 * 1024)}\r\n`), 431],
    ['a token of 64 KB', get('/api/auth/me', `Authorization: Bearer ${'a'.repeat(64 * 1024)}\r\n`), 431],
    ['a path of 64 KB', get(`/api/${'a'.repeat(64 * 1024)}`), 431],
    ['101 headers', get('/api/currencies', 'a: b\r\n'.repeat(99)), 431],
    ['1,500 headers', get('/api/currencies', 'a: b\r\n'.repeat(1500)), 431],
    ['4,000 headers', get('/api/currencies', 'a: b\r\n'.repeat(4000)), 431],
    ['%00', get('/api/listings/%00'), 404],
    ['dots', get('/api/../../etc/passwd'), 404],
    ['encoded dots', get('/api/%2e%2e%2f%2e%2e%2fetc%2fpasswd'), 404],
    ['dots below a file', get('/media/../../package.json'), 404],
    ['encoded dots below a file', get('/media/%2e%2e/%2e%2e/package.json'), 404],
    ['dots below the reference', get('/docs/assets/..%2f..%2fpackage.json'), 404],
    ['double slashes', get('//evil.example/api/currencies'), 404],
    ['double slashes within', get('/api//currencies'), 404],
    ['a semicolon', get('/api/currencies;jsessionid=1'), 404],
    ['an invalid escape', get('/api/listings/%zz'), 400],
    ['half an escape', get('/api/listings/%'), 400],
    ['bytes beyond ASCII', get('/api/listings/\xff\xfe'), 400],
    ['a parameter of 2 KB', get(`/api/listings/${'a'.repeat(2000)}`), 404],
  ])('%s: %i', async (_name, bytes, status) => {
    const response = await sendRaw(t, Buffer.from(bytes, 'latin1'));
    expect(response.statuses).toEqual([status]);
    expect(response.text).toContain('"success":false');
    expect(response.text).not.toContain('"fifthwheel"');
    if (status === 431) expect(response.text).toContain('"message":"The headers are too many or too large."');
  });
});

describe('H49 slowness', () => {
  const isRefused = (status: number | undefined): boolean => status === undefined || status === 408;

  it('headers that never end are cut', async () => {
    const socket = await openSocket(t);
    socket.write('GET /api/currencies HTTP/1.1\r\nHost: x\r\nX-A: ');
    const drip = setInterval(() => socket.write('a'), 40);
    const response = await readToEnd(socket);
    clearInterval(drip);
    expect(response.statuses.every(isRefused)).toBe(true);
    expect(response.text).toContain('408');
  });

  it('a body that trickles is cut', async () => {
    const socket = await openSocket(t);
    socket.write(`${LOGIN}Content-Length: 100000\r\n\r\n{`);
    const drip = setInterval(() => socket.write(' '), 40);
    const response = await readToEnd(socket);
    clearInterval(drip);
    expect(response.statuses.every(isRefused)).toBe(true);
  });

  it('a silent connection is closed', async () => {
    expect((await readToEnd(await openSocket(t))).statuses.every(isRefused)).toBe(true);
  });

  it('other clients get responses while many connections trickle', async () => {
    const sockets = await Promise.all(Array.from({ length: 200 }, () => openSocket(t)));
    for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-A: a');
    expect((await t.get('/api/currencies')).status).toBe(200);
    const ends = await Promise.all(sockets.map((socket) => readToEnd(socket)));
    expect(ends.flatMap((end) => end.statuses).every(isRefused)).toBe(true);
  });

  it('connections beyond the limit are closed, the others stay', async () => {
    const small = await createTestApp({ databaseUrl: t.databaseUrl, connections: { connectionsMax: 3 } });
    try {
      await portOf(small);
      const openSockets = await Promise.all([1, 2, 3].map(() => openSocket(small)));
      const refused = await readToEnd(await openSocket(small));
      expect(refused.text).toBe('');
      openSockets[0]?.write('GET /api/currencies HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      expect((await readToEnd(openSockets[0]!)).statuses).toEqual([200]);
      for (const socket of openSockets) socket.destroy();
    } finally {
      await small.close();
    }
  });

  it('the limits of a server are finite, and those of Node follow them', async () => {
    const usual = await createTestApp({ databaseUrl: t.databaseUrl });
    const { server } = usual.http;
    expect({
      headersMs: server.headersTimeout,
      requestMs: server.requestTimeout,
      keepAliveMs: server.keepAliveTimeout,
      silenceMs: server.timeout,
      connectionsMax: server.maxConnections,
    }).toEqual({ ...CONNECTION_LIMITS, checkEveryMs: undefined });
    for (const limit of Object.values(CONNECTION_LIMITS)) expect(limit).toBeGreaterThan(0);
    await usual.close();
  });
});

describe('a client that goes away in the middle of its body', () => {
  const lines: string[] = [];
  let loggedApp: TestApp;
  beforeAll(async () => {
    const log = createLogger('info', { write: (line: string) => void lines.push(line) });
    loggedApp = await createTestApp({ databaseUrl: t.databaseUrl, log });
  });
  afterAll(() => loggedApp.close());

  const CUT_FORM =
    'Content-Type: multipart/form-data; boundary=edge\r\nContent-Length: 9000\r\n\r\n' +
    '--edge\r\nContent-Disposition: form-data; name="file"; filename="stock.csv"\r\n\r\nexternalId;';
  const CUT_JSON = 'Content-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"title": ';

  it.each<[string, string, string, 'end' | 'reset']>([
    ['a form, by a reset', '/api/seller/bulk-import', CUT_FORM, 'reset'],
    ['a form, by its end', '/api/seller/bulk-import', CUT_FORM, 'end'],
    ['JSON, by a reset', '/api/seller/listings', CUT_JSON, 'reset'],
    ['JSON, by its end', '/api/seller/listings', CUT_JSON, 'end'],
  ])('is not counted as a failure: %s', async (_name, path, rest, how) => {
    const { token } = await createSeller(loggedApp);
    const socket = await openSocket(loggedApp);
    const arrived = once(loggedApp.http.server, 'request');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${rest}`);
    const [request] = (await arrived) as [IncomingMessage];
    await vi.waitFor(() => expect(request.listenerCount('data')).toBeGreaterThan(0));
    const isClosed = once(request, 'close').catch(() => {});
    if (how === 'reset') socket.resetAndDestroy();
    else socket.destroy();
    await isClosed;
    // Code that waits for the rest of the body is notified in one of the next ticks.
    await vi.waitFor(async () =>
      expect(await readdir(nodePath.join(loggedApp.dataDir, 'tmp')).catch(() => [])).toEqual([]),
    );
    expect(lines.filter((line) => (JSON.parse(line) as { level: number }).level >= WARN)).toEqual([]);
    const requests = loggedApp.app.platform.metrics.registry.getSingleMetric(
      'fifthwheel_http_requests_total',
    );
    const { values } = (await requests?.get()) ?? { values: [] };
    expect(values.filter(({ labels }) => Number(labels['status']) >= 500)).toEqual([]);
  });
});
