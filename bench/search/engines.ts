/**
 * Measures one engine, so that two runs can be compared: `--engine memory`, or `--engine opensearch` on the search
 * cluster of OPENSEARCH_URL or on a node that is started. `--data DIR` keeps the data for the next run, which reuses it
 * unchanged.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { withCluster } from '../support/cluster.ts';
import { readServerFiles, temporaryDataDirectory } from '../support/data-directory.ts';
import { latenciesOf, timesOf } from '../support/latency.ts';
import { load } from '../support/load.ts';
import { type BenchServer, residentMb, runProgram, startServer } from '../support/server.ts';
import { printTable } from '../support/table.ts';
import { BulkRecorder } from './bulk-load.ts';
import { timesUntilFound } from './found.ts';
import * as queries from './queries.ts';
import { Updates } from './updates.ts';

export interface BenchEngineOptions {
  readonly engine: keyof typeof ENGINES;
  readonly listings: number;
  readonly dataDir?: string | undefined;
}

const WARM_UP = 300;
const QUERIES = 200;
const FAR_QUERIES = 20;
const MIXED = 3000;
const LOAD_SECONDS = 15;
const CONNECTIONS = 16;
const ROWS_MAX = 10_000;
const PAGE = 100;
const SOUGHT = 100;
const CHANGES_PER_SECOND = 200;
/** Limit for recording the traffic and backfilling again, which take two rebuilds; more listings would show nothing new. */
const BARE_LISTINGS_MAX = 200_000;

type Row = readonly (string | number)[];
type Environment = Readonly<Record<string, string>>;

interface Market {
  readonly dataDir: string;
  readonly env: Environment;
}

interface Engine {
  /** Runs `work` with the settings that a server has with it. */
  readonly with: (work: (env: Environment) => Promise<void>) => Promise<void>;
  /** Milliseconds until all listings of the database are in it. No server runs: it would not be ready without an index. */
  readonly fill: (market: Market) => Promise<number>;
  /** Rates for the same documents without other work, and for a second backfill; null if nothing is recorded. */
  readonly bareLoad: (market: Market) => Promise<BareLoad | null>;
  /** Cost of an additional process; empty if it would need a copy of the data. */
  readonly further: (server: BenchServer, market: Market) => Promise<Row[]>;
}

/** Documents a second of a node that has warmed up. */
interface BareLoad {
  readonly bare: number;
  readonly written: number;
}

export const ENGINES = {
  memory: {
    with: (work) => work({ OPENSEARCH_URL: '' }),
    fill: startFromScratch,
    bareLoad: async () => null,
    further: async () => [],
  },
  opensearch: { with: withCluster, fill: rebuilt, bareLoad, further: furtherProcess },
} as const satisfies Readonly<Record<string, Engine>>;

export async function benchEngine(options: BenchEngineOptions): Promise<void> {
  await ENGINES[options.engine].with((env) => measure(options, env));
}

