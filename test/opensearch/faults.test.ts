import { Client } from '@opensearch-project/opensearch';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createListing, createSeller, type TestSeller } from '../support/factories.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { expectSameAnswers, fillMarket, POLL } from './same-answers.ts';

const PREFIX = `faults-${process.pid}`;
const TIMEOUT_MS = 300_000;
/** Within which a search is answered or refused, whatever the cluster does. */
const ANSWER_MS = 2000;

let client: Client;
let proxy: TcpProxy;
/** The engine in memory, on the same database. */
let memory: TestApp;
let t: TestApp;
let seller: TestSeller;

beforeAll(async () => {
  client = new Client({ node: inject('openSearchUrl'), requestTimeout: 120_000 });
  const { hostname, port } = new URL(inject('openSearchUrl'));
  proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  await proxy.cut();
  memory = await createTestApp();
  seller = await createSeller(memory);
  await fillMarket(memory, seller, 9);
  t = await createTestApp({
    databaseUrl: memory.databaseUrl,
    env: {
      OPENSEARCH_URL: `http://127.0.0.1:${proxy.port}`,
      OPENSEARCH_INDEX: PREFIX,
      OPENSEARCH_REPLICAS: '0',
      // Both attempts together leave a busy machine some time within the two seconds.
      OPENSEARCH_TIMEOUT_MS: '600',
    },
  });
  await t.app.startJobs();
}, TIMEOUT_MS);

afterAll(async () => {
  await t.close();
  await memory.close();
  await proxy.close();
  const { body } = await client.indices.get({ index: `${PREFIX}-*` });
  for (const index of Object.keys(body)) await client.indices.delete({ index });
  await client.close();
}, TIMEOUT_MS);

async function found(words: string): Promise<number> {
  const answer = await t.get(`/api/search?q=${words}`);
  return answer.status === 200 ? answer.body.data.pagination.total : -answer.status;
}

const discovery = async () => (await t.get('/readyz')).body.checks.discovery;

/** Searches are refused, soon and with a reason; the rest of the market goes on; it is told what is the matter. */
async function expectRefused(reason: RegExp): Promise<void> {
  const startedAt = performance.now();
  const refused = await t.get('/api/search?q=retarder');
  expect(performance.now() - startedAt).toBeLessThan(ANSWER_MS);
  expect([refused.status, refused.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const token = { as: seller };
  for (const address of ['/api/categories', '/api/brands?category=tractor-units', '/api/features'])
    expect((await t.get(address)).status).toBe(200);
  expect((await t.get('/api/auth/me', token)).status).toBe(200);
  expect((await t.get('/readyz')).status).toBe(200);
  await expect.poll(discovery, POLL).toMatchObject({ engine: 'opensearch', answers: false });
  expect((await discovery()).reason).toMatch(reason);
  expect((await t.get('/metrics')).text).toContain('fifthwheel_search_cluster_up 0');
}

/** What was written meanwhile is found, and all else is as it should be. */
async function expectCaughtUp(title: string, listings: number): Promise<void> {
  await expect.poll(() => found(title), POLL).toBe(listings);
  await expectSameAnswers(memory, t);
  await expect.poll(discovery, POLL).toMatchObject({ answers: true, feeds: true, lag_positions: 0 });
  expect((await t.get('/metrics')).text).toContain('fifthwheel_search_cluster_up 1');
}

const indexSettings = (index: object) =>
  client.indices.putSettings({ index: `${PREFIX}-*`, body: { index } as never });

/** A new index waits for a node that there is not; an old one would be given to any node. */
async function useCopyWithoutShards(): Promise<void> {
  const { body } = await client.indices.getAlias({ index: `${PREFIX}-*` });
  const [index, alias] = Object.entries(body)
    .flatMap(([name, { aliases }]) => Object.keys(aliases as object).map((one) => [name, one]))
    .at(0)!;
  const target = `${alias}-copy`;
  await indexSettings({ blocks: { write: true } });
  const settings = { 'index.routing.allocation.require._name': 'nobody', 'index.blocks.write': null };
  await client.indices.clone({
    index,
    target,
    wait_for_active_shards: '0',
    body: { settings },
  } as never);
  await client.indices.updateAliases({
    body: { actions: [{ remove: { index, alias } }, { add: { index: target, alias } }] } as never,
  });
}

describe('a market whose search cluster fails', () => {
  test(
    'starts while it is away, and searches as soon as it is there',
    async () => {
      await expectRefused(/does not answer/);
      await proxy.restore();
      await expectCaughtUp('retarder', 3);
    },
    TIMEOUT_MS,
  );

  test.each([
    ['refuses connections', async () => proxy.cut()],
    ['takes no byte', async () => proxy.silence()],
    ['takes ten seconds for an answer', async () => proxy.delay(5000)],
  ])(
    'refuses searches while it %s, and catches up afterwards',
    async (fault, begin) => {
      const title = `Nightliner${fault.replaceAll(/[^a-z]/g, '')}`;
      await begin();
      const { listingId } = await createListing(memory, seller, { title });
      await expectRefused(/does not answer/);
      await proxy.restore();
      await expectCaughtUp(title, 1);
      const sold = { status: 'SOLD', sold_at: memory.clock.now() } as const;
      await memory.db.updateTable('listings').set(sold).where('id', '=', listingId).execute();
      await expectCaughtUp(title, 0);
    },
    TIMEOUT_MS,
  );

  test(
    'refuses searches while the index is red, and catches up afterwards',
    async () => {
      await useCopyWithoutShards();
      await createListing(memory, seller, { title: 'Volvo FH Redliner' });
      await expectRefused(/shards|does not answer|refuses/);
      await indexSettings({ routing: { allocation: { require: { _name: null } } } });
      await expectCaughtUp('redliner', 1);
    },
    TIMEOUT_MS,
  );

  test(
    'searches on while the index is read-only, as on a full disk, and catches up afterwards',
    async () => {
      const writable = (value: boolean | null) =>
        indexSettings({ blocks: { read_only_allow_delete: value } });
      await writable(true);
      await createListing(memory, seller, { title: 'MAN TGX Fullmoon' });
      expect(await found('retarder')).toBe(3);
      expect(await found('fullmoon')).toBe(0);
      await expect.poll(async () => (await discovery()).lag_positions, POLL).toBeGreaterThan(0);
      await writable(null);
      await expectCaughtUp('fullmoon', 1);
    },
    TIMEOUT_MS,
  );

  test(
    'builds an index anew that was deleted by hand',
    async () => {
      const { body } = await client.indices.get({ index: `${PREFIX}-*` });
      for (const index of Object.keys(body)) await client.indices.delete({ index });
      await createListing(memory, seller, { title: 'MAN TGX Phoenix' });
      const answer = await t.get('/api/search?q=retarder');
      expect([200, 503]).toContain(answer.status);
      expect((await t.get('/readyz')).status).toBe(200);
      await expectCaughtUp('phoenix', 1);
    },
    TIMEOUT_MS,
  );
});
