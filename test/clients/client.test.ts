import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import sharp from 'sharp';
import {
  type Client,
  createClient,
  FifthwheelError,
  type SessionTokens,
  stream,
} from '../../clients/typescript/src/index.ts';
import { HOUR_MS } from '../../src/platform/clock.ts';
import { listen } from '../support/event-stream.ts';
import { countListeners } from '../support/signal-listeners.ts';
import { createApiKey, createListing, createSeller, TEST_PASSWORD } from '../support/factories.ts';
import { startReceiver } from '../support/receiver.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let baseUrl: string;
beforeAll(async () => {
  t = await createTestApp();
  baseUrl = await listen(t);
});
afterAll(() => t.close());

const TRUCK = {
  title: 'MAN TGX 18.510 4x2 BLS, first hand',
  category: 'tractor-units',
  subcategory: 'standard-tractor-units',
  brand: 'man',
  model: 'TGX',
  year: 2021,
  mileage: 398_000,
  price: 61_900,
  currency: 'EUR',
  fuelType: 'diesel',
  transmission: 'automatic',
  driveType: '4x2',
  euroStandard: 'euro6',
  location: { country: 'DE', city: 'Hamburg' },
} as const;

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

const headerOf = ({ init }: Sent, name: string): string | null => new Headers(init.headers).get(name);

/** A fetch that records what it sends. `instead` can replace the n-th exchange. */
function watchedFetch(instead: (n: number, send: () => Promise<Response>) => Promise<Response>): {
  sent: Sent[];
  fetch: typeof fetch;
} {
  const sent: Sent[] = [];
  const fetchIt = (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    sent.push({ url: String(url as URL), init });
    return instead(sent.length, () => fetch(url, init));
  };
  return { sent, fetch: fetchIt as typeof fetch };
}

const busy = (retryAfter: string): Response =>
  new Response(
    JSON.stringify({ success: false, error: { code: 'SERVICE_UNAVAILABLE', message: 'Starting.' } }),
    { status: 503, headers: { 'content-type': 'application/json', 'retry-after': retryAfter } },
  );

async function refusalOf(call: PromiseLike<unknown>): Promise<FifthwheelError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof FifthwheelError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    '%s is an error that names where it leads, and takes nothing there',
    async (status) => {
      const [market, other] = [await startReceiver(), await startReceiver()];
      try {
        market.usually((response) => response.writeHead(status, { location: other.url }).end());
        const key = { apiKey: 'fw_live_x', signingSecret: 'fws_x' };
        const person = { session: { accessToken: 'a.b.c', refreshToken: 'fwr_x' } };
        for (const credential of [key, person]) {
          const client = createClient({ baseUrl: new URL(market.url).origin, ...credential });
          const calls = [
            () => client.listings.list(),
            () => client.listings.create({ title: 'MAN' }),
            () => client.auth.login({ email: 'a@b.example', password: TEST_PASSWORD }),
            () => client.respond({ method: 'GET', path: '/events/stream' }),
            () => stream(client).next(),
          ];
          for (const call of calls) {
            const refusal = await refusalOf(call());
            expect([refusal.code, refusal.status]).toEqual(['REDIRECTED', status]);
            expect(refusal.message).toContain(`redirects to ${other.url}`);
          }
        }
        expect([market.requests.length, other.requests.length]).toEqual([10, 0]);
      } finally {
        await Promise.all([market.close(), other.close()]);
      }
    },
  );

  it('is named in full where it is relative, without its query, and left out where a browser hides it', async () => {
    const answered = (response: Response) =>
      refusalOf(createClient({ baseUrl, fetch: async () => response }).search.run());
    const relative = new Response(null, { status: 302, headers: { location: '/login?token=secret' } });
    Object.defineProperty(relative, 'url', { value: `${baseUrl}/v1/search` });
    expect((await answered(relative)).message).toContain(`redirects to ${baseUrl}/login.`);
    const opaque = Object.create(Response.error(), { type: { value: 'opaqueredirect' } }) as Response;
    Object.defineProperties(opaque, {
      ok: { value: false },
      status: { value: 0 },
      url: { value: '' },
      body: { value: null },
      headers: { value: new Headers() },
    });
    expect((await answered(opaque)).message).toContain('redirects to another address.');
  });
});

