import { Client } from 'undici';

export interface Latencies {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly worstMs: number;
}

export function latenciesOf(times: readonly number[]): Latencies {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { count: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99), worstMs: sorted.at(-1) ?? Number.NaN };
}

/**
 * Asks for the paths one after the other over one connection: what a single user waits, without any queue. With `mayRefuse`
 * a 503 counts as infinitely slow; otherwise it ends the run.
 */
export async function timesOf(
  base: string,
  paths: Iterable<string>,
  { mayRefuse = false }: { mayRefuse?: boolean } = {},
): Promise<number[]> {
  const client = new Client(base);
  const times: number[] = [];
  try {
    for (const path of paths) {
      const startedMs = performance.now();
      const response = await client.request({ method: 'GET', path });
      const text = await response.body.text();
      const isRefused = mayRefuse && response.statusCode === 503;
      times.push(isRefused ? Infinity : performance.now() - startedMs);
      if (response.statusCode !== 200 && !isRefused)
        throw new Error(`${response.statusCode} for ${path}: ${text.slice(0, 300)}`);
    }
  } finally {
    await client.close();
  }
  return times;
}
