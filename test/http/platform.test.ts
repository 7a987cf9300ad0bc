import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdmin, createBuyer, createSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { tractor } from './listings/bodies.ts';

let t: TestApp;

beforeAll(async () => {
  t = await createTestApp();
});

afterAll(() => t.close());

describe('every path', () => {
  it('responds the same below all three mounts', async () => {
    const responses = await Promise.all(
      ['/api', '/api/v1', '/v1'].map((mount) => t.get(`${mount}/subscriptions/plans`)),
    );
    for (const response of responses) {
      expect(response.status).toBe(200);
      expect(response.text).toBe(responses[0]?.text);
    }
    expect(responses[0]?.body.data.plans.map((plan: { slug: string }) => plan.slug)).toEqual([
      'free',
      'starter',
      'professional',
      'premium',
      'enterprise',
    ]);
  });

  it('is the envelope where there is nothing', async () => {
    for (const url of [
      '/',
      '/api',
      '/v1/nothing',
      '/listings',
      '/api/v2/listings',
      '/api/%00',
      '/api/a//b',
    ].slice(1)) {
      const response = await t.get(url);
      expect([url, response.status, response.body?.error?.code]).toEqual([url, 404, 'NOT_FOUND']);
    }
  });

  it('names the methods that would do', async () => {
    const response = await t.del('/v1/subscriptions/plans');
    expect(response.status).toBe(405);
    expect(response.headers['allow']).toBe('GET, HEAD');
    expect(response.body).toEqual({
      success: false,
      error: { code: 'METHOD_NOT_ALLOWED', message: expect.any(String) },
    });
  });

  it('is the same with a slash at its end', async () => {
    for (const path of ['/api/currencies', '/v1/categories/trucks', '/docs', '/healthz']) {
      const [plain, slashed] = [await t.get(path), await t.get(`${path}/`)];
      expect([path, slashed.status]).toEqual([path, 200]);
      expect(slashed.text).toBe(plain.text);
    }
    const doubleSlash = await t.get('/api/currencies//');
    expect([doubleSlash.status, doubleSlash.body.error.code]).toEqual([404, 'NOT_FOUND']);
    const other = await t.del('/api/currencies/');
    expect([other.status, other.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  it('names the methods of pages and operational paths too', async () => {
    for (const path of ['/', '/docs', '/openapi.json', '/healthz', '/readyz', '/metrics']) {
      const response = await t.post(path, {});
      expect([path, response.status, response.headers['allow']]).toEqual([path, 405, 'GET, HEAD']);
    }
  });

  it('names the methods of the path itself, not of a resource that could have its name', async () => {
    const response = await t.call('OPTIONS', '/v1/search/saved/preview');
    expect([response.status, response.headers['allow']]).toEqual([405, 'POST']);
    const preflight = await t.call('OPTIONS', '/v1/search/saved/ssr_1');
    expect(preflight.headers['allow']).toBe('DELETE, GET, HEAD, PATCH');
  });

  it('carries a request id, the one given when it is sane', async () => {
    expect(
      (await t.get('/api/currencies', { headers: { 'x-request-id': 'abc-123' } })).headers['x-request-id'],
    ).toBe('abc-123');
    const odd = await t.get('/api/currencies', { headers: { 'x-request-id': 'a b\u00e9' } });
    expect(odd.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('returns 304 for a known ETag', async () => {
    const first = await t.get('/api/currencies');
    const secondResponse = await t.get('/api/currencies', {
      headers: { 'if-none-match': String(first.headers['etag']) },
    });
    expect(secondResponse.status).toBe(304);
    expect(secondResponse.text).toBe('');
  });
});

describe('readiness', () => {
  it('reports only itself, unless findings about dependencies and their ages are requested', async () => {
    expect((await t.get('/readyz')).body).toEqual({ status: 'ready', checks: {} });
    await mkdir(path.join(t.dataDir, 'media'), { recursive: true });
    await t.app.health.refresh();
    const { body } = await t.get('/readyz?verbose');
    expect(body).toMatchObject({
      status: 'ready',
      checks: {
        database: { status: 'ok', age_seconds: expect.any(Number) },
        storage: { status: 'ok', age_seconds: expect.any(Number) },
        discovery: { status: 'ok', age_seconds: expect.any(Number), listings: expect.any(Number) },
      },
    });
  });

  it('does not end because files cannot be stored', async () => {
    const media = path.join(t.dataDir, 'media');
    await rm(media, { recursive: true, force: true });
    await t.app.health.refresh();
    const { status, body } = await t.get('/readyz?verbose');
    expect([status, body.checks.storage.status]).toEqual([200, 'unreachable']);
    await mkdir(media);
    await t.app.health.refresh();
    expect((await t.get('/readyz?verbose')).body.checks.storage.status).toBe('ok');
  });
});

describe('the page for people', () => {
  it('links to working endpoints, with the address of this server', async () => {
    const page = await t.get('/about-this-server');
    expect(page.text).toContain(`curl -s '${t.app.platform.config.baseUrl}/api/search`);
    const links = [...page.text.matchAll(/href="([^"]+)"/g)].map((match) =>
      String(match[1]).replaceAll('&amp;', '&'),
    );
    expect(links.length).toBeGreaterThan(4);
    for (const link of links) expect([link, (await t.get(link)).status]).toEqual([link, 200]);
  });
});

describe('a credential that is bad', () => {
  it.each([
    ['Bearer nonsense', 'INVALID_TOKEN'],
    ['Basic abc', 'INVALID_TOKEN'],
    ['Bearer fw_live_0123456789ABCDEFGHIJKLMNOPQRST4PMbyp', 'INVALID_API_KEY'],
    ['Bearer fw_live_short', 'INVALID_API_KEY'],
  ])('is rejected on public endpoints too: %s', async (authorization, code) => {
    const response = await t.get('/api/currencies', { headers: { authorization } });
    expect([response.status, response.body.error.code]).toEqual([401, code]);
  });
});

describe('an old credential', () => {
  const PATHS = [
    'login',
    'refresh',
    'register',
    'forgot-password',
    'reset-password',
    'verify-email',
    'resend-verification',
  ];
  it.each<[string, Record<string, string>]>([
    ['an access token that is none', { authorization: 'Bearer nonsense' }],
    ['an API key that is none', { 'x-api-key': 'fw_live_gone' }],
    [
      'an API key that is none, with a signature',
      { 'x-api-key': 'fw_live_gone', 'x-signature': 'sha256=00', 'x-timestamp': '1' },
    ],
  ])('does not block the endpoints of those who have none: %s', async (_name, headers) => {
    for (const path of PATHS) {
      const without = await t.post(`/api/auth/${path}`, {});
      const response = await t.post(`/api/auth/${path}`, {}, { headers });
      expect([path, response.status, response.body]).toEqual([path, 422, without.body]);
    }
  });

  it('does not count if it is empty', async () => {
    for (const name of ['x-api-key', 'authorization']) {
      const response = await t.get('/api/currencies', { headers: { [name]: '' } });
      expect([name, response.status]).toEqual([name, 200]);
    }
    const buyer = await createBuyer(t);
    const both = await t.get('/api/auth/me', { as: buyer, headers: { 'x-api-key': '' } });
    expect(both.body.data.id).toBe(buyer.userId);
  });
});

describe('a header that breaks its documented form', () => {
  it.each(['yesterday', '0', '12345', '-1767225600', '1767225600.5', ''])(
    'X-Timestamp: %s is rejected without a signature too',
    async (timestamp) => {
      const response = await t.get('/v1/categories', { headers: { 'x-timestamp': timestamp } });
      expect([response.status, response.body.error.code]).toEqual([400, 'BAD_REQUEST']);
      expect(response.body.error.message).toContain('Unix seconds');
    },
  );

  it('is accepted in its form', async () => {
    const response = await t.get('/v1/categories', { headers: { 'x-timestamp': '1767225600' } });
    expect(response.status).toBe(200);
  });
});

describe('an unknown method', () => {
  it.each(['QUERY', 'PROPFIND', 'TRACE', 'OPTIONS'])(
    '%s: the same with a content type, of any kind',
    async (method) => {
      const types: (string | undefined)[] = [undefined, 'application/json', 'text/plain', 'nonsense'];
      for (const type of types) {
        const options = type === undefined ? {} : { headers: { 'content-type': type }, payload: '{' };
        const known = await t.call(method, '/api/currencies', options);
        expect([type, known.status, known.headers['allow'], known.body?.error.code]).toEqual([
          type,
          405,
          'GET, HEAD',
          'METHOD_NOT_ALLOWED',
        ]);
        const unknown = await t.call(method, '/api/nothing', options);
        expect([type, unknown.status, unknown.body?.error.code]).toEqual([type, 404, 'NOT_FOUND']);
      }
    },
  );
});

describe('Location', () => {
  it('points below the mount of the request', async () => {
    const seller = await createSeller(t);
    for (const mount of ['/api', '/api/v1', '/v1']) {
      const key = { 'idempotency-key': `made-${mount}` };
      for (const where of ['/seller/listings', '/listings'])
        for (let i = 0; i < 2; i++) {
          const created = await t.post(
            `${mount}${where}`,
            { ...tractor, title: 'MAN TGX 18.510' },
            { as: seller, headers: key },
          );
          expect(created.status).toBe(201);
          expect(created.headers['location']).toBe(`${mount}/seller/listings/${created.body.data.id}`);
          const located = await t.get(String(created.headers['location']), { as: seller });
          expect(located.body.data.id).toBe(created.body.data.id);
        }
    }
  });
});

describe('pages for people', () => {
  it('/.well-known/security.txt names a contact and when it ends, and administrators change it', async () => {
    const page = await t.get('/.well-known/security.txt');
    expect(page.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(page.text).toContain('Contact: mailto:security@market.example\n');
    const expires = new Date(/^Expires: (.+)$/m.exec(page.text)?.[1] ?? '').getTime();
    const days = (expires - t.clock.now().getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(170);
    expect(days).toBeLessThan(365);
    const admin = await createAdmin(t);
    const contact = 'https://market.example/report';
    await t.put('/api/admin/settings/site.securityContact', { value: contact }, { as: admin });
    expect((await t.get('/.well-known/security.txt')).text).toContain(`Contact: ${contact}\n`);
    const injected = await t.put(
      '/api/admin/settings/site.securityContact',
      { value: 'mailto:a@b.example\nContact: mailto:x@evil.example' },
      { as: admin },
    );
    expect(injected.status).toBe(422);
  });

  it('send what is filled in by POST, and keep no credentials', async () => {
    for (const path of ['/reset-password?token=x', '/sign-in'])
      expect((await t.get(`/en${path}`)).text).toMatch(/<form [^>]*method="post"/);
    expect((await t.get('/docs')).text).toContain('persist-auth="false"');
  });
});

describe('metrics', () => {
  it('do not count the queries of the one who reads them among those that wait for a connection', async () => {
    expect((await t.get('/metrics')).text).toMatch(/^fifthwheel_database_waiting 0$/m);
  });
});

describe('operational paths', () => {
  it.each([
    '/about-this-server',
    '/docs',
    '/openapi.json',
    '/healthz',
    '/readyz',
    '/metrics',
    '/docs/admin',
    '/docs/assets/rapidoc-min.js',
  ])('%s answers', async (url) => {
    expect((await t.get(url)).status).toBe(200);
  });
});
