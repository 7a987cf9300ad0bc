/**
 * Rendered pages, next to bare Fastify with the JSON of the same search: cached pages, and the cost of an uncached page
 * beyond its search.
 */
import { readFile } from 'node:fs/promises';
import { launchChromium } from '../test/support/browser.ts';
import { type BareFastify, startBareFastify } from './support/bare-fastify.ts';
import { load } from './support/load.ts';
import { type BenchServer, residentMb, startServer } from './support/server.ts';
import { printTable } from './support/table.ts';

const WARM_UP_SECONDS = 4;
const SECONDS = 5;
const CONNECTIONS = 4;
const FRESH_AT_A_TIME = 100;
const FRESH_ROUNDS = 10;
const CLICKED = 20;
/** Headers as browsers send them. */
const HEADERS = { accept: 'text/html', 'accept-encoding': 'gzip, br' };
const FACETS = 'categories,brands,years,fuel_types,transmissions,locations';

export async function benchWeb(options: { listings: number; dataDir?: string | undefined }): Promise<void> {
  const server = await startServer({}, options.dataDir === undefined ? {} : { dataDir: options.dataDir });
  try {
    if (options.listings > 0) await server.run('seed', '--listings', String(options.listings));
    const idleMb = await residentMb(server.pid);
    const response = await fetch(`${server.url}/api/search?facets=${FACETS}`);
    const text = await response.text();
    const [first] = (JSON.parse(text) as { data: { results: readonly { slug: string }[] } }).data.results;
    const bare = await startBareFastify(text);
    const measured = [];
    for (const [name, base, path] of [
      ['bare Fastify, the JSON of the same search', bare.url, '/'],
      ['search page, kept', server.url, '/en/search'],
      ['start page, kept', server.url, '/en/'],
      ['category page, kept', server.url, '/en/tractor-units'],
      ['listing page, kept', server.url, `/en/listing/${first?.slug ?? ''}`],
    ] as const) {
      await load(base, [path], { seconds: WARM_UP_SECONDS, connections: CONNECTIONS, headers: HEADERS });
      const settings = { seconds: SECONDS, connections: CONNECTIONS, headers: HEADERS };
      measured.push([name, await load(base, [path], settings)] as const);
    }
    const reference = measured[0]?.[1].requestsPerSecond ?? 1;
    printTable(
      `Pages, ${CONNECTIONS} connections`,
      ['what', 'requests/s', 'p50 ms', 'p99 ms', 'failures', 'ratio to bare Fastify'],
      measured.map(([name, r]) => [
        name,
        r.requestsPerSecond,
        r.p50Ms,
        r.p99Ms,
        r.failures,
        (r.requestsPerSecond / reference).toFixed(2),
      ]),
    );
    await printFresh(server, bare);
    bare.stop();
    await printClicks(server);
    console.log(`Memory of the server: ${idleMb} MB before, ${await residentMb(server.pid)} MB after`);
  } finally {
    await server.stop();
  }
}

/**
 * Uncached searches, as pages and as JSON, and a bare Fastify that serializes the JSON of one, over the same number of
 * connections as above. The three alternate, so that all of them see the same machine load.
 */
async function printFresh(server: BenchServer, bare: BareFastify): Promise<void> {
  const cost = { page: 0, search: 0, bare: 0 };
  const measure = async (
    kind: keyof typeof cost,
    { pid, url }: { pid: number; url: string },
    paths: string[],
  ): Promise<void> => {
    const before = await processorMs(pid);
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
          const response = await fetch(`${url}${path}`, { headers: HEADERS });
          if (!response.ok) throw new Error(`${path}: ${response.status}`);
          await response.arrayBuffer();
        }
      }),
    );
    cost[kind] += (await processorMs(pid)) - before;
  };
  let price = 1000;
  const fresh = (path: string): string[] =>
    Array.from({ length: FRESH_AT_A_TIME }, () => `${path}min_price=${(price += 1)}`);
  // The first rounds compile what the others use.
  for (let round = -FRESH_ROUNDS; round < FRESH_ROUNDS; round++) {
    if (round === 0) cost.page = cost.search = cost.bare = 0;
    await measure('page', server, fresh('/en/search?'));
    await measure('search', server, fresh(`/api/search?facets=${FACETS}&`));
    await measure('bare', bare, Array<string>(FRESH_AT_A_TIME).fill('/'));
  }
  const requests = FRESH_ROUNDS * FRESH_AT_A_TIME;
  const pageOnly = cost.page - cost.search;
  printTable(
    `A search that nobody has asked for, ${CONNECTIONS} connections, processor time of the main thread`,
    ['what', 'ms'],
    [
      ['as a page', (cost.page / requests).toFixed(2)],
      ['as JSON', (cost.search / requests).toFixed(2)],
      ['the page above the search', (pageOnly / requests).toFixed(2)],
      ['bare Fastify, the JSON of such a search', (cost.bare / requests).toFixed(2)],
      ['the page above the search, in requests of bare Fastify', (pageOnly / cost.bare).toFixed(1)],
    ],
  );
}

/** Measures, in a browser, the time from a click on a facet's value to the frame that shows the new results. */
async function printClicks(server: BenchServer): Promise<void> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
    await page.goto(`${server.url}/en/search`, { waitUntil: 'networkidle' });
    const took = (await page.evaluate(CLICKS)) as readonly { fresh: number; kept: number }[];
    const row = (name: string, ms: readonly number[]): (string | number)[] => {
      const sorted = ms.toSorted((a, b) => a - b);
      return [name, Math.round(sorted[sorted.length >> 1] ?? 0), Math.round(sorted.at(-1) ?? 0), ms.length];
    };
    printTable(
      'From the click on a value of a facet to its results on the screen, in Chromium',
      ['what', 'median ms', 'worst ms', 'clicks'],
      [
        row(
          'chosen: a search that nobody has asked for',
          took.map(({ fresh }) => fresh),
        ),
        row(
          'taken back: a kept page',
          took.map(({ kept }) => kept),
        ),
      ],
    );
  } finally {
    await browser.close();
  }
}

/** Runs in the page. A message posted after a frame arrives once that frame is drawn. */
const CLICKS = `(async () => {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  }));
  const click = async (box) => {
    const shown = new Promise((resolve) => document.addEventListener('fw-results', resolve, { once: true }));
    const begun = performance.now();
    box.click();
    await shown;
    await drawn();
    return performance.now() - begun;
  };
  const took = [];
  const boxes = document.querySelectorAll('#filters input[name=brand], #filters input[name=country]');
  for (const box of [...boxes].slice(0, ${CLICKED})) {
    const fresh = await click(box);
    took.push({ fresh, kept: await click(box) });
  }
  return took;
})()`;

async function processorMs(pid: number): Promise<number> {
  const [nanoseconds = '0'] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ');
  return Number(nanoseconds) / 1e6;
}
