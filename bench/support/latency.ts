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
 * Requests the paths one after the other on one connection: the latency of a single user, without any queue. With `allowsErrors`
 * a 503 counts as infinitely slow; otherwise it ends the run.
 */
export async function timesOf(
  base: string,
  paths: Iterable<string>,
  { allowsErrors = false }: { allowsErrors?: boolean } = {},
): Promise<number[]> {
  const client = new Client(base);
  const times: number[] = [];
  try {
    for (const path of paths) {
      const startedMs = performance.now();
      const response = await client.request({ method: 'GET', path });
      const text = await response.body.text();
      const isRejected = allowsErrors && response.statusCode === 503;
      times.push(isRejected ? Infinity : performance.now() - startedMs);
      if (response.statusCode !== 200 && !isRejected)
        throw new Error(`${response.statusCode} for ${path}: ${text.slice(0, 300)}`);
    }
  } finally {
    await client.close();
  }
  return times;
}