describe('the client', () => {
  it('signs a user in and publishes a truck with its images, which every buyer can find', async () => {
    const seller = await createSeller(t);
    const storedSessions: (SessionTokens | null)[] = [];
    const market = createClient({ baseUrl, onSession: (session) => storedSessions.push(session) });
    const { user } = await market.signIn({ email: seller.email, password: TEST_PASSWORD });
    expect(user.email).toBe(seller.email);

    const listing = await market.listings.create({ ...TRUCK, publish: true });
    expect(listing.status).toBe('ACTIVE');
    const picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#246' } })
      .jpeg()
      .toBuffer();
    const files = ['front.jpg', 'side.jpg'].map((name) => new File([picture], name, { type: 'image/jpeg' }));
    const { images } = await market.listingImages.add(listing.id, { images: files });
    expect(images).toHaveLength(2);

    const anyone = createClient({ baseUrl });
    const found = await anyone.search.run({ q: 'first hand tgx', fuel_type: ['diesel', 'lng'], limit: 1 });
    expect(found.results.map(({ slug }) => slug)).toEqual([listing.slug]);
    expect((await anyone.publicListings.get(listing.slug)).price).toBe(61_900);

    await market.signOut();
    expect(storedSessions.map((session) => session?.accessToken === undefined)).toEqual([false, true]);
    const restored = createClient({ baseUrl, session: storedSessions[0] ?? null });
    expect((await refusalOf(restored.account.get())).code).toBe('INVALID_TOKEN');
  });

  it('reports all invalid fields, the status, and the request ID', async () => {
    const seller = await createSeller(t);
    const key = await createApiKey(t, seller.userId, ['listings:write']);
    const refusal = await refusalOf(
      createClient({ baseUrl, apiKey: key }).listings.create({ title: 'No', price: -1, year: 3000 }),
    );
    expect(refusal.status).toBe(422);
    expect(refusal.code).toBe('VALIDATION_ERROR');
    expect(refusal.details.map((detail) => ('field' in detail ? detail.field : ''))).toEqual(
      expect.arrayContaining(['title', 'price', 'year']),
    );
    expect(refusal.requestId).toMatch(/./);
  });

  it('iterates over all rows of a list, page by page', async () => {
    const seller = await createSeller(t);
    const titles = Array.from({ length: 5 }, (_, i) => `Listing number ${i}`);
    for (const title of titles) await createListing(t, seller, { title });
    const { sent, fetch: watched } = watchedFetch((_, send) => send());
    const market = createClient({ baseUrl, fetch: watched });
    const slugs: string[] = [];
    for await (const { slug } of market.sellers.listListings(seller.slug, { limit: 2 })) slugs.push(slug);
    expect(new Set(slugs).size).toBe(5);
    expect(sent).toHaveLength(3);
    const found: string[] = [];
    for await (const hit of market.search.run({ q: 'Listing number', limit: 2 })) found.push(hit.id);
    expect(new Set(found).size).toBe(5);
  });

  it('rejects a change based on an outdated version', async () => {
    const seller = await createSeller(t);
    const apiKey = await createApiKey(t, seller.userId, ['listings:write', 'listings:read']);
    const market = createClient({ baseUrl, apiKey });
    const { data, etag } = await market.listings.create(TRUCK).answer();
    const unchanged = await refusalOf(market.listings.get(data.id, { ifNoneMatch: etag ?? '' }));
    expect(unchanged.code).toBe('NOT_MODIFIED');
    await market.listings.update(data.id, { price: 60_000 }, { ifMatch: data.version });
    const late = await refusalOf(market.listings.update(data.id, { price: 1 }, { ifMatch: data.version }));
    expect(late.status).toBe(412);
    const { ignoredFields } = await market.listings
      .update(data.id, { colour: 'red' } as Record<string, string>)
      .answer();
    expect(ignoredFields).toEqual(['colour']);
  });

  it('creates only once if the response was lost', async () => {
    const seller = await createSeller(t);
    const apiKey = await createApiKey(t, seller.userId, ['listings:write', 'listings:read']);
    const { sent, fetch: lossy } = watchedFetch(async (n, send) => {
      const response = await send();
      if (n === 1) throw new TypeError('the connection was reset');
      return response;
    });
    const market = createClient({ baseUrl, apiKey, fetch: lossy });
    await market.listings.create(TRUCK);
    expect(sent).toHaveLength(2);
    expect(headerOf(sent[0]!, 'idempotency-key')).toBe(headerOf(sent[1]!, 'idempotency-key'));
    expect((await market.listings.list()).pagination.total).toBe(1);
  });

  it('comes again when the server says, and not when that is too late', async () => {
    const { sent, fetch: starting } = watchedFetch(async (n, send) => (n < 3 ? busy('0') : send()));
    await createClient({ baseUrl, fetch: starting }).categories.list();
    expect(sent).toHaveLength(3);

    const { sent: rejected, fetch: closed } = watchedFetch(async () => busy('3600'));
    const refusal = await refusalOf(createClient({ baseUrl, fetch: closed }).categories.list());
    expect([refusal.status, refusal.retryAfter, rejected.length]).toEqual([503, 3600, 1]);
  });

  it('retries lost connections for 15 seconds, and then throws a specific error', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    try {
      const startedMs = Date.now();
      const { sent, fetch: refused } = watchedFetch(async () => {
        throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
      });
      const failed = refusalOf(createClient({ baseUrl, fetch: refused }).plans.list());
      await vi.runAllTimersAsync();
      const error = await failed;
      expect(error).toMatchObject({ code: 'CONNECTION_FAILED', status: 0 });
      expect(error.message).toContain(`${baseUrl} failed (ECONNREFUSED)`);
      expect(sent).toHaveLength(7);
      expect(Date.now() - startedMs).toBeGreaterThanOrEqual(15_000);
    } finally {
      vi.useRealTimers();
    }
  });

  it('retries a response that breaks off or times out, and reports which', async () => {
    const broken = (): Response =>
      new Response(
        new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) }),
        {
          headers: { 'content-type': 'application/json' },
        },
      );
    const { sent, fetch: breaking } = watchedFetch(async (n, send) => (n === 1 ? broken() : send()));
    await createClient({ baseUrl, fetch: breaking }).plans.list();
    expect(sent).toHaveLength(2);
    const always = createClient({ baseUrl, fetch: async () => broken(), retries: 0 });
    expect((await refusalOf(always.plans.list())).code).toBe('CONNECTION_FAILED');

    const silent = (_url: unknown, { signal }: RequestInit = {}): Promise<Response> =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const slow = createClient({ baseUrl, fetch: silent, retries: 0, timeoutMs: 10 });
    expect(await refusalOf(slow.plans.list())).toMatchObject({ code: 'TIMED_OUT', status: 0 });

    const noJson = async (): Promise<Response> =>
      new Response('<html>', { headers: { 'content-type': 'application/json' } });
    expect((await refusalOf(createClient({ baseUrl, fetch: noJson }).plans.list())).code).toBe(
      'UNEXPECTED_ANSWER',
    );
  });

  it('gives up after the tries that it has', async () => {
    const { sent, fetch: down } = watchedFetch(async () => busy('0'));
    const refusal = await refusalOf(createClient({ baseUrl, fetch: down, retries: 2 }).plans.list());
    expect([refusal.code, sent.length]).toEqual(['SERVICE_UNAVAILABLE', 3]);
  });

  it('ends with the signal of its caller, also between two tries', async () => {
    const { fetch: down } = watchedFetch(async () => busy('30'));
    const end = new AbortController();
    const call = createClient({ baseUrl, fetch: down }).plans.list({ signal: end.signal });
    setImmediate(() => end.abort(new Error('enough')));
    await expect(call).rejects.toThrow('enough');
  });

  it('keeps nothing on a signal that its caller passes to every call', async () => {
    const { signal } = new AbortController();
    const client = createClient({ baseUrl, retries: 0 });
    for (let i = 0; i < 3; i++) await client.categories.list({ signal });
    const { fetch: down } = watchedFetch(async () => busy('0'));
    await refusalOf(createClient({ baseUrl, fetch: down, retries: 1 }).plans.list({ signal }));
    expect(countListeners(signal)).toBe(0);
  });

  it('does not use an invalid ID in a path', () => {
    const market = createClient({ baseUrl });
    for (const id of ['', '.', '..']) expect(() => market.publicListings.get(id)).toThrow('not an id');
    expect(() => market.publicListings.get(undefined as unknown as string)).toThrow('not an id');
  });
});

