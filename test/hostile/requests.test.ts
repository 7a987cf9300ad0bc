/** Hostile parameters and bodies, as a table with one request per row. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createBuyer,
  createListing,
  createSeller,
  type TestSeller,
  TEST_PASSWORD,
} from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { type Expected, expectNoInternals, expectRow } from './row.ts';

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

const LISTS = ['/api/search', '/api/listings', '/v1/listings'];

describe('H41 paging', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['limit=101', 'VALIDATION_ERROR'],
    ['limit=-1', 'VALIDATION_ERROR'],
    ['limit=0', 'VALIDATION_ERROR'],
    ['limit=1e9', 'VALIDATION_ERROR'],
    ['limit=NaN', 'VALIDATION_ERROR'],
    ['limit=1.5', 'VALIDATION_ERROR'],
    ['page=0', 'VALIDATION_ERROR'],
    ['page=9000000000000000', 'VALIDATION_ERROR'],
    ['page=9e15', 'VALIDATION_ERROR'],
    ['page=10001&limit=1', 'VALIDATION_ERROR'],
    ['limit=1&limit=2', 'VALIDATION_ERROR'],
    ['limit[]=1', 'INVALID_FILTER'],
    ['limit%5B%5D=1', 'INVALID_FILTER'],
  ];
  it.each(LISTS.flatMap((url) => rows.map((row) => [url, ...row] as const)))(
    '%s?%s',
    async (url, query, code) => {
      await expectRow(t, {
        id: 'H41',
        name: query,
        method: 'GET',
        url: `${url}?${query}`,
        expected: [400, code],
      });
    },
  );

  it.each(['/api/seller/listings', '/api/seller/webhooks', '/api/seller/bulk-import', '/api/seller/reviews'])(
    'an own list, %s',
    async (url) => {
      for (const query of ['limit=101', 'limit=-1', 'page=9e15', 'limit=1&limit=2'])
        await expectRow(t, {
          id: 'H41',
          name: query,
          method: 'GET',
          url: `${url}?${query}`,
          options: { as: seller },
          expected: [400, 'VALIDATION_ERROR'],
        });
    },
  );
});

describe('H42 numbers', () => {
  it.each([
    'min_price=1e309',
    'min_price=0x10',
    'min_price=1,5',
    'min_price=Infinity',
    'min_price=%200',
    'min_price=1_000',
    'min_price=٣',
    'min_price=10&max_price=5',
    'min_year=99999',
    'min_year=-1',
    'lat=91&lng=0&radius=10',
    'lat=0&lng=181&radius=10',
    'lat=NaN&lng=0&radius=10',
    'lat=0&lng=0&radius=1e9',
    'lat=0&lng=0&radius=0',
    'lat=0&lng=0&radius=-5',
  ])('/search?%s', async (query) => {
    await expectRow(t, {
      id: 'H42',
      name: query,
      method: 'GET',
      url: `/v1/search?${query}`,
      expected: [400, 'INVALID_FILTER'],
    });
  });

  it.each(['min_price=1e3', 'min_price=1000.0000000001', 'min_price=1E+3', 'min_year=2.01e3'])(
    '200: /search?%s is a number, as JSON writes them',
    async (query) => {
      expect((await t.get(`/v1/search?${query.replace('+', '%2B')}`)).status).toBe(200);
    },
  );

  it('minus zero is zero', async () => {
    const [minus, plain] = [await t.get('/v1/search?min_price=-0'), await t.get('/v1/search?min_price=0')];
    expect([minus.status, minus.body.data.pagination]).toEqual([200, plain.body.data.pagination]);
  });
});

describe('H43 names where names are expected', () => {
  it.each<[string, string]>([
    ['sort=price;DROP TABLE listings', 'INVALID_SORT'],
    ['sort=constructor', 'INVALID_SORT'],
    ['sort=__proto__', 'INVALID_SORT'],
    ['order=desc,asc', 'INVALID_SORT'],
    ['fields=password_hash', 'INVALID_FILTER'],
    ['fields=constructor', 'INVALID_FILTER'],
    ['fields=__proto__', 'INVALID_FILTER'],
    ['fields=id,seller.email', 'INVALID_FILTER'],
    ['facets=__proto__', 'INVALID_FILTER'],
    ['facets=constructor', 'INVALID_FILTER'],
    ['__proto__=1', 'INVALID_FILTER'],
    ['constructor=1', 'INVALID_FILTER'],
    ['hasOwnProperty=1', 'INVALID_FILTER'],
    ['__proto__[x]=1', 'INVALID_FILTER'],
  ])('/search?%s', async (query, code) => {
    const url = `/v1/search?${encodeURI(query)}`;
    const response = await expectRow(t, {
      id: 'H43',
      name: query,
      method: 'GET',
      url,
      expected: [400, code],
    });
    expect(response.text).not.toContain('$argon2');
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

describe('H44 texts to search for', () => {
  it.each([
    '%',
    '_',
    '\\',
    "':*&!()",
    '<->',
    '🚛🚛🚛',
    '\u202eFAM\u202c \u2066x',
    'the and of',
    'и'.repeat(200),
    "' OR 1=1 --",
    '*:* AND (',
    '(((((((((((((((((((((((((((((',
    '"',
    '-',
    'a'.repeat(150),
    '\ufeff',
  ])('200: q=%j', async (q) => {
    for (const path of ['search', 'search/suggestions', 'search/autocomplete']) {
      await expectRow(t, {
        id: 'H44',
        name: q,
        method: 'GET',
        url: `/api/${path}?q=${encodeURIComponent(q)}`,
        expected: 200,
      });
    }
  });

  it('400: ten kilobytes', async () => {
    for (const q of ['x'.repeat(10_000), '%20'.repeat(4000), 'u '.repeat(4000)])
      await expectRow(t, {
        id: 'H44',
        name: 'ten kilobytes',
        method: 'GET',
        url: `/api/search?q=${encodeURI(q)}`,
        expected: [400, 'INVALID_FILTER'],
      });
  });

  it.each(['%', '_', '\\', "' OR '1'='1", 'a%00b', '\u{1f69b}'])(
    'lists of the owner take q=%j as text',
    async (q) => {
      const response = await t.get(`/api/seller/listings?q=${encodeURIComponent(q)}`, { as: seller });
      expect(response.status).toBe(200);
      expect(response.body.data.listings).toEqual([]);
    },
  );
});

/** Texts that PostgreSQL cannot store, sent to every field that takes a text. */
const UNSTORABLE = ['a\u0000b', 'lone \ud800 surrogate', '\udfff'];
describe('H45 texts that cannot be stored', () => {
  const bodies: readonly (readonly [string, string, field: string, (text: string) => unknown])[] = [
    [
      'POST',
      '/api/auth/register',
      'name',
      (name) => ({ name, email: 'x@example.org', password: 'Longhaul24', role: 'BUYER' }),
    ],
    ['POST', '/api/auth/login', 'password', (password) => ({ email: 'x@example.org', password })],
    ['PUT', '/api/auth/me', 'name', (name) => ({ name })],
    ['POST', '/api/seller/listings', 'title', (title) => ({ title })],
    ['POST', '/api/seller/listings', 'features', (model) => ({ features: [model] })],
    ['POST', '/api/seller/message-templates', 'content', (content) => ({ name: 'x', content })],
    ['PUT', '/api/seller/profile', 'about', (about) => ({ about })],
    [
      'POST',
      '/api/account/api-keys',
      'name',
      (name) => ({ name, scopes: ['messages:read'], password: TEST_PASSWORD }),
    ],
    ['POST', '/api/search/saved', 'name', (name) => ({ name, query: { q: 'x' } })],
    ['POST', '/api/search/saved', 'query', (q) => ({ name: 'search', query: { q } })],
    ['POST', '/api/seller/team/invitations', 'email', (email) => ({ email, role: 'AGENT' })],
  ];
  it.each(bodies.flatMap((body) => UNSTORABLE.map((text) => [...body, text] as const)))(
    '422: %s %s',
    async (method, url, field, body, text) => {
      await expectRow(t, {
        id: 'H45',
        name: JSON.stringify(text),
        method,
        url,
        options: { as: seller, body: body(text) },
        expected: [422, 'VALIDATION_ERROR'],
        fields: [field],
      });
    },
  );

  it.each([
    '/api/search?q=%00',
    '/api/search?brand=a%00',
    '/api/seller/listings?q=%00',
    '/api/brands?category=%00',
  ])('400: %s', async (url) => {
    const response = await t.get(url, { as: seller });
    expect([response.status, response.body.error.code]).toEqual([
      400,
      expect.stringMatching(/^INVALID_FILTER|^VALIDATION_ERROR/),
    ]);
  });

  it.each([
    '/api/listings/%00',
    '/api/sellers/a%00b',
    '/api/categories/%00',
    '/api/webhooks/%00',
    '/api/brands/%ED%A0%80',
  ])('404 or 400: %s', async (url) => {
    const response = await t.get(url, { as: seller });
    expect([400, 404]).toContain(response.status);
    expectNoInternals(response);
  });

  it.each<[string, Buffer, Expected]>([
    ['overlong UTF-8', Buffer.from([0x22, 0xc0, 0x80, 0x22]), [400, 'BAD_REQUEST']],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), [400, 'BAD_REQUEST']],
    ['beyond Unicode', Buffer.from([0x22, 0xf5, 0x80, 0x80, 0x80, 0x22]), [400, 'BAD_REQUEST']],
    ['cut off', Buffer.from([0x22, 0xe2, 0x82, 0x22]), [400, 'BAD_REQUEST']],
  ])('bytes that are no UTF-8: %s', async (title, bytes, expected) => {
    const payload = Buffer.concat([Buffer.from('{"name":'), bytes, Buffer.from('}')]);
    const options = { as: buyer, payload, headers: { 'content-type': 'application/json' } };
    await expectRow(t, { id: 'H45', name: title, method: 'PUT', url: '/api/auth/me', options, expected });
  });

  it('a text of combining marks is bounded like any other; characters of four bytes are kept', async () => {
    const marks = `e${'\u0301'.repeat(450_000)}`;
    const options = { as: seller, body: { about: marks } };
    await expectRow(t, {
      id: 'H45',
      name: 'combining marks',
      method: 'PUT',
      url: '/api/seller/profile',
      options,
      expected: [422, 'VALIDATION_ERROR'],
    });
    const updated = await t.put('/api/seller/profile', { about: 'Lorries 🚛 and 𝕿railers' }, { as: seller });
    expect([updated.status, updated.body.data.about ?? updated.body.data.profile?.about]).toEqual([
      200,
      'Lorries 🚛 and 𝕿railers',
    ]);
  });
});

