// A new index is compared with the database before searches use it.
import { Client } from '@opensearch-project/opensearch';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { repairIndex } from '../../src/modules/discovery/cluster/cluster-compare.ts';
import { ClusterEntries } from '../../src/modules/discovery/cluster/cluster-entries.ts';
import { ClusterPosition } from '../../src/modules/discovery/cluster/cluster-position.ts';
import { rebuildIndex } from '../../src/modules/discovery/cluster/cluster-rebuild.ts';
import { checksumsBetween } from '../../src/modules/discovery/documents.repository.ts';
import { ChangeLogReader } from '../../src/modules/listings/index.ts';
import { ClusterIndices, type ClusterWriter } from '@fifthwheel/opensearch';
import { createLogger } from '../../src/platform/log.ts';
import { createSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { dropIndices, fillMarket } from './same-results.ts';

const PREFIX = `comparison-${process.pid}`;
const LISTINGS = 9;
const LAYOUT = { shards: 2, replicas: 0 };

let client: Client;
let market: TestApp;
const warnings: string[] = [];
const log = createLogger('warn', { write: (line) => void warnings.push(line) });

/** Changes each new index right after it is filled, as an unauthorized client might. */
class TamperedIndices extends ClusterIndices {
  readonly #tamper: (index: string) => Promise<void>;

  constructor(tamper: (index: string) => Promise<void>) {
    super(client, PREFIX, LAYOUT);
    this.#tamper = tamper;
  }

  override writer(index: string): ClusterWriter {
    const writer = super.writer(index);
    const refresh = writer.refresh.bind(writer);
    writer.refresh = async () => {
      writer.refresh = refresh;
      await this.#tamper(index);
      await refresh();
    };
    return writer;
  }
}

beforeAll(async () => {
  client = new Client({ node: inject('openSearchUrl'), requestTimeout: 120_000 });
  market = await createTestApp();
  await fillMarket(market, await createSeller(market), LISTINGS);
}, 600_000);

afterAll(async () => {
  await market.close();
  await client.close();
  await dropIndices(inject('openSearchUrl'), PREFIX);
}, 120_000);

const parts = () => ({
  db: market.db,
  clock: market.clock,
  log,
  taxonomy: market.app.modules.taxonomy,
  position: new ClusterPosition(market.db),
});

async function expectEqual(index: string): Promise<void> {
  const writer = new ClusterIndices(client, PREFIX, LAYOUT).writer(index);
  const wanted = await checksumsBetween(market.db, null, null);
  expect(wanted.size).toBe(LISTINGS);
  expect(await writer.checksumsBetween(null, null, 100)).toEqual(wanted);
}

test('a manual change in a new index is detected and repaired before it is searched', async () => {
  const ids = [...(await checksumsBetween(market.db, null, null)).keys()];
  const [altered = '', emptied = '', removed = ''] = ids;
  const indices = new TamperedIndices(async (index) => {
    const body = { kind: 'listing', id: altered, seq: 1, words: 'meddled', price: 1, checksum: 1 };
    await client.index({ index, id: altered, body });
    await client.update({ index, id: emptied, body: { doc: { price: 1 } } });
    await client.delete({ index, id: removed });
    await client.index({ index, id: 'lst_zz', body: { ...body, id: 'lst_zz' } });
  });
  const { index } = await rebuildIndex({ ...parts(), indices });
  await expectEqual(index);
  const { body } = await client.count({ index, body: { query: { match: { words: 'meddled' } } } });
  expect(body.count).toBe(0);
  // Names on the marketplace are loaded from changes after the position that searches see.
  const positions = await client.count({ index, body: { query: { term: { kind: 'position' } } } });
  expect(positions.body.count).toBe(1);
  expect(warnings.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ listings: 4 }]);
}, 300_000);

test('a change of a listing while an index is compared is written without a warning', async () => {
  warnings.length = 0;
  const indices = new ClusterIndices(client, PREFIX, LAYOUT);
  const index = (await indices.current()) ?? '';
  const reader = new ChangeLogReader(market.db, 'searches');
  await reader.begin();
  await market.db.updateTable('listings').set({ price: 77_777 }).where('brand_id', 'is not', null).execute();
  const writer = indices.writer(index);
  expect(await repairIndex(parts(), new ClusterEntries(parts()), writer, reader)).toBe(0);
  await expectEqual(index);
  const { body } = await client.count({ index, body: { query: { term: { price: 77_777 } } } });
  expect(body.count).toBe(LISTINGS);
  expect(warnings).toEqual([]);
}, 300_000);
