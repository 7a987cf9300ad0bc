/** Derives from the metrics of all processes which endpoints are slow and which fail. */

/** Metrics that processes report for the totals. */
export const REPORTED_METRICS = [
  'fifthwheel_http_request_seconds',
  'fifthwheel_http_requests_total',
  'fifthwheel_statement_slowest_seconds',
  'fifthwheel_job_seconds',
] as const;
/** The index state is that of the process that serves the request. */
export const OWN_METRICS = ['fifthwheel_search_lag_seconds', 'fifthwheel_search_lag_positions'] as const;

/** One value of a metric. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
const SHOWN_MAX = 10;
/** Requests needed for a meaningful latency. */
const REQUESTS_MIN = 5;
const MS = 1000;

export function figuresOf(samples: readonly Sample[]) {
  const endpoints = endpointsOf(samples);
  const isMeasured = ({ requests }: EndpointFigures): boolean => requests >= REQUESTS_MIN;
  return {
    slowEndpoints: endpoints
      .filter((entry) => isMeasured(entry) && !entry.route.endsWith('/stream'))
      .toSorted(
        (a, b) => (b.within95Ms ?? Infinity) - (a.within95Ms ?? Infinity) || b.averageMs - a.averageMs,
      )
      .slice(0, SHOWN_MAX),
    failingEndpoints: endpoints
      // A probe's 503 means "not ready", which is not a failure.
      .filter(({ route, failed }) => failed > 0 && !PROBES.has(route))
      .toSorted((a, b) => b.failed - a.failed)
      .slice(0, SHOWN_MAX),
    slowStatements: [...slowestOf(samples)]
      .map(([statement, seconds]) => ({ statement, ms: Math.round(seconds * MS) }))
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, SHOWN_MAX),
    failingJobs: failingJobs(samples),
    searchIndex: {
      lagSeconds: gaugeOf(samples, 'fifthwheel_search_lag_seconds'),
      lagPositions: gaugeOf(samples, 'fifthwheel_search_lag_positions'),
    },
  };
}

function slowestOf(samples: readonly Sample[]): ReadonlyMap<string, number> {
  const slowest = new Map<string, number>();
  for (const { labels, value } of samplesOf(samples, 'fifthwheel_statement_slowest_seconds')) {
    const statement = labels['statement'] ?? '';
    slowest.set(statement, Math.max(value, slowest.get(statement) ?? 0));
  }
  return slowest;
}

interface EndpointFigures {
  readonly method: string;
  readonly route: string;
  readonly requests: number;
  readonly failed: number;
  readonly averageMs: number;
  readonly within95Ms: number | null;
}

function endpointsOf(samples: readonly Sample[]): EndpointFigures[] {
  const name = 'fifthwheel_http_request_seconds';
  const keyOf = ({ labels }: Sample): string => `${labels['method']} ${labels['route']}`;
  const requests = summed(samplesOf(samples, `${name}_count`), keyOf);
  const failed = summed(
    samplesOf(samples, 'fifthwheel_http_requests_total').filter(
      ({ labels }) => labels['status']?.startsWith('5') === true,
    ),
    keyOf,
  );
  const seconds = summed(samplesOf(samples, `${name}_sum`), keyOf);
  const buckets = new Map<string, Map<number, number>>();
  for (const sample of samplesOf(samples, `${name}_bucket`)) {
    const counts = buckets.get(keyOf(sample)) ?? new Map<number, number>();
    const bound = sample.labels['le'] === '+Inf' ? Infinity : Number(sample.labels['le']);
    buckets.set(keyOf(sample), counts.set(bound, (counts.get(bound) ?? 0) + sample.value));
  }
  return [...requests].map(([key, count]) => {
    const [method = '', route = ''] = key.split(' ');
    return {
      method,
      route,
      requests: count,
      failed: failed.get(key) ?? 0,
      averageMs: tenths(((seconds.get(key) ?? 0) / count) * MS),
      within95Ms: withinOf(buckets.get(key) ?? new Map(), count),
    };
  });
}

/** The lowest bucket bound that covers 95 % of the requests. */
function withinOf(buckets: ReadonlyMap<number, number>, count: number): number | null {
  const bounds = [...buckets.keys()].toSorted((a, b) => a - b);
  const bound = bounds.find((candidate) => (buckets.get(candidate) ?? 0) >= count * 0.95);
  return bound === undefined || bound === Infinity ? null : tenths(bound * MS);
}

function failingJobs(samples: readonly Sample[]) {
  const runs = samplesOf(samples, 'fifthwheel_job_seconds_count');
  const countsOf = (outcome: string): Map<string, number> =>
    summed(
      runs.filter(({ labels }) => labels['outcome'] === outcome),
      ({ labels }) => labels['job'] ?? '',
    );
  const [done, retried, failed] = [countsOf('done'), countsOf('retried'), countsOf('failed')];
  return [...new Set([...failed.keys(), ...retried.keys()])]
    .map((job) => ({
      job,
      done: done.get(job) ?? 0,
      retried: retried.get(job) ?? 0,
      failed: failed.get(job) ?? 0,
    }))
    .toSorted((a, b) => b.failed - a.failed || b.retried - a.retried)
    .slice(0, SHOWN_MAX);
}

function gaugeOf(samples: readonly Sample[], name: string): number | null {
  const value = samplesOf(samples, name)[0]?.value ?? Number.NaN;
  return Number.isNaN(value) ? null : value;
}

function summed(samples: readonly Sample[], keyOf: (sample: Sample) => string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const sample of samples) {
    const key = keyOf(sample);
    sums.set(key, (sums.get(key) ?? 0) + sample.value);
  }
  return sums;
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

function samplesOf(samples: readonly Sample[], name: string): readonly Sample[] {
  return samples.filter((sample) => sample.name === name);
}
