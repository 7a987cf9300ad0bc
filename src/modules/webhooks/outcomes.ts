import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { dayOf } from '../../platform/clock.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { Notice } from '../../platform/notices.ts';
import { findManagers } from '../companies/index.ts';
import {
  type AttemptResult,
  findClaimedWebhook,
  insertDelivered,
  insertFailed,
  lockClaimedDelivery,
  lockIfActive,
  recordFailure,
  type SentEvent,
} from './outcomes.repository.ts';
import { afterFailure } from './schedule.ts';
import { disableWebhook, type DeliveryHolder } from './webhooks.repository.ts';

export type { AttemptResult, SentEvent };

interface DeliveredAttempt {
  readonly id: string;
  readonly sent: SentEvent;
  readonly result: AttemptResult;
  readonly resolve: (id: string | null) => void;
  readonly reject: (error: unknown) => void;
}

const BATCH_MAX = 64;
/** Owners are notified after this failed attempt of a delivery, long before the last one. */
const TOLD_FROM_ATTEMPT = 3;

interface OutcomesParts extends Pick<Platform, 'db' | 'notices'> {
  readonly retrySeconds: readonly number[];
  readonly holding: DeliveryHolder;
}

/**
 * Records an attempt: the log entry, the delivery and, after the sixth failure, the webhook, in one transaction.
 * Returns the log entry's id; null when the claim was overtaken or the webhook deleted, and nothing was written.
 */
export class Outcomes extends Service<OutcomesParts> {
  /** Results that arrived while the previous batch was being written. */
  readonly #delivered: DeliveredAttempt[] = [];
  #isWriting = false;

  record(sent: SentEvent, result: AttemptResult): Promise<string | null> {
    return result.error === null
      ? this.#recordDelivered(sent, result)
      : inTransaction(this.parts.db, (trx) => this.#recordFailed(trx, sent, result));
  }

  #recordDelivered(sent: SentEvent, result: AttemptResult): Promise<string | null> {
    return new Promise((resolve, reject) => {
      this.#delivered.push({ id: sent.logId ?? newId('dlv', result.endedAt), sent, result, resolve, reject });
      this.#write();
    });
  }

  #write(): void {
    if (this.#isWriting) return;
    this.#isWriting = true;
    void this.#writeDelivered().finally(() => {
      this.#isWriting = false;
      if (this.#delivered.length > 0) this.#write();
    });
  }

  async #writeDelivered(): Promise<void> {
    while (this.#delivered.length > 0) {
      const batch = this.#delivered.splice(0, BATCH_MAX);
      try {
        const written = await insertDelivered(this.parts.db, batch);
        for (const { id, resolve } of batch) resolve(written.has(id) ? id : null);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
  }

  async #recordFailed(trx: Transaction, sent: SentEvent, result: AttemptResult): Promise<string | null> {
    const { claim } = sent;
    const webhook = await findClaimedWebhook(trx, claim.webhookId);
    const delivery = await lockClaimedDelivery(trx, claim);
    if (webhook === undefined || delivery === undefined) return null;
    const attempts = delivery.attempts + 1;
    const next = afterFailure(
      {
        attempts,
        endedAt: result.endedAt,
        isRetryWanted: delivery.retries_wanted > 0,
        isTest: delivery.is_test,
        wasDelivered: delivery.delivered_at !== null,
        isWebhookActive: webhook.status === 'active' && webhook.is_silent !== true,
      },
      this.parts.retrySeconds,
    );
    const id = sent.logId ?? newId('dlv', result.endedAt);
    await insertFailed(trx, { id, sent, result, attempts, state: next.state, dueAt: next.dueAt });
    const isTold = attempts >= TOLD_FROM_ATTEMPT && next.dueAt !== null;
    const isFirst = !delivery.is_test && (await recordFailure(trx, webhook.id, result, isTold));
    if (next.disablesWebhook && (await lockIfActive(trx, webhook.id))) {
      const facts = { now: result.endedAt, reason: 'failures', holding: this.parts.holding } as const;
      await disableWebhook(trx, webhook.id, facts);
      await this.#notifyOwners(trx, 'webhook_disabled', webhook, sent.eventType, result);
    } else if (isFirst) await this.#notifyOwners(trx, 'webhook_failing', webhook, sent.eventType, result);
    return id;
  }

  async #notifyOwners(
    trx: Transaction,
    type: 'webhook_failing' | 'webhook_disabled',
    webhook: { id: string; seller_id: string | null; user_id: string | null; url: string },
    eventType: string,
    result: AttemptResult,
  ): Promise<void> {
    const { seller_id: sellerId, user_id: userId } = webhook;
    const recipients =
      sellerId === null ? [userId] : ((await findManagers(trx, [sellerId])).get(sellerId) ?? []);
    const userIds = recipients.flatMap((id) => id ?? []);
    const notices = userIds.map((userId): Notice => ({
      userId,
      type,
      data: {
        webhookId: webhook.id,
        url: webhook.url,
        eventType,
        error: result.error,
        responseCode: result.responseCode,
      },
      link: `/seller/webhooks/${webhook.id}`,
      // Notifies of an intermittent failure at most once a day (UTC), and of every disabling.
      dedupeKey: `${type}:${webhook.id}:${type === 'webhook_failing' ? dayOf(result.endedAt) : result.endedAt.toISOString()}`,
    }));
    await this.parts.notices.add(trx, ...notices);
  }
}