describe('signed requests', () => {
  it('are taken where the account requires them, also the same one twice within a second', async () => {
    const seller = await createSeller(t);
    await t.put('/api/account/security', { requireSignature: true }, { as: seller });
    const apiKey = await createApiKey(t, seller.userId, ['listings:write', 'listings:read']);
    expect((await refusalOf(createClient({ baseUrl, apiKey }).listings.list())).code).toBe(
      'INVALID_SIGNATURE',
    );
    const market = createClient({ baseUrl, apiKey, signingSecret: 'fws_test' });
    const { id } = await market.listings.create(TRUCK);
    await Promise.all([
      market.listings.update(id, { price: 59_000 }),
      market.listings.update(id, { price: 59_000 }),
    ]);
    expect((await market.listings.list({ q: 'first hand & more' })).pagination.total).toBe(0);
    const picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#246' } })
      .jpeg()
      .toBuffer();
    const image = new File([picture], 'front.jpg', { type: 'image/jpeg' });
    expect((await market.listingImages.add(id, { images: [image] })).images).toHaveLength(1);
  });
});

describe('sessions', () => {
  async function signedIn(
    fetchIt?: typeof fetch,
  ): Promise<{ market: Client; storedSessions: (SessionTokens | null)[] }> {
    const seller = await createSeller(t);
    const storedSessions: (SessionTokens | null)[] = [];
    const market = createClient({
      baseUrl,
      onSession: (session) => storedSessions.push(session),
      fetch: fetchIt,
    });
    await market.signIn({ email: seller.email, password: TEST_PASSWORD });
    return { market, storedSessions };
  }

  it('are refreshed once for all calls that find the token expired', async () => {
    const { sent, fetch: watched } = watchedFetch((_, send) => send());
    const { market, storedSessions } = await signedIn(watched);
    t.clock.advance(2 * HOUR_MS);
    const responses = await Promise.all(Array.from({ length: 8 }, () => market.account.get()));
    expect(new Set(responses.map(({ id }) => id)).size).toBe(1);
    expect(sent.filter(({ url }) => url.endsWith('/auth/refresh'))).toHaveLength(1);
    expect(storedSessions).toHaveLength(2);
    expect(market.session).toEqual(storedSessions[1]);
  });

  it('end when the refresh is rejected, and the caller learns why', async () => {
    const { market, storedSessions } = await signedIn();
    t.clock.advance(40 * 24 * HOUR_MS);
    const refusal = await refusalOf(market.account.get());
    expect(refusal.status).toBe(401);
    expect(storedSessions.at(-1)).toBeNull();
    expect(market.session).toBeNull();
  });
});
