import { createHmac } from 'node:crypto';
import { connect, type AddressInfo } from 'node:net';
import { base64url, SignJWT, type JWTHeaderParameters, type JWTPayload } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECOND_MS } from '../../../src/platform/clock.ts';
import { listen } from '../../support/event-stream.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { createBuyer, type TestUser } from '../../support/factories.ts';
import { errorOf } from './support.ts';

let t: TestApp;
let person: TestUser;
let key: Uint8Array;
beforeAll(async () => {
  t = await createTestApp();
  person = await createBuyer(t);
  key = new Uint8Array(t.app.platform.keys.derive('access-token:k1'));
});
afterAll(() => t.close());

const me = (token: string) => t.get('/api/auth/me', { as: token });
const seconds = (): number => Math.floor(t.clock.now().getTime() / 1000);

/** Signs a token like those of the server, with these claims and headers replaced. */
function forge(
  claims: JWTPayload = {},
  header: Record<string, unknown> = {},
  signingKey: Uint8Array = key,
): Promise<string> {
  const now = seconds();
  const payload = {
    sub: person.userId,
    sid: person.sessionId,
    role: 'BUYER',
    iss: 'fifthwheel',
    aud: 'fifthwheel-api',
    iat: now,
    nbf: now,
    exp: now + 3600,
    ...claims,
  };
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'k1', ...header } as JWTHeaderParameters)
    .sign(signingKey);
}

/** Builds a token by hand, for headers that no library writes. */
function forgeRaw(header: Record<string, unknown>, signature?: string): string {
  const now = seconds();
  const payload = { sub: person.userId, sid: person.sessionId, exp: now + 3600, nbf: now, iat: now };
  const full = { ...payload, iss: 'fifthwheel', aud: 'fifthwheel-api' };
  const text = [header, full].map((part) => base64url.encode(JSON.stringify(part))).join('.');
  const mac = createHmac('sha256', key).update(text).digest('base64url');
  return `${text}.${signature ?? mac}`;
}

it('accepts requests with our signature', async () => {
  expect((await me(await forge())).status).toBe(200);
  expect((await me(forgeRaw({ alg: 'HS256', typ: 'at+jwt', kid: 'k1' }))).status).toBe(200);
});

