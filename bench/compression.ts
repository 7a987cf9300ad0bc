/**
 * A cached response of the search, plain and compressed: its size, the cost of creating each form, and the rate at which it is
 * served.
 */
import { performance } from 'node:perf_hooks';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { load } from './support/load.ts';
import { startServer } from './support/server.ts';
import { printTable } from './support/table.ts';

const PATH = '/api/search?q=mercedes&limit=100';
const ROUNDS = 400;
const WARM_UP_SECONDS = 3;
const SECONDS = 5;

const FORMS: readonly (readonly [string, string, (bytes: Buffer) => Buffer])[] = [
  ['as it is', 'identity', (bytes) => bytes],
  ['gzip, level 6', 'gzip', (bytes) => gzipSync(bytes, { level: 6 })],
  [
    'Brotli, quality 5',
    'br',
    (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  ],
];

export async function benchCompression(): Promise<void> {
  const server = await startServer();
  try {
    const bytes = Buffer.from(await (await fetch(`${server.url}${PATH}`)).arrayBuffer());
    const rows: (string | number)[][] = [];
    for (const [name, encoding, compress] of FORMS) {
      const headers = { 'accept-encoding': encoding };
      await load(server.url, [PATH], { headers, seconds: WARM_UP_SECONDS });
      const { requestsPerSecond, failures } = await load(server.url, [PATH], { headers, seconds: SECONDS });
      rows.push([
        name,
        compress(bytes).length,
        millisecondsOf(() => compress(bytes)),
        requestsPerSecond,
        failures,
      ]);
    }
    printTable(
      'An answer of 100 results that is kept, 16 connections',
      ['form', 'bytes', 'processor ms to make', 'requests/s', 'failures'],
      rows,
    );
  } finally {
    await server.stop();
  }
}

/** Median time of one call. */
function millisecondsOf(work: () => unknown): string {
  const times = Array.from({ length: ROUNDS }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  });
  return (times.toSorted((a, b) => a - b)[ROUNDS / 2] ?? 0).toFixed(2);
}
