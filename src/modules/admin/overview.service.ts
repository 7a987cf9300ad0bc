import { readMailHealth } from '../../platform/mail/mail-log.repository.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { webhookHealth } from '../webhooks/index.ts';
import { figuresOf } from './measured.ts';
import type { ProcessMetrics } from './process-metrics.ts';
import { readOverview } from './overview.repository.ts';

export class OverviewService extends Service<Platform & { readonly processes: ProcessMetrics }> {
  async read() {
    const [overview, webhooks] = await Promise.all([readOverview(this.parts), this.webhooks()]);
    return { ...overview, webhooks };
  }

  async health() {
    const { db, clock } = this.parts;
    const [samples, mails] = await Promise.all([
      this.parts.processes.readAll(),
      readMailHealth(db, clock.now()),
    ]);
    return { ...figuresOf(samples), mails };
  }

  webhooks() {
    return webhookHealth(this.parts.db, this.parts.clock.now());
  }
}
