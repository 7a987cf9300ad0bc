import { collectDefaultMetrics, Counter, Gauge, Histogram, type Metric, Registry } from 'prom-client';
import { SECOND_MS } from './clock.ts';
import { withTimeout } from './with-timeout.ts';
import { oneAtATime } from './one-at-a-time.ts';

const LATENCY_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** HTTP methods of the routes; Node.js supports 35. */
const METHODS: ReadonlySet<string> = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);

/** Timeout for gauges, below the scrape timeout of Prometheus. */
const GAUGE_MS = 2 * SECOND_MS;

let processMetrics: readonly Metric[] | undefined;

/** Registered once per process, because the observers of garbage collection and event-loop delay cannot be stopped. */
function ofProcess(): readonly Metric[] {
  if (processMetrics === undefined) {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry, prefix: 'fifthwheel_' });
    processMetrics = registry.getMetricsAsArray().flatMap(({ name }) => registry.getSingleMetric(name) ?? []);
  }
  return processMetrics;
}

/** The metrics that /metrics shows in the Prometheus text format. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requestSeconds = this.histogram('http_request_seconds', 'Time from request to answer', [
    'method',
    'route',
  ]);
  /** Separate from the durations: each series of a histogram is sixteen lines, and here each status is a series. */
  readonly #requests = this.counter('http_requests_total', 'Answered requests', [
    'method',
    'route',
    'status',
  ]);
  readonly jobs = this.histogram('job_seconds', 'Time that background jobs ran', ['job', 'outcome']);

  /** Gauges that are being read. */
  readonly #underway = new Set<Promise<void>>();
  readonly #unread = this.#countUnread();

  /** Reads the text of /metrics; with WORKERS, of all workers of the machine. */
  source: () => Promise<string> = () => this.registry.metrics();
  /** Concurrent readers share one read, so that its queries run once. */
  readonly read = oneAtATime(() => this.source());

  constructor() {
    for (const metric of ofProcess()) this.registry.registerMetric(metric);
  }

  /** `route`: the pattern of a route, never the path of a request, so that clients add no series. */
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void {
    const { route, status, seconds } = request;
    const method = METHODS.has(request.method) ? request.method : 'other';
    this.#requestSeconds.observe({ method, route }, seconds);
    this.#requests.inc({ method, route, status: String(status) });
  }

  counter(name: string, help: string, labelNames: readonly string[] = []): Counter {
    return new Counter({
      name: `fifthwheel_${name}`,
      help,
      labelNames: [...labelNames],
      registers: [this.registry],
    });
  }

  /** Registers a counter that is kept elsewhere. */
  countedElsewhere(name: string, help: string, read: () => number): void {
    new Counter({
      name: `fifthwheel_${name}`,
      help,
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }

  histogram(name: string, help: string, labelNames: readonly string[] = []): Histogram {
    return new Histogram({
      name: `fifthwheel_${name}`,
      help,
      labelNames: [...labelNames],
      buckets: LATENCY_BUCKETS_SECONDS,
      registers: [this.registry],
    });
  }

  /** Registers a gauge; `read` is called each time the metrics are read. */
  gauge(
    name: string,
    help: string,
    read: () => number | Promise<number>,
    /** How the values of several workers are combined. */
    options: { aggregator?: 'sum' | 'min' | 'max' } = {},
  ): Gauge {
    return this.#gauge({ name, help, labelNames: [], ...options }, async (gauge) => {
      const value = await read();
      return () => gauge.set(value);
    });
  }

  /** As `gauge`, with a value for each value of a label. */
  gauges(
    name: string,
    help: string,
    label: string,
    read: () => Promise<readonly (readonly [labelValue: string, value: number])[]>,
    options: { aggregator?: 'sum' | 'min' | 'max' } = {},
  ): Gauge {
    return this.#gauge({ name, help, labelNames: [label], ...options }, async (gauge) => {
      const values = await read();
      return () => {
        for (const [labelValue, value] of values) gauge.set({ [label]: labelValue }, value);
      };
    });
  }

  /** A gauge that fails or times out is left out and counted, because it does not affect the others. */
  #gauge(
    options: { name: string; help: string; labelNames: string[]; aggregator?: 'sum' | 'min' | 'max' },
    read: (gauge: Gauge) => Promise<() => void>,
  ): Gauge {
    const collect = async (gauge: Gauge): Promise<void> => {
      try {
        const show = await withTimeout(GAUGE_MS, read(gauge));
        gauge.reset();
        show();
      } catch {
        gauge.reset();
        if (options.labelNames.length === 0) gauge.remove();
        this.#unread.inc({ metric: gaugeName });
      }
    };
    const gaugeName = `fifthwheel_${options.name}`;
    const underway = this.#underway;
    return new Gauge({
      ...options,
      aggregator: options.aggregator ?? 'sum',
      name: gaugeName,
      registers: [this.registry],
      async collect() {
        const reading = collect(this).finally(() => underway.delete(reading));
        underway.add(reading);
        await reading;
      },
    });
  }

  #countUnread(): Counter {
    const underway = this.#underway;
    return new Counter({
      name: 'fifthwheel_metrics_unread_total',
      help: 'Readings of a metric that failed or took too long, so that it was left out',
      labelNames: ['metric'],
      registers: [this.registry],
      async collect() {
        // All gauges are collected in one tick, this counter among them: it reports how they ended.
        await Promise.resolve();
        await Promise.all(underway);
      },
    });
  }
}