async function measure(
  { engine, listings, dataDir: existingDirectory }: BenchEngineOptions,
  cluster: Environment,
): Promise<void> {
  const dataDir = existingDirectory ?? (await temporaryDataDirectory());
  const market = { dataDir, env: { SEARCH_CACHE: 'off', ...cluster } };
  if (!existsSync(path.join(dataDir, 'postgres')))
    await runProgram('seed', { DATA_DIR: dataDir, OPENSEARCH_URL: '' }, [`--listings=${listings}`]);
  const feeding = await ENGINES[engine].fill(market);
  const server = await startServer(market.env, { dataDir });
  try {
    const live = await total(server.url);
    const rows: Row[] = [
      ...feedingRows(live, feeding, live > BARE_LISTINGS_MAX ? null : await ENGINES[engine].bareLoad(market)),
      ['Start to ready', `${(server.readyMs / 1000).toFixed(1)} s`],
      ['Memory of the process, before queries', `${await residentMb(server.pid)} MB`],
      ...(await measureQueries(server)),
      ...(await changes(server)),
      ['Memory of the process, after them', `${await residentMb(server.pid)} MB`],
      ...(await ENGINES[engine].further(server, market)),
    ];
    printTable(`${engine}, ${live} live listings`, ['measurement', 'result'], rows);
  } finally {
    await server.stop();
    if (existingDirectory === undefined) await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureQueries({ url }: BenchServer): Promise<Row[]> {
  const vocabulary = await queries.readVocabulary(url);
  const random = (
    kind: (r: () => number, v: queries.Vocabulary) => queries.QueryParameters,
    count: number,
    seed: number,
  ) => queries.draw(kind, vocabulary, count, seed).map(queries.pathOf);
  // The API rejects later pages.
  const pages = Math.floor(Math.min(ROWS_MAX, await total(url)) / PAGE);
  const facets = queries.ALL_FACETS;
  const word = (r: () => number, { words }: queries.Vocabulary): string =>
    words[Math.floor(r() * words.length)] ?? '';
  const brand = (r: () => number, { brands }: queries.Vocabulary): string =>
    brands[Math.floor(r() * Math.min(10, brands.length))] ?? '';
  const kinds: Readonly<Record<string, readonly string[]>> = {
    'Words, 7 facets': random((r, v) => ({ facets, q: `${brand(r, v)} ${word(r, v)}` }), QUERIES, 1),
    'Filters, sorted by price': random(
      (r, v) => ({ brand: brand(r, v), min_year: '2015', sort: 'price', order: 'asc', facets: '' }),
      QUERIES,
      2,
    ),
    'Everything, 7 facets': random((r) => ({ facets, page: String(1 + Math.floor(r() * 20)) }), QUERIES, 3),
    'Far pages, sorted by year': random(
      (r) => ({ sort: 'year', facets: '', limit: String(PAGE), page: String(1 + Math.floor(r() * pages)) }),
      FAR_QUERIES,
      4,
    ),
    Suggestions: queries
      .drawTyped(vocabulary, QUERIES, 5)
      .map((typed) => `/api/search/suggestions?q=${encodeURIComponent(typed)}`),
  };
  const mixed = queries.drawMixed(vocabulary, MIXED, 6).map(queries.pathOf);
  // A search cluster that cannot keep up rejects some searches.
  const allowsErrors = true;
  await timesOf(url, mixed.slice(0, WARM_UP), { allowsErrors });
  const rows: Row[] = [];
  for (const [name, paths] of Object.entries(kinds)) {
    const times = await timesOf(url, paths, { allowsErrors });
    const { count, p50Ms, p99Ms } = latenciesOf(times);
    const rejected = times.filter((ms) => ms === Infinity).length;
    const latency = `p50 ${p50Ms.toFixed(1)}, p99 ${p99Ms.toFixed(1)} ms (${count})`;
    rows.push([name, rejected === 0 ? latency : `${latency}, ${rejected} rejected`]);
    console.log(rows.at(-1)?.join(': '));
  }
  const result = await load(url, mixed, { seconds: LOAD_SECONDS, connections: CONNECTIONS });
  rows.push([
    `Mixed, ${CONNECTIONS} at once`,
    `${result.requestsPerSecond} a second, p99 ${result.p99Ms} ms, ${result.failures} failures`,
  ]);
  return rows;
}

/** Starts an additional process on the same database. */
async function furtherProcess({ dataDir }: BenchServer, { env }: Market): Promise<Row[]> {
  const ownDir = await temporaryDataDirectory();
  const shared = {
    DATABASE_URL: await readServerFiles(dataDir, 'database-application-url'),
    APP_SECRET: await readServerFiles(dataDir, 'app-secret'),
  };
  const server = await startServer({ ...env, ...shared }, { dataDir: ownDir });
  try {
    const before = await residentMb(server.pid);
    const mixed = queries.drawMixed(await queries.readVocabulary(server.url), MIXED, 7).map(queries.pathOf);
    const { requestsPerSecond } = await load(server.url, mixed, {
      seconds: LOAD_SECONDS,
      connections: CONNECTIONS,
    });
    const after = await residentMb(server.pid);
    return [
      ['A further process, start to ready', `${(server.readyMs / 1000).toFixed(1)} s`],
      [
        'Its memory',
        `${before} MB before queries, ${after} MB after ${LOAD_SECONDS} s of ${requestsPerSecond} a second`,
      ],
    ];
  } finally {
    await server.stop();
    await rm(ownDir, { recursive: true, force: true });
  }
}

/** Measures the time from a write until searches find it, without other changes and among many. */
async function changes(server: BenchServer): Promise<Row[]> {
  const databaseUrl = await readServerFiles(server.dataDir, 'database-url');
  const row = async (name: string): Promise<Row> => {
    const { count, p50Ms, p99Ms } = latenciesOf(await timesUntilFound(server.url, databaseUrl, SOUGHT));
    return [name, `p50 ${p50Ms.toFixed(0)}, p99 ${p99Ms.toFixed(0)} ms (${count})`];
  };
  const alone = await row('A change is found');
  const updates = new Updates(databaseUrl, CHANGES_PER_SECOND);
  await updates.start();
  const [name, seen] = await row('The same among others');
  return [alone, [`${name}, ${await updates.stop()} a second`, seen ?? '']];
}

/** Milliseconds until the listings of the database are in a new index of the cluster. */
async function rebuilt(market: Market): Promise<number> {
  const startedMs = performance.now();
  await rebuild(market);
  return performance.now() - startedMs;
}

const rebuild = ({ env, dataDir }: Market): Promise<string> =>
  runProgram('search', { ...env, DATA_DIR: dataDir }, ['rebuild']);

/** Milliseconds until a process without a snapshot has the listings of the database in memory. */
async function startFromScratch({ env, dataDir }: Market): Promise<number> {
  await rm(path.join(dataDir, 'search'), { recursive: true, force: true });
  const server = await startServer(env, { dataDir });
  await server.halt();
  return server.readyMs;
}

function feedingRows(listings: number, ms: number, sent: BareLoad | null): Row[] {
  const perSecond = Math.round((1000 * listings) / ms);
  const seconds = (ms / 1000).toFixed(1);
  const rows: Row[] = [
    ['Filled anew', `${seconds} s, ${perSecond} listings a second, start of the process included`],
  ];
  if (sent !== null)
    rows.push(
      ['The same documents in bulk, and nothing else', `${sent.bare} a second`],
      [
        'Read and written right after',
        `${sent.written} a second, ${Math.round((100 * sent.written) / sent.bare)} %`,
      ],
    );
  for (const row of rows) console.log(row.join(': '));
  return rows;
}

async function bareLoad(market: Market): Promise<BareLoad> {
  const { env } = market;
  const recorder = new BulkRecorder(env['OPENSEARCH_URL']?.split(',')[0] ?? '');
  try {
    await rebuild({ ...market, env: { ...env, OPENSEARCH_URL: await recorder.start() } });
    const bare = Math.round(await recorder.sendAgain());
    return { bare, written: await writtenPerSecond(market) };
  } finally {
    recorder.stop();
  }
}

/**
 * Returns the listings written per second, as logged by the program: without its start, and without its work before the alias is
 * switched.
 */
async function writtenPerSecond(market: Market): Promise<number> {
  const match = /(\d+) listings were written in ([\d.]+) s/.exec(await rebuild(market));
  if (match === null) throw new Error('the rebuild does not say how long it wrote');
  return Math.round(Number(match[1]) / Number(match[2]));
}

/** A search cluster may reject searches for a while after a backfill. */
async function total(url: string): Promise<number> {
  const response = await fetch(`${url}/api/search?limit=1&facets=`);
  if (response.status === 503) {
    await response.text();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return total(url);
  }
  const { data } = (await response.json()) as { data: { pagination: { total: number } } };
  return data.pagination.total;
}
