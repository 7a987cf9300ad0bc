import { Client } from '@opensearch-project/opensearch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createListing, createSeller, type TestSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { someNode } from './cluster-market.ts';

const PREFIX = `market-${process.pid}`;
/** The cluster may share the processor with much else. */
const POLL = { timeout: 120_000, interval: 200 };
const ADDRESSES = [
  '/api/search?q=actros+under+60k&facets=brands,price_ranges,years,categories,locations',
  '/api/search?q=volvo+fh+500',
  '/api/search?brand=volvo,man&sort=price&order=asc&currency=PLN&facets=brands,price_ranges&max_price=250000',
  '/api/search?sort=year&order=desc&limit=5&page=2',
  '/api/search?q=muenchen&facets=locations',
  '/api/search?q=retardr+18.510',
  '/api/search?q=nothing-of-the-kind',
  '/api/listings?sort=price&order=asc',
  '/api/search/suggestions?q=vol&types=brand,model,category,body',
  '/api/search/suggestions?q=tgx',
  '/api/categories',
  '/api/brands?category=tractor-units',
];

let node: Awaited<ReturnType<typeof someNode>>;
let client: Client;
/** The engine in memory, on the same database. */
let memory: TestApp;
let cluster: TestApp;
let seller: TestSeller;

function onCluster(databaseUrl: string): Promise<TestApp> {
  return createTestApp({
    databaseUrl,
    env: {
      OPENSEARCH_URL: node.url,
      OPENSEARCH_INDEX: PREFIX,
      OPENSEARCH_SHARDS: '2',
      OPENSEARCH_REPLICAS: '0',
      OPENSEARCH_TIMEOUT_MS: '30000',
    },
  });
}

beforeAll(async () => {
  node = await someNode();
  client = new Client({ node: node.url, requestTimeout: 120_000 });
  memory = await createTestApp();
  seller = await createSeller(memory);
  for (let at = 0; at < 15; at++) {
    const brand = ['mercedes-benz', 'volvo', 'man'][at % 3] ?? 'man';
    const title = ['Mercedes-Benz Actros 1845', 'Volvo FH 500 Retarder', 'MAN TGX 18.510'][at % 3] ?? '';
    const model = ['Actros', 'FH', 'TGX'][at % 3] ?? null;
    const currency = ['EUR', 'PLN', 'USD', 'EUR', 'SEK'][at % 5] ?? 'EUR';
    await createListing(memory, seller, {
      title,
      brand,
      model,
      currency,
      price: 20_000 + at * 5000,
      year: 2010 + at,
    });
  }
  cluster = await onCluster(memory.databaseUrl);
}, 600_000);

afterAll(async () => {
  await cluster.close();
  await memory.close();
  const { body } = await client.indices.get({ index: `${PREFIX}-*` });
  for (const index of Object.keys(body)) await client.indices.delete({ index });
  await client.close();
  await node.stop();
}, 120_000);

interface Result {
  readonly id: string;
  readonly score?: number;
}

/** Scores differ in their last digit at most, and so does their order. */
function comparable(body: { data: { results?: Result[] } }): unknown {
  const { results, ...rest } = body.data;
  return {
    ...rest,
    results: results
      ?.map(({ score: _score, ...result }) => result)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

const titled = async (t: TestApp, title: string): Promise<number> => {
  const answer = await t.get(`/api/search?q=${encodeURIComponent(title)}`);
  return answer.status === 200 ? answer.body.data.pagination.total : -answer.status;
};

describe('a market whose searches a cluster answers', () => {
  test('is ready once the one who feeds has built an index, and says what is in it', async () => {
    expect((await cluster.get('/api/search')).status).toBe(503);
    expect((await cluster.get('/readyz')).status).toBe(503);
    await cluster.app.startJobs();
    await expect.poll(async () => (await cluster.get('/readyz')).status, POLL).toBe(200);
    // What takes too long is left out of the answer.
    await expect
      .poll(async () => (await cluster.get('/readyz')).body.checks.discovery, POLL)
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

  test('finds what other processes write, in theirs and in this one', async () => {
    const other = await onCluster(memory.databaseUrl);
    try {
      await createListing(other, seller, { title: 'Volvo FH 16 Globetrotter' });
      await expect.poll(() => titled(other, 'globetrotter'), POLL).toBe(1);
      await expect.poll(() => titled(cluster, 'globetrotter'), POLL).toBe(1);
    } finally {
      await other.close();
    }
  }, 300_000);

  test('an index that was deleted by hand is built anew; until then searches are refused and the rest goes on', async () => {
    const { body } = await client.indices.get({ index: `${PREFIX}-*` });
    for (const index of Object.keys(body)) await client.indices.delete({ index });
    const refused = await cluster.get('/api/search');
    if (refused.status !== 200) {
      expect([refused.status, refused.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    await expect.poll(() => titled(cluster, 'actros'), POLL).toBe(5);
  }, 300_000);
});
