import { Client } from '@opensearch-project/opensearch';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createListing, createSeller, type TestSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { ADDRESSES, comparable, expectSameResults, fillMarket, POLL } from './same-results.ts';

const PREFIX = `market-${process.pid}`;

let client: Client;
/** The in-memory engine, on the same database. */
let memory: TestApp;
let cluster: TestApp;
let seller: TestSeller;

function onCluster(databaseUrl: string): Promise<TestApp> {
  return createTestApp({
    databaseUrl,
    env: {
      OPENSEARCH_URL: inject('openSearchUrl'),
      OPENSEARCH_INDEX: PREFIX,
      OPENSEARCH_SHARDS: '2',
      OPENSEARCH_REPLICAS: '0',
      OPENSEARCH_TIMEOUT_MS: '30000',
    },
  });
}

beforeAll(async () => {
  client = new Client({ node: inject('openSearchUrl'), requestTimeout: 120_000 });
  memory = await createTestApp();
  seller = await createSeller(memory);
  await fillMarket(memory, seller, 15);
  cluster = await onCluster(memory.databaseUrl);
}, 600_000);

afterAll(async () => {
  await memory.close();
  const { body } = await client.indices.get({ index: `${PREFIX}-*` });
  for (const index of Object.keys(body)) await client.indices.delete({ index });
  await client.close();
}, 120_000);

async function indexInUse(): Promise<readonly [index: string, alias: string]> {
  const { body } = await client.indices.getAlias({ index: `${PREFIX}-*` });
  for (const [index, { aliases }] of Object.entries(body)) {
    const [alias] = Object.keys(aliases);
    if (alias !== undefined) return [index, alias];
  }
  throw new Error('no index is in use');
}

const titled = async (t: TestApp, title: string): Promise<number> => {
  const response = await t.get(`/api/search?q=${encodeURIComponent(title)}`);
  return response.status === 200 ? response.body.data.pagination.total : -response.status;
};

describe('a market whose searches a cluster serves', () => {
  test('is ready once the one who feeds has built an index, and says what is in it', async () => {
    expect((await cluster.get('/api/search')).status).toBe(503);
    expect((await cluster.get('/readyz')).status).toBe(503);
    await cluster.app.startJobs();
    await expect.poll(async () => (await cluster.get('/readyz')).status, POLL).toBe(200);
    // A value that takes too long is omitted from the response.
    await expect
      .poll(async () => (await cluster.get('/readyz?verbose')).body.checks.discovery, POLL)
      .toMatchObject({ engine: 'opensearch', answers: true, feeds: true, listings: 15, left_out: 0 });
  }, 600_000);

  test.each(ADDRESSES)(
    'answers %s as the engine in memory does',
    async (address) => {
      const [expected, found] = [await memory.get(address), await cluster.get(address)];
      expect(found.status).toBe(expected.status);
      expect(comparable(found.body)).toEqual(comparable(expected.body));
    },
    300_000,
  );

  test('finds writes of other processes, there and here', async () => {
    const other = await onCluster(memory.databaseUrl);
    try {
      await createListing(other, seller, { title: 'Volvo FH 16 Globetrotter' });
      await expect.poll(() => titled(other, 'globetrotter'), POLL).toBe(1);
      await expect.poll(() => titled(cluster, 'globetrotter'), POLL).toBe(1);
    } finally {
      await other.close();
    }
  }, 300_000);

  test('the next search finds what its own process has written, whether it feeds or not', async () => {
    const other = await onCluster(memory.databaseUrl);
    try {
      for (const [t, title] of [
        [cluster, 'Firstborn'],
        [other, 'Secondborn'],
      ] as const) {
        await createListing(t, seller, { title });
        expect(await titled(t, title)).toBe(1);
      }
    } finally {
      await other.close();
    }
  }, 300_000);

  test('an index that was restored from a backup catches up by itself', async () => {
    const [index, alias] = await indexInUse();
    const backup = `${alias}-backup`;
    await client.indices.putSettings({ index, body: { index: { blocks: { write: true } } } as never });
    const settings = { index: { number_of_replicas: 0, blocks: { write: null } } };
    await client.indices.clone({ index, target: backup, body: { settings } as never });
    await client.indices.putSettings({ index, body: { index: { blocks: { write: null } } } as never });
    const { listingId } = await createListing(memory, seller, { title: 'Volvo FH Afterwards' });
    await memory.db.updateTable('listings').set({ price: 1 }).where('title', 'like', 'MAN TGX%').execute();
    await expect.poll(() => titled(cluster, 'afterwards'), POLL).toBe(1);
    await memory.db
      .updateTable('listings')
      .set({ title: 'Volvo FH Restored' })
      .where('id', '=', listingId)
      .execute();
    await expect.poll(() => titled(cluster, 'restored'), POLL).toBe(1);
    const actions = [{ add: { index: backup, alias } }, { remove_index: { index } }];
    await client.indices.updateAliases({ body: { actions } as never });
    await expect.poll(() => titled(cluster, 'restored'), POLL).toBe(1);
    await expectSameResults(memory, cluster);
    expect((await indexInUse())[0]).toBe(backup);
  }, 300_000);

  test('rebuilds an index that was deleted by hand; until then searches are rejected and everything else works', async () => {
    const { body } = await client.indices.get({ index: `${PREFIX}-*` });
    for (const index of Object.keys(body)) await client.indices.delete({ index });
    const refused = await cluster.get('/api/search');
    if (refused.status !== 200) {
      expect([refused.status, refused.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    await expect.poll(() => titled(cluster, 'actros'), POLL).toBe(5);
    await expectSameResults(memory, cluster);
  }, 300_000);

  test('another process feeds when the one that fed has ended', async () => {
    const other = await onCluster(memory.databaseUrl);
    try {
      await other.app.startJobs();
      expect((await cluster.get('/readyz?verbose')).body.checks.discovery).toMatchObject({ feeds: true });
      await cluster.close();
      await createListing(memory, seller, { title: 'Volvo FH Successor' });
      await expect.poll(() => titled(other, 'successor'), POLL).toBe(1);
      await expect
        .poll(async () => (await other.get('/readyz?verbose')).body.checks.discovery, POLL)
        .toMatchObject({ feeds: true });
      await expectSameResults(memory, other);
    } finally {
      await other.close();
    }
  }, 300_000);
});
