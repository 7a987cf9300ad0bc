/**
 * Search over HTTP without the response cache and with constant changes to listings, next to PostgreSQL's own search on
 * the same data in the same run. `--data DIR` keeps the data for the next run.
 */
import { copyFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { benchSavedQueries } from '../search-engine.ts';
import { type Latencies, latenciesOf, timesOf } from '../support/latency.ts';
import { load } from '../support/load.ts';
import { readServerFiles } from '../support/data-directory.ts';
import { type BenchServer, residentMb, startServer } from '../support/server.ts';
import { printTable } from '../support/table.ts';
import { checkAgainstOracle, checkAgainstPeer } from './checks.ts';
import { queryPeer, dropPeer, fillPeer } from './peer.ts';
import * as queries from './queries.ts';
import { Updates } from './updates.ts';

export interface BenchSearchOptions {
  /** Number of listings, live and others; an existing database is filled up to it. */
  readonly listings: number;
  readonly dataDir?: string | undefined;
}

const ENVIRONMENT = { SEARCH_CACHE: 'off' };
const UPDATES_PER_SECOND = 50;
/** Listings changed since the snapshot. */
const REPRICED = 60_000;
const REPRICED_AT_A_TIME = 5000;
const QUESTIONS_PER_KIND = 150;
const WARM_UP = 400;
const LOAD_SECONDS = 8;
/** Queries per kind; on large data, PostgreSQL takes seconds for one. */
const PEER_QUESTIONS = { small: 3, large: 1 };
/** With more listings, the plain evaluator takes seconds for one query. */
const SMALL_LISTINGS_MAX = 100_000;

type Row = readonly (string | number)[];

/** Print results immediately, so that an interrupted run has reported them. */
function print(rows: readonly Row[]): readonly Row[] {
  for (const row of rows) console.log(row.join(': '));
  return rows;
}

export async function benchSearch(options: BenchSearchOptions): Promise<void> {
  let server = await startServer(ENVIRONMENT, dataOf(options));
  try {
    const missing = options.listings - (await countListings(server));
    if (missing > 0) await server.run('seed', '--listings', String(missing));
    const rows: Row[] = [];
    for (const start of ['rebuild', 'snapshot'] as const) {
      server = await restarted(server, start);
      await snapshotWritten(server);
      rows.push(
        ...print([
          [`Start to ready, ${start}, database included`, `${(server.readyMs / 1000).toFixed(1)} s`],
        ]),
      );
    }
    server = await restartedBehind(server);
    const behind = `Start to ready, snapshot, then up to ${REPRICED} other prices, database included`;
    rows.push(...print([[behind, `${(server.readyMs / 1000).toFixed(1)} s`]]));
    rows.push(...print(await sizes(server)));
    const vocabulary = await queries.readVocabulary(server.url);
    rows.push(...(await measure(server, vocabulary, options)));
    printTable(`Search over ${options.listings} listings`, ['measurement', 'result'], rows);
  } finally {
    await server.stop();
    if (options.dataDir === undefined) await rm(server.dataDir, { recursive: true, force: true });
  }
  benchSavedQueries({ queries: options.listings });
}

function dataOf({ dataDir }: BenchSearchOptions): { dataDir?: string } {
  return dataDir === undefined ? {} : { dataDir };
}

async function measure(
  server: BenchServer,
  vocabulary: queries.Vocabulary,
  options: BenchSearchOptions,
): Promise<Row[]> {
  const databaseUrl = await readServerFiles(server.dataDir, 'database-url');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const updates = new Updates(databaseUrl, UPDATES_PER_SECOND);
  try {
    const currencies = (await (await fetch(`${server.url}/api/currencies`)).json()) as {
      data: { base: string; rates: Record<string, number> };
    };
    await timesOf(server.url, queries.drawMixed(vocabulary, WARM_UP, 1).map(queries.pathOf));
    await updates.start();
    const rows = [
      ...print(await latencies(server.url, vocabulary)),
      ...print(await throughput(server, vocabulary)),
      ...print([['Updates meanwhile', `${await updates.stop()} a second`]]),
    ];
    await fillPeer(client, currencies.data.rates);
    const checked = await checkAgainstPeer(server.url, client, vocabulary);
    rows.push(...print([[`Queries with all counts equal in PostgreSQL`, `${checked} of ${checked}`]]));
    const isSmall = options.listings <= SMALL_LISTINGS_MAX;
    const count = isSmall ? PEER_QUESTIONS.small : PEER_QUESTIONS.large;
    rows.push(...print(await comparePeer(server.url, client, vocabulary, count)));
    if (isSmall) {
      const plain = await checkAgainstOracle(server.url, databaseUrl, vocabulary, currencies.data);
      rows.push(...print([['Searches for words equal to plain evaluation', `${plain} of ${plain}`]]));
    }
    return rows;
  } finally {
    await updates.stop();
    await dropPeer(client);
    await client.end();
  }
}

async function latencies(url: string, vocabulary: queries.Vocabulary): Promise<Row[]> {
  const rows: Row[] = [
    ['GET /healthz: HTTP alone', summarize(latenciesOf(await timesOf(url, repeated('/healthz', 500))))],
  ];
  const all: number[] = [];
  for (const [at, [name, kind]] of Object.entries(queries.FILTERED).entries()) {
    const times = await timesOf(
      url,
      queries.draw(kind, vocabulary, QUESTIONS_PER_KIND, 10 + at).map(queries.pathOf),
    );
    all.push(...times);
    rows.push([`· ${name}`, summarize(latenciesOf(times))]);
  }
  rows.push(['Filters with all 7 facets, the kinds above', summarize(latenciesOf(all))]);
  const unfiltered = queries.draw(queries.UNFILTERED, vocabulary, 300, 40).map(queries.pathOf);
  rows.push(['No filter, all 7 facets', summarize(latenciesOf(await timesOf(url, unfiltered)))]);
  const typed = queries.drawTyped(vocabulary, 1000, 41);
  const suggestions = typed.map((text) => `/api/search/suggestions?q=${encodeURIComponent(text)}`);
  rows.push(['Suggestions', summarize(latenciesOf(await timesOf(url, suggestions)))]);
  return rows;
}

/** Loads the server with 16 connections that never wait, and reads its event-loop delay. */
async function throughput(server: BenchServer, vocabulary: queries.Vocabulary): Promise<Row[]> {
  const paths = queries.drawMixed(vocabulary, 3000, 50).map(queries.pathOf);
  await metric(server.url, LOOP_DELAY);
  const result = await load(server.url, paths, { seconds: LOAD_SECONDS });
  const delay = await metric(server.url, LOOP_DELAY);
  return [
    ['Mixed searches, 16 connections', `${result.requestsPerSecond} a second, p99 ${result.p99Ms} ms, ${result.failures} failures`],
    ['Event loop delay of the server under it, p99', `${(delay * 1000).toFixed(1)} ms`],
  ]; // prettier-ignore
}

async function comparePeer(
  url: string,
  client: pg.Client,
  vocabulary: queries.Vocabulary,
  count: number,
): Promise<Row[]> {
  await client.query(`set jit = off; set work_mem = '64MB'`);
  const drawn = Object.values(queries.FILTERED).flatMap((kind, i) =>
    queries.draw(kind, vocabulary, count, 60 + i),
  );
  const peerTimes: number[] = [];
  for (const query of drawn) {
    const startedMs = performance.now();
    await queryPeer(client, query);
    peerTimes.push(performance.now() - startedMs);
  }
  const ownTimes = await timesOf(url, drawn.map(queries.pathOf));
  const [a, b] = [latenciesOf(peerTimes), latenciesOf(ownTimes)];
  const mean = (times: readonly number[]): number =>
    times.reduce((sum, time) => sum + time, 0) / times.length;
  return [
    [`PostgreSQL, the same ${drawn.length} queries (with filters)`, summarize(a)],
    ['The server over HTTP, the same queries', summarize(b)],
    ['PostgreSQL, times the duration of the server: median / mean', `${(a.p50Ms / b.p50Ms).toFixed(0)} / ${(mean(peerTimes) / mean(ownTimes)).toFixed(0)}`],
  ]; // prettier-ignore
}

async function sizes(server: BenchServer): Promise<Row[]> {
  const bytes = await metric(server.url, 'fifthwheel_search_bytes');
  const documents = await metric(server.url, 'fifthwheel_search_listings');
  return [
    ['Live listings', documents],
    [
      'Memory of the index / resident memory of the process',
      `${(bytes / 2 ** 20).toFixed(0)} / ${await residentMb(server.pid)} MB`,
    ],
  ];
}

const LOOP_DELAY = 'fifthwheel_nodejs_eventloop_lag_p99_seconds';

async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}

