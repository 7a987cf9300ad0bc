/** The reverse proxies of deploy/ in front of a server: what they compress and what they must leave unchanged. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBuyer, createListing, createSeller, type TestUser } from '../support/factories.ts';
import { canUse } from '../support/programs.ts';
import { report } from '../support/report.ts';
import { REVERSE_PROXIES, type ReverseProxy, startReverseProxy } from '../support/reverse-proxy.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const LISTINGS = 40;

const canCompress = canUse('that reverse proxies compress answers', ...REVERSE_PROXIES);

describe.runIf(canCompress).each(REVERSE_PROXIES)('behind %s', (name) => {
  let t: TestApp;
  let proxy: ReverseProxy;
  let buyer: TestUser;
  let directory: string;
  beforeAll(async () => {
    t = await createTestApp({ env: { TRUST_PROXY: '127.0.0.1' } });
    const seller = await createSeller(t);
    for (let i = 0; i < LISTINGS; i++) await createListing(t, seller, { title: `DAF XF 480 number ${i}` });
    buyer = await createBuyer(t);
    await t.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = t.http.server.address() as { port: number };
    const server = { port };
    directory = await mkdtemp(path.join(tmpdir(), 'fifthwheel-balancer-'));
    // The worker processes of nginx run as another user.
    await chmod(directory, 0o755);
    proxy = await startReverseProxy(name, directory, [server, server, server]);
  });
  afterAll(async () => {
    await proxy.stop();
    await t.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** Returns the body as transferred; `fetch` would decompress it. */
  function ask(
    url: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ status: number; headers: Readonly<Record<string, unknown>>; body: Buffer }> {
    return new Promise((resolve, reject) => {
      const sent = request(
        `${proxy.url}${url}`,
        { headers: { 'accept-encoding': 'gzip', ...headers } },
        (response) => {
          const chunks: Buffer[] = [];
          const done = (): void =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks),
            });
          response.on('data', (chunk: Buffer) => {
            chunks.push(chunk);
            if (String(response.headers['content-type']).startsWith('text/event-stream')) {
              done();
              sent.destroy();
            }
          });
          response.on('end', done);
        },
      );
      sent.on('error', reject);
      sent.end();
    });
  }

  it('compressed results are a fraction of the size and have the same content', async () => {
    const url = '/api/search?q=daf&limit=100';
    // A response that is not cached yet: the server compresses cached ones itself.
    const packed = await ask(url);
    const plain = await ask(url, { 'accept-encoding': 'identity' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers['vary']).toMatch(/Accept-Encoding/);
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    report(`${LISTINGS} results: ${plain.body.length} bytes, ${packed.body.length} compressed`);
    expect(packed.body.length).toBeLessThan(plain.body.length / 5);
  });

  it.each(['/api/search?q=daf&limit=100', '/api/listings?limit=40'])(
    'its entity tag is taken again: %s',
    async (url) => {
      const packed = await ask(url);
      const etag = String(packed.headers['etag']);
      expect(etag).toMatch(/^W\//);
      expect((await ask(url, { 'if-none-match': etag })).status).toBe(304);
    },
  );

  it('refusals and event streams stay as they are', async () => {
    const small = await ask('/api/listings/none');
    expect([small.status, small.headers['content-encoding']]).toEqual([404, undefined]);
    const stream = await ask('/api/notifications/stream', { authorization: `Bearer ${buyer.token}` });
    expect(stream.headers['content-encoding']).toBeUndefined();
    expect(stream.body.toString()).toContain('retry:');
  });

  it('the proxy passes on what the server has compressed', async () => {
    const url = '/api/search?q=daf&limit=60';
    const browser = { 'accept-encoding': 'gzip, deflate, br' };
    await ask(url, browser);
    const cachedResponse = await ask(url, browser);
    expect(cachedResponse.headers['content-encoding']).toBe('br');
    const body = JSON.parse(brotliDecompressSync(cachedResponse.body).toString()) as { success: boolean };
    expect(body.success).toBe(true);
  });
});
