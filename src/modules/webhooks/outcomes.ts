import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { Notices } from '../../platform/notices.ts';
import { findManagers } from '../auth/index.ts';
import { type Claim, whereClaimed } from './claims.repository.ts';
import type { DeliveryError } from './delivery-errors.ts';
import { afterFailure } from './schedule.ts';
import { isSilent } from './silence.ts';
import { disableWebhook, type Holds } from './webhooks.repository.ts';
import './tables.ts';

/** The result of an attempt; no error means delivered. */
export interface AttemptResult {
  readonly endedAt: Date;
  readonly responseCode: number | null;
  readonly responseTimeMs: number;
  readonly error: DeliveryError | null;
}

export interface SentEvent {
  readonly claim: Claim;
  readonly eventType: string;
}

interface DeliveredAttempt {
  readonly id: string;
  readonly sent: SentEvent;
  readonly result: AttemptResult;
  readonly resolve: (id: string | null) => void;
  readonly reject: (error: unknown) => void;
}

const BATCH_MAX = 64;

/**
 * Records an attempt: the log entry, the delivery and, after the sixth failure, the webhook, in one transaction.
 * Returns the log entry's id; null when the claim was overtaken or the webhook deleted, and nothing was written.
 */
export class Outcomes {
  readonly #db: Database;
  readonly #notices: Notices;
  readonly #retrySeconds: readonly number[];
  readonly #holding: Holds;
  /** Results that arrived while the previous batch was being written. */
  readonly #delivered: DeliveredAttempt[] = [];
  #isWriting = false;

  constructor(parts: { db: Database; notices: Notices; retrySeconds: readonly number[]; holding: Holds }) {
    this.#db = parts.db;
    this.#notices = parts.notices;
    this.#retrySeconds = parts.retrySeconds;
    this.#holding = parts.holding;
  }

  record(sent: SentEvent, result: AttemptResult): Promise<string | null> {
    return result.error === null
      ? this.#recordDelivered(sent, result)
      : inTransaction(this.#db, (trx) => this.#recordFailed(trx, sent, result));
  }

  #recordDelivered(sent: SentEvent, result: AttemptResult): Promise<string | null> {
    return new Promise((resolve, reject) => {
      this.#delivered.push({ id: newId('dlv', result.endedAt), sent, result, resolve, reject });
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
        const written = await insertDelivered(this.#db, batch);
        for (const { id, resolve } of batch) resolve(written.has(id) ? id : null);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
  }

  async #recordFailed(trx: Transaction, sent: SentEvent, result: AttemptResult): Promise<string | null> {
    const { claim } = sent;
    const webhook = await trx
      .selectFrom('webhooks as w')
      .select(['id', 'seller_id', 'user_id', 'url', 'status', isSilent.as('is_silent')])
      .where('id', '=', claim.webhookId)
      // Not locked: the attempts of a webhook would wait for each other. A delivery that is put back while the webhook
      // is being disabled stays where it is, and is held before the webhook is active again.
      .executeTakeFirst();
    const delivery = await whereClaimed(trx.selectFrom('webhook_deliveries'), claim)
      .select(['attempts', 'retries_wanted', 'is_test', 'delivered_at'])
      .forUpdate()
      .executeTakeFirst();
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
      this.#retrySeconds,
    );
    await whereClaimed(trx.updateTable('webhook_deliveries'), claim)
      .set({ attempts, state: next.state, due_at: next.dueAt, lease_until: null })
      .execute();
    const id = newId('dlv', result.endedAt);
    await trx
      .insertInto('webhook_attempts')
      .values({
        id,
        webhook_id: claim.webhookId,
        event_id: claim.eventId,
        event_type: sent.eventType,
        status: 'failed',
        attempt: attempts,
        response_code: result.responseCode,
        response_time_ms: result.responseTimeMs,
        error: result.error,
        next_retry: next.dueAt,
        created_at: result.endedAt,
      })
      .execute();
    if (next.disablesWebhook && (await lockIfActive(trx, webhook.id))) {
      await disableWebhook(trx, webhook.id, result.endedAt, this.#holding);
      await this.#tellOwners(trx, webhook, sent.eventType, result);
    }
    return id;
  }

  async #tellOwners(
    trx: Transaction,
    webhook: { id: string; seller_id: string | null; user_id: string | null; url: string },
    eventType: string,
    result: AttemptResult,
  ): Promise<void> {
    const { seller_id: sellerId, user_id: userId } = webhook;
    const told = sellerId === null ? [userId] : ((await findManagers(trx, [sellerId])).get(sellerId) ?? []);
    const userIds = told.flatMap((id) => id ?? []);
    const notices = userIds.map((userId) => ({
      userId,
      type: 'webhook_disabled' as const,
      data: {
        webhookId: webhook.id,
        url: webhook.url,
        eventType,
        error: result.error,
        responseCode: result.responseCode,
      },
      link: `/seller/webhooks/${webhook.id}`,
      dedupeKey: `webhook_disabled:${webhook.id}:${result.endedAt.toISOString()}`,
    }));
    await this.#notices.add(trx, ...notices);
  }
}

/** False when another attempt, or its owner, has disabled it meanwhile. */
async function lockIfActive(trx: Transaction, webhookId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('webhooks')
    .select('id')
    .where('id', '=', webhookId)
    .where('status', '=', 'active')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Writes the log entries and deliveries of successful attempts and returns the ids of the entries written. As with
 * claims, the commit does not wait for the disk: what a crash of the database server loses is an attempt that is made
 * again.
 */
async function insertDelivered(
  db: Database,
  batch: readonly Pick<DeliveredAttempt, 'id' | 'sent' | 'result'>[],
): Promise<ReadonlySet<string>> {
  const claims = batch.map(({ sent }) => sent.claim);
  const { rows } = await sql<{ id: string }>`
    ${prepared} with sent as (
      select * from unnest(
        ${batch.map(({ id }) => id)}::text[],
        ${claims.map((claim) => claim.webhookId)}::text[], ${claims.map((claim) => claim.eventId)}::text[],
        ${claims.map((claim) => claim.claims)}::integer[], ${batch.map(({ sent }) => sent.eventType)}::text[],
        ${batch.map(({ result }) => result.responseCode)}::integer[],
        ${batch.map(({ result }) => result.responseTimeMs)}::integer[],
        ${batch.map(({ result }) => result.endedAt)}::timestamptz[]
      ) as s(id, webhook_id, event_id, claims, event_type, response_code, response_time_ms, ended_at)
    ), done as (
      update webhook_deliveries d
      set attempts = d.attempts + 1, lease_until = null, delivered_at = s.ended_at,
          state = case when d.retries_wanted > 0 then 'pending' else 'delivered' end,
          due_at = case when d.retries_wanted > 0 then s.ended_at end
      from sent s
      where d.webhook_id = s.webhook_id and d.event_id = s.event_id and d.claims = s.claims
        and d.lease_until is not null
      returning s.id, d.webhook_id, d.event_id, s.event_type, d.attempts, s.response_code, s.response_time_ms, s.ended_at
    ), logged as (
      insert into webhook_attempts (id, webhook_id, event_id, event_type, status, attempt, response_code,
        response_time_ms, created_at)
      select id, webhook_id, event_id, event_type, 'delivered', attempts, response_code, response_time_ms, ended_at
      from done
      returning id
    )
    select id, set_config('synchronous_commit', 'off', true) from logged`.execute(db);
  return new Set(rows.map((row) => row.id));
}