describe('H46 JSON that is malformed or malicious', () => {
  const json = { 'content-type': 'application/json' };
  it.each<[string, string | Buffer]>([
    ['100,000 deep lists', '['.repeat(100_000)],
    ['100,000 deep, closed', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['50 deep objects', '{"a":'.repeat(50) + '1' + '}'.repeat(50)],
    ['trailing bytes', '{"name":"Dana Dealer"}x'],
    ['two values', '{"name":"Dana Dealer"}{"name":"B"}'],
    ['a byte order mark', '\ufeff{"name":"Dana Dealer"}'],
    ['__proto__', '{"name":"Dana Dealer","__proto__":{"role":"ADMIN"}}'],
    ['an escaped __proto__', '{"name":"Dana Dealer","\\u005f_proto__":{"role":"ADMIN"}}'],
    ['constructor.prototype', '{"name":"Dana Dealer","constructor":{"prototype":{"role":"ADMIN"}}}'],
    ['a comma too many', '{"name":"Dana Dealer",}'],
    ['single quotes', "{'name':'Dana Dealer'}"],
    ['NaN', '{"name":NaN}'],
    ['a comment', '{"name":"Dana Dealer"/**/}'],
    ['a control character', '{"name":"Dana\u0001Dealer"}'],
    ['a number that begins with zero', '{"name":01}'],
    ['cut off', '{"name":"Dana'],
    ['nothing but spaces', '   '],
    ['UTF-16', Buffer.from('{"name":"Dana Dealer"}', 'utf16le')],
  ])('400: %s', async (title, payload) => {
    const options = { as: buyer, payload, headers: json };
    const row = { id: 'H46', name: title, method: 'PUT', url: '/api/auth/me', options } as const;
    await expectRow(t, { ...row, expected: [400, 'BAD_REQUEST'] });
    expect(({} as Record<string, unknown>)['role']).toBeUndefined();
    expect((await t.get('/api/auth/me', { as: buyer })).body.data.role).toBe('BUYER');
  });

  const distinctKeys = (count: number): string =>
    `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join(',')}}`;
  it.each<[string, string]>([
    ['100,000 distinct keys', distinctKeys(100_000)],
    ['as many in objects of one key', `{"a":[${'{"b":1},'.repeat(60_000)}1]}`],
    ['500,000 list entries', `{"a":[${'1,'.repeat(400_000)}1]}`],
    ['300,000 empty objects', `[${'{},'.repeat(300_000)}{}]`],
    ['100,000 keys that never end', distinctKeys(100_000).slice(0, -1)],
  ])('413 before it is parsed: %s', async (title, payload) => {
    const options = { payload, headers: json };
    const row = { id: 'H46', name: title, method: 'POST', expected: [413, 'PAYLOAD_TOO_LARGE'] } as const;
    for (const url of ['/api/auth/login', '/v1/auth/register', '/api/auth/forgot-password'])
      await expectRow(t, { ...row, url, options });
    await expectRow(t, { ...row, url: '/api/seller/listings/batch', options: { ...options, as: seller } });
    const page = { ...json, 'x-fw-client': 'web', 'sec-fetch-site': 'same-origin' };
    for (const url of ['/web/session', '/web/api/auth/login'])
      await expectRow(t, { ...row, url, options: { payload, headers: page } });
  });

  it('413 to an assistant, within the smaller size of its messages', async () => {
    const payload = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[${'1,'.repeat(60_000)}1]}`;
    expect((await t.call('POST', '/mcp', { payload, headers: json })).status).toBe(413);
  });

  it('texts with colons, commas and brackets count as one value each', async () => {
    const payload = JSON.stringify({ email: 'dana@dealer.example', password: ':,{["\\"'.repeat(30_000) });
    await expectRow(t, {
      id: 'H46',
      name: 'punctuation within a text',
      method: 'POST',
      url: '/api/auth/login',
      options: { payload, headers: json },
      expected: [422, 'VALIDATION_ERROR'],
    });
    expect((await t.post('/api/auth/login', JSON.parse(distinctKeys(9000)))).status).toBe(422);
  });

  it('says so when it is JSON with a name that no field may have', async () => {
    for (const payload of ['{"__proto__": 1}', '{"a": {"constructor": {"prototype": {}}}}']) {
      const response = await t.call('PUT', '/api/auth/me', { as: buyer, payload, headers: json });
      expect([response.status, response.body.error.message]).toEqual([
        400,
        'No field of the body may be named "__proto__", or "prototype" within "constructor".',
      ]);
    }
    const broken = await t.call('PUT', '/api/auth/me', {
      as: buyer,
      payload: '{"__proto__": 1',
      headers: json,
    });
    expect(broken.body.error.message).toBe('The body is not valid JSON.');
  });

  it.each<[string, string]>([
    ['1e400', '{"price":1e400}'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['numbers beyond the safe ones', '{"year":99999999999999999999}'],
  ])('422: %s', async (title, payload) => {
    await expectRow(t, {
      id: 'H46',
      name: title,
      method: 'POST',
      url: '/api/seller/listings',
      options: { as: seller, payload, headers: json },
      expected: [422, 'VALIDATION_ERROR'],
    });
  });

  it('the last of two equal keys counts, for check and use alike', async () => {
    const payload = '{"name":"First Name","name":"Second Name","role":"BUYER","role":"ADMIN"}';
    const response = await t.call('PUT', '/api/auth/me', { as: buyer, payload, headers: json });
    expect([response.status, response.body.data.name]).toEqual([200, 'Second Name']);
    expect((await t.get('/api/auth/me', { as: buyer })).body.data.role).toBe('BUYER');
  });
});

describe('H47 types of bodies', () => {
  const body = '{"name":"Dana Dealer"}';
  it.each<[string, string, string | Buffer, Readonly<Record<string, string>>, Expected]>([
    ['no type', 'PUT', body, {}, [415, 'UNSUPPORTED_MEDIA_TYPE']],
    ['text', 'PUT', body, { 'content-type': 'text/plain' }, [415, 'UNSUPPORTED_MEDIA_TYPE']],
    [
      'a form of a page',
      'PUT',
      'name=x',
      { 'content-type': 'application/x-www-form-urlencoded' },
      [415, 'UNSUPPORTED_MEDIA_TYPE'],
    ],
    ['XML', 'PUT', '<name/>', { 'content-type': 'application/xml' }, [415, 'UNSUPPORTED_MEDIA_TYPE']],
    [
      'UTF-16 by its name',
      'PUT',
      body,
      { 'content-type': 'application/json; charset=utf-16' },
      [415, 'UNSUPPORTED_MEDIA_TYPE'],
    ],
    [
      'UTF-7 by its name',
      'PUT',
      body,
      { 'content-type': 'application/json;charset="utf-7"' },
      [415, 'UNSUPPORTED_MEDIA_TYPE'],
    ],
    [
      'gzip',
      'PUT',
      gzipSync(body),
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      [415, 'UNSUPPORTED_MEDIA_TYPE'],
    ],
    [
      'a bomb of a megabyte',
      'PUT',
      gzipSync(Buffer.alloc(64 * 1024 * 1024)),
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      [415, 'UNSUPPORTED_MEDIA_TYPE'],
    ],
    [
      'a form where none is taken',
      'PUT',
      '--x--\r\n',
      { 'content-type': 'multipart/form-data; boundary=x' },
      [415, 'UNSUPPORTED_MEDIA_TYPE'],
    ],
    ['a type that is none', 'PUT', body, { 'content-type': ';;;' }, [415, 'UNSUPPORTED_MEDIA_TYPE']],
    ['nothing', 'PUT', '', { 'content-type': 'application/json' }, [400, 'BAD_REQUEST']],
    [
      'more than a megabyte',
      'PUT',
      `{"name":"${'x'.repeat(1_100_000)}"}`,
      { 'content-type': 'application/json' },
      [413, 'PAYLOAD_TOO_LARGE'],
    ],
    ['a body of a GET', 'GET', body, { 'content-type': 'application/json' }, 200],
  ])('%s', async (title, method, payload, headers, expected) => {
    await expectRow(t, {
      id: 'H47',
      name: title,
      method,
      url: '/api/auth/me',
      options: { as: buyer, payload, headers },
      expected,
    });
  });
});
