import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { type Claim, whereClaimed } from './claims.repository.ts';
import type { DeliveryError } from './delivery-errors.ts';
import { isSilent } from './silence.repository.ts';
import type { DeliveryState, HeaderFields } from './tables.ts';
import './tables.ts';

/** The result of an attempt; no error means delivered. */
export interface AttemptResult {
  readonly endedAt: Date;
  readonly responseCode: number | null;
  readonly responseTimeMs: number;
  readonly error: DeliveryError | null;
  readonly exchange: Exchange;
}

/** Request and response as transmitted, truncated to a bound; no response if none arrived. */
export interface Exchange {
  readonly requestHeaders: HeaderFields | null;
  readonly responseHeaders: HeaderFields | null;
  readonly responseBody: string | null;
}

export interface SentEvent {
  readonly claim: Claim;
  readonly eventType: string;
  /** Promised for the log entry. */
  readonly logId: string | null;
}

/**
 * Takes no lock, because the attempts of a webhook would wait for each other. A delivery that is requeued while the
 * webhook is being disabled stays queued, and is held before the webhook is active again.
 */
export function findClaimedWebhook(trx: Transaction, webhookId: string) {
  return trx
    .selectFrom('webhooks as w')
    .select(['id', 'seller_id', 'user_id', 'url', 'status', isSilent.as('is_silent')])
    .where('id', '=', webhookId)
    .executeTakeFirst();
}

/** Returns false if another attempt or its owner has disabled it since. */
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
    .forNoKeyUpdate()
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
    .set({ attempts, state: failed.state, due_at: dueAt, log_id: null, lease_until: null })
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
      ...exchangeColumns(result.exchange),
    })
    .execute();
}

function exchangeColumns({ requestHeaders, responseHeaders, responseBody }: Exchange) {
  return {
    request_headers: jsonOrNull(requestHeaders),
    response_headers: jsonOrNull(responseHeaders),
    response_body: responseBody,
  };
}

function jsonOrNull(value: HeaderFields | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

/**
 * Records why a webhook fails, and since when. Returns true for the first failure to notify its owners of. Does not
 * wait if the webhook is locked: the next failure is recorded instead.
 */
export async function recordFailure(
  trx: Transaction,
  webhookId: string,
  result: AttemptResult,
  isTold: boolean,
): Promise<boolean> {
  const { endedAt, error, responseCode } = result;
  const { rows } = await sql<{ is_first: boolean }>`
    with free as (
      select id, failing_told from webhooks where id = ${webhookId} for no key update skip locked
    )
    update webhooks w
    set failing_since = coalesce(w.failing_since, ${endedAt}), last_error = ${error},
      last_response_code = ${responseCode}::integer, last_error_at = ${endedAt},
      failing_told = w.failing_told or ${isTold}
    from free where w.id = free.id
    returning ${isTold} and not free.failing_told as is_first`.execute(trx);
  return rows[0]?.is_first ?? false;
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
        ${batch.map(({ result }) => result.endedAt)}::timestamptz[],
        ${batch.map(({ result }) => jsonOrNull(result.exchange.requestHeaders))}::text[],
        ${batch.map(({ result }) => jsonOrNull(result.exchange.responseHeaders))}::text[],
        ${batch.map(({ result }) => result.exchange.responseBody)}::text[]
      ) as s(id, webhook_id, event_id, claims, event_type, response_code, response_time_ms, ended_at,
        request_headers, response_headers, response_body)
    ), done as (
      update webhook_deliveries d
      set attempts = d.attempts + 1, lease_until = null, log_id = null, delivered_at = s.ended_at,
          state = case when d.retries_wanted > 0 then 'pending' else 'delivered' end,
          due_at = case when d.retries_wanted > 0 then s.ended_at end
      from sent s
      where d.webhook_id = s.webhook_id and d.event_id = s.event_id and d.claims = s.claims
        and d.lease_until is not null
      returning s.id, d.webhook_id, d.event_id, s.event_type, d.attempts, s.response_code, s.response_time_ms, s.ended_at,
        s.request_headers, s.response_headers, s.response_body
    ), recovered as (
      update webhooks w set failing_since = null, failing_told = false
      from (
        select id from webhooks where id in (select webhook_id from done) and failing_since is not null
        for no key update skip locked
      ) free where w.id = free.id
    ), logged as (
      insert into webhook_attempts (id, webhook_id, event_id, event_type, status, attempt, response_code,
        response_time_ms, created_at, request_headers, response_headers, response_body)
      select id, webhook_id, event_id, event_type, 'delivered', attempts, response_code, response_time_ms, ended_at,
        request_headers::jsonb, response_headers::jsonb, response_body
      from done
      returning id
    )
    select id, set_config('synchronous_commit', 'off', true) from logged`.execute(db);
  return new Set(rows.map((row) => row.id));
}
