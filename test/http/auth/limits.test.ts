import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../src/platform/clock.ts';
import { findUserByEmail } from '../../../src/modules/auth/index.ts';
import { type TestResponse, createTestApp, type TestApp } from '../../support/test-app.ts';
import { createApiKey, createBuyer, TEST_PASSWORD } from '../../support/factories.ts';
import {
  buyerForm,
  errorOf,
  newEmail,
  newPerson,
  PASSWORD,
  register,
  resetTokenFor,
  signIn,
  FORM_HEADERS,
  formBytes,
  partsOf,
} from './support.ts';

/** Headers that a browser sends with requests from a page of the marketplace. */
const BROWSER = { 'sec-fetch-site': 'same-origin', 'x-fw-client': 'web' };

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ rateLimits: true });
});
afterAll(() => t.close());

let networks = 0;
/** Returns an address that no other test uses. */
const newIp = (): string => {
  networks++;
  return `198.${18 + (networks >> 8)}.${networks & 255}.1`;
};
const login = (email: string, password: string, ip: string, headers: Record<string, string> = {}) =>
  t.post('/api/auth/login', { email, password }, { ip, headers });

describe('signing in from a browser', () => {
  const signInAt = (path: string, email: string, ip: string, cookie?: string) =>
    t.post(
      path,
      { email, password: TEST_PASSWORD },
      { ip, headers: { ...BROWSER, ...(cookie === undefined ? {} : { cookie }) } },
    );
  const deviceOf = (response: TestResponse): string =>
    [response.headers['set-cookie']]
      .flat()
      .map((header) => String(header).split(';')[0] ?? '')
      .find((cookie) => cookie.startsWith('fifthwheel_device=')) ?? '';

  it.each(['/web/session', '/web/api/auth/login'])(
    '%s: a known device has a limit of ten, however many colleagues have signed in',
    async (path) => {
      const ip = newIp();
      const [one, two] = [await createBuyer(t), await createBuyer(t)];
      const first = await signInAt(path, one.email, ip);
      const device = deviceOf(first);
      expect([first.status, device === '']).toEqual([200, false]);
      for (let i = 0; i < 9; i++) await signInAt(path, newEmail(), ip);
      expect((await signInAt(path, two.email, ip)).status).toBe(429);
      const responses = [];
      for (let i = 0; i < 11; i++) responses.push((await signInAt(path, one.email, ip, device)).status);
      expect(responses).toEqual([...Array<number>(10).fill(200), 429]);
      for (const forged of [
        `${device}x`,
        device.replace('usr_', 'usr_0'),
        device.split('.').slice(0, 4).join('.'),
      ])
        expect((await signInAt(path, two.email, ip, forged)).status).toBe(429);
    },
  );

  it('counts the known devices of a network together up to a hundred', async () => {
    const ip = newIp();
    const person = await createBuyer(t);
    let accepted = 0;
    for (let device = 0; device < 11; device++) {
      const cookie = deviceOf(await signInAt('/web/session', person.email, newIp()));
      for (let i = 0; i < 10; i++)
        if ((await signInAt('/web/session', newEmail(), ip, cookie)).status !== 429) accepted++;
    }
    expect(accepted).toBe(100);
  });

  it('API clients have the specified ten, with or without the cookie', async () => {
    const ip = newIp();
    const person = await createBuyer(t);
    const device = deviceOf(await signInAt('/web/session', person.email, newIp()));
    const responses = [];
    for (let i = 0; i < 11; i++)
      responses.push((await login(person.email, TEST_PASSWORD, ip, { cookie: device })).status);
    expect(responses).toEqual([...Array<number>(10).fill(200), 429]);
  });
});

