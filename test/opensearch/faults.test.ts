import { Client } from '@opensearch-project/opensearch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createListing, createSeller, type TestSeller } from '../support/factories.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { someNode } from './cluster-market.ts';

const PREFIX = `faults-${process.pid}`;
const TIMEOUT_MS = 900;
/** Two attempts, and what the server itself needs on a busy machine. */
const ANSWER_MS = 2 * TIMEOUT_MS + 1500;
const POLL = { timeout: 120_000, interval: 200 };

let node: Awaited<ReturnType<typeof someNode>>;
let client: Client;
let proxy: TcpProxy;
let t: TestApp;
let seller: TestSeller;

beforeAll(async () => {
  node = await someNode();
  client = new Client({ node: node.url, requestTimeout: 120_000 });
  const { hostname, port } = new URL(node.url);
  proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  await proxy.cut();
  t = await createTestApp({
    env: {
      OPENSEARCH_URL: `http://127.0.0.1:${proxy.port}`,
      OPENSEARCH_INDEX: PREFIX,
      OPENSEARCH_REPLICAS: '0',
      OPENSEARCH_TIMEOUT_MS: String(TIMEOUT_MS),
    },
  });
  seller = await createSeller(t);
  await createListing(t, seller, { title: 'Volvo FH 500 Retarder' });
  await t.app.startJobs();
}, 300_000);

afterAll(async () => {
  await t.close();
  await proxy.close();
  const { body } = await client.indices.get({ index: `${PREFIX}-*` });
  for (const index of Object.keys(body)) await client.indices.delete({ index });
  await client.close();
  await node.stop();
}, 120_000);

async function found(words: string): Promise<number> {
  const answer = await t.get(`/api/search?q=${words}`);
  return answer.status === 200 ? answer.body.data.pagination.total : -answer.status;
}

/** Searches are refused, soon and with a reason; the rest of the market goes on. */
async function expectRefused(): Promise<void> {
  const startedAt = performance.now();
  const refused = await t.get('/api/search?q=retarder');
  expect(performance.now() - startedAt).toBeLessThan(ANSWER_MS);
  expect([refused.status, refused.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  for (const address of ['/api/categories', '/api/brands?category=tractor-units', '/api/features'])
    expect((await t.get(address)).status).toBe(200);
  const ready = await t.get('/readyz');
  expect(ready.status).toBe(200);
  await expect.poll(async () => (await t.get('/readyz')).body.checks.discovery.answers, POLL).toBe(false);
}

describe('a market whose search cluster fails', () => {
  test('starts while it is away, and searches as soon as it is there', async () => {
    await expectRefused();
    await proxy.restore();
    await expect.poll(() => found('retarder'), POLL).toBe(1);
  }, 300_000);

  test.each(['cut', 'silence'] as const)(
    'refuses searches while the connection is %s, and catches up afterwards',
    async (fault) => {
      await proxy[fault]();
      const { listingId } = await createListing(t, seller, { title: `MAN TGX Nightliner ${fault}` });
      await expectRefused();
      await proxy.restore();
      await expect.poll(() => found(`nightliner+${fault}`), POLL).toBe(1);
      await t.db.updateTable('listings').set({ status: 'SOLD' }).where('id', '=', listingId).execute();
      await expect.poll(() => found(`nightliner+${fault}`), POLL).toBe(0);
    },
    300_000,
  );

  test('searches on while the index is read-only, and catches up afterwards', async () => {
    const block = (value: boolean | null) =>
      client.indices.putSettings({
        index: `${PREFIX}-*`,
        body: { index: { blocks: { read_only_allow_delete: value } } } as never,
      });
    await block(true);
    await createListing(t, seller, { title: 'MAN TGX Fullmoon' });
    expect(await found('retarder')).toBe(1);
    expect(await found('fullmoon')).toBe(0);
    await block(null);
    await expect.poll(() => found('fullmoon'), POLL).toBe(1);
  }, 300_000);
});
