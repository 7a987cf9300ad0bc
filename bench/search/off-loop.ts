/**
 * Compares two places for the engine: the thread that serves HTTP, or a worker thread. Both serve the same searches
 * as ready JSON, sixteen in flight, with writes in between; the results are the throughput and how long the serving
 * thread is blocked.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { SearchQuery } from '@fifthwheel/search';
import { BENCH_BRANDS, seeded, type Random } from '../search-documents.ts';
import { latenciesOf } from '../support/latency.ts';
import { printTable } from '../support/table.ts';
import { BenchMarket } from './market.ts';

const SECONDS = 6;
const IN_FLIGHT = 16;
const UPDATES_PER_SECOND = 50;
const RESOLUTION_MS = 1;

type Search = (query: SearchQuery) => Promise<Uint8Array>;

function drawQuery(random: Random): SearchQuery {
  const brand = (BENCH_BRANDS[Math.floor(BENCH_BRANDS.length ** random()) - 1] ?? 'Volvo').toLowerCase();
  const facets = ['categories', 'brands', 'price_ranges', 'years', 'fuel_types', 'transmissions', 'locations'] as const;
  const kinds: readonly SearchQuery[] = [
    { brands: [brand] },
    { brands: [brand], maxPrice: 20_000 + random() * 70_000 },
    { maxPrice: 15_000 + random() * 60_000, countries: ['DE', 'PL'] },
    { text: brand.split('-')[0] ?? '' },
    { text: brand.split('-')[0] ?? '', minYear: 2012 + Math.floor(random() * 10) },
    {},
  ];
  return { ...kinds[Math.floor(random() * kinds.length)], facets, limit: 20 };
} // prettier-ignore

async function measured(search: Search, update: (number: number) => void) {
  const random = seeded(5);
  const times: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  for (let i = 0; i < 50; i++) await search(drawQuery(random));
  delay.enable();
  const endMs = performance.now() + SECONDS * 1000;
  let written = 0;
  const updating = setInterval(() => update(written++), 1000 / UPDATES_PER_SECOND);
  const client = async (): Promise<void> => {
    while (performance.now() < endMs) {
      // Starts every request in its own event-loop tick, like one from a socket.
      await setImmediate();
      const startedMs = performance.now();
      await search(drawQuery(random));
      times.push(performance.now() - startedMs);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, client));
  clearInterval(updating);
  delay.disable();
  const { p50Ms, p99Ms } = latenciesOf(times);
  return [
    Math.round(times.length / SECONDS),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
    (delay.percentile(50) / 1e6 - RESOLUTION_MS).toFixed(1),
    (delay.percentile(99) / 1e6 - RESOLUTION_MS).toFixed(1),
  ];
}

export async function benchOffLoop({ documents }: { documents: number }): Promise<void> {
  const market = new BenchMarket(documents);
  const inProcess = await measured(
    async (query) => market.respond(query),
    (number) => market.update(number),
  );
  const worker = new Worker(new URL('./off-loop-worker.js', import.meta.url), { workerData: documents });
  const waiting = new Map<number, (response: Uint8Array) => void>();
  await new Promise((resolve) => worker.once('message', resolve));
  worker.on('message', ({ id, answer }: { id: number; answer: Uint8Array }) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  let last = 0;
  const inWorker = await measured(
    (query) =>
      new Promise((resolve) => {
        waiting.set(++last, resolve);
        worker.postMessage({ id: last, query });
      }),
    (number) => worker.postMessage({ update: number }),
  );
  await worker.terminate();
  printTable(
    `${documents} documents, ${IN_FLIGHT} searches in flight, ${UPDATES_PER_SECOND} writes a second`,
    ['engine', 'searches/s', 'p50 ms', 'p99 ms', 'loop delay p50 ms', 'loop delay p99 ms'],
    [
      ['in the serving thread', ...inProcess],
      ['in a worker', ...inWorker],
    ],
  );
}
