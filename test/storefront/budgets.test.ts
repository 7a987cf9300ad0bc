import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserSession } from '../support/browser-session.ts';
import { createSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { publish } from '../http/listings/bodies.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ rateLimits: true });
});
afterAll(() => t.close());

const remaining = ({ headers }: { headers: Record<string, unknown> }): number =>
  Number(headers['x-ratelimit-remaining']);

describe('what pages ask for besides pages', () => {
  it.each([
    ['POST', '/web/session'],
    ['DELETE', '/web/session'],
    ['POST', '/web/views/lst_00000000000000000000000000'],
    ['GET', '/sitemap.xml'],
    ['GET', '/sitemap/1.xml'],
    ['GET', '/'],
    ['GET', '/listings/lst_1'],
    ['GET', '/seller/team'],
    ['GET', '/about-this-server'],
    ['GET', '/docs'],
    ['GET', '/docs/errors.md'],
    ['GET', '/docs/postman.json'],
    ['GET', '/docs/assets/rapidoc-min.js'],
    ['GET', '/docs/assets/other.js'],
    ['GET', '/openapi.json'],
    ['GET', '/openapi.admin.json'],
    ['GET', '/openapi.aliases.json'],
    ['GET', '/metrics'],
    ['GET', '/.well-known/security.txt'],
    ['GET', '/robots.txt'],
    ['GET', '/favicon.ico'],
    ['GET', '/icon.svg'],
    ['GET', '/manifest.webmanifest'],
    ['GET', '/assets/none.js'],
    ['GET', '/drawings/none.svg'],
    ['GET', '/drawings/truck-box-3-red.svg'],
    ['GET', '/media/none/none.jpg'],
    ['GET', '/bulk-import/report'],
    ['GET', '/mcp'],
    ['POST', '/mcp'],
    ['OPTIONS', '/api/search'],
    ['GET', '/nowhere'],
  ] as const)('%s %s counts against a budget of the address', async (method, path) => {
    const browser = new BrowserSession(t);
    const before = remaining(await browser.call(method, path));
    expect(remaining(await browser.call(method, path))).toBe(before - 1);
  });

  it('no address counts more views than it can see pages, whatever name its program gives', async () => {
    const seller = await createSeller(t);
    const { id } = await publish(t, seller);
    const statuses: number[] = [];
    for (let visitor = 0; visitor < 245; visitor++) {
      const { status } = await t.post(`/web/views/${id}`, undefined, {
        headers: { 'sec-fetch-site': 'same-origin', 'user-agent': `Browser/${visitor}` },
      });
      statuses.push(status);
    }
    expect(statuses.filter((status) => status === 204).length).toBeLessThanOrEqual(240);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('a flood from one address', () => {
  const OPENAPI = '/openapi.json';
  const PAGES = 240;

  it('is denied the large files that it asks for again and again; others get them', async () => {
    const ip = '203.0.113.77';
    for (let request = 0; request < PAGES; request++) await t.get('/docs', { ip });
    for (const path of [OPENAPI, '/openapi.admin.json', '/docs', '/metrics', '/about-this-server']) {
      const refused = await t.get(path, { ip });
      expect([path, refused.status, refused.body.error.code]).toEqual([path, 429, 'RATE_LIMITED']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await t.get(OPENAPI, { ip: '203.0.113.78' })).status).toBe(200);
  });

  it('does not turn a server off for its load balancer', async () => {
    for (let request = 0; request < PAGES + 10; request++) await t.get('/healthz', { ip: '203.0.113.79' });
    for (const path of ['/healthz', '/readyz'])
      expect((await t.get(path, { ip: '203.0.113.79' })).status).toBe(200);
  });

  it('reads a document that it knows for the price of its tag', async () => {
    const ip = '203.0.113.80';
    const first = await t.get(OPENAPI, { ip });
    const known = await t.get(OPENAPI, { ip, headers: { 'if-none-match': String(first.headers['etag']) } });
    expect([known.status, known.text]).toEqual([304, '']);
    const packed = await t.http.inject({
      url: OPENAPI,
      remoteAddress: ip,
      headers: { 'accept-encoding': 'br' },
    });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(Number(packed.headers['content-length'])).toBeLessThan(
      Number(first.headers['content-length']) / 4,
    );
  });
});