describe('ten requests in 15 minutes, by endpoint and address', () => {
  it.each([
    ['register', () => ({ email: 'x' })],
    ['login', () => ({ email: newEmail(), password: 'x' })],
    ['refresh', () => ({ refreshToken: 'x' })],
    ['verify-email', () => ({ email: newEmail(), code: '1' })],
    ['resend-verification', () => ({ email: newEmail() })],
    ['forgot-password', () => ({ email: newEmail() })],
    ['reset-password', () => ({ token: 'x' })],
    ['change-password', () => ({})],
  ])('%s', async (endpoint, body) => {
    const ip = newIp();
    const remaining: unknown[] = [];
    for (let i = 0; i < 10; i++) {
      const mount = ['/api', '/api/v1', '/v1'][i % 3] ?? '';
      const response = await t.post(`${mount}/auth/${endpoint}`, body(), { ip });
      expect(response.status).not.toBe(429);
      expect(response.headers['x-ratelimit-limit']).toBe('10');
      remaining.push(Number(response.headers['x-ratelimit-remaining']));
    }
    expect(remaining).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    const nowSeconds = (): number => t.clock.now().getTime() / 1000;
    const askedAt = nowSeconds();
    const refused = await t.post(`/api/auth/${endpoint}`, body(), { ip });
    expect(errorOf(refused)).toEqual([429, 'RATE_LIMITED']);
    const answeredAt = nowSeconds();
    const reset = Number(refused.headers['x-ratelimit-reset']);
    expect(reset).toBeGreaterThan(askedAt);
    expect(reset).toBeLessThanOrEqual(answeredAt + 15 * 60 + 1);
    // Both headers name the same moment, in whole seconds.
    const saidAt = reset - Number(refused.headers['retry-after']);
    expect(saidAt).toBeGreaterThan(askedAt - 2);
    expect(saidAt).toBeLessThan(answeredAt + 2);
    expect((await t.post(`/api/auth/${endpoint}`, body(), { ip: newIp() })).status).not.toBe(429);
  });

  it('an invented X-Forwarded-For, and other letters of the address, change nothing', async () => {
    const ip = newIp();
    const responses = [];
    for (let i = 0; i < 11; i++) {
      const email = i % 2 === 0 ? 'Some.One@example.org' : `someone+${i}@EXAMPLE.org`;
      const headers = {
        'x-forwarded-for': `203.0.113.${i}`,
        forwarded: `for=203.0.113.${i}`,
        'x-real-ip': '9.9.9.9',
      };
      responses.push((await login(email, 'x', ip, headers)).status);
    }
    expect(responses).toEqual([...Array<number>(10).fill(401), 429]);
  });

  it('a registration as a form counts as a registration, and as no upload', async () => {
    const ip = newIp();
    const payload = formBytes(partsOf(buyerForm({ name: '' })));
    const form = await t.call('POST', '/api/auth/register', { payload, headers: FORM_HEADERS, ip });
    const json = await t.post('/api/auth/register', {}, { ip });
    expect(
      [form, json].map(({ headers }) => [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]),
    ).toEqual([
      ['10', '9'],
      ['10', '8'],
    ]);
  });

  it('one site of IPv6 counts as one', async () => {
    const responses = [];
    for (let i = 0; i < 11; i++)
      responses.push((await login(newEmail(), 'x', `2001:db8:7:7::${i + 1}`)).status);
    expect(responses.at(-1)).toBe(429);
    expect((await login(newEmail(), 'x', '2001:db8:7:8::1')).status).toBe(401);
  });

  it('the rest of the account has the general budget', async () => {
    const person = await createBuyer(t);
    const response = await t.get('/api/auth/me', { as: person });
    expect(response.headers['x-ratelimit-limit']).toBe('120');
  });

  it('the API keys of an account share its budget; those of another one have their own', async () => {
    const [person, stranger] = [await createBuyer(t), await createBuyer(t)];
    const readRemaining = async (holder: { userId: string; token: string }): Promise<number[]> => {
      const keys = [await createApiKey(t, holder.userId, []), await createApiKey(t, holder.userId, [])];
      const responses = [];
      for (const as of [...keys, holder.token]) responses.push(await t.get('/api/account/security', { as }));
      return responses.map((response) => Number(response.headers['x-ratelimit-remaining']));
    };
    expect(await readRemaining(person)).toEqual([119, 118, 117]);
    expect(await readRemaining(stranger)).toEqual([119, 118, 117]);
  });
});

const WRONG = 'Wrong#Lorry42';
const listAuditedActions = async (userId: string): Promise<string[]> =>
  (await t.db.selectFrom('audit_log').select('action').where('subject_id', '=', userId).execute()).map(
    (entry) => entry.action,
  );
/** Sends wrong passwords from as many networks as needed, ten from each. */
async function guess(email: string, times: number): Promise<TestResponse[]> {
  const responses = [];
  let ip = '';
  for (let i = 0; i < times; i++) {
    if (i % 10 === 0) ip = newIp();
    responses.push(await login(email, WRONG, ip));
  }
  return responses;
}

/** The rate limit allows ten logins per address, so these go to another process. */
let other: TestApp;
beforeAll(async () => {
  other = await createTestApp({ rateLimits: true, databaseUrl: t.databaseUrl });
});
afterAll(() => other.close());