describe('401 INVALID_TOKEN', () => {
  it.each(['none', 'None', 'NONE', 'nOnE'])('alg %s', async (alg) => {
    for (const signature of ['', undefined]) {
      const token = forgeRaw({ alg, typ: 'at+jwt', kid: 'k1' }, signature);
      expect(errorOf(await me(token))).toEqual([401, 'INVALID_TOKEN']);
    }
  });

  it('another algorithm, another type, no signature, another key', async () => {
    const tokens = [
      forgeRaw({ alg: 'HS512', typ: 'at+jwt', kid: 'k1' }),
      forgeRaw({ alg: 'RS256', typ: 'at+jwt', kid: 'k1' }),
      forgeRaw({ alg: 'HS256', typ: 'JWT', kid: 'k1' }),
      forgeRaw({ alg: 'HS256', kid: 'k1' }),
      forgeRaw({ alg: 'HS256', typ: 'at+jwt', kid: 'k1' }, ''),
      await forge({}, {}, new TextEncoder().encode('a-secret-for-tests-that-is-long-enough-0123456789')),
      await forge({}, {}, new Uint8Array(32)),
    ];
    for (const token of tokens) expect(errorOf(await me(token))).toEqual([401, 'INVALID_TOKEN']);
  });

  it.each([
    '../../../../dev/null',
    "x' UNION SELECT 'AA' --",
    'constructor',
    '__proto__',
    'k2',
    '',
    7,
    ['k1'],
    { k1: 1 },
    null,
  ])('kid %j', async (kid) => {
    expect(errorOf(await me(forgeRaw({ alg: 'HS256', typ: 'at+jwt', kid })))).toEqual([401, 'INVALID_TOKEN']);
  });

  it.each([
    { jku: 'https://evil.example/keys' },
    { x5u: 'https://evil.example/cert' },
    { jwk: { kty: 'oct', k: 'AAAA' } },
    { x5c: ['AAAA'] },
    { crit: ['b64'], b64: false },
    { crit: ['fw-unknown'], 'fw-unknown': 1 },
  ])('a header that brings its own rules: %j', async (header) => {
    const token = forgeRaw({ alg: 'HS256', typ: 'at+jwt', kid: 'k1', ...header });
    expect(errorOf(await me(token))).toEqual([401, 'INVALID_TOKEN']);
  });

  it.each([
    ['another audience', { aud: 'somebody-else' }],
    ['another issuer', { iss: 'evil' }],
    ['not valid yet', { nbf: 4_000_000_000 }],
    ['issued far in the future', { iat: 3_900_000_000, exp: 4_000_000_000 }],
    ['no session', { sid: undefined }],
    ['a session that is none', { sid: 'ses_00000000000000000000000000' }],
    ['another subject', { sub: 'usr_00000000000000000000000000' }],
    ['no end', { exp: undefined }],
  ])('%s', async (_name, claims) => {
    expect(errorOf(await me(await forge(claims as JWTPayload)))).toEqual([401, 'INVALID_TOKEN']);
  });

  it('a role in the token gives no rights', async () => {
    const token = await forge({ role: 'ADMIN' });
    expect((await me(token)).body.data.role).toBe('BUYER');
  });

  it('any other text of the same signature', async () => {
    const token = await forge();
    const last = token.at(-1) ?? '';
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const sibling = alphabet[alphabet.indexOf(last) ^ 1] ?? '';
    for (const other of [
      token.slice(0, -1) + sibling,
      `${token}=`,
      `${token}A`,
      `${token}.`,
      `.${token}`,
      token.replace('.', '..'),
      `${token.slice(0, 20)} ${token.slice(20)}`,
      'a'.repeat(10_000),
      '..',
    ]) {
      expect(errorOf(await me(other))).toEqual([401, 'INVALID_TOKEN']);
    }
  });

  it('an Authorization header of another scheme', async () => {
    for (const authorization of ['Basic YTpi', 'Bearer', 'Bearer ', person.token, `Token ${person.token}`]) {
      const response = await t.get('/api/auth/me', { headers: { authorization } });
      expect(errorOf(response)).toEqual([401, 'INVALID_TOKEN']);
      expect(response.headers['www-authenticate']).toBe('Bearer');
    }
  });

  it('two Authorization headers', async () => {
    await t.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = t.http.server.address() as AddressInfo;
    const response = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `GET /api/auth/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\nAuthorization: Bearer x\r\nConnection: close\r\n\r\n`,
        );
      });
      let text = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      socket.on('end', () => resolve(text)).on('error', reject);
    });
    expect(response).toMatch(/^HTTP\/1\.1 401 /);
    expect(response).toContain('INVALID_TOKEN');
  });
});

it('401 with the code of an expiry, once the skew has passed', async () => {
  const expiredSince = (s: number): JWTPayload => ({
    iat: seconds() - 3600,
    nbf: seconds() - 3600,
    exp: seconds() - s,
  });
  expect((await me(await forge(expiredSince(2)))).status).toBe(200);
  for (const s of [5, 8])
    expect(errorOf(await me(await forge(expiredSince(s))))).toEqual([401, 'TOKEN_EXPIRED']);
});

