import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import type { UserActor } from '../../platform/actor.ts';
import type { Origin } from '../../platform/audit/audit-log.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { found } from '../../platform/errors/app-error.ts';
import { isId } from '../../platform/ids.ts';
import { ownerOfWebhook } from './authority.ts';
import type { DeliveryService } from './deliveries.service.ts';
import type { ReplayBody } from './schemas.ts';
import type { WebhookRow, WebhookStatus } from './tables.ts';
import {
  disableWebhook,
  enableWebhook,
  findAnyWebhook,
  type DeliveryHolder,
  lockWebhook,
} from './webhooks.repository.ts';

interface Parts extends Pick<Platform, 'db' | 'clock' | 'audit'> {
  readonly holding: DeliveryHolder;
  readonly deliveries: DeliveryService;
}

/** Lets administrators pause, resume and replay any webhook. Its URL and events stay with its owner. */
export class WebhookAdminService extends Service<Parts> {
  /** Only an administrator resumes what one has paused; its events can be replayed then. */
  async setStatus(actor: UserActor, id: string, status: WebhookStatus, origin: Origin): Promise<WebhookRow> {
    const { db, clock, audit, holding } = this.parts;
    const owner = ownerOfWebhook(await this.#find(id));
    return inTransaction(db, async (trx) => {
      const before = found('webhook', await lockWebhook(trx, owner, id));
      const isPaused = before.disabled_reason === 'administrator';
      if (status === 'active' ? before.status === 'active' : isPaused) return before;
      const now = clock.now();
      const after =
        status === 'active'
          ? await enableWebhook(trx, id, now)
          : await disableWebhook(trx, id, { now, reason: 'administrator', holding });
      await audit.record(trx, {
        actor,
        action: status === 'active' ? 'webhook.resumed' : 'webhook.paused',
        subject: { type: 'webhook', id },
        before: { status: before.status, reason: before.disabled_reason },
        after: { status: after.status, reason: after.disabled_reason },
        origin,
      });
      return after;
    });
  }

  async replay(
    actor: UserActor,
    id: string,
    body: ReplayBody,
    origin: Origin,
  ): Promise<{ replayed: number; hasMore: boolean }> {
    const webhook = await this.#find(id);
    return this.parts.deliveries.replayFor(webhook, body, (trx, replayed) =>
      this.parts.audit.record(trx, {
        actor,
        action: 'webhook.replayed',
        subject: { type: 'webhook', id },
        after: { since: body.since, until: body.until ?? null, replayed },
        origin,
      }),
    );
  }

  async #find(id: string): Promise<WebhookRow> {
    return found('webhook', isId('whk', id) && (await findAnyWebhook(this.parts.db, id)));
  }
}
