import autocannon from 'autocannon';

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failures: number;
}

export interface LoadOptions {
  readonly seconds?: number;
  readonly connections?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks for the paths in turn from a few connections, for a few seconds. */
export async function load(
  base: string,
  paths: readonly string[],
  options: LoadOptions = {},
): Promise<LoadResult> {
  const result = await autocannon({
    url: base,
    duration: options.seconds ?? 5,
    connections: options.connections ?? 16,
    requests: paths.map((path) => ({ method: 'GET' as const, path, headers: { ...options.headers } })),
  });
  return {
    requestsPerSecond: Math.round(result.requests.average),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}