async function countListings(server: BenchServer): Promise<number> {
  const client = new pg.Client({
    connectionString: await readServerFiles(server.dataDir, 'database-url'),
  });
  await client.connect();
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from listings');
  await client.end();
  return rows[0]?.count ?? 0;
}

/** Restarts the server on the same data, with or without the snapshot of the index. */
async function restarted(server: BenchServer, start: 'snapshot' | 'rebuild'): Promise<BenchServer> {
  await server.halt();
  if (start === 'rebuild') await rm(path.join(server.dataDir, 'search'), { recursive: true, force: true });
  return startServer(ENVIRONMENT, { dataDir: server.dataDir });
}

/** Restarts the server on the same data, with a snapshot from before many price changes. */
async function restartedBehind(server: BenchServer): Promise<BenchServer> {
  const snapshot = path.join(server.dataDir, 'search', 'index.snapshot');
  const copy = path.join(server.dataDir, 'snapshot-before');
  await copyFile(snapshot, copy);
  const client = new pg.Client({ connectionString: await readServerFiles(server.dataDir, 'database-url') });
  await client.connect();
  for (let from = 0; from < REPRICED; from += REPRICED_AT_A_TIME)
    await client.query(
      `update listings set price = price - 1 where id in
        (select id from listings where status = 'ACTIVE' and price > 100 order by md5(id) offset $1 limit $2)`,
      [from, REPRICED_AT_A_TIME],
    );
  await client.end();
  await server.halt();
  await rename(copy, snapshot);
  return startServer(ENVIRONMENT, { dataDir: server.dataDir });
}

/** Waits for the snapshot; a server that starts without one writes one immediately. */
async function snapshotWritten(server: BenchServer): Promise<void> {
  while (Number.isNaN(await metric(server.url, 'fifthwheel_search_snapshot_age_seconds')))
    await new Promise((resolve) => setTimeout(resolve, 250));
}

function repeated(text: string, count: number): string[] {
  return Array.from({ length: count }, () => text);
}

function summarize({ count, p50Ms, p99Ms, worstMs }: Latencies): string {
  return `p50 ${p50Ms.toFixed(2)}, p99 ${p99Ms.toFixed(2)}, worst ${worstMs.toFixed(1)} ms (${count})`;
}
