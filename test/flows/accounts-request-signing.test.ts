import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiKeyAuthenticator } from '../../src/modules/auth/keys/api-key-authenticator.ts';
import { SignatureCheck, type SignedTarget } from '../../src/platform/http/access/signatures.ts';
import { createBuyer, createSeller, type TestUser, TEST_PASSWORD } from '../support/factories.ts';
import { canUse } from '../support/programs.ts';
import { createTestApp, type CallOptions, type TestApp } from '../support/test-app.ts';
import {
  BOUNDARY,
  buyerForm,
  errorOf,
  FORM_HEADERS,
  formBytes,
  partsOf,
  PDF,
  sellerForm,
  purgeExpired,
} from '../http/auth/support.ts';

const VECTOR_SECRET = 'fws_7mQ2vXw4Rk9TzL1cYb6NpE0uHs5JgD3fAoIiVx8ZaBs';
const VECTOR_TIMESTAMP = '1767225600';
const VECTORS = [
  [
    '{"title":"MAN TGX 18.510","price":45900}',
    '6ffd93d740aecb233baaf0fbb73947c165f8af4670a4a35409b36e8d0379e14e',
  ],
  ['', 'a45d70081d00cd1ff953abc3edc775b5d19d14466bf26b2c9d69582035c0880f'],
  ['{"title":"Škoda €","price":1}', 'c1ec494ebdad9a926896d028ee63e4168da059fe517e5c1c75e8a323189087fe'],
] as const;
const VECTORS_V2 = [
  [
    'POST',
    '/v1/listings',
    '{"title":"MAN TGX 18.510","price":45900}',
    '9de649b90adb08ac3daac7c26d20e7bdadd5db8ddb7ecaf39a6932d8c5a8df58',
  ],
  [
    'GET',
    '/api/search?brand=man,volvo&page=2',
    '',
    '5165290ae42a361e19ccbef7977889c8fc0dd5f2859441403b5f36f5ee0a292d',
  ],
  [
    'PUT',
    '/api/v1/seller/listings/lst_1/?a=%20b',
    '{"title":"Škoda €","price":1}',
    '3ffc5debe1ce4af62df703b127ea72939b4a92f8ce5b083d7ee4fecb814b08e8',
  ],
] as const;

async function checked(signature: string, request: SignedTarget, body: string): Promise<void> {
  const headers = { 'x-signature': signature, 'x-timestamp': VECTOR_TIMESTAMP };
  const at = new Date(Number(VECTOR_TIMESTAMP) * 1000);
  const check = SignatureCheck.begin(headers, [], request, VECTOR_SECRET, at);
  check?.tap(Readable.from([Buffer.from(body)]));
  await check?.verify();
}

describe('test vectors', () => {
  it('match the guide', async () => {
    const guide = await readFile('docs/authentication.md', 'utf8');
    for (const text of [VECTOR_SECRET, VECTOR_TIMESTAMP, ...VECTORS.flat(), ...VECTORS_V2.flat()])
      expect(guide).toContain(text);
  });

  it.each(VECTORS)('%s', async (body, hex) => {
    const request = { method: 'GET', target: '/' };
    await expect(checked(`sha256=${hex}`, request, body)).resolves.toBeUndefined();
    await expect(checked(`sha256=${hex}`, request, `${body} `)).rejects.toThrow(/signature/);
    await expect(checked(`v2=${hex}`, request, body)).rejects.toThrow(/signature/);
  });

  it.each(VECTORS_V2)('version 2: %s %s %s', async (method, target, body, hex) => {
    const verify = (other: { method?: string; target?: string; body?: string }, version = 'v2') =>
      checked(`${version}=${hex}`, { method, target, ...other }, other.body ?? body);
    await expect(verify({})).resolves.toBeUndefined();
    for (const other of [
      { method: 'DELETE' },
      { target: `${target}/` },
      { target: `/api${target}` },
      { target: `${target}&x=1` },
      { body: `${body} ` },
      { target: `${target}\n${body}`, body: '' },
    ])
      await expect(verify(other), JSON.stringify(other)).rejects.toThrow(/signature/);
    await expect(verify({}, 'sha256')).rejects.toThrow(/signature/);
  });

  it.for([
    ['node', 'sign.mjs'],
    ['python3', 'sign.py'],
    ['bash', 'sign.sh', 'openssl'],
    ['php', 'sign.php'],
  ])('the example for %s', ([interpreter = '', script, ...needs], context) => {
    context.skip(!canUse(`the example ${script}`, interpreter, ...needs), `there is no ${interpreter} here`);
    for (const [body, hex] of VECTORS) {
      const run = spawnSync(interpreter, [`docs/request-signing/${script}`, VECTOR_TIMESTAMP], {
        input: body,
        env: { ...process.env, FIFTHWHEEL_SIGNING_SECRET: VECTOR_SECRET },
        encoding: 'utf8',
      });
      expect(run.stderr).toBe('');
      expect(run.stdout).toBe(`X-Timestamp: ${VECTOR_TIMESTAMP}\nX-Signature: sha256=${hex}\n`);
    }
    for (const [method, target, body, hex] of VECTORS_V2) {
      const run = spawnSync(
        interpreter,
        [`docs/request-signing/${script}`, VECTOR_TIMESTAMP, method, target],
        {
          input: body,
          env: { ...process.env, FIFTHWHEEL_SIGNING_SECRET: VECTOR_SECRET },
          encoding: 'utf8',
        },
      );
      expect(run.stderr).toBe('');
      expect(run.stdout).toBe(`X-Timestamp: ${VECTOR_TIMESTAMP}\nX-Signature: v2=${hex}\n`);
    }
  });
});

