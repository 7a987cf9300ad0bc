import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../src/platform/clock.ts';
import { recordCommit } from '../../src/platform/db/commits.ts';
import { BrowserSession } from '../support/browser-session.ts';
import {
  createBuyer,
  createListing,
  createSeller,
  TEST_PASSWORD,
  type TestSeller,
  type TestUser,
} from '../support/factories.ts';
import { listen, openStream, type StreamClient } from '../support/event-stream.ts';
import { proxied } from '../support/proxied-database.ts';
import { report } from '../support/report.ts';
import type { TcpProxy } from '../support/tcp-proxy.ts';
import { type TestResponse, cloneTemplate, createTestApp, type TestApp } from '../support/test-app.ts';

/** Set SILENT_SECONDS=30 for the full duration. */
const SILENT_MS = Number(process.env['SILENT_SECONDS'] ?? 0) * 1000;

let database: Awaited<ReturnType<typeof cloneTemplate>>;
let proxy: TcpProxy;
let t: TestApp;
let seller: TestSeller;
let buyer: TestUser;
let stream: StreamClient;
let listingId: string;

beforeAll(async () => {
  database = await cloneTemplate();
  const through = await proxied(database.url);
  proxy = through.proxy;
  t = await createTestApp({ databaseUrl: through.url });
  seller = await createSeller(t);
  buyer = await createBuyer(t);
  ({ listingId } = await createListing(t, seller, { title: 'DAF XF 480 that stays' }));
  stream = await openStream(await listen(t), seller);
  expect(await countFound()).toBe(1);
});
afterAll(async () => {
  stream.close();
  await t.close();
  await proxy.close();
  await database.drop();
});

async function countFound(): Promise<number> {
  const response = await t.get('/api/search?q=daf+xf+480');
  expect(response.status).toBe(200);
  return response.body.data.pagination.total;
}

let written = 0;

function write(): Promise<TestResponse> {
  return t.post(
    '/v1/messages/conversations',
    { listing_id: listingId, message: `Hello ${++written}` },
    { as: buyer },
  );
}

/** Checks that a read and a write that need the database return 503. */
async function expectUnavailable(): Promise<void> {
  const responses = await Promise.all([t.get('/v1/favorites', { as: buyer }), write()]);
  for (const response of responses) {
    expect([response.status, response.body.success, response.body.error?.code]).toEqual([
      503,
      false,
      'SERVICE_UNAVAILABLE',
    ]);
    expect(response.headers['retry-after']).toBeTruthy();
    expect(response.text).not.toMatch(/postgres|ECONN|timeout|sql/i);
  }
  const opening = await t.get('/v1/notifications/stream', { as: seller });
  expect([opening.status, opening.headers['retry-after']]).toEqual([503, '5']);
}

/** Checks that metrics include values that need no database, and count the others as unread. */
async function expectMetricsWithoutDatabase(): Promise<void> {
  const { status, text } = await t.get('/metrics');
  expect(status).toBe(200);
  expect(text).toMatch(/^fifthwheel_search_listings \d+$/m);
  expect(text).not.toMatch(/^fifthwheel_jobs_failed /m);
  expect(text).toMatch(/^fifthwheel_metrics_unread_total\{metric="fifthwheel_jobs_failed"\} [1-9]/m);
}