describe('ten wrong passwords for an account in 15 minutes from one network', () => {
  it('even the right one waits there, and no longer than that; everywhere else it does not', async () => {
    const person = await register(t, buyerForm());
    const ip = newIp();
    for (let i = 0; i < 10; i++)
      expect(errorOf(await login(person.email, WRONG, ip))).toEqual([401, 'INVALID_CREDENTIALS']);
    const retryLogin = (email: string) =>
      other.post('/api/auth/login', { email, password: PASSWORD }, { ip });
    const refused = await retryLogin(person.email.toUpperCase());
    expect(errorOf(refused)).toEqual([429, 'RATE_LIMITED']);
    expect(refused.text).toContain('wrong passwords');
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    await retryLogin(person.email);
    expect(await listAuditedActions(person.userId)).toEqual(['sign_in.blocked']);
    expect((await login(person.email, PASSWORD, newIp())).status).toBe(200);
    expect((await retryLogin(person.email)).status).toBe(429);
    t.clock.advance(15 * MINUTE_MS + 1000);
    other.clock.advance(15 * MINUTE_MS + 1000);
    expect((await retryLogin(person.email)).status).toBe(200);
  });
});

describe('fifty wrong passwords for an account in 15 minutes from everywhere', () => {
  it('unknown devices wait, in whatever letters the address is written, and no longer than that', async () => {
    const person = await register(t, buyerForm({ email: 'victim.kim@example.org' }));
    for (const response of await guess(person.email, 50)) expect(response.status).toBe(401);
    for (const email of [person.email, person.email.toUpperCase(), 'victim.\u212aim@example.org'])
      expect(errorOf(await login(email, PASSWORD, newIp()))).toEqual([429, 'RATE_LIMITED']);
    expect(await listAuditedActions(person.userId)).toEqual(['sign_in.blocked']);
    t.clock.advance(15 * MINUTE_MS + 1000);
    expect((await login(person.email, PASSWORD, newIp())).status).toBe(200);
  });

  it('a spelling counts against the account that the database finds by it', async () => {
    const person = await register(t, buyerForm({ email: 'victim.ion@example.org' }));
    // JavaScript lowercases its second letter to two characters; the database can lowercase it to a plain i.
    const spelling = 'v\u0130ctim.ion@example.org';
    for (const response of await guess(spelling, 50)) expect(response.status).toBe(401);
    expect(errorOf(await login(spelling, PASSWORD, newIp()))).toEqual([429, 'RATE_LIMITED']);
    const isSameAccount = (await findUserByEmail(t.db, spelling))?.id === person.userId;
    expect((await login(person.email, PASSWORD, newIp())).status).toBe(isSameAccount ? 429 : 200);
  });

  it('guesses at the same time count too', async () => {
    const person = await register(t, buyerForm());
    const responses = await Promise.all(
      Array.from({ length: 60 }, () => login(person.email, WRONG, newIp())),
    );
    expect(responses.filter((response) => response.status === 401)).toHaveLength(50);
    expect(responses.filter((response) => response.status === 429)).toHaveLength(10);
  });

  it('an address without an account looks alike', async () => {
    const email = newEmail();
    const statuses = (await guess(email, 51)).map((response) => response.status);
    expect(statuses).toEqual([...Array<number>(50).fill(401), 429]);
  });

  it('the right password clears what its own network has had wrong, and nothing else', async () => {
    const person = await register(t, buyerForm());
    for (let round = 0; round < 6; round++) {
      const ip = newIp();
      for (let i = 0; i < 9; i++) await login(person.email, WRONG, ip);
      expect((await login(person.email, PASSWORD, ip)).status).toBe(200);
    }
    await guess(person.email, 49);
    expect((await login(person.email, PASSWORD, newIp())).status).toBe(200);
    expect((await login(person.email, WRONG, newIp())).status).toBe(401);
    expect((await login(person.email, PASSWORD, newIp())).status).toBe(429);
  });

  it('a reset of the password ends the wait', async () => {
    const person = await register(t, buyerForm());
    await guess(person.email, 51);
    await t.post('/api/auth/forgot-password', { email: person.email }, { ip: newIp() });
    const token = await resetTokenFor(t, person.email);
    const password = 'Another#Trailer7';
    const body = { token, password, confirmPassword: password };
    expect((await t.post('/api/auth/reset-password', body, { ip: newIp() })).status).toBe(200);
    expect((await login(person.email, password, newIp())).status).toBe(200);
  });
});

