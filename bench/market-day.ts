/**
 * A day's mix of requests on one machine: 80 % public reads, 15 % reads of signed-in users, 5 % writes, in random order. The clients use
 * kept-alive connections, and each connection sends its next request as soon as it has a response. They run in a separate process on
 * the same cores, so the server has less than the whole machine. A bare Fastify route with the JSON of a list page, called by the
 * same clients, shows how fast the machine was.
 */
import { existsSync } from 'node:fs';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { Pool } from 'undici';
import { DEMO_EMAILS, DEMO_PASSWORD } from '../src/modules/demo/accounts.ts';
import { MINUTE_MS, SECOND_MS } from '../src/platform/clock.ts';
import { type SentRequest, Market } from './market-visitors.ts';
import { startBareFastify } from './support/bare-fastify.ts';
import { temporaryDataDirectory } from './support/data-directory.ts';
import { latenciesOf } from './support/latency.ts';
import { startServer, treeResidentMb } from './support/server.ts';
import { printTable } from './support/table.ts';

const CONNECTIONS = 32;
/** V8 also has to compile rare paths: after five seconds, a process has half of its later throughput. */
const WARM_UP_MS = 30 * SECOND_MS;
const RUN_MS = 20 * SECOND_MS;
const BARE_WARM_UP_MS = 3 * SECOND_MS;
const BARE_RUN_MS = 5 * SECOND_MS;
const RSS_EVERY_MS = 5 * SECOND_MS;

export interface MarketDayOptions {
  readonly listings: number;
  /** 0: no soak. */
  readonly minutes: number;
  /** Reused by the next run, which then creates no listings. */
  readonly dataDir?: string | undefined;
}

export async function benchMarketDay({
  listings,
  minutes,
  dataDir: existingDirectory,
}: MarketDayOptions): Promise<void> {
  const hasListings = existingDirectory !== undefined && existsSync(existingDirectory);
  const dataDir = existingDirectory ?? (await temporaryDataDirectory());
  if (existingDirectory !== undefined) {
    await mkdir(existingDirectory, { recursive: true });
    // If we run as root, the database runs as another user, which needs access.
    await chmod(existingDirectory, 0o755);
  }
  console.log(
    `about ${Math.round(130 + (hasListings ? 0 : listings / 1500) + 60 * minutes)} s: ${listings} listings, ${minutes} minutes of soak`,
  );
  try {
    for (const workers of [1, 2])
      await benchServer(
        dataDir,
        workers,
        workers === 1 ? { listings: hasListings ? 0 : listings, minutes } : null,
      );
  } finally {
    if (existingDirectory === undefined) await rm(dataDir, { recursive: true, force: true });
  }
}

/** The first server fills the database and runs the soak test. */
async function benchServer(dataDir: string, workers: number, first: MarketDayOptions | null): Promise<void> {
  const server = await startServer({ WORKERS: String(workers) }, { dataDir });
  const pool = new Pool(server.url, { connections: CONNECTIONS, pipelining: 1 });
  try {
    if (first !== null) {
      console.log(`idle, demo market: ${await treeResidentMb(server.pid)} MB`);
      if (first.listings > 0) await server.run('seed', '--listings', String(first.listings));
    }
    const market = await Market.open(pool, { emails: DEMO_EMAILS, password: DEMO_PASSWORD });
    console.log(`${workers} process(es), before the load: ${await treeResidentMb(server.pid)} MB`);
    await visit(pool, market.day(1), WARM_UP_MS);
    const visits = await visit(pool, market.day(2), RUN_MS);
    const bare = await visitBare(pool);
    printTable(
      `Market day on ${workers} process(es), ${CONNECTIONS} connections, ${RUN_MS / SECOND_MS} s`,
      HEADINGS,
      [...rowsOf(visits), ...rowsOf(bare).slice(0, -1)],
    );
    const ratio = visits.requestsPerSecond / bare.requestsPerSecond;
    console.log(`Ratio of all to bare Fastify: ${ratio.toFixed(3)}`);
    console.log(`after it: ${await treeResidentMb(server.pid)} MB`);
    if (first !== null && first.minutes > 0) await soak(pool, market, server.pid, first.minutes);
  } finally {
    await pool.close();
    await server.stop();
  }
}

interface Tally {
  readonly ms: number[];
  refused: number;
  failed: number;
}

interface Visits {
  readonly seconds: number;
  readonly requestsPerSecond: number;
  readonly tallies: ReadonlyMap<string, Tally>;
}

