import { loaderOfTool } from '../../test/support/tool.ts';

type Autocannon = (options: {
  readonly url: string;
  readonly duration: number;
  readonly connections: number;
  readonly requests: readonly object[];
}) => Promise<{
  readonly requests: { readonly average: number };
  readonly latency: { readonly p50: number; readonly p99: number };
  readonly non2xx: number;
  readonly errors: number;
  readonly timeouts: number;
}>;

let autocannon: Autocannon | null = null;

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
  autocannon ??= (await loaderOfTool('load'))('autocannon') as Autocannon;
  const result = await autocannon({
    url: base,
    duration: options.seconds ?? 5,
    connections: options.connections ?? 16,
    requests: paths.map((path) => ({ method: 'GET', path, headers: { ...options.headers } })),
  });
  return {
    requestsPerSecond: Math.round(result.requests.average),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}
