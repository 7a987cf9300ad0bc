import { readMailHealth } from '../../platform/mail/mail-log.repository.ts';
import type { Platform } from '../../platform/module.ts';
import { webhookHealth } from '../webhooks/index.ts';
import { figuresOf } from './measured.ts';
import { readOverview } from './overview.repository.ts';

export class OverviewService {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  async read() {
    const [overview, webhooks] = await Promise.all([readOverview(this.#platform), this.webhooks()]);
    return { ...overview, webhooks };
  }

  async health() {
    const { metrics, db, clock } = this.#platform;
    const [text, mails] = await Promise.all([metrics.read(), readMailHealth(db, clock.now())]);
    return { ...figuresOf(text), mails };
  }

  webhooks() {
    return webhookHealth(this.#platform.db, this.#platform.clock.now());
  }
}
