// Three servers as on three machines, with one PostgreSQL, one Redis, and a reverse proxy with the configuration of deploy/.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_EMAILS, DEMO_PASSWORD } from '../../src/modules/demo/accounts.ts';
import { openStream, type StreamClient } from '../support/event-stream.ts';
import { proxied } from '../support/proxied-database.ts';
import { canUse } from '../support/programs.ts';
import { startRedis } from '../support/redis-server.ts';
import { REVERSE_PROXIES, type ReverseProxy, startReverseProxy } from '../support/reverse-proxy.ts';
import { report } from '../support/report.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { IS_SHORT } from '../support/short-form.ts';
import type { TcpProxy } from '../support/tcp-proxy.ts';
import { emptyDatabase, TEST_SECRET } from '../support/test-app.ts';

const TIMEOUT_MS = 180_000;
const SERVERS = 3;
/** Rate limit of searches; see "Limits" in the specification. */
const SEARCHES = 30;
const READERS = 8;
const READS_AROUND_A_DEATH = 300;
/** Few readers, because the restarts need CPU time too. */
const STEADY_READERS = 3;
const WRITERS = 2;
const REQUESTS_AROUND_RESTARTS = 3000;
const READS = ['/api/search?q=man', '/api/categories', '/api/listings?limit=5'];

const proxies = IS_SHORT ? REVERSE_PROXIES.slice(0, 1) : REVERSE_PROXIES;
const hasPrograms = canUse('servers behind reverse proxies', 'redis-server', ...proxies);

interface HttpResponse {
  readonly status: number;
  // eslint-disable-next-line typescript/no-explicit-any -- tests look into responses
  readonly body: any;
}

/** Sends a request from a loopback address of this machine, which the proxy takes for the client's address. */
function ask(
  url: string,
  options: { from?: string; token?: string; body?: unknown; method?: string; agent?: http.Agent } = {},
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      url,
      {
        method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
        ...(options.from === undefined ? {} : { localAddress: options.from }),
        ...(options.agent === undefined ? {} : { agent: options.agent }),
        headers: {
          ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
        },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('error', reject);
        response.on('close', () => {
          // The proxy's own error pages are HTML.
          const isJson = response.headers['content-type']?.includes('json') === true;
          if (response.complete)
            resolve({ status: response.statusCode ?? 0, body: isJson ? JSON.parse(text) : null });
          else reject(new Error('half an answer'));
        });
      },
    );
    request.on('error', reject);
    request.end(options.body === undefined ? undefined : JSON.stringify(options.body));
  });
}

let clients = 1;

function newAddress(): string {
  clients++;
  return `127.0.${1 + (clients >> 8)}.${clients & 255}`;
}

interface ExpectedRequest {
  readonly path: string;
  readonly expected: number;
  readonly options?: Parameters<typeof ask>[1];
}

/** Sends requests one after the other over one keep-alive connection until `isOver`. Returns the unexpected responses. */
async function keepAsking(
  url: string,
  isOver: () => boolean,
  next: (i: number) => ExpectedRequest,
): Promise<{ requests: number; failures: string[] }> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const failures: string[] = [];
  let requests = 0;
  for (; !isOver(); requests++) {
    const { path: path_, expected, options } = next(requests);
    const outcome = await ask(`${url}${path_}`, { ...options, agent }).then(
      ({ status }) => status,
      (error: Error) => error.message,
    );
    if (outcome !== expected) failures.push(`${outcome} for ${path_}`);
  }
  agent.destroy();
  return { requests, failures };
}

