import { readMailHealth } from '../../platform/mail/mail-log.repository.ts';
import type { Platform } from '../../platform/module.ts';
import { webhookHealth } from '../webhooks/index.ts';
import { figuresOf } from './measured.ts';
import type { ProcessMetrics } from './process-metrics.ts';
import { readOverview } from './overview.repository.ts';

export class OverviewService {
  readonly #platform: Platform;
  readonly #processes: ProcessMetrics;

  constructor(platform: Platform, processes: ProcessMetrics) {
    this.#platform = platform;
    this.#processes = processes;
  }

  async read() {
    const [overview, webhooks] = await Promise.all([readOverview(this.#platform), this.webhooks()]);
    return { ...overview, webhooks };
  }

  async health() {
    const { db, clock } = this.#platform;
    const [samples, mails] = await Promise.all([this.#processes.readAll(), readMailHealth(db, clock.now())]);
    return { ...figuresOf(samples), mails };
  }

  webhooks() {
    return webhookHealth(this.#platform.db, this.#platform.clock.now());
  }
}
