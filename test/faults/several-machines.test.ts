// Three servers as on three machines: one PostgreSQL, one Redis, and a reverse proxy with the configuration of deploy/.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_EMAILS, DEMO_PASSWORD } from '../../src/modules/demo/accounts.ts';
import { openStream, type StreamClient } from '../support/event-stream.ts';
import { canShow } from '../support/programs.ts';
import { startRedis } from '../support/redis-server.ts';
import { REVERSE_PROXIES, type ReverseProxy, startReverseProxy } from '../support/reverse-proxy.ts';
import { report } from '../support/report.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { emptyDatabase, TEST_SECRET } from '../support/test-app.ts';

const TIMEOUT_MS = 180_000;
const SERVERS = 3;
/** Specification "Limits": search. */
const SEARCHES = 30;
const READERS = 8;
const READS_AROUND_A_DEATH = 300;

const found = REVERSE_PROXIES.filter((name) => canShow(`servers behind ${name}`, name, 'redis-server'));

interface HttpAnswer {
  readonly status: number;
  // eslint-disable-next-line typescript/no-explicit-any -- tests look into answers
  readonly body: any;
}

/** From one of the addresses of this machine, which is what the proxy sees of a client. */
function ask(
  url: string,
  options: { from?: string; token?: string; body?: unknown; agent?: http.Agent } = {},
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      url,
      {
        method: options.body === undefined ? 'GET' : 'POST',
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
        response.on('close', () =>
          response.complete
            ? resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) })
            : reject(new Error('half an answer')),
        );
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

describe.skipIf(found.length === 0)('three servers', () => {
  let dataDir: string;
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  let redis: Awaited<ReturnType<typeof startRedis>>;
  const servers: ServerProcess[] = [];

  const start = (port?: number): Promise<ServerProcess> =>
    startServerProcess({
      env: {
        DATABASE_URL: database.url,
        REDIS_URL: `redis://127.0.0.1:${redis.port}`,
        APP_SECRET: TEST_SECRET,
        DATA_DIR: dataDir,
        DATABASE_POOL_MAX: '6',
        DEMO: 'on',
        TRUST_PROXY: '127.0.0.1',
        LOG_LEVEL: 'error',
      },
      ...(port === undefined ? {} : { port }),
    });

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'fifthwheel-machines-'));
    // The processes of nginx that serve have another user.
    await chmod(dataDir, 0o755);
    database = await emptyDatabase();
    redis = await startRedis();
    servers.push(...(await Promise.all(Array.from({ length: SERVERS }, () => start()))));
    await Promise.all(servers.map((server) => server.ready()));
  }, TIMEOUT_MS);
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await redis.stop();
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

  describe.each(found)('behind %s', (name) => {
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
      const answer = await ask(`${proxy.url}/api/auth/login`, {
        from: newAddress(),
        body: { email, password: DEMO_PASSWORD },
      });
      expect(answer.status).toBe(200);
      return answer.body.data.accessToken;
    }

    it('a client has one budget, whichever servers it reaches and whatever it claims to be', async () => {
      const from = newAddress();
      const answers = await Promise.all(
        Array.from({ length: 200 }, () => ask(`${proxy.url}/api/search?limit=1`, { from })),
      );
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(SEARCHES);
      expect(answers.filter((answer) => answer.status === 429)).toHaveLength(200 - SEARCHES);
    });

    it('what is published at one is found at all, and told to the streams of all', async () => {
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
      const told = await ask(`${proxy.url}/v1/messages/conversations`, {
        token: buyer,
        body: { listing_id: published.body.data.id, message: `Is ${word} there still?` },
      });
      expect(told.status).toBe(201);
      await Promise.all(streams.map((stream) => stream.waitFor('message')));
    });

    it(
      'a server that is killed takes no read with it but those it was answering',
      { timeout: TIMEOUT_MS },
      async () => {
        for (const stream of streams.splice(0)) stream.close();
        const [victim] = servers;
        if (victim === undefined) throw new Error('there is no server');
        let answered = 0;
        const failures: string[] = [];
        const death: { done: Promise<void> | null } = { done: null };
        const reader = async (): Promise<void> => {
          const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
          for (let i = 0; i < READS_AROUND_A_DEATH / READERS; i++) {
            // A budget each, so that none is used up.
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

        const again = await start(victim.port);
        servers[0] = again;
        await again.ready();
      },
    );
  });
});
