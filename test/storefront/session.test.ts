import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserSession } from '../support/browser-session.ts';
import {
  createAdmin,
  createBuyer,
  createSeller,
  TEST_PASSWORD,
  type TestUser,
} from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { DAY_MS, SECOND_MS } from '../../src/platform/clock.ts';
import { OwnOrigins } from '../../src/platform/http/access/same-origin.ts';

let t: TestApp;
let buyer: TestUser;

beforeAll(async () => {
  t = await createTestApp();
  buyer = await createBuyer(t);
});

afterAll(() => t.close());

const signIn = async (user: TestUser = buyer): Promise<BrowserSession> => {
  const browser = new BrowserSession(t);
  const response = await browser.call('POST', '/web/session', { email: user.email, password: TEST_PASSWORD });
  expect(response.status).toBe(200);
  return browser;
};

describe('POST /web/session', () => {
  it('sets a cookie that no script reads and no other site gets, and says nothing else of it', async () => {
    const browser = new BrowserSession(t);
    const response = await browser.call('POST', '/web/session', {
      email: buyer.email,
      password: TEST_PASSWORD,
    });
    const cookie = [response.headers['set-cookie'] ?? []]
      .flat()
      .find((header) => String(header).startsWith('__Host-fw='));
    expect(cookie).toMatch(
      /^__Host-fw=[A-Za-z0-9_-]{43}; Max-Age=2592000; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect(response.body.data).toEqual({
      user: { id: buyer.userId, name: expect.any(String), role: 'BUYER', avatar: null },
    });
    expect(response.headers['cache-control']).toBe('private, no-store');
    const secret = browser.cookies.get('__Host-fw') ?? '';
    const { rows } = await t.app.db.executeQuery<{ row: string }>({
      sql: 'select sessions::text as row from sessions',
      parameters: [],
    } as never);
    expect(rows.map(({ row }) => row).join()).not.toContain(secret);
  });

  it('is listed with the other sessions, and ends with them', async () => {
    const browser = await signIn();
    const { sessions } = (await t.get('/api/auth/sessions', { as: buyer })).body.data;
    const currentSession = (await browser.call('GET', '/web/api/auth/sessions')).body.data.sessions.find(
      ({ current }: { current: boolean }) => current,
    );
    expect(sessions.map(({ id }: { id: string }) => id)).toContain(currentSession.id);
    await t.del(`/api/auth/sessions/${currentSession.id}`, { as: buyer });
    expect((await browser.call('GET', '/web/api/auth/me')).status).toBe(401);
    expect((await browser.call('GET', '/web/session')).body.data.user).toBeNull();
  });

  it('rejects a wrong password with 401, and counts it as every sign-in does', async () => {
    const limited = await createTestApp({ rateLimits: true });
    try {
      const { email } = await createBuyer(limited);
      const browser = new BrowserSession(limited);
      for (let tries = 0; tries < 10; tries++) {
        limited.clock.advance(20 * SECOND_MS);
        const response = await browser.call('POST', '/web/session', { email, password: 'Wrong#1234' });
        expect([response.status, response.body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
      }
      limited.clock.advance(20 * SECOND_MS);
      const locked = await limited.post('/api/auth/login', { email, password: TEST_PASSWORD });
      expect([locked.status, locked.body.error.code]).toEqual([429, 'RATE_LIMITED']);
      // Both ways to sign in share the rate limit of the API.
      const statuses: number[] = [];
      for (let tries = 0; tries < 12; tries++)
        statuses.push(
          (await browser.call('POST', '/web/session', { email: 'a@b.example', password: 'x' })).status,
        );
      expect(statuses).toContain(429);
    } finally {
      await limited.close();
    }
  });

  it('names what is missing with 422', async () => {
    const response = await new BrowserSession(t).call('POST', '/web/session', { email: buyer.email });
    expect([response.status, response.body.error.details[0].field]).toEqual([422, 'password']);
  });

  it('gives a new secret each time and ends the session that the browser had', async () => {
    const browser = await signIn();
    const before = browser.cookies.get('__Host-fw');
    await browser.call('POST', '/web/session', { email: buyer.email, password: TEST_PASSWORD });
    expect(browser.cookies.get('__Host-fw')).not.toBe(before);
    const oldBrowser = new BrowserSession(t);
    oldBrowser.cookies.set('__Host-fw', before ?? '');
    expect((await oldBrowser.call('GET', '/web/api/auth/me')).status).toBe(401);
  });
});

describe('irreversible actions', () => {
  it('needs a sign-in of the last 15 minutes; reading does not', async () => {
    const admin = await createAdmin(t);
    const browser = await signIn(admin);
    const url = '/admin/settings/listings.moderation';
    const change = () => browser.call('PUT', `/web/api${url}`, { value: 'auto' });
    t.clock.advance(14 * 60 * SECOND_MS);
    expect((await change()).status).toBe(200);
    t.clock.advance(60 * SECOND_MS);
    const refused = await change();
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect(refused.body.error.details).toEqual([expect.objectContaining({ field: 'session' })]);
    expect((await browser.call('GET', `/web/api${url}`)).status).toBe(200);
    await browser.call('POST', '/web/session', { email: admin.email, password: TEST_PASSWORD });
    expect((await change()).status).toBe(200);
  });
});

describe('a session of a browser', () => {
  it('lives on while it is used, for a year at most, and ends after thirty days without', async () => {
    const busy = await signIn();
    const idle = await signIn();
    for (let day = 0; day < 40; day += 20) {
      t.clock.advance(20 * DAY_MS);
      expect((await busy.call('GET', '/web/api/auth/me')).status).toBe(200);
    }
    expect((await idle.call('GET', '/web/api/auth/me')).status).toBe(401);
    for (let day = 40; day < 360; day += 20) {
      t.clock.advance(20 * DAY_MS);
      await busy.call('GET', '/web/api/auth/me');
    }
    t.clock.advance(6 * DAY_MS);
    expect((await busy.call('GET', '/web/api/auth/me')).status).toBe(401);
    buyer = await createBuyer(t);
  });

  it('is prolonged once a day at most, and an invalid cookie belongs to no user', async () => {
    const user = await createBuyer(t);
    const browser = await signIn(user);
    const readExpiry = async () => {
      await browser.call('GET', '/web/api/auth/me');
      const rows = await t.db
        .selectFrom('sessions')
        .select('expires_at')
        .where('user_id', '=', user.userId)
        .where('cookie_hash', 'is not', null)
        .execute();
      return rows[0]?.expires_at.getTime() ?? 0;
    };
    const first = await readExpiry();
    t.clock.advance(DAY_MS - 60 * SECOND_MS);
    expect(await readExpiry()).toBe(first);
    t.clock.advance(2 * 60 * SECOND_MS);
    const second = await readExpiry();
    expect(second - first).toBeGreaterThan(DAY_MS);
    expect(await readExpiry()).toBe(second);
  });

  it('ends with DELETE /web/session, with a new password and with a suspension', async () => {
    const browser = await signIn();
    expect((await browser.call('DELETE', '/web/session')).status).toBe(204);
    expect(browser.cookies.has('__Host-fw')).toBe(false);
    const user = await createBuyer(t);
    const elsewhere = await signIn(user);
    await t.post(
      '/api/auth/change-password',
      { currentPassword: TEST_PASSWORD, newPassword: 'Another#Lorry43', confirmPassword: 'Another#Lorry43' },
      { as: user },
    );
    expect((await elsewhere.call('GET', '/web/api/auth/me')).status).toBe(401);
  });
});

describe('/web/api', () => {
  it('serves every endpoint to the cookie, and to nothing else', async () => {
    const browser = await signIn();
    const me = await browser.call('GET', '/web/api/auth/me');
    expect([me.status, me.body.data.id]).toEqual([200, buyer.userId]);
    expect(me.headers['cache-control']).toBe('private, no-store');
    const bearer = await t.get('/web/api/auth/me', { as: buyer });
    expect([bearer.status, bearer.body.error.code]).toEqual([400, 'BAD_REQUEST']);
    const created = await browser.call('POST', '/web/api/search/saved', {
      name: 'x',
      query: { brand: 'man' },
    });
    expect(created.status).toBe(201);
    expect((await browser.call('GET', '/web/api/nothing')).status).toBe(404);
    // On this mount, caches must not store even public responses.
    const search = await browser.call('GET', '/web/api/search');
    expect([search.status, search.headers['cache-control']]).toEqual([200, 'private, no-store']);
  });

  it.each(['/api', '/v1', '/api/v1'])('is the only mount where the cookie counts: not %s', async (mount) => {
    const browser = await signIn();
    expect((await browser.call('GET', `${mount}/auth/me`)).status).toBe(401);
  });

  it.each<[string, Record<string, string>]>([
    [
      'another site',
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example', 'x-fw-client': 'web' },
    ],
    [
      'another host of the site',
      { 'sec-fetch-site': 'same-site', origin: 'http://a.localhost', 'x-fw-client': 'web' },
    ],
    ['another origin, by an old browser', { origin: 'https://evil.example', 'x-fw-client': 'web' }],
    ['an opaque origin', { origin: 'null', 'x-fw-client': 'web' }],
    ['nobody knows where', { 'x-fw-client': 'web' }],
    ['a form', { 'sec-fetch-site': 'same-origin', origin: 'https://market.example' }],
  ])('rejects a post from %s', async (_name, headers) => {
    const browser = await signIn();
    const cookie = `__Host-fw=${browser.cookies.get('__Host-fw') ?? ''}`;
    for (const url of ['/web/api/search/saved', '/web/session']) {
      const response = await t.post(
        url,
        { name: 'x', query: { brand: 'man' }, email: buyer.email, password: TEST_PASSWORD },
        { headers: { host: 'localhost', cookie, ...headers } },
      );
      expect([url, response.status, response.body.error.code]).toEqual([url, 403, 'FORBIDDEN']);
    }
  });

  it('rejects a post from the host of BASE_URL under another scheme or port, and takes one from BASE_URL by any host', async () => {
    const browser = await signIn();
    const cookie = `__Host-fw=${browser.cookies.get('__Host-fw') ?? ''}`;
    const save = (origin: string, headers: Record<string, string> = {}) =>
      t.post(
        '/web/api/search/saved',
        { name: 'x', query: { brand: 'man' } },
        { headers: { host: 'market.example', cookie, 'x-fw-client': 'web', origin, ...headers } },
      );
    for (const origin of [
      'http://market.example',
      'https://market.example:8443',
      'https://www.market.example',
    ])
      expect([origin, (await save(origin)).status]).toEqual([origin, 403]);
    const renamed = { host: 'other.example', 'sec-fetch-site': 'same-origin' };
    const { status, body } = await save('https://other.example', renamed);
    expect([status, body.error.message]).toEqual([403, expect.stringContaining('https://market.example')]);
    // Simulates a reverse proxy that replaces the Host header.
    expect((await save('https://market.example', { host: '10.0.0.7:3000' })).status).toBe(201);
    expect((await save('https://market.example:443')).status).toBe(201);
  });

  it('rejects to be read by another site', async () => {
    const browser = await signIn();
    const cookie = `__Host-fw=${browser.cookies.get('__Host-fw') ?? ''}`;
    const response = await t.get('/web/api/auth/me', { headers: { cookie, 'sec-fetch-site': 'cross-site' } });
    expect(response.status).toBe(403);
  });
});

describe('OwnOrigins', () => {
  it('has every name of the machine where BASE_URL is one of them, with the same scheme and port', () => {
    const local = new OwnOrigins('http://127.0.0.1:3000');
    for (const origin of ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000'])
      expect([origin, local.has(origin)]).toEqual([origin, true]);
    for (const origin of ['http://localhost', 'http://localhost:3001', 'https://localhost:3000', 'null', ''])
      expect([origin, local.has(origin)]).toEqual([origin, false]);
    expect(new OwnOrigins('https://market.example').has('http://localhost:3000')).toBe(false);
    expect(new OwnOrigins('https://market.example/trucks').public).toBe('https://market.example');
  });

  it.each([
    ['https://market.example', 'www.market.example', true],
    ['https://market.example', 'market.example', false],
    ['https://market.example', 'MARKET.example:8080', false],
    ['https://market.example', '192.0.2.7:3000', false],
    ['https://market.example', '[2001:db8::7]:3000', false],
    ['https://market.example', 'localhost:3000', false],
    ['https://market.example', 'app:3000', false],
    ['https://market.example', 'app.internal:3000', false],
    ['http://127.0.0.1:3000', 'trucks.example', false],
  ])('%s: a page that is asked for at %s moves: %s', (baseUrl, host, moves) => {
    const origins = new OwnOrigins(baseUrl);
    const request = { method: 'GET', host, url: '/en/search?q=man' };
    expect(origins.movedTo(request)).toBe(moves ? `${origins.public}/en/search?q=man` : null);
    expect(origins.movedTo({ ...request, method: 'POST' })).toBeNull();
  });
});

it.each(['/en/search?q=man', '/de/sign-in', '/dealer/listings', '/en/account'])(
  '%s under another public name of the server redirects to BASE_URL',
  async (url) => {
    const redirect = await t.get(url, { headers: { host: 'www.market.example', accept: 'text/html' } });
    expect([redirect.status, redirect.headers['location']]).toEqual([302, `https://market.example${url}`]);
    const direct = await t.get(url, { headers: { host: 'market.example', accept: 'text/html' } });
    expect(String(direct.headers['location'] ?? '')).not.toContain('market.example');
    expect((await t.get('/api/search', { headers: { host: 'www.market.example' } })).status).toBe(200);
  },
);

describe('forms of pages', () => {
  it('are rejected when another site sends them', async () => {
    const browser = await signIn();
    const cookie = `__Host-fw=${browser.cookies.get('__Host-fw') ?? ''}`;
    const response = await t.call('POST', '/en/account', {
      payload: 'do=sign-out',
      headers: {
        host: 'localhost',
        cookie,
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'cross-site',
        origin: 'https://evil.example',
      },
    });
    expect(response.status).toBe(403);
    expect((await browser.call('GET', '/web/api/auth/me')).status).toBe(200);
  });

  it('lead only to paths of this host after the sign-in', async () => {
    for (const next of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      const browser = new BrowserSession(t);
      const response = await browser.submit(`/en/sign-in?${new URLSearchParams({ next }).toString()}`, {
        do: 'sign-in',
        email: buyer.email,
        password: TEST_PASSWORD,
      });
      expect([response.status, response.headers['location']]).toEqual([303, '/en/']);
    }
  });

  it('show what was typed and what is wrong, with the status of the refusal', async () => {
    const browser = new BrowserSession(t);
    const response = await browser.submit('/de/register', {
      do: 'register',
      role: 'BUYER',
      name: 'A<script>',
      email: 'no address',
      password: 'short',
    });
    expect(response.status).toBe(422);
    expect(response.text).toContain('value="A&lt;script&gt;"');
    expect(response.text).toContain('Geben Sie eine gültige E-Mail-Adresse ein.');
    expect(response.text).not.toContain('short');
  });
});

describe('own pages', () => {
  it('lead to the sign-in and back', async () => {
    const browser = new BrowserSession(t);
    const redirect = await browser.open('/de/messages?page=1');
    expect([redirect.status, redirect.headers['location']]).toEqual([
      303,
      '/de/sign-in?next=%2Fde%2Fmessages%3Fpage%3D1',
    ]);
    const back = await browser.submit(String(redirect.headers['location']), {
      do: 'sign-in',
      email: buyer.email,
      password: TEST_PASSWORD,
    });
    expect(back.headers['location']).toBe('/de/messages?page=1');
  });

  it.each([
    '/favorites',
    '/saved',
    '/saved/new?brand=man',
    '/messages',
    '/notifications',
    '/account',
    '/account/sessions',
    '/account/notices',
    '/account/data',
    '/account/data/export',
  ])('%s must not be cached by others or listed by search engines', async (path) => {
    const seller = await createSeller(t);
    for (const user of [buyer, seller]) {
      const browser = await signIn(user);
      for (const language of ['en', 'de']) {
        const page = await browser.open(`/${language}${path}`);
        expect([path, page.status]).toEqual([path, 200]);
        expect(page.headers['cache-control']).toBe('private, no-store');
        expect(page.text).toContain('<meta name="robots" content="noindex,follow"/>');
        expect(page.text.match(/<h1[ >]/g)).toHaveLength(1);
        expect(page.text).not.toMatch(
          />(?:account|notices|data|field|favorites|saved|messages)\.[a-z.A-Z]+</,
        );
      }
    }
  });
});