let t: TestApp;
let person: TestUser;
let key: string;
let secret: string;
beforeAll(async () => {
  t = await createTestApp();
  person = await createBuyer(t);
  const created = await t.post(
    '/api/account/api-keys',
    { name: 'x', scopes: ['listings:read'], password: TEST_PASSWORD },
    { as: person },
  );
  ({ key, signingSecret: secret } = created.body.data.apiKey);
  await t.put('/api/account/security', { requireSignature: true }, { as: person });
  await t.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => t.close());

let offset = 0;
let first: number | undefined;
/** Returns a different second each time, so that no two requests of these tests have the same signature. */
const nextTimestamp = (): string => {
  first ??= Math.floor(t.clock.now().getTime() / 1000) - 60;
  return String(first + offset++);
};

function mac(timestamp: string, body: Buffer | string = '', signingSecret = secret): string {
  return createHmac('sha256', signingSecret).update(`${timestamp}.`).update(body).digest('hex');
}

function signed(body: Buffer | string = '', timestamp = nextTimestamp()): Record<string, string> {
  return { 'x-api-key': key, 'x-timestamp': timestamp, 'x-signature': `sha256=${mac(timestamp, body)}` };
}

const BODY = JSON.stringify({ email: 'nobody@example.org' });
const JSON_TYPE = { 'content-type': 'application/json' };
const post = (headers: Record<string, string>, payload: CallOptions['payload'] = BODY) =>
  t.call('POST', '/api/auth/forgot-password', {
    headers: { ...JSON_TYPE, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });

describe('a signed request is accepted', () => {
  it('for a request with a body, without one, and twice for reads', async () => {
    expect((await post(signed(BODY))).status).toBe(200);
    const headers = signed();
    expect((await t.get('/v1/auth/verify', { headers })).status).toBe(200);
    expect((await t.get('/v1/auth/verify', { headers })).status).toBe(200);
  });

  it('up to 300 seconds from our clock, either way', async () => {
    const now = Math.floor(t.clock.now().getTime() / 1000);
    for (const seconds of [-299, 299]) {
      expect((await t.get('/v1/auth/verify', { headers: signed('', String(now + seconds)) })).status).toBe(
        200,
      );
    }
  });

  it.each([1000, 3_000_000])(
    'as a form, over the bytes as they are sent: a file of %i bytes',
    async (size) => {
      const file = {
        name: 'a.pdf',
        type: 'application/pdf',
        content: Buffer.concat([PDF, Buffer.alloc(size)]),
      };
      const payload = formBytes([...partsOf(sellerForm()), { name: 'documents', file }]);
      const send = (headers: Record<string, string>, bytes = payload) =>
        t.call('POST', '/api/auth/register', { payload: bytes, headers: { ...FORM_HEADERS, ...headers } });
      expect(errorOf(await send(signed(payload.subarray(1))))).toEqual([401, 'INVALID_SIGNATURE']);
      expect((await send(signed(payload))).status).toBe(201);
      const withEpilogue = Buffer.concat([
        formBytes(partsOf(buyerForm()), `--${BOUNDARY}--\r\n`),
        Buffer.alloc(200_000, ' '),
      ]);
      expect((await send(signed(withEpilogue), withEpilogue)).status).toBe(201);
    },
  );

  it('when it is not required, too, if it is signed; and unsigned', async () => {
    const other = await createBuyer(t);
    const created = await t.post(
      '/api/account/api-keys',
      { name: 'x', scopes: ['listings:read'], password: TEST_PASSWORD },
      { as: other },
    );
    const { key: otherKey, signingSecret } = created.body.data.apiKey;
    expect((await t.get('/v1/auth/verify', { as: otherKey })).status).toBe(200);
    const timestamp = nextTimestamp();
    const good = {
      'x-api-key': otherKey,
      'x-timestamp': timestamp,
      'x-signature': `sha256=${mac(timestamp, '', signingSecret)}`,
    };
    expect((await t.get('/v1/auth/verify', { headers: good })).status).toBe(200);
    const wrong = { ...good, 'x-signature': `sha256=${mac(timestamp)}` };
    expect(errorOf(await t.get('/v1/auth/verify', { headers: wrong }))).toEqual([401, 'INVALID_SIGNATURE']);
  });

  it('only for API keys; access tokens need no signature', async () => {
    expect((await t.get('/api/auth/me', { as: person })).status).toBe(200);
    const stamped = { 'x-timestamp': nextTimestamp() };
    expect((await t.get('/api/auth/me', { as: person, headers: stamped })).status).toBe(200);
  });

  it('is rejected without a key, since nothing could check it', async () => {
    const { 'x-api-key': _, ...headers } = signed();
    for (const options of [{ headers }, { headers, as: person }])
      expect(errorOf(await t.get('/api/currencies', options))).toEqual([401, 'INVALID_SIGNATURE']);
  });
});

describe('401, the same response for every fault except a replay', () => {
  const now = (): number => Math.floor(t.clock.now().getTime() / 1000);
  const withTimestamp = (timestamp: string): Record<string, string> => signed(BODY, timestamp);
  const forms: [string, () => Record<string, string>][] = [
    ['unsigned though required', () => ({ 'x-api-key': key })],
    [
      'a signature without a timestamp',
      () => ({ 'x-api-key': key, 'x-signature': signed(BODY)['x-signature'] ?? '' }),
    ],
    ['a timestamp without a signature', () => ({ 'x-api-key': key, 'x-timestamp': nextTimestamp() })],
    ['301 seconds late', () => withTimestamp(String(now() - 302))],
    ['301 seconds early', () => withTimestamp(String(now() + 302))],
    [
      'upper-case hexadecimal',
      () => {
        const h = signed(BODY);
        return { ...h, 'x-signature': (h['x-signature'] ?? '').toUpperCase().replace('SHA256', 'sha256') };
      },
    ],
    [
      'SHA256=',
      () => {
        const h = signed(BODY);
        return { ...h, 'x-signature': (h['x-signature'] ?? '').replace('sha256', 'SHA256') };
      },
    ],
    [
      'no prefix',
      () => {
        const h = signed(BODY);
        return { ...h, 'x-signature': (h['x-signature'] ?? '').slice(7) };
      },
    ],
    [
      'one digit less',
      () => {
        const h = signed(BODY);
        return { ...h, 'x-signature': (h['x-signature'] ?? '').slice(0, -1) };
      },
    ],
    ['a signature of other bytes', () => signed(`${BODY} `)],
    [
      'the API key in place of the secret',
      () => {
        const timestamp = nextTimestamp();
        return { ...signed(BODY, timestamp), 'x-signature': `sha256=${mac(timestamp, BODY, key)}` };
      },
    ],
    ['1e9', () => withTimestamp('1e9')],
    ['a sign', () => withTimestamp(`+${now()}`)],
    ['a leading zero', () => withTimestamp(`0${now()}`)],
    ['decimals', () => withTimestamp(`${now()}.0`)],
    ['milliseconds', () => withTimestamp(`${now()}000`)],
    ['two timestamps in one', () => withTimestamp(`${now()}, ${now()}`)],
    ['an empty timestamp', () => withTimestamp('')],
  ];

  it.each(forms)('%s', async (_name, headers) => {
    const response = await post(headers());
    expect(errorOf(response)).toEqual([401, 'INVALID_SIGNATURE']);
    const other = await post({ 'x-api-key': key });
    expect(response.text).toBe(other.text);
  });

  it('a rewritten body', async () => {
    const spaced = JSON.stringify(JSON.parse(BODY), null, 1);
    expect(errorOf(await post(signed(BODY), spaced))).toEqual([401, 'INVALID_SIGNATURE']);
  });

  it('a writing request that is repeated, also several times at once', async () => {
    const headers = signed(BODY);
    const responses = await Promise.all([1, 2, 3, 4].map(() => post(headers)));
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([
      200, 401, 401, 401,
    ]);
    expect(errorOf(await post(headers))).toEqual([401, 'SIGNATURE_REPLAYED']);
    const forged = { ...headers, 'x-signature': `sha256=${'0'.repeat(64)}` };
    expect(errorOf(await post(forged))).toEqual([401, 'INVALID_SIGNATURE']);
  });

  it('a repetition with an Idempotency-Key is not a fault: it gets the same response and takes effect once', async () => {
    const dealer = await createSeller(t, { plan: 'premium' });
    const createdKey = await t.post(
      '/api/account/api-keys',
      { name: 'stock', scopes: ['listings:write'], password: TEST_PASSWORD },
      { as: dealer },
    );
    const { key: dealerKey, signingSecret } = createdKey.body.data.apiKey;
    const body = JSON.stringify({ title: 'Signed once', category: 'trailers' });
    const timestamp = nextTimestamp();
    const headers = {
      ...JSON_TYPE,
      'x-api-key': dealerKey,
      'x-timestamp': timestamp,
      'x-signature': `sha256=${mac(timestamp, body, signingSecret)}`,
    };
    const send = (extraHeaders: Record<string, string>, url = '/api/seller/listings') =>
      t.call('POST', url, { headers: { ...headers, ...extraHeaders }, payload: body });
    const first = await send({ 'idempotency-key': 'signed-once-1' });
    expect(first.status, first.text).toBe(201);
    const repeated = await send({ 'idempotency-key': 'signed-once-1' });
    expect(repeated.status, repeated.text).toBe(201);
    expect(repeated.headers['idempotency-replayed']).toBe('true');
    expect(repeated.body).toEqual(first.body);
    // This signature covers neither the key nor the address, so the same signature with another one must have no effect.
    for (const other of [
      await send({ 'idempotency-key': 'signed-once-2' }),
      await send({ 'idempotency-key': 'signed-once-1' }, '/v1/seller/listings/batch'),
      await send({}),
    ])
      expect(other.status === 422 || errorOf(other)[1] === 'SIGNATURE_REPLAYED', other.text).toBe(true);
    const stock = await t.get('/api/seller/listings', { as: dealer });
    expect(stock.body.data.pagination.total).toBe(1);
  });

  it.each([
    ['another mount', '/v1/auth/forgot-password'],
    ['a trailing slash', '/api/auth/forgot-password/'],
    ['another query', '/api/auth/forgot-password?x=1'],
    ['another endpoint', '/api/auth/resend-verification'],
  ])('a writing request that is repeated with %s', async (_name, url) => {
    const headers = { ...JSON_TYPE, ...signed(BODY) };
    expect((await post(headers)).status).toBe(200);
    const repeated = await t.call('POST', url, { headers, payload: BODY });
    expect(errorOf(repeated)).toEqual([401, 'SIGNATURE_REPLAYED']);
  });

  it('a write with the signature of a read, and a read with that of a write', async () => {
    const headers = signed();
    expect((await t.get('/v1/auth/verify', { headers })).status).toBe(200);
    const withoutBody = () => t.call('DELETE', '/api/search/saved/none', { headers });
    expect(errorOf(await withoutBody())).toEqual([401, 'SIGNATURE_REPLAYED']);
    expect((await t.get('/v1/auth/verify', { headers })).status).toBe(200);
    const written = signed();
    const remove = () => t.call('DELETE', '/v1/search/saved/none', { headers: written });
    expect((await remove()).status).toBe(404);
    const otherMethod = await t.call('POST', '/api/auth/forgot-password', { headers: written });
    expect(errorOf(otherMethod)).toEqual([401, 'SIGNATURE_REPLAYED']);
    expect(errorOf(await t.get('/v1/auth/verify', { headers: written }))).toEqual([
      401,
      'SIGNATURE_REPLAYED',
    ]);
  });

  it('version 2: any other method, target or body', async () => {
    const sign = (method: string, target: string, body = '') => {
      const timestamp = nextTimestamp();
      const text = `v2\n${timestamp}\n${method}\n${target}\n${body}`;
      const hex = createHmac('sha256', secret).update(text).digest('hex');
      return { 'x-api-key': key, 'x-timestamp': timestamp, 'x-signature': `v2=${hex}` };
    };
    const headers = sign('POST', '/v1/auth/forgot-password?a=1', BODY);
    const send = (url: string, body = BODY) =>
      t.call('POST', url, { headers: { ...JSON_TYPE, ...headers }, payload: body });
    for (const url of [
      '/api/auth/forgot-password?a=1',
      '/v1/auth/forgot-password',
      '/v1/auth/forgot-password/?a=1',
    ])
      expect([url, ...errorOf(await send(url))]).toEqual([url, 401, 'INVALID_SIGNATURE']);
    expect(errorOf(await send('/v1/auth/forgot-password?a=1', `${BODY} `))).toEqual([
      401,
      'INVALID_SIGNATURE',
    ]);
    expect((await send('/v1/auth/forgot-password?a=1')).status).toBe(200);
    expect(errorOf(await send('/v1/auth/forgot-password?a=1'))).toEqual([401, 'SIGNATURE_REPLAYED']);
    const read = sign('GET', '/v1/auth/verify');
    for (let i = 0; i < 2; i++) expect((await t.get('/v1/auth/verify', { headers: read })).status).toBe(200);
    expect(errorOf(await t.get('/api/auth/verify', { headers: read }))).toEqual([401, 'INVALID_SIGNATURE']);
  });

  it('for ten minutes, and not for good', async () => {
    const separateApp = await createTestApp();
    try {
      const { platform } = separateApp.app;
      const authenticator = new ApiKeyAuthenticator({ ...platform, environment: 'live' });
      const remember = () => authenticator.rememberSignature('key_1', Buffer.alloc(32, 7), true);
      expect(await remember()).toBe(true);
      separateApp.clock.advance(599_000);
      await purgeExpired(separateApp);
      expect(await remember()).toBe(false);
      separateApp.clock.advance(2000);
      expect(await remember()).toBe(true);
    } finally {
      await separateApp.close();
    }
  });

  it('digits of another script, and headers that are there twice', async () => {
    const { port } = t.http.server.address() as AddressInfo;
    const raw = (lines: readonly string[]): Promise<string> =>
      new Promise((resolve, reject) => {
        const head = [
          'GET /v1/auth/verify HTTP/1.1',
          'Host: x',
          `X-API-Key: ${key}`,
          ...lines,
          'Connection: close',
        ];
        const socket = connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n`));
        let text = '';
        socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        socket.on('end', () => resolve(text)).on('error', reject);
      });
    const timestamp = nextTimestamp();
    const good = [`X-Timestamp: ${timestamp}`, `X-Signature: sha256=${mac(timestamp)}`];
    expect(await raw(good)).toMatch(/^HTTP\/1\.1 200 /);
    const arabic = timestamp.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
    for (const lines of [
      [...good, `X-Timestamp: ${timestamp}`],
      [...good, `X-Signature: sha256=${mac(timestamp)}`],
      [`X-Timestamp: ${arabic}`, `X-Signature: sha256=${mac(arabic)}`],
    ]) {
      const response = await raw(lines);
      expect(response).toMatch(/^HTTP\/1\.1 401 /);
      expect(response).toContain('INVALID_SIGNATURE');
    }
  });

  it('a body that no endpoint reads; the response does not wait for the rest', async () => {
    const body = Buffer.alloc(500_000, 'x');
    const options = { payload: body, headers: { ...signed(), 'content-type': 'text/plain' } };
    const response = await t.call('GET', '/v1/auth/verify', options);
    expect(errorOf(response)).toEqual([401, 'INVALID_SIGNATURE']);
  });
});

it('a body over the limit is rejected as such', async () => {
  const body = `{"email":"${'x'.repeat(1_100_000)}"}`;
  expect(errorOf(await post(signed(body), body))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});
