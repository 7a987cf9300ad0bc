/**
 * Public list, detail and search over HTTP, next to a bare Fastify route with the same JSON: the cost of the framework
 * alone on this machine in this run.
 */
import { startBareFastify } from './support/bare-fastify.ts';
import { load, type LoadResult } from './support/load.ts';
import { residentMb, startServer } from './support/server.ts';
import { printTable } from './support/table.ts';

interface Listed {
  readonly slug: string;
  readonly brand: { readonly slug: string };
  readonly title: string;
}

/** Warm-up time until V8 has compiled the hot code. */
const WARM_UP_SECONDS = 4;
const SECONDS = 5;

export async function benchHttp(options: { listings: number; dataDir?: string | undefined }): Promise<void> {
  const server = await startServer({}, options.dataDir === undefined ? {} : { dataDir: options.dataDir });
  try {
    if (options.listings > 0) await server.run('seed', '--listings', String(options.listings));
    const sample = await listed(server.url);
    const list = sample.map((_, i) => `/api/listings?page=${i + 1}`);
    const detail = sample.map(({ slug }) => `/api/listings/${slug}`);
    const search = sample.flatMap(({ brand, title }, i) => [
      `/api/search?q=${encodeURIComponent(title.split(' ').slice(0, 2).join(' '))}&page=${(i % 3) + 1}`,
      `/api/search?brand=${brand.slug}&min_year=${2010 + (i % 10)}&facets=categories,brands,price_ranges,years,fuel_types,transmissions,locations`,
    ]);
    const bare = await startBareFastify(await (await fetch(`${server.url}${list[0]}`)).text());
    const results: [string, LoadResult][] = [];
    for (const [name, base, paths] of [
      ['bare Fastify, the same 20-item JSON', bare.url, ['/']],
      ['GET /listings', server.url, list],
      ['GET /listings/:slug', server.url, detail],
      ['GET /search, terms and facets in turn', server.url, search],
    ] as const)
      results.push([name, await warmLoad(base, paths)]);
    const live = await countLive(server.url);
    const memoryMb = await residentMb(server.pid);
    await server.halt();
    const computing = await startServer({ SEARCH_CACHE: 'off' }, { dataDir: server.dataDir });
    for (const [name, paths] of [
      ['GET /search, the same, no answer kept', search],
      ['GET /search by brand and year, page 1, no answer kept', firstPages(sample)],
    ] as const)
      results.push([name, await warmLoad(computing.url, paths)]);
    await computing.stop();
    const reference = results[0]?.[1].requestsPerSecond ?? 1;
    printTable(
      `Reads over HTTP, ${live} live listings, 16 connections`,
      ['what', 'requests/s', 'p50 ms', 'p99 ms', 'failures', 'ratio to bare Fastify'],
      results.map(([name, r]) => [
        name,
        r.requestsPerSecond,
        r.p50Ms,
        r.p99Ms,
        r.failures,
        (r.requestsPerSecond / reference).toFixed(2),
      ]),
    );
    console.log(`Memory of the server after it: ${memoryMb} MB`);
    bare.stop();
  } finally {
    await server.stop();
  }
}

/** Searches that a buyer narrows step by step: the first page with the default facets. */
function firstPages(sample: readonly Listed[]): string[] {
  return sample.map(({ brand }, i) => `/api/search?brand=${brand.slug}&min_year=${2005 + (i % 18)}`);
}

async function warmLoad(base: string, paths: readonly string[]): Promise<LoadResult> {
  await load(base, paths, { seconds: WARM_UP_SECONDS });
  return load(base, paths, { seconds: SECONDS });
}

async function countLive(url: string): Promise<number> {
  const response = await fetch(`${url}/api/listings?limit=1`);
  const { data } = (await response.json()) as { data: { pagination: { total: number } } };
  return data.pagination.total;
}

async function listed(url: string): Promise<readonly Listed[]> {
  const response = (await (await fetch(`${url}/api/listings?limit=100`)).json()) as {
    data: { listings: Listed[] };
  };
  return response.data.listings;
}
