/** What is slow and what fails in each process of the market, exchanged through the database. */
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { SECOND_MS } from '../../platform/clock.ts';
import { isUnavailable } from '../../platform/db/sql-errors.ts';
import type { Platform } from '../../platform/module.ts';
import { OWN_METRICS, REPORTED_METRICS } from './measured.ts';
import { deleteReport, listReports, writeReport } from './process-metrics.repository.ts';

const EVERY_MS = 30 * SECOND_MS;
/** A few thousand series, of which those of routes are most. */
const BYTES_MAX = 4 * 1024 ** 2;
const PROCESSES_MAX = 200;

const compress = promisify(gzip);
const expand = promisify(gunzip);

type Parts = Pick<Platform, 'db' | 'log' | 'metrics'>;

export class ProcessMetrics {
  readonly #parts: Parts;
  readonly #process = randomUUID();
  #timer: NodeJS.Timeout | undefined;
  #reporting: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#reporting = this.report().catch((error: unknown) => {
        if (!isUnavailable(error))
          this.#parts.log.warn({ err: error }, 'the metrics of this process could not be shared');
      });
    }, EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#reporting;
    // What a process that ended has measured is not shown any more.
    await deleteReport(this.#parts.db, this.#process).catch(() => {});
  }

  /** Shares what this process has measured, in place of what it shared before. */
  async report(): Promise<void> {
    const lines = await this.#read(REPORTED_METRICS);
    if (lines.length <= BYTES_MAX) await writeReport(this.#parts.db, this.#process, await compress(lines));
  }

  /** Of this process as of now, and of the others as of half a minute ago at most. */
  async readAll(): Promise<string> {
    const [own, reports] = await Promise.all([
      this.#read([...REPORTED_METRICS, ...OWN_METRICS]),
      listReports(this.#parts.db, { except: this.#process, limit: PROCESSES_MAX }),
    ]);
    const others = await Promise.all(reports.map((lines) => expand(lines, { maxOutputLength: BYTES_MAX })));
    return [own, ...others.map((lines) => lines.toString())].join('\n');
  }

  /** Only these: gauges that nobody asks for would query the database. */
  async #read(names: readonly string[]): Promise<string> {
    const { registry } = this.#parts.metrics;
    const known = names.filter((name) => registry.getSingleMetric(name) !== undefined);
    const texts = await Promise.all(known.map((name) => registry.getSingleMetricAsString(name)));
    return texts.join('\n');
  }
}
