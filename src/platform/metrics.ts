import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { oneAtATime } from './one-at-a-time.ts';

const LATENCY_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Node.js knows 35, of which our routes answer these. */
const METHODS: ReadonlySet<string> = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);

/** The metrics that /metrics shows in the Prometheus text format. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requestSeconds = this.histogram('http_request_seconds', 'Time from request to answer', [
    'method',
    'route',
  ]);
  /** Apart from the times: each series of a histogram is sixteen lines, and here every status is one. */
  readonly #requests = this.counter('http_requests_total', 'Answered requests', [
    'method',
    'route',
    'status',
  ]);
  readonly jobs = this.histogram('job_seconds', 'Time that background jobs ran', ['job', 'outcome']);

  /** Reads the text of /metrics; with WORKERS, of all workers of the machine. */
  source: () => Promise<string> = () => this.registry.metrics();
  /** Readers at the same time share one reading, so that its queries are made once. */
  readonly read = oneAtATime(() => this.source());

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'fifthwheel_' });
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
    return new Gauge({
      aggregator: options.aggregator ?? 'sum',
      name: `fifthwheel_${name}`,
      help,
      registers: [this.registry],
      async collect() {
        this.set(await read());
      },
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
    return new Gauge({
      aggregator: options.aggregator ?? 'sum',
      name: `fifthwheel_${name}`,
      help,
      labelNames: [label],
      registers: [this.registry],
      async collect() {
        const values = await read();
        this.reset();
        for (const [labelValue, value] of values) this.set({ [label]: labelValue }, value);
      },
    });
  }
}
