/** Hostile forms, methods and headers, as a table with one request per row. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createBuyer,
  createListing,
  createSeller,
  type TestSeller,
  TEST_PASSWORD,
} from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { type Expected, expectRow } from './row.ts';

let t: TestApp;
let seller: TestSeller;
let buyer: Awaited<ReturnType<typeof createBuyer>>;
beforeAll(async () => {
  t = await createTestApp();
  seller = await createSeller(t, { plan: 'enterprise' });
  buyer = await createBuyer(t);
  await createListing(t, seller);
});
afterAll(() => t.close());

describe('H54 and H55 forms', () => {
  const form = (boundary: string, content: string): { payload: string; headers: Record<string, string> } => ({
    payload: content,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const part = (boundary: string, head: string, content: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  it.each<[string, ReturnType<typeof form>, Expected]>([
    [
      'no boundary',
      { payload: 'x', headers: { 'content-type': 'multipart/form-data' } },
      [400, 'BAD_REQUEST'],
    ],
    [
      'a boundary of ten kilobytes',
      form('b'.repeat(10_000), `--${'b'.repeat(10_000)}--\r\n`),
      [400, 'BAD_REQUEST'],
    ],
    ['no final boundary', form('x', part('x', 'name="a"', '1')), [400, 'BAD_REQUEST']],
    [
      'a form within a form',
      form(
        'x',
        `--x\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n--y\r\n\r\nz\r\n--y--\r\n--x--\r\n`,
      ),
      [422, 'VALIDATION_ERROR'],
    ],
    [
      '10,000 fields',
      form('x', part('x', 'name="a"', '1').repeat(10_000) + '--x--\r\n'),
      [413, 'PAYLOAD_TOO_LARGE'],
    ],
    [
      'a field named __proto__',
      form('x', part('x', 'name="__proto__"', '1') + '--x--\r\n'),
      [400, 'BAD_REQUEST'],
    ],
    [
      'a field of 100 KB',
      form('x', part('x', 'name="preset"', 'z'.repeat(100_000)) + '--x--\r\n'),
      [413, 'PAYLOAD_TOO_LARGE'],
    ],
  ])('%s', async (title, options, expected) => {
    await expectRow(t, {
      id: 'H55',
      name: title,
      method: 'POST',
      url: '/api/seller/bulk-import',
      options: { as: seller, ...options },
      expected,
    });
    expect(({} as Record<string, unknown>)['1']).toBeUndefined();
  });
});

describe('H67 origins', () => {
  it.each(['null', 'https://evil.example', 'https://market.example.evil.io', 'http://127.0.0.1:3000'])(
    'no leave for %s',
    async (origin) => {
      for (const [method, headers] of [
        ['GET', { origin }],
        ['OPTIONS', { origin, 'access-control-request-method': 'DELETE' }],
        [
          'OPTIONS',
          { origin, 'access-control-request-method': 'BREW', 'access-control-request-headers': 'x' },
        ],
      ] as const) {
        const response = await t.call(method, '/api/currencies', { headers });
        const granted = Object.keys(response.headers).filter((name) =>
          name.startsWith('access-control-allow'),
        );
        expect([method, granted]).toEqual([method, []]);
        expect(response.status).toBeLessThan(500);
      }
    },
  );
});

describe('H68 methods', () => {
  it.each(['TRACE', 'PROPFIND', 'OPTIONS', 'SEARCH', 'LOCK', 'MKCOL', 'COPY'])('405: %s', async (method) => {
    const response = await t.call(method, '/api/currencies', {
      headers: { authorization: `Bearer ${buyer.token}`, 'x-secret': 'echo-me' },
    });
    expect([response.status, response.body?.error?.code, response.headers['allow']]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      'GET, HEAD',
    ]);
    expect(response.text).not.toContain('echo-me');
  });

  it('an override of the method is not heeded', async () => {
    const id = (
      await t.post(
        '/api/account/api-keys',
        { name: 'kept', scopes: ['messages:read'], password: TEST_PASSWORD },
        { as: buyer },
      )
    ).body.data.apiKey.id;
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      const response = await t.call('GET', '/api/account/api-keys', {
        as: buyer,
        headers: { [name]: 'DELETE' },
      });
      expect(response.text).toContain(id);
    }
  });
});

describe('H69 caches', () => {
  it('no request header appears in a public response or its ETag', async () => {
    const url = '/api/listings';
    const plain = await t.get(url);
    expect(plain.headers['cache-control']).toMatch(/^public, max-age=\d+$/);
    for (const headers of [
      { 'x-forwarded-host': 'evil.example' },
      { host: 'evil.example' },
      { 'x-original-url': '/admin' },
      { 'x-rewrite-url': '/admin' },
      { accept: 'text/html' },
      { 'x-forwarded-proto': 'gopher' },
      { 'x-forwarded-prefix': '/evil' },
    ] as Record<string, string>[]) {
      const response = await t.get(url, { headers });
      expect([response.text, response.headers['etag']]).toEqual([plain.text, plain.headers['etag']]);
    }
  });

  it('store personal responses only for the same user', async () => {
    const open = await t.get('/api/listings');
    expect(String(open.headers['vary']).toLowerCase()).toMatch(/authorization/);
    expect(String(open.headers['vary']).toLowerCase()).toMatch(/x-api-key/);
    for (const url of [
      '/api/auth/me',
      '/api/seller/listings',
      '/api/account/api-keys',
      '/api/nothing',
      '/api/listings/none',
    ])
      expect((await t.get(url, { as: seller })).headers['cache-control']).toBe('private, no-store');
  });
});
