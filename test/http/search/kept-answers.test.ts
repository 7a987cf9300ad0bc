/** Cached search responses, which the server stores compressed. */
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen } from '../../support/event-stream.ts';
import { createListing, createSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const LISTINGS = 12;
const BROWSER = 'gzip, deflate, br, zstd';

let t: TestApp;
let base: string;
let seller: Awaited<ReturnType<typeof createSeller>>;
beforeAll(async () => {
  t = await createTestApp();
  seller = await createSeller(t);
  for (let i = 0; i < LISTINGS; i++) await createListing(t, seller, { title: `DAF XF 480 number ${i}` });
  await t.app.settle();
  base = await listen(t);
});
afterAll(async () => {
  t.http.server.closeAllConnections();
  await t.close();
});

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

/** Returns the response with its compressed body; `fetch` would decompress it. */
function ask(url: string, headers: Readonly<Record<string, string>>): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(`${base}${url}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

it('a repeated request gets the cached response in the best encoding that the client accepts', async () => {
  const url = '/api/search?q=daf&limit=100';
  const plain = await ask(url, { 'accept-encoding': 'identity' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.headers['vary']).toMatch(/Accept-Encoding/);
  const brotli = await ask(url, { 'accept-encoding': BROWSER });
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(brotli.headers['vary']).toMatch(/Accept-Encoding/);
  expect(Number(brotli.headers['content-length'])).toBe(brotli.body.length);
  expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
  expect(brotli.body.length).toBeLessThan(plain.body.length / 4);
  const zipped = await ask(url, { 'accept-encoding': 'gzip, br;q=0' });
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true);
  expect((await ask(url, {})).body.equals(plain.body)).toBe(true);
});

it('each form is unchanged under the tag of any', async () => {
  const url = '/api/search?q=daf&limit=50';
  const plain = String((await ask(url, {})).headers['etag']);
  const packed = String((await ask(url, { 'accept-encoding': BROWSER })).headers['etag']);
  expect(packed).toBe(`W/${plain}`);
  for (const tag of [plain, packed])
    for (const [accepted, expected] of [
      [BROWSER, packed],
      ['gzip', packed],
      ['identity', plain],
    ] as const) {
      const whole = await ask(url, { 'accept-encoding': accepted });
      const response = await ask(url, { 'accept-encoding': accepted, 'if-none-match': tag });
      expect([response.status, response.body.length]).toEqual([304, 0]);
      expect([whole.headers['etag'], response.headers['etag']]).toEqual([expected, expected]);
    }
});

it('responses under a kilobyte, and private ones, are not compressed', async () => {
  const headers = { 'accept-encoding': BROWSER, authorization: `Bearer ${seller.token}` };
  for (const url of ['/api/search?q=daf&limit=1&fields=id', '/api/seller/listings?limit=50']) {
    await ask(url, headers);
    const secondResponse = await ask(url, headers);
    expect([url, secondResponse.status, secondResponse.headers['content-encoding']]).toEqual([
      url,
      200,
      undefined,
    ]);
  }
});
