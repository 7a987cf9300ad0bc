import { Client } from '@opensearch-project/opensearch';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/platform/clock.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createListing, createSeller, type TestSeller } from '../support/factories.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { purgeChangeLogs } from '../../src/modules/discovery/change-log-purge.repository.ts';
import { expectSameResults, fillMarket, POLL } from './same-results.ts';

const PREFIX = `faults-${process.pid}`;
const TIMEOUT_MS = 300_000;
/** Deadline for the response or the error of a search, whatever the cluster does. */
const ANSWER_MS = 2000;
/** Delay in each direction; a query still finishes well within its timeout. */
const SLOW_MS = 120;

let client: Client;
let proxy: TcpProxy;
/** The in-memory engine, on the same database. */
let memory: TestApp;
let t: TestApp;
let seller: TestSeller;
/** Log lines of the instance on the search cluster. */
const logLines: string[] = [];
const CANNOT_FEED = 'the search index cannot be fed';
const FEEDS_AGAIN = 'the search index is updated again';
const lastLogIndex = (text: string): number => logLines.findLastIndex((line) => line.includes(text));

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
    log: createLogger('info', { write: (line) => void logLines.push(line) }),
    env: {
      OPENSEARCH_URL: `http://127.0.0.1:${proxy.port}`,
      OPENSEARCH_INDEX: PREFIX,
      OPENSEARCH_REPLICAS: '0',
      // Two attempts must finish within two seconds, with time to spare on a busy machine.
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

async function countFound(words: string): Promise<number> {
  const response = await t.get(`/api/search?q=${words}`);
  return response.status === 200 ? response.body.data.pagination.total : -response.status;
}

const discovery = async () => (await t.get('/readyz?verbose')).body.checks.discovery;

/**
 * Checks that searches fail quickly and with a reason, that everything else works, and that the health check reports the
 * cause.
 */
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

/** Checks that changes made in the meantime are found, and that everything else is back to normal. */
async function expectCaughtUp(title: string, listings: number): Promise<void> {
  await expect.poll(() => countFound(title), POLL).toBe(listings);
  await expectSameResults(memory, t);
  await expect.poll(discovery, POLL).toMatchObject({ answers: true, feeds: true, lag_positions: 0 });
  await expectIndexing();
  expect((await t.get('/metrics')).text).toContain('fifthwheel_search_cluster_up 1');
}

/** Waits until the index is fed again. A search also starts the indexer, which otherwise waits for its next retry. */
async function expectIndexing(): Promise<void> {
  await expect.poll(() => lastLogIndex(FEEDS_AGAIN) >= lastLogIndex(CANNOT_FEED), POLL).toBe(true);
}

const indexSettings = (index: object) =>
  client.indices.putSettings({ index: `${PREFIX}-*`, body: { index } as never });

const indicesInUse = async (): Promise<string[]> =>
  Object.keys((await client.indices.getAlias({ index: `${PREFIX}-*`, name: '*' })).body);

/** Advances the clocks, and purges the old entries of the change logs. */
async function passTime(ms: number): Promise<void> {
  for (const { clock } of [memory, t]) clock.advance(ms);
  await purgeChangeLogs(memory, new AbortController().signal);
}

/** Cuts the connection, runs `begin`, and waits until searches fail and the indexer has logged the reason. */
async function cutOffDuring(begin: () => Promise<void>): Promise<void> {
  const before = logLines.length;
  await proxy.cut();
  await begin();
  await expect.poll(() => lastLogIndex(CANNOT_FEED), POLL).toBeGreaterThanOrEqual(before);
  await expect.poll(() => countFound('retarder'), POLL).toBe(-503);
}

/** Sets the views of a listing, and records them as the view counter does. */
async function addViews(listingId: string, views: number): Promise<void> {
  const now = memory.clock.now();
  await sql`
    with seen as (update listings set views = ${views} where id = ${listingId} returning id, views),
    days as (insert into listing_stats_daily (listing_id, day, views) select id, ${now}::date, views from seen)
    insert into listing_view_changes (listing_id, views, changed_at) select id, views, ${now} from seen`.execute(
    memory.db,
  );
}

/** Clones the index to one that requires a node that does not exist, so that its shards stay unassigned. */
async function useCopyWithoutShards(): Promise<void> {
  const { body } = await client.indices.getAlias({ index: `${PREFIX}-*` });
  const [index, alias] = Object.entries(body)
    .flatMap(([name, { aliases }]) => Object.keys(aliases as object).map((aliasName) => [name, aliasName]))
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
      await expectRefused(/does not respond/);
      await proxy.restore();
      await expect.poll(() => countFound('retarder'), POLL).toBe(3);
      // Holds even if the last check of the cluster found no index.
      expect((await t.get('/readyz')).status).toBe(200);
      await expectCaughtUp('retarder', 3);
    },
    TIMEOUT_MS,
  );

  test.each([
    ['refuses connections', async () => proxy.cut()],
    ['takes no byte', async () => proxy.silence()],
    ['takes ten seconds for an answer', async () => proxy.delay(5000)],
  ])(
    'rejects searches while it %s, and catches up afterwards',
    async (fault, begin) => {
      const title = `Nightliner${fault.replaceAll(/[^a-z]/g, '')}`;
      await begin();
      const { listingId } = await createListing(memory, seller, { title });
      await expectRefused(/does not respond/);
      await proxy.restore();
      await expectCaughtUp(title, 1);
      const sold = { status: 'SOLD', sold_at: memory.clock.now() } as const;
      await memory.db.updateTable('listings').set(sold).where('id', '=', listingId).execute();
      await expectCaughtUp(title, 0);
    },
    TIMEOUT_MS,
  );

  test(
    'rejects a search in time that takes more questions than there is time for, each of them answered',
    async () => {
      proxy.delay(SLOW_MS);
      const startedAt = performance.now();
      expect(await countFound('nothing+of+the+kind+near+nowhere')).toBe(-503);
      expect(performance.now() - startedAt).toBeLessThan(ANSWER_MS);
      await expect.poll(() => countFound(''), POLL).toBeGreaterThan(0);
      await proxy.restore();
      await expectCaughtUp('retarder', 3);
    },
    TIMEOUT_MS,
  );

  test(
    'rejects searches while the index is red, and catches up afterwards',
    async () => {
      await useCopyWithoutShards();
      await createListing(memory, seller, { title: 'Volvo FH Redliner' });
      await expectRefused(/shards|does not respond|rejected/);
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
      expect(await countFound('retarder')).toBe(3);
      expect(await countFound('fullmoon')).toBe(0);
      await expect.poll(async () => (await discovery()).lag_positions, POLL).toBeGreaterThan(0);
      await writable(null);
      await expectCaughtUp('fullmoon', 1);
    },
    TIMEOUT_MS,
  );

  test(
    'rebuilds an index that was deleted by hand',
    async () => {
      const { body } = await client.indices.get({ index: `${PREFIX}-*` });
      for (const index of Object.keys(body)) await client.indices.delete({ index });
      await createListing(memory, seller, { title: 'MAN TGX Phoenix' });
      const response = await t.get('/api/search?q=retarder');
      expect([200, 503]).toContain(response.status);
      expect((await t.get('/readyz')).status).toBe(200);
      await expectCaughtUp('phoenix', 1);
    },
    TIMEOUT_MS,
  );

  test(
    'catches up from the change log after ten minutes',
    async () => {
      const before = await indicesInUse();
      await cutOffDuring(async () => {
        await createListing(memory, seller, { title: 'Volvo FH Tenminutes' });
      });
      await passTime(10 * MINUTE_MS);
      await proxy.restore();
      await expectCaughtUp('tenminutes', 1);
      expect(await indicesInUse()).toEqual(before);
    },
    TIMEOUT_MS,
  );

  test(
    'counts views of the hours in which it was away',
    async () => {
      const { listingId } = await createListing(memory, seller, { title: 'Volvo FH Favourite' });
      await expectCaughtUp('favourite', 1);
      await cutOffDuring(() => addViews(listingId, 5000));
      await passTime(2 * HOUR_MS);
      await proxy.restore();
      const mostSeen = async (): Promise<unknown> =>
        (await t.get('/api/search?sort=views&limit=1&fields=id')).body.data?.results[0]?.id;
      await expect.poll(mostSeen, POLL).toBe(listingId);
      await expectIndexing();
    },
    TIMEOUT_MS,
  );

  test(
    'rebuilds the index if the change log has been purged in the meantime',
    async () => {
      const before = await indicesInUse();
      await cutOffDuring(async () => {
        await createListing(memory, seller, { title: 'Volvo FH Longago' });
        await createListing(memory, seller, { title: 'Volvo FH Newest' });
      });
      // The database's clock decides their age, not the test clock.
      await sql`update listing_changes set changed_at = changed_at - interval '8 days'`.execute(memory.db);
      await passTime(8 * DAY_MS);
      await proxy.restore();
      await expectCaughtUp('longago', 1);
      expect(await indicesInUse()).not.toEqual(before);
    },
    TIMEOUT_MS,
  );
});
