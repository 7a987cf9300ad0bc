import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { type JudgedFile, judgmentsOf } from '../../bench/relevance/judged.ts';
import { type BenchListing, readListings } from '../../bench/relevance/listings.ts';
import { MarketSearcher } from '../../bench/relevance/searcher.ts';
import { BUYERS_AND_DEALERS } from '../../bench/relevance/searches.ts';
import { compareEngines } from '../../bench/relevance/two-engines.ts';
import UNSEEN from '../../bench/relevance/unseen-searches.json' with { type: 'json' };
import { addListings, ensureDemo } from '../../src/modules/demo/index.ts';
import { report } from '../support/report.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { dropIndices, POLL } from './same-results.ts';

const PREFIX = `relevance-${process.pid}`;
const TIMEOUT_MS = 600_000;
const LISTINGS = 300;
const P10_APART = 0.02;

/** The in-memory engine, on the same database. */
let memory: TestApp;
let cluster: TestApp;
let listings: BenchListing[];

const live = async (t: TestApp): Promise<number> => {
  const response = await t.get('/api/search?limit=1&facets=');
  return response.status === 200 ? response.body.data.pagination.total : -response.status;
};

beforeAll(async () => {
  memory = await createTestApp();
  const { demo } = memory.app.modules;
  await ensureDemo(demo, { logins: false });
  await addListings(demo, { count: LISTINGS, onProgress: () => undefined });
  cluster = await createTestApp({
    databaseUrl: memory.databaseUrl,
    env: {
      OPENSEARCH_URL: inject('openSearchUrl'),
      OPENSEARCH_INDEX: PREFIX,
      OPENSEARCH_SHARDS: '3',
      OPENSEARCH_REPLICAS: '0',
      OPENSEARCH_TIMEOUT_MS: '60000',
    },
  });
  const client = new pg.Client({ connectionString: memory.databaseUrl });
  await client.connect();
  listings = await readListings(client, (await memory.get('/api/currencies')).body.data.rates);
  await client.end();
  await cluster.app.startJobs();
  for (const t of [memory, cluster])
    await vi.waitFor(async () => expect(await live(t)).toBe(listings.length), POLL);
}, TIMEOUT_MS);

afterAll(async () => {
  await cluster.close();
  await memory.close();
  await dropIndices(inject('openSearchUrl'), PREFIX);
}, TIMEOUT_MS);

describe('judged searches', () => {
  test.each<[string, JudgedFile]>([
    ['of buyers and dealers', BUYERS_AND_DEALERS],
    ['of somebody who knew neither the words nor the rules', UNSEEN as JudgedFile],
  ])(
    '%s find the same by both engines, as well in the first ten',
    async (judges, file) => {
      const judgements = judgmentsOf(file, listings);
      const { others, otherFirst, p10 } = await compareEngines(
        judgements,
        new MarketSearcher('memory', (address) => memory.get(address)),
        new MarketSearcher('cluster', (address) => cluster.get(address)),
      );
      report(
        `${judgements.length} searches ${judges}: P@10 ${p10.map((share) => share.toFixed(4)).join(' and ')}, another order of the first ten in ${otherFirst.length}`,
      );
      expect(others).toEqual([]);
      expect(Math.abs(p10[0] - p10[1])).toBeLessThanOrEqual(P10_APART);
    },
    TIMEOUT_MS,
  );
});
