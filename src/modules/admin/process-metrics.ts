/** Exchanges metrics of latency and failures between the worker processes through the database. */
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { SECOND_MS } from '../../platform/clock.ts';
import { isUnavailable } from '../../platform/db/sql-errors.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { OWN_METRICS, REPORTED_METRICS, type Sample } from './measured.ts';
import { deleteReport, listReports, writeReport } from './process-metrics.repository.ts';

const EVERY_MS = 30 * SECOND_MS;
/** A few thousand series, of which those of routes are most. */
const BYTES_MAX = 4 * 1024 ** 2;
const PROCESSES_MAX = 200;

const compress = promisify(gzip);
const expand = promisify(gunzip);

type Parts = Pick<Platform, 'db' | 'log' | 'metrics'>;

export class ProcessMetrics extends Service<Parts> {
  readonly #process = randomUUID();
  #timer: NodeJS.Timeout | undefined;
  #reporting: Promise<void> = Promise.resolve();

  start(): void {
    this.#timer = setInterval(() => {
      this.#reporting = this.report().catch((error: unknown) => {
        if (!isUnavailable(error))
          this.parts.log.warn({ err: error }, 'the metrics of this process could not be shared');
      });
    }, EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#reporting;
    // Removes the report of a process that has ended.
    await deleteReport(this.parts.db, this.#process).catch(() => {});
  }

  /** Publishes the metrics of this process, replacing the previous ones. */
  async report(): Promise<void> {
    const samples = JSON.stringify(await this.#read(REPORTED_METRICS));
    if (samples.length <= BYTES_MAX) await writeReport(this.parts.db, this.#process, await compress(samples));
  }

  /** Current values of this process, and those of the others, at most half a minute old. */
  async readAll(): Promise<readonly Sample[]> {
    const [own, reports] = await Promise.all([
      this.#read([...REPORTED_METRICS, ...OWN_METRICS]),
      listReports(this.parts.db, { except: this.#process, limit: PROCESSES_MAX }),
    ]);
    const otherSamples = await Promise.all(reports.map(samplesIn));
    return [...own, ...otherSamples.flat()];
  }

  /** Reads only these, because other gauges would query the database. */
  async #read(names: readonly string[]): Promise<Sample[]> {
    const { registry } = this.parts.metrics;
    const metrics = names.flatMap((name) => registry.getSingleMetric(name) ?? []);
    const read = await Promise.all(metrics.map((metric) => metric.get()));
    return read.flatMap(({ name, values }) =>
      values.map(({ labels, value, ...sample }) => ({
        // The values of a histogram have their own names.
        name: 'metricName' in sample && typeof sample.metricName === 'string' ? sample.metricName : name,
        labels: Object.fromEntries(Object.entries(labels).map(([label, of]) => [label, String(of)])),
        value,
      })),
    );
  }
}

/** Empty for a process of another release with a different format. */
async function samplesIn(report: Buffer): Promise<readonly Sample[]> {
  const text = (await expand(report, { maxOutputLength: BYTES_MAX })).toString();
  return text.startsWith('[') ? (JSON.parse(text) as Sample[]) : [];
}
