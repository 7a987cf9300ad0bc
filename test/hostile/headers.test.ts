/** Headers of every response, whether it comes from a route, Fastify, a plugin or Node's parser. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECURITY_HEADERS } from '../../src/platform/http/reply.ts';
import { createBuyer, type TestUser } from '../support/factories.ts';
import { sendRaw } from '../support/raw-socket.ts';
import { createTestApp, type TestResponse, type TestApp } from '../support/test-app.ts';

const ORIGIN = 'https://shop.example';
let t: TestApp;
let buyer: TestUser;
beforeAll(async () => {
  t = await createTestApp({ env: { CORS_ORIGINS: `${ORIGIN},https://other.example` } });
  buyer = await createBuyer(t);
});
afterAll(() => t.close());

const JSON_TYPE = { 'content-type': 'application/json' };
const KINDS: readonly (readonly [string, number, () => Promise<TestResponse>])[] = [
  ['a public answer', 200, () => t.get('/api/currencies')],
  ['a private answer', 200, () => t.get('/api/auth/me', { as: buyer })],
  [
    'an answer that is known',
    304,
    async () => {
      const { headers } = await t.get('/api/currencies');
      return t.get('/api/currencies', { headers: { 'if-none-match': String(headers['etag']) } });
    },
  ],
  ['HEAD', 200, () => t.call('HEAD', '/api/currencies')],
  [
    'a preflight',
    204,
    () =>
      t.call('OPTIONS', '/api/auth/login', {
        headers: { origin: ORIGIN, 'access-control-request-method': 'POST' },
      }),
  ],
  ['nobody', 401, () => t.get('/api/auth/me')],
  ['a bad credential', 401, () => t.get('/api/currencies', { as: 'x' })],
  ['a forbidden one', 403, () => t.get('/api/admin/users', { as: buyer })],
  ['an unknown path', 404, () => t.get('/nothing')],
  ['an unknown resource', 404, () => t.get('/api/listings/none')],
  ['another method', 405, () => t.del('/api/currencies')],
  ['no JSON', 400, () => t.call('POST', '/api/auth/login', { payload: '{', headers: JSON_TYPE })],
  [
    'a body that is too large',
    413,
    () => t.call('POST', '/api/auth/login', { payload: `"${'x'.repeat(1_100_000)}"`, headers: JSON_TYPE }),
  ],
  [
    'another type',
    415,
    () => t.call('POST', '/api/auth/login', { payload: 'x', headers: { 'content-type': 'text/plain' } }),
  ],
  ['invalid fields', 422, () => t.post('/api/auth/login', {})],
  ['a broken path', 400, () => t.get('/api/listings/%zz')],
  ['the page about the server', 200, () => t.get('/about-this-server')],
  ['the way to a language', 302, () => t.get('/')],
  ['a page', 200, () => t.get('/en/')],
  ['a page that is not there', 404, () => t.get('/en/nothing')],
  ['a drawing', 200, () => t.get('/drawings/van-box-2-white.svg')],
  ['the reference', 200, () => t.get('/docs')],
  ['a file of the reference', 200, () => t.get('/docs/assets/rapidoc-min.js')],
  ['the document', 200, () => t.get('/openapi.json')],
  ['a probe', 200, () => t.get('/healthz')],
  ['the other probe', 200, () => t.get('/readyz')],
  ['where to report weaknesses', 200, () => t.get('/.well-known/security.txt')],
  ['the link of a mail', 302, () => t.get('/reset-password?token=x')],
  ['the page of a mail', 200, () => t.get('/en/reset-password?token=x')],
  ['the session of a browser', 200, () => t.get('/web/session')],
  ['OPTIONS that is no preflight', 405, () => t.call('OPTIONS', '/api/currencies')],
  ['the metrics', 200, () => t.get('/metrics')],
  ['a picture that is not there', 404, () => t.get('/media/listings/00/0000-large.jpg')],
];

describe('security headers', () => {
  it.each(KINDS)('%s (%i)', async (_name, status, ask) => {
    const { status: receivedStatus, headers } = await ask();
    expect(receivedStatus).toBe(status);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    // Pages send their URL to their own server, which checks where a form comes from.
    expect(headers['referrer-policy']).toMatch(/^(?:no-referrer|same-origin)$/);
    expect(
      Number(/max-age=(\d+)/.exec(String(headers['strict-transport-security']))?.[1]),
    ).toBeGreaterThanOrEqual(31_536_000);
    expect(headers['x-request-id']).toMatch(/^[\w.:-]{8,128}$/);
    expect(headers['server']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['permissions-policy']).toContain('camera=()');
    const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
      Number(headers[`x-ratelimit-${name}`]),
    );
    expect(limit).toBeGreaterThanOrEqual(10);
    expect(remaining).toBeGreaterThanOrEqual(0);
    expect(remaining).toBeLessThanOrEqual(Number(limit));
    expect(reset).toBeGreaterThan(t.clock.now().getTime() / 1000);
  });

  it('are sent even for a request that was not HTTP', async () => {
    const { text } = await sendRaw(t, 'nonsense\r\n\r\n');
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      expect(text).toContain(`${name}: ${value}\r\n`);
    expect(text).toMatch(/x-request-id: [\w-]{36}\r\n/);
    expect(text).toMatch(
      /x-ratelimit-limit: 120\r\nx-ratelimit-remaining: \d+\r\nx-ratelimit-reset: \d{10}\r\n/,
    );
  });
});

describe('CORS', () => {
  const allowedOrigin = (response: TestResponse): unknown => response.headers['access-control-allow-origin'];

  it('lets listed origins read, by name, and sends Vary: Origin', async () => {
    for (const url of ['/api/currencies', '/api/nothing', '/api/listings']) {
      const response = await t.get(url, { headers: { origin: ORIGIN } });
      expect(allowedOrigin(response)).toBe(ORIGIN);
      expect(String(response.headers['vary']).toLowerCase().split(/,\s*/)).toContain('origin');
      const exposed = String(response.headers['access-control-expose-headers']);
      for (const name of ['X-RateLimit-Remaining', 'Retry-After', 'X-Accepted-Scopes', 'ETag', 'Location'])
        expect(exposed).toContain(name);
      expect(response.headers['access-control-allow-credentials']).toBeUndefined();
    }
    // Responses to requests without an Origin header vary by it too, so that a cache does not serve them to other origins.
    expect(String((await t.get('/api/listings')).headers['vary']).toLowerCase()).toContain('origin');
  });

  it.each([
    'null',
    'https://evil.example',
    'https://shop.example.evil.io',
    'https://evilshop.example',
    'http://shop.example',
    'https://shop.example:8443',
    'https://SHOP.example',
    'https://shop.example/',
    `${ORIGIN},https://evil.example`,
    '*',
  ])('rejects all others: %s', async (origin) => {
    expect(allowedOrigin(await t.get('/api/currencies', { headers: { origin } }))).toBeUndefined();
    const preflight = await t.call('OPTIONS', '/api/auth/login', {
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(allowedOrigin(preflight)).toBeUndefined();
  });

  it('a preflight names the methods, for ten minutes, and costs no attempt to sign in', async () => {
    const response = await t.call('OPTIONS', '/v1/auth/login', {
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, x-api-key',
      },
    });
    expect([
      response.status,
      response.headers['access-control-allow-methods'],
      response.headers['access-control-max-age'],
    ]).toEqual([204, 'GET, HEAD, POST, PUT, PATCH, DELETE', '600']);
    expect(response.headers['access-control-allow-headers']).toBe('content-type, x-api-key');
  });
});