async function countMessages(): Promise<number> {
  const { count } = await t.db
    .selectFrom('messages')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Checks that the same process serves everything again and that streams continue. */
async function expectRecovered(messagesBefore: number): Promise<void> {
  await expect.poll(async () => (await t.get('/v1/favorites', { as: buyer })).status).toBe(200);
  expect(await countMessages()).toBe(messagesBefore);
  const messageEvents = stream.told.filter((event) => event.type === 'message').length;
  expect((await write()).status).toBe(201);
  expect(await countMessages()).toBe(messagesBefore + 1);
  await stream.waitFor('message', messageEvents + 1);
  expect(await countFound()).toBe(1);
  await t.app.health.refresh();
  expect((await t.get('/readyz?verbose')).body.checks.database.status).toBe('ok');
}

describe('a database that is down', () => {
  it('is a 503 for what needs it, nothing for what is in memory, and forgotten when it is back', async () => {
    const before = await countMessages();
    await proxy.cut();
    // Simulates a commit just before the failure, which the index can no longer follow.
    recordCommit(['listings']);
    await expectUnavailable();
    expect(await countFound()).toBe(1);
    await t.app.health.refresh();
    const ready = await t.get('/readyz?verbose');
    expect([ready.status, ready.body.checks.database.status]).toEqual([200, 'unreachable']);
    expect((await t.get('/healthz')).status).toBe(200);
    await expectMetricsWithoutDatabase();
    await proxy.restore();
    await expectRecovered(before);
  });
});

/** Text of the banner in each language. */
const NOTICES = [
  ['en', 'Some features are temporarily unavailable'],
  ['de', 'Einige Funktionen sind vorübergehend nicht verfügbar'],
  ['fr', 'Certaines fonctions sont momentanément indisponibles'],
  ['nl', 'Sommige functies zijn tijdelijk niet beschikbaar'],
  ['pl', 'Niektóre funkcje są chwilowo niedostępne'],
] as const;

describe('pages while the database is known to be down', () => {
  const isKnown = () => t.app.platform.listener.isDatabaseAway;
  const page = (path: string) => new BrowserSession(t).open(path);
  let slug: string;
  let dealer: string;
  /** Slug of a listing whose page has not been requested yet. */
  let unseen: string;
  let browser: BrowserSession;

  beforeAll(async () => {
    slug = (await t.get(`/v1/listings/${listingId}`)).body.data.slug;
    dealer = (await t.get(`/v1/sellers/${seller.sellerId}`)).body.data.slug;
    browser = new BrowserSession(t);
    const credentials = { email: buyer.email, password: TEST_PASSWORD };
    expect((await browser.call('POST', '/web/session', credentials)).status).toBe(200);
    // Requesting these pages caches them; the cache then holds nothing else of the dealer.
    for (const path of [`/en/dealer/${dealer}`, `/en/dealer/${dealer}/reviews`, '/en/sell'])
      expect((await page(path)).status).toBe(200);
    const { listingId: unseenId } = await createListing(t, seller, { title: 'MAN TGX 18.500 – never seen' });
    const listed = await t.get('/api/search?q=never+seen');
    unseen = listed.body.data.results.find(({ id }: { id: string }) => id === unseenId).slug;
    await proxy.cut();
    await vi.waitUntil(isKnown, 30_000);
  });
  afterAll(async () => {
    await proxy.restore();
    await vi.waitUntil(() => !isKnown(), 30_000);
    const { headers, text } = await page('/en/');
    expect([headers['cache-status'], text.includes('Some features are temporarily unavailable')]).toEqual([
      undefined,
      false,
    ]);
  });

  it('are served from memory, marked in the language of the page and in a header, and not cacheable', async () => {
    const paths = [
      '/',
      '/search?q=daf+xf',
      '/trucks',
      `/listing/${slug}`,
      `/listing/${slug}/print`,
      '/compare',
    ];
    for (const [language, notice] of NOTICES)
      for (const path of [...paths, '/info/imprint', '/sign-in']) {
        const { status, headers, text } = await page(`/${language}${path}`);
        expect([path, status, text.includes(notice)]).toEqual([path, 200, true]);
        expect(headers['cache-status']).toContain('possibly stale');
        expect(headers['cache-control']).toBe('private, no-store');
        expect(headers['etag']).toBeUndefined();
      }
  });

  it('are the last ones that were kept, where memory does not hold what they are made of', async () => {
    for (const path of [`/en/dealer/${dealer}`, `/en/dealer/${dealer}/reviews`, '/en/sell']) {
      const { status, headers, text } = await page(path);
      expect([path, status, text.includes('Some features are temporarily unavailable')]).toEqual([
        path,
        200,
        true,
      ]);
      expect(headers['cache-status']).toContain('possibly stale');
    }
  });

  it('show the facts from lists for a listing that was not requested before', async () => {
    expect((await t.get(`/v1/listings/${unseen}`)).status).toBe(503);
    for (const [language, notice] of NOTICES)
      for (const path of [`/listing/${unseen}`, `/listing/${unseen}/print`]) {
        const { status, headers, text } = await page(`/${language}${path}`);
        expect([path, status, text.includes(notice)]).toEqual([path, 200, true]);
        expect(text).toContain('<h1>MAN TGX 18.500 – never seen</h1>');
        expect(headers['cache-status']).toContain('possibly stale');
        expect(headers['cache-control']).toBe('private, no-store');
      }
    const another = `${unseen.slice(0, -8)}00000000`;
    expect((await page(`/en/listing/${another}`)).status).toBe(503);
    expect((await page('/en/listing/x')).status).toBe(503);
  });

  it('show public content to signed-in users and explain what does not work', async () => {
    expect((await browser.open('/en/search')).status).toBe(200);
    expect((await browser.open('/en/sign-in')).text).toContain('Some features are temporarily unavailable');
    const favorites = await browser.open('/en/favorites');
    expect(favorites.status).toBe(503);
    expect(favorites.text).toContain('This page is currently unavailable');
    expect(favorites.text).toContain('The server cannot reach its database at the moment.');
    const signIn = await new BrowserSession(t).submit('/en/sign-in', {
      do: 'sign-in',
      email: buyer.email,
      password: TEST_PASSWORD,
    });
    expect(signIn.status).toBe(503);
    expect(signIn.text).toContain('The server cannot reach its database at the moment.');
  });

  it('have the same header as marked API responses', async () => {
    for (const path of ['/api/search?q=daf', `/v1/listings/${slug}`, `/v1/listings/${slug}/similar`]) {
      const { status, headers } = await t.get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers['cache-status']).toContain('possibly stale');
    }
  });

  it('keep a listing of more than a minute ago', async () => {
    const now = performance.now.bind(performance);
    const moved = vi.spyOn(performance, 'now').mockImplementation(() => now() + 10 * MINUTE_MS);
    try {
      expect((await t.get(`/v1/listings/${slug}`)).status).toBe(200);
      expect((await page(`/en/listing/${slug}`)).status).toBe(200);
    } finally {
      moved.mockRestore();
    }
  });
});