describe('a known device', () => {
  const cookieOf = (response: TestResponse): string =>
    String(response.headers['set-cookie']).split(';')[0] ?? '';

  it('does not wait for guesses by strangers, and may be wrong ten times', async () => {
    const person = await register(t, buyerForm());
    const first = await login(person.email, PASSWORD, newIp());
    expect(String(first.headers['set-cookie'])).toMatch(
      /^fifthwheel_device=[\w.-]+; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict; Secure$/,
    );
    const { refreshToken } = first.body.data;
    await guess(person.email, 51);
    expect((await login(person.email, PASSWORD, newIp())).status).toBe(429);
    const cookie = cookieOf(first);
    const known = await login(person.email, PASSWORD, newIp(), { cookie: `a=b; ${cookie}; c=d` });
    expect(known.status).toBe(200);
    const withToken = (password: string) =>
      t.post('/api/auth/login', { email: person.email, password, refreshToken }, { ip: newIp() });
    expect((await withToken(PASSWORD)).status).toBe(200);
    for (let i = 0; i < 10; i++) {
      expect((await login(person.email, WRONG, newIp(), { cookie })).status).toBe(401);
      expect((await withToken(WRONG)).status).toBe(401);
    }
    expect((await login(person.email, PASSWORD, newIp(), { cookie })).status).toBe(429);
    expect((await login(person.email, PASSWORD, newIp(), { cookie: cookieOf(known) })).status).toBe(429);
    expect((await withToken(PASSWORD)).status).toBe(429);
  });

  it('is not recognized by the cookie of another account, an altered one, or the token of an ended session', async () => {
    const [person, stranger] = [await register(t, buyerForm()), await register(t, buyerForm())];
    const ownLogin = await login(person.email, PASSWORD, newIp());
    const strangerLogin = await login(stranger.email, PASSWORD, newIp());
    const second = await login(person.email, PASSWORD, newIp());
    const { sessions } = (await t.get('/api/auth/sessions', { as: ownLogin.body.data.accessToken })).body
      .data;
    const session = sessions.find((candidate: { current: boolean }) => !candidate.current);
    await t.del(`/api/auth/sessions/${session.id}`, { as: ownLogin.body.data.accessToken });
    await guess(person.email, 51);
    const cookie = cookieOf(ownLogin);
    const forged = [
      cookieOf(strangerLogin),
      cookieOf(strangerLogin).replace(stranger.userId, person.userId),
      cookie.replace(/.(?=\.[^.]+$)/, (last) => (last === 'A' ? 'B' : 'A')),
      'fifthwheel_device=...',
    ];
    for (const bad of forged)
      expect((await login(person.email, PASSWORD, newIp(), { cookie: bad })).status).toBe(429);
    for (const refreshToken of [strangerLogin.body.data.refreshToken, second.body.data.refreshToken, 'x']) {
      const body = { email: person.email, password: PASSWORD, refreshToken };
      expect((await t.post('/api/auth/login', body, { ip: newIp() })).status).toBe(429);
    }
    expect((await login(person.email, PASSWORD, newIp(), { cookie })).status).toBe(200);
  });

  it('is known for a year', async () => {
    const person = await createBuyer(t);
    const cookie = cookieOf(await login(person.email, PASSWORD, newIp()));
    const loginAfterGuesses = async (): Promise<number> => {
      await guess(person.email, 51);
      return (await login(person.email, PASSWORD, newIp(), { cookie })).status;
    };
    t.clock.advance(364 * DAY_MS);
    expect(await loginAfterGuesses()).toBe(200);
    t.clock.advance(DAY_MS + MINUTE_MS);
    expect(await loginAfterGuesses()).toBe(429);
  });

  it('is unknown once the password is another one', async () => {
    const person = await register(t, buyerForm());
    const cookie = cookieOf(await login(person.email, PASSWORD, newIp()));
    const { accessToken } = (await login(person.email, PASSWORD, newIp())).body.data;
    const newPassword = 'Another#Trailer7';
    const body = { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword };
    const changed = await t.post('/api/auth/change-password', body, { as: accessToken, ip: newIp() });
    expect(changed.status).toBe(200);
    await guess(person.email, 51);
    expect((await login(person.email, newPassword, newIp(), { cookie })).status).toBe(429);
  });
});

describe('ten wrong passwords in a session', () => {
  it('it waits, and sign-ins do not', async () => {
    const limitedApp = await createTestApp({ rateLimits: true });
    try {
      const person = await newPerson(limitedApp);
      const erase = (password: string) =>
        limitedApp.call('DELETE', '/api/auth/me', { as: person, body: { password } });
      const statuses = [];
      for (let i = 0; i < 11; i++) statuses.push((await erase(`Wrong#Lorry${i}`)).status);
      expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
      expect((await erase(PASSWORD)).status).toBe(429);
      expect((await signIn(limitedApp, person)).token).not.toBe('');
    } finally {
      await limitedApp.close();
    }
  });
});
