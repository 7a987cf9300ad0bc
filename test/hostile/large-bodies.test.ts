/** If the server rejects a body while the client is still sending it, the client must read the error instead of a reset. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { respondThenDrain, type LingerLimits } from '../../src/platform/http/limits/respond-then-drain.ts';
import { createListing, createSeller, type TestSeller } from '../support/factories.ts';
import { portOf, readToEnd } from '../support/raw-socket.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const run = promisify(execFile);
const MB = 1024 * 1024;
const SIZES = [6, 16];

let t: TestApp;
let seller: TestSeller;
let base: string;
let port: number;
let directory: string;
let imagesPath: string;
beforeAll(async () => {
  t = await createTestApp();
  seller = await createSeller(t);
  port = await portOf(t);
  base = `http://127.0.0.1:${port}`;
  directory = await mkdtemp(path.join(tmpdir(), 'fifthwheel-bodies-'));
  imagesPath = `/api/seller/listings/${(await createListing(t, seller)).listingId}/images`;
});
afterAll(async () => {
  await t.close();
  await rm(directory, { recursive: true, force: true });
});

interface RejectedRequest {
  readonly name: string;
  readonly status: number;
  readonly code: string;
  path(): string;
  headers(): Record<string, string>;
  body(bytes: number): Buffer;
}

const BOUNDARY = 'a-boundary-between-parts';
const part = (head: string, bytes: number): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.alloc(bytes, 'x'),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
const json = (bytes: number): Buffer => Buffer.from(`{"title":"${'x'.repeat(bytes)}"}`);
const asSeller = (): Record<string, string> => ({ authorization: `Bearer ${seller.token}` });
const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
const JSON_TYPE = { 'content-type': 'application/json' };

const REFUSED: readonly RejectedRequest[] = [
  {
    name: 'JSON that is too large',
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    path: () => '/api/seller/listings',
    headers: () => ({ ...JSON_TYPE, ...asSeller() }),
    body: json,
  },
  {
    name: 'a form with a text that is too large',
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    path: () => imagesPath,
    headers: () => ({ ...FORM, ...asSeller() }),
    body: (bytes) => part('name="note"', bytes),
  },
  {
    name: 'an upload that is too large',
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    path: () => imagesPath,
    headers: () => ({ ...FORM, ...asSeller() }),
    body: (bytes) => part('name="images"; filename="a.jpg"', bytes + 6 * MB),
  },
  {
    name: 'a form where none is taken',
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    path: () => '/api/favorites',
    headers: () => ({ ...FORM, ...asSeller() }),
    body: (bytes) => part('name="images"; filename="a.jpg"', bytes),
  },
  {
    name: 'a body of nobody',
    status: 401,
    code: 'UNAUTHORIZED',
    path: () => '/api/seller/listings',
    headers: () => JSON_TYPE,
    body: json,
  },
  {
    name: 'a body to nowhere',
    status: 404,
    code: 'NOT_FOUND',
    path: () => '/api/nothing',
    headers: () => JSON_TYPE,
    body: json,
  },
  {
    name: 'a body of another type',
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    path: () => '/api/auth/login',
    headers: () => ({ 'content-type': 'text/plain' }),
    body: (bytes) => Buffer.alloc(bytes, 'x'),
  },
];

const CASES = REFUSED.flatMap((refused) => SIZES.map((size) => ({ ...refused, size })));

describe.each(CASES)('$name, $size MB: $status', (refused) => {
  const { status, code, size } = refused;

  it('reaches fetch', async () => {
    const response = await fetch(base + refused.path(), {
      method: 'POST',
      headers: refused.headers(),
      body: new Uint8Array(refused.body(size * MB)),
    });
    const { error } = (await response.json()) as { error: { code: string } };
    expect([response.status, error.code]).toEqual([status, code]);
  });

  it('reaches fetch that sends a stream', async () => {
    const whole = refused.body(size * MB);
    let offset = 0;
    const response = await fetch(base + refused.path(), {
      method: 'POST',
      headers: refused.headers(),
      duplex: 'half',
      body: new ReadableStream({
        pull(controller) {
          if (offset >= whole.length) controller.close();
          else controller.enqueue(new Uint8Array(whole.subarray(offset, (offset += 64 * 1024))));
        },
      }),
    } as RequestInit);
    const { error } = (await response.json()) as { error: { code: string } };
    expect([response.status, error.code]).toEqual([status, code]);
  });

  it('reaches curl', async () => {
    const file = path.join(directory, 'body');
    await writeFile(file, refused.body(size * MB));
    const headers = Object.entries(refused.headers()).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    for (const extraArguments of [
      [],
      ['-H', 'Expect:'],
      ['-H', 'Transfer-Encoding: chunked', '-H', 'Expect:'],
    ]) {
      const { stdout } = await run('curl', [
        '-sS',
        '-w',
        '\n%{http_code}',
        '-X',
        'POST',
        '--data-binary',
        `@${file}`,
        ...headers,
        ...extraArguments,
        base + refused.path(),
      ]);
      expect(stdout).toContain(`"code":"${code}"`);
      expect(stdout.endsWith(`\n${status}`)).toBe(true);
    }
  });

  it('reaches a socket that sends everything before it reads', async () => {
    const body = refused.body(size * MB);
    const headers = Object.entries({
      ...refused.headers(),
      host: 'x',
      'content-length': String(body.length),
    });
    const socket = net.connect(port, '127.0.0.1');
    socket.write(
      `POST ${refused.path()} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    );
    await new Promise<void>((resolve, reject) =>
      socket.on('error', reject).write(body, (error) => (error ? reject(error) : resolve())),
    );
    // If the server keeps the connection open, this request closes it.
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', () => {});
    const response = await readToEnd(socket);
    expect(response.statuses[0]).toBe(status);
    expect(response.text).toContain(`"code":"${code}"`);
    // The server must not parse the rest of the body as a request.
    expect(response.statuses.slice(1).filter((other) => other !== 200)).toEqual([]);
  });
});

describe('how much of a rejected body is read', () => {
  /** Starts a server that rejects every request immediately, with limits short enough for a test. */
  async function startRejectingServer(limits: LingerLimits): Promise<{ port: number; close(): void }> {
    const server = http.createServer((request, response) => {
      const body = Buffer.from('no');
      response.writeHead(413, { 'content-length': String(body.length), connection: 'close' });
      respondThenDrain(body, request, limits).pipe(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { port: (server.address() as net.AddressInfo).port, close: () => server.close() };
  }
  const FAR_MS = 60_000;
  const head = (length: number): string => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

  it('ends after so many bytes', async () => {
    const server = await startRejectingServer({ bytesMax: 2 * MB, totalMs: FAR_MS, silenceMs: FAR_MS });
    const socket = net.connect(server.port, '127.0.0.1');
    const end = readToEnd(socket);
    socket.write(head(1000 * MB));
    const chunk = Buffer.alloc(64 * 1024);
    let sent = 0;
    const send = (): void => {
      while (!socket.destroyed && sent < 100 * MB) {
        sent += chunk.length;
        if (!socket.write(chunk)) return void socket.once('drain', send);
      }
    };
    send();
    expect((await end).statuses).toEqual([413]);
    expect(sent).toBeLessThan(30 * MB);
    server.close();
  });

  it('ends when nothing comes', async () => {
    const server = await startRejectingServer({ bytesMax: MB, totalMs: FAR_MS, silenceMs: 50 });
    const socket = net.connect(server.port, '127.0.0.1');
    socket.write(`${head(1000)}abc`);
    expect((await readToEnd(socket)).statuses).toEqual([413]);
    server.close();
  });

  it('ends after a while, however little comes', async () => {
    const server = await startRejectingServer({ bytesMax: MB, totalMs: 300, silenceMs: FAR_MS });
    const socket = net.connect(server.port, '127.0.0.1');
    socket.write(head(1000));
    const drip = setInterval(() => socket.write('x'), 20);
    expect((await readToEnd(socket)).statuses).toEqual([413]);
    clearInterval(drip);
    server.close();
  });
});