describe('a network that drops every packet to the database', () => {
  it(
    'is a 503 within the time of a request, and forgotten when it lets through again',
    { timeout: 120_000 },
    async () => {
      const before = await countMessages();
      proxy.silence();
      const until = performance.now() + SILENT_MS;
      let slowestMs = 0;
      do {
        const startedAt = performance.now();
        // More requests than the pool has connections: those without a connection must get a response too.
        await Promise.all(Array.from({ length: 8 }, expectUnavailable));
        slowestMs = Math.max(slowestMs, performance.now() - startedAt);
        expect(await countFound()).toBe(1);
      } while (performance.now() < until);
      await expectMetricsWithoutDatabase();
      // Once the failure is known, requests do not wait for the database.
      await expect.poll(() => t.app.platform.listener.isDatabaseAway).toBe(true);
      const connections = proxy.connections;
      await expectUnavailable();
      expect(proxy.connections - connections).toBeLessThan(2);
      if (SILENT_MS > 0) report(`silent for ${SILENT_MS} ms; slowest answer ${Math.round(slowestMs)} ms`);
      await proxy.restore();
      await expectRecovered(before);
    },
  );

  it('is noticed by the listening connection, which has nothing to ask', { timeout: 60_000 }, async () => {
    const before = await countMessages();
    const connections = proxy.connections;
    proxy.silence();
    // The pool is idle, so a new connection belongs to the listener, which missed a response.
    while (proxy.connections === connections) await new Promise((resolve) => setTimeout(resolve, 50));
    await proxy.restore();
    await expectRecovered(before);
  });
});
