import type { Platform } from '../../platform/module.ts';
import { webhookHealth } from '../webhooks/index.ts';
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

  webhooks() {
    return webhookHealth(this.#platform.db, this.#platform.clock.now());
  }
}