async function visit(pool: Pool, next: () => SentRequest, durationMs: number): Promise<Visits> {
  const tallies = new Map<string, Tally>();
  const startedAt = performance.now();
  const visitor = async (): Promise<void> => {
    while (performance.now() - startedAt < durationMs) {
      const request = next();
      const tally = tallies.get(request.kind) ?? { ms: [], refused: 0, failed: 0 };
      tallies.set(request.kind, tally);
      const begunAt = performance.now();
      const status = await send(pool, request).catch(() => 0);
      tally.ms.push(performance.now() - begunAt);
      if (status === 0 || status >= 500) tally.failed++;
      else if (status >= 400) tally.refused++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, visitor));
  const seconds = (performance.now() - startedAt) / SECOND_MS;
  const requests = [...tallies.values()].reduce((sum, { ms }) => sum + ms.length, 0);
  return { seconds, requestsPerSecond: requests / seconds, tallies };
}

/** Runs the same clients against a bare Fastify route. */
async function visitBare(market: Pool): Promise<Visits> {
  const page = await market.request({ path: '/api/listings', method: 'GET' });
  const bare = await startBareFastify(await page.body.text());
  const pool = new Pool(bare.url, { connections: CONNECTIONS, pipelining: 1 });
  const next = (): SentRequest => ({ kind: 'bare Fastify', method: 'GET', path: '/' });
  try {
    await visit(pool, next, BARE_WARM_UP_MS);
    return await visit(pool, next, BARE_RUN_MS);
  } finally {
    await pool.close();
    bare.stop();
  }
}

const HEADINGS = ['what', 'share', 'requests/s', 'p50 ms', 'p99 ms', 'max ms', 'refused', 'failed'];

/** Returns a row for each kind of request, and last one for all. */
function rowsOf({ seconds, tallies }: Visits): (string | number)[][] {
  const all: Tally = {
    ms: [...tallies.values()].flatMap(({ ms }) => ms),
    refused: sumOf(tallies, ({ refused }) => refused),
    failed: sumOf(tallies, ({ failed }) => failed),
  };
  const kinds = [...tallies].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [...kinds, ['all', all] as const].map(([name, { ms, refused, failed }]) => {
    const { p50Ms, p99Ms, worstMs } = latenciesOf(ms);
    return [
      name,
      `${((100 * ms.length) / all.ms.length).toFixed(1)} %`,
      Math.round(ms.length / seconds),
      p50Ms.toFixed(1),
      p99Ms.toFixed(1),
      worstMs.toFixed(0),
      refused,
      failed,
    ];
  });
}

function sumOf(tallies: ReadonlyMap<string, Tally>, pick: (tally: Tally) => number): number {
  return [...tallies.values()].reduce((total, tally) => total + pick(tally), 0);
}

async function send(pool: Pool, request: SentRequest): Promise<number> {
  const { statusCode, body } = await pool.request({
    path: request.path,
    method: request.method,
    headers: {
      ...(request.token === undefined ? {} : { authorization: `Bearer ${request.token}` }),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: request.body === undefined ? null : JSON.stringify(request.body),
  });
  await body.dump();
  return statusCode;
}

/** Measures memory over time, and its growth as the slope of the second half, when caches are full. */
async function soak(pool: Pool, market: Market, pid: number, minutes: number): Promise<void> {
  const samples: { minute: number; mb: number }[] = [];
  const startedAt = performance.now();
  const sample = async (): Promise<void> => {
    samples.push({ minute: (performance.now() - startedAt) / MINUTE_MS, mb: await treeResidentMb(pid) });
  };
  const timer = setInterval(() => void sample(), RSS_EVERY_MS);
  const visits = await visit(pool, market.day(3), minutes * MINUTE_MS);
  clearInterval(timer);
  await sample();
  printTable(`Soak of ${minutes} minutes on 1 process`, HEADINGS, rowsOf(visits).slice(-1));
  const late = samples.slice(Math.floor(samples.length / 2));
  console.log(
    `RSS ${samples[0]?.mb} MB at first, ${samples.at(-1)?.mb} MB at last, at most ${Math.max(...samples.map(({ mb }) => mb))} MB; ` +
      `slope of the second half ${slope(late).toFixed(2)} MB a minute`,
  );
}

/** Returns the slope of the regression line through the samples, by least squares. */
function slope(samples: readonly { minute: number; mb: number }[]): number {
  const mean = (pick: (sample: (typeof samples)[number]) => number): number =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length;
  const minuteMean = mean(({ minute }) => minute);
  const mbMean = mean(({ mb }) => mb);
  const covariance = samples.reduce((sum, { minute, mb }) => sum + (minute - minuteMean) * (mb - mbMean), 0);
  const variance = samples.reduce((sum, { minute }) => sum + (minute - minuteMean) ** 2, 0);
  return variance === 0 ? 0 : covariance / variance;
}
