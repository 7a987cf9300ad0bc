// Three nodes of a search cluster, three servers and a worker, none of which holds an in-memory index, behind a reverse proxy.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, runProgram } from '../../bench/support/server.ts';
import { createListing, createSeller, type TestSeller } from '../support/factories.ts';
import { OpenSearchNode } from '../support/opensearch-node.ts';
import { canUse } from '../support/programs.ts';
import { report } from '../support/report.ts';
import { type ReverseProxy, startReverseProxy } from '../support/reverse-proxy.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { createTestApp, TEST_SECRET, type TestApp } from '../support/test-app.ts';
import { type WorkerProcesses, workerProcesses } from '../support/worker-process.ts';
import { ADDRESSES, expectSameResults, fillMarket, POLL } from './same-results.ts';

const TIMEOUT_MS = 600_000;
const SERVERS = 3;
const NODES = 3;
const READERS = 3;
/** Number of requests between two faults, so that each fault happens under load. */
const TRAFFIC = 60;

interface RecordedResponse {
  readonly status: number;
  readonly address: string;
  readonly retryAfter: string | null;
  readonly ms: number;
}

/** Clients that send one request after the other through the proxy until `end`. */
class Traffic {
  readonly seen: RecordedResponse[] = [];
  /** Numbers of the changes that succeeded. */
  readonly written: number[] = [];
  readonly #url: string;
  readonly #clients: Promise<void>[];
  #isOver = false;

  constructor(url: string, write: (number: number) => Promise<void>) {
    this.#url = url;
    this.#clients = [
      ...Array.from({ length: READERS }, (_, reader) => this.#read(reader)),
      this.#write(write),
    ];
    // `end` reports errors; this only prevents an unhandled rejection.
    for (const client of this.#clients) client.catch(() => undefined);
  }

  /** Waits for this many more responses. */
  async waitForResponses(responses: number): Promise<void> {
    const wanted = this.seen.length + responses;
    await expect.poll(() => this.seen.length, { ...POLL, timeout: 240_000 }).toBeGreaterThanOrEqual(wanted);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  async #read(reader: number): Promise<void> {
    for (let i = reader; !this.#isOver; i++) {
      const address = ADDRESSES[i % ADDRESSES.length] ?? '';
      const startedAt = performance.now();
      const response = await fetch(this.#url + address).catch(() => null);
      await response?.text().catch(() => null);
      const ms = performance.now() - startedAt;
      const retryAfter = response?.headers.get('retry-after') ?? null;
      this.seen.push({ status: response?.status ?? 0, address, retryAfter, ms });
    }
  }

  async #write(write: (number: number) => Promise<void>): Promise<void> {
    for (let i = 0; !this.#isOver; i++) {
      await write(i);
      this.written.push(i);
    }
  }
}

describe.skipIf(!canUse('three servers on a search cluster', 'haproxy'))('a market on three nodes', () => {
  const nodes: OpenSearchNode[] = [];
  const servers: ServerProcess[] = [];
  /** The in-memory engine, on the same database. */
  let memory: TestApp;
  let seller: TestSeller;
  let workers: WorkerProcesses;
  let proxy: ReverseProxy | undefined;
  let directory: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'fifthwheel-nodes-'));
    await chmod(directory, 0o755);
    nodes.push(...(await startNodes()));
    memory = await createTestApp();
    seller = await createSeller(memory);
    await fillMarket(memory, seller, 15);
    env = {
      DATABASE_URL: memory.databaseUrl,
      APP_SECRET: TEST_SECRET,
      DATA_DIR: directory,
      BASE_URL: 'https://market.example',
      DATABASE_POOL_MAX: '6',
      DEMO: 'off',
      RATE_LIMITS: 'off',
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'error',
      OPENSEARCH_URL: nodes.map(({ url }) => url).join(','),
      OPENSEARCH_INDEX: 'nodes',
      OPENSEARCH_REPLICAS: '1',
    };
    workers = workerProcesses(memory);
  }, TIMEOUT_MS);

  afterAll(async () => {
    workers.killAll();
    await Promise.all(servers.map((server) => server.kill()));
    await proxy?.stop();
    await memory.close();
    await Promise.all(nodes.map((node) => node.stop()));
    await rm(directory, { recursive: true, force: true });
  }, TIMEOUT_MS);

  test(
    'loses no request but those promised, and no change, while a node and the worker are killed and the index is rebuilt',
    async () => {
      const worker = workers.start(env);
      servers.push(
        ...(await Promise.all(Array.from({ length: SERVERS }, () => startServerProcess({ env })))),
      );
      await Promise.all(servers.map((server) => server.ready()));
      proxy = await startReverseProxy('haproxy', directory, servers);
      const { url } = proxy;
      const throughProxy = {
        async get(address: string) {
          const response = await fetch(url + address);
          return { status: response.status, body: (await response.json()) as { data: unknown } };
        },
      };
      await expectSameResults(memory, throughProxy);

      const traffic = new Traffic(url, async (number) => {
        const { listingId } = await createListing(memory, seller, {
          title: `Scania R 450 Highline ${number}`,
        });
        const changed = await fetch(`${url}/api/seller/listings/${listingId}`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${seller.token}` },
          body: JSON.stringify({ price: 30_000 + number }),
        });
        expect(changed.status).toBe(200);
        await changed.text();
      });
      await traffic.waitForResponses(TRAFFIC);
      // The rebuild can fail if a node stops during it; the active index then stays unchanged.
      const rebuild = runProgram('search', env, ['rebuild']).then(
        () => 'finished',
        () => 'given up',
      );
      await traffic.waitForResponses(TRAFFIC);
      nodes[0]?.kill();
      await traffic.waitForResponses(TRAFFIC);
      await workers.kill(worker);
      await traffic.waitForResponses(TRAFFIC);
      const ended = await rebuild;
      await runProgram('search', env, ['rebuild']);
      await traffic.waitForResponses(TRAFFIC);
      await traffic.end();

      await expectSameResults(memory, throughProxy);
      const { body } = await throughProxy.get('/api/search?q=highline&limit=1');
      expect(body.data).toMatchObject({ pagination: { total: traffic.written.length } });
      const refused = traffic.seen.filter(({ status }) => status !== 200);
      const slowest = Math.max(...traffic.seen.map(({ ms }) => ms));
      report(
        `${traffic.seen.length} questions, ${traffic.written.length} changes, ${refused.length} refused, the rebuild ${ended}, slowest ${Math.round(slowest)} ms`,
      );
      for (const { status, address, retryAfter } of refused)
        expect({ status, address, retryAfter }).toEqual({ status: 503, address, retryAfter: '5' });
    },
    TIMEOUT_MS,
  );

  async function startNodes(): Promise<OpenSearchNode[]> {
    const names = Array.from({ length: NODES }, (_, i) => `node-${i + 1}`);
    const ports = await Promise.all(names.map(() => freePort()));
    const seeds = ports.map((port) => `127.0.0.1:${port}`);
    return Promise.all(
      names.map((name, i) =>
        OpenSearchNode.start({
          name,
          seeds,
          masters: names,
          transportPort: ports[i] ?? 0,
          heapMb: 384,
        }),
      ),
    );
  }
});