describe('a token that was accepted before', () => {
  it('is rejected once its time is over, and once its session has ended', async () => {
    const other = await createTestApp();
    try {
      const buyer = await createBuyer(other);
      const profile = () => other.get('/api/auth/me', { as: buyer });
      expect((await profile()).status).toBe(200);
      other.clock.advance(3_599_000);
      expect((await profile()).status).toBe(200);
      other.clock.advance(7000);
      expect(errorOf(await profile())).toEqual([401, 'TOKEN_EXPIRED']);
      const newcomer = await createBuyer(other);
      expect((await other.get('/api/auth/me', { as: newcomer })).status).toBe(200);
      expect((await other.post('/api/auth/logout', {}, { as: newcomer })).status).toBeLessThan(300);
      expect(errorOf(await other.get('/api/auth/me', { as: newcomer }))).toEqual([401, 'INVALID_TOKEN']);
    } finally {
      await other.close();
    }
  });

  it('is checked again if the clock has gone back to before it was issued', async () => {
    const other = await createTestApp();
    try {
      const buyer = await createBuyer(other);
      expect((await other.get('/api/auth/me', { as: buyer })).status).toBe(200);
      other.clock.advance(-600_000);
      expect((await other.get('/api/auth/me', { as: buyer })).status).toBe(401);
    } finally {
      await other.close();
    }
  });

  it('counts once when a client sends it as a token and as a key', async () => {
    const buyer = await createBuyer(t);
    const get = (key: string) =>
      t.get('/v1/auth/me', { as: buyer, headers: { 'x-api-key': key } }).then(({ status }) => status);
    expect(await get(buyer.token)).toBe(200);
    expect(await get('something else')).toBe(401);
  });
});

it('a session keeps its last twenty tickets for streams, whatever others have', async () => {
  const [buyer, other] = [await createBuyer(t), await createBuyer(t)];
  const expiryOf = async (as: TestUser): Promise<string> => {
    t.clock.advance(SECOND_MS);
    const { body } = await t.post('/api/notifications/stream-ticket', undefined, { as });
    return body.data.expiresAt;
  };
  const otherExpiry = await expiryOf(other);
  const ownExpiries = [];
  for (let count = 1; count <= 22; count++) ownExpiries.push(await expiryOf(buyer));
  const storedOf = async (as: TestUser) => {
    const rows = await t.db
      .selectFrom('stream_tickets')
      .select('expires_at')
      .where('session_id', '=', as.sessionId)
      .orderBy('expires_at')
      .execute();
    return rows.map((row) => row.expires_at.toISOString());
  };
  expect(await storedOf(buyer)).toEqual(ownExpiries.slice(2));
  expect(await storedOf(other)).toEqual([otherExpiry]);
});

describe('a ticket for a stream', () => {
  const ticketOf = async (as: TestUser): Promise<string> =>
    (await t.post('/api/notifications/stream-ticket', undefined, { as })).body.data.ticket;
  const open = (ticket: string, as?: TestUser) =>
    t.get(`/api/notifications/stream?ticket=${ticket}`, as === undefined ? {} : { as });

  it('is none once its session has ended or its account is suspended, and an unknown one is none', async () => {
    const [signedOut, suspended] = [await createBuyer(t), await createBuyer(t)];
    const tickets = [await ticketOf(signedOut), await ticketOf(suspended)];
    await t.post('/api/auth/logout', undefined, { as: signedOut });
    await t.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended.userId).execute();
    expect(errorOf(await open(tickets[0] ?? ''))).toEqual([401, 'INVALID_TOKEN']);
    expect(errorOf(await open(tickets[1] ?? ''))).toEqual([403, 'FORBIDDEN']);
    expect(errorOf(await open('fwt_unknown'))).toEqual([401, 'INVALID_TOKEN']);
  });

  it('is not looked at beside another credential', async () => {
    const holder = await createBuyer(t);
    const ticket = await ticketOf(holder);
    const headers = { authorization: 'Bearer x' };
    expect((await t.get(`/api/notifications/stream?ticket=${ticket}`, { headers })).status).toBe(401);
    const { rows } = await sql`select 1 from stream_tickets where session_id = ${holder.sessionId}`.execute(
      t.db,
    );
    expect(rows).toHaveLength(1);
  });

  it('opens one stream for the user who requested it', async () => {
    const freshApp = await createTestApp();
    try {
      const holder = await createBuyer(freshApp);
      const { ticket } = (await freshApp.post('/api/notifications/stream-ticket', undefined, { as: holder }))
        .body.data;
      const base = await listen(freshApp);
      const ask = () => fetch(`${base}/api/notifications/stream?ticket=${ticket}`);
      const stream = await ask();
      expect([stream.status, stream.headers.get('content-type')]).toEqual([
        200,
        'text/event-stream; charset=utf-8',
      ]);
      await stream.body?.cancel();
      expect((await ask()).status).toBe(401);
    } finally {
      await freshApp.close();
    }
  });
});
