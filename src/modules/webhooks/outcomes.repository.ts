import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { type Claim, whereClaimed } from './claims.repository.ts';
import type { DeliveryError } from './delivery-errors.ts';
import { isSilent } from './silence.repository.ts';
import type { DeliveryState } from './tables.ts';
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

/**
 * Not locked: the attempts of a webhook would wait for each other. A delivery that is put back while the webhook is being
 * disabled stays where it is, and is held before the webhook is active again.
 */
export function findClaimedWebhook(trx: Transaction, webhookId: string) {
  return trx
    .selectFrom('webhooks as w')
    .select(['id', 'seller_id', 'user_id', 'url', 'status', isSilent.as('is_silent')])
    .where('id', '=', webhookId)
    .executeTakeFirst();
}

/** False when another attempt, or its owner, has disabled it meanwhile. */
export async function lockIfActive(trx: Transaction, webhookId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('webhooks')
    .select('id')
    .where('id', '=', webhookId)
    .where('status', '=', 'active')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export function lockClaimedDelivery(trx: Transaction, claim: Claim) {
  return whereClaimed(trx.selectFrom('webhook_deliveries'), claim)
    .select(['attempts', 'retries_wanted', 'is_test', 'delivered_at'])
    .forUpdate()
    .executeTakeFirst();
}

/** Writes the log entry of a failed attempt, and when the delivery is tried again. */
export async function insertFailed(
  trx: Transaction,
  failed: {
    readonly id: string;
    readonly sent: SentEvent;
    readonly result: AttemptResult;
    readonly attempts: number;
    readonly state: DeliveryState;
    readonly dueAt: Date | null;
  },
): Promise<void> {
  const { sent, result, attempts, dueAt } = failed;
  await whereClaimed(trx.updateTable('webhook_deliveries'), sent.claim)
    .set({ attempts, state: failed.state, due_at: dueAt, lease_until: null })
    .execute();
  await trx
    .insertInto('webhook_attempts')
    .values({
      id: failed.id,
      webhook_id: sent.claim.webhookId,
      event_id: sent.claim.eventId,
      event_type: sent.eventType,
      status: 'failed',
      attempt: attempts,
      response_code: result.responseCode,
      response_time_ms: result.responseTimeMs,
      error: result.error,
      next_retry: dueAt,
      created_at: result.endedAt,
    })
    .execute();
}

/**
 * Writes the log entries and deliveries of successful attempts and returns the ids of the entries written. As with
 * claims, the commit does not wait for the disk: what a crash of the database server loses is an attempt that is made
 * again.
 */
export async function insertDelivered(
  db: Database,
  batch: readonly { readonly id: string; readonly sent: SentEvent; readonly result: AttemptResult }[],
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