describe.runIf(hasPrograms)('three servers', () => {
  let dataDir: string;
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let link: TcpProxy;
  let linkedUrl: string;
  const servers: ServerProcess[] = [];

  const start = (port?: number, env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> =>
    startServerProcess({
      env: {
        DATABASE_URL: linkedUrl,
        REDIS_URL: `redis://127.0.0.1:${redis.port}`,
        APP_SECRET: TEST_SECRET,
        DATA_DIR: dataDir,
        DATABASE_POOL_MAX: '6',
        DEMO: 'on',
        TRUST_PROXY: '127.0.0.1',
        LOG_LEVEL: 'error',
        ...env,
      },
      ...(port === undefined ? {} : { port }),
    });

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'fifthwheel-machines-'));
    // The worker processes of nginx run as another user.
    await chmod(dataDir, 0o755);
    database = await emptyDatabase();
    ({ proxy: link, url: linkedUrl } = await proxied(database.url));
    redis = await startRedis();
    servers.push(...(await Promise.all(Array.from({ length: SERVERS }, () => start()))));
    await Promise.all(servers.map((server) => server.ready()));
  }, TIMEOUT_MS);
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await redis.stop();
    await link.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('started on one empty database at once, make one schema and one demo market', async () => {
    const totals = await Promise.all(
      servers.map(
        async (server) => (await ask(`${server.url}/api/search?limit=1`, { from: newAddress() })).body,
      ),
    );
    const { rows } = await database.query(`
      select (select count(*)::int from listings) as listings,
        (select count(*)::int from listings where status = 'ACTIVE') as live,
        (select count(*)::int - count(distinct slug)::int from categories) as doubled`);
    expect(rows[0]).toMatchObject({ listings: 2000, doubled: 0 });
    for (const { data } of totals) expect(data.pagination.total).toBe(rows[0]?.['live']);
  });

  describe.each(proxies)('behind %s', (name) => {
    let proxy: ReverseProxy;
    const streams: StreamClient[] = [];
    beforeAll(async () => {
      proxy = await startReverseProxy(name, dataDir, servers);
    }, TIMEOUT_MS);
    afterAll(async () => {
      for (const stream of streams) stream.close();
      await proxy.stop();
    });

    async function signIn(email: string): Promise<string> {
      const response = await ask(`${proxy.url}/api/auth/login`, {
        from: newAddress(),
        body: { email, password: DEMO_PASSWORD },
      });
      expect(response.status).toBe(200);
      return response.body.data.accessToken;
    }

    it('a client has one budget, whichever servers it reaches and whatever it claims to be', async () => {
      const from = newAddress();
      const responses = await Promise.all(
        Array.from({ length: 200 }, () => ask(`${proxy.url}/api/search?limit=1`, { from })),
      );
      expect(responses.filter((response) => response.status === 200)).toHaveLength(SEARCHES);
      expect(responses.filter((response) => response.status === 429)).toHaveLength(200 - SEARCHES);
    });

    it('a listing published at one server is found at all, and sent to the streams of all', async () => {
      const [seller, buyer] = await Promise.all([signIn(DEMO_EMAILS.seller), signIn(DEMO_EMAILS.buyer)]);
      const word = `onlyonce${name}`;
      const published = await ask(`${proxy.url}/api/seller/listings`, {
        token: seller,
        body: {
          title: `MAN TGX ${word}`,
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
          publish: true,
        },
      });
      expect(published.status).toBe(201);
      const publishedAt = performance.now();
      const ages = await Promise.all(
        servers.map(async ({ url }) => {
          while (
            (await ask(`${url}/api/search?q=${word}`, { from: newAddress() })).body.data.results.length === 0
          );
          return performance.now() - publishedAt;
        }),
      );
      report(`found at all servers ${Math.round(Math.max(...ages))} ms after the answer`);

      for (const base of [proxy.url, ...servers.map((server) => server.url)])
        streams.push(await openStream(base, { token: seller }));
      const inquiry = await ask(`${proxy.url}/v1/messages/conversations`, {
        token: buyer,
        body: { listing_id: published.body.data.id, message: `Is ${word} there still?` },
      });
      expect(inquiry.status).toBe(201);
      await Promise.all(streams.map((stream) => stream.waitFor('message')));
    });

    it('a killed server fails only the reads it was serving', { timeout: TIMEOUT_MS }, async () => {
      for (const stream of streams.splice(0)) stream.close();
      const [victim] = servers;
      if (victim === undefined) throw new Error('there is no server');
      let answered = 0;
      const failures: string[] = [];
      const death: { done: Promise<void> | null } = { done: null };
      const reader = async (): Promise<void> => {
        const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
        for (let i = 0; i < READS_AROUND_A_DEATH / READERS; i++) {
          // A new address per request, so that no rate limit is exhausted.
          const from = newAddress();
          const path_ = i % 2 === 0 ? '/api/search?q=man' : '/api/categories';
          await ask(`${proxy.url}${path_}`, { from, agent }).then(
            ({ status }) => (status === 200 ? answered++ : failures.push(String(status))),
            (error: Error) => failures.push(error.message),
          );
          if (answered > READS_AROUND_A_DEATH / 3) death.done ??= victim.kill();
        }
        agent.destroy();
      };
      await Promise.all(Array.from({ length: READERS }, reader));
      expect(death.done).not.toBeNull();
      await death.done;
      report(`${name}: ${answered} reads answered around a kill, ${failures.length} failed`);
      expect(failures.length, failures.join(', ')).toBeLessThanOrEqual(READERS);

      const restarted = await start(victim.port);
      servers[0] = restarted;
      await restarted.ready();
    });
  });

  describe('under steady load', () => {
    const restart = async (index: number): Promise<void> => {
      const before = servers[index];
      expect(await before?.stop()).toBe(0);
      const server = await start(before?.port, { RATE_LIMITS: 'off' });
      servers[index] = server;
      await server.ready();
    };
    const reading = (i: number): ExpectedRequest => ({ path: READS[i % READS.length] ?? '/', expected: 200 });

    beforeAll(() => Promise.all(servers.map((_, index) => restart(index))), TIMEOUT_MS);

    describe.each(proxies)('behind %s', (name) => {
      let proxy: ReverseProxy;
      let token: string;
      beforeAll(async () => {
        proxy = await startReverseProxy(name, dataDir, servers);
        const login = { email: DEMO_EMAILS.buyer, password: DEMO_PASSWORD };
        token = (await ask(`${proxy.url}/api/auth/login`, { body: login })).body.data.accessToken;
      }, TIMEOUT_MS);
      afterAll(() => proxy.stop());

      it(
        'no request fails while servers are restarted one after the other, in either order',
        { timeout: 2 * TIMEOUT_MS },
        async () => {
          const { body } = await ask(`${proxy.url}/api/search?limit=${WRITERS}`);
          const ids: string[] = body.data.results.map(({ id }: { id: string }) => id);
          const writingOf =
            (listingId: string) =>
            (i: number): ExpectedRequest =>
              i % 2 === 0
                ? { path: '/api/favorites', expected: 201, options: { token, body: { listingId } } }
                : {
                    path: `/api/favorites/${listingId}`,
                    expected: 204,
                    options: { token, method: 'DELETE' },
                  };
          for (const order of [
            [0, 1, 2],
            [2, 1, 0],
          ]) {
            for (const id of ids) await ask(`${proxy.url}/api/favorites/${id}`, { token, method: 'DELETE' });
            let left = REQUESTS_AROUND_RESTARTS;
            let areRestarted = false;
            const isOver = (): boolean => --left < 0 && areRestarted;
            const asking = Promise.all([
              ...Array.from({ length: STEADY_READERS }, () => keepAsking(proxy.url, isOver, reading)),
              ...ids.map((id) => keepAsking(proxy.url, isOver, writingOf(id))),
            ]);
            for (const index of order) await restart(index);
            areRestarted = true;
            const results = await asking;
            report(
              `${name}: ${results.reduce((sum, { requests }) => sum + requests, 0)} requests around three restarts`,
            );
            expect(results.flatMap(({ failures }) => failures)).toEqual([]);
          }
        },
      );

      it(
        'while the database is stopped, reads continue and streams stay open',
        { timeout: TIMEOUT_MS },
        async () => {
          const stream = await openStream(proxy.url, { token });
          let hasEnded = false;
          void stream.ended.then(() => (hasEnded = true));
          await link.cut();
          let isOver = false;
          const asking = Promise.all([
            ...Array.from({ length: STEADY_READERS }, () => keepAsking(proxy.url, () => isOver, reading)),
            keepAsking(
              proxy.url,
              () => isOver,
              () => ({ path: '/api/favorites', expected: 503, options: { token } }),
            ),
          ]);
          // By the time the servers have noticed, a proxy would have removed any that failed its health checks.
          for (const { url } of servers)
            while ((await ask(`${url}/readyz?verbose`)).body.checks.database.status !== 'unreachable');
          isOver = true;
          const results = await asking;
          await link.restore();
          report(
            `${name}: ${results.reduce((sum, { requests }) => sum + requests, 0)} requests without the database`,
          );
          expect(results.flatMap(({ failures }) => failures)).toEqual([]);
          expect(hasEnded).toBe(false);
          stream.close();
          for (const { url } of servers)
            while ((await ask(`${url}/api/favorites`, { token })).status !== 200);
        },
      );
    });
  });
});
