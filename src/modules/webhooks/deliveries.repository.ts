import { type RawBuilder, sql } from 'kysely';
import { type Deferred, defer } from '../../platform/db/deferred.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import { envelopeOfRow } from './envelope.ts';
import './tables.ts';

/** The channel that wakes the workers of every process. */
export const DELIVERIES_CHANNEL = 'fifthwheel_webhooks';

/**
 * Inserts a delivery of each event to each active webhook that it concerns: those of its seller or, for an event
 * about a person alone, of the seller that the person belongs to. One statement reads the events from their rows, so
 * a batch for a seller without webhooks costs an index look-up. Its result is the number of deliveries.
 */
export async function insertDeliveries(
  trx: Transaction,
  eventIds: readonly string[],
  times: { readonly now: Date; readonly dueAt: Date },
): Promise<Deferred> {
  const wanted = sql`
      select w.id as webhook_id, e.id as event_id, e.type as event_type, ${envelopeOfRow} as body,
        e.created_at as happened_at
      from events e
      join webhooks w on w.seller_id = coalesce(
        e.seller_id, (select m.seller_id from team_members m where m.user_id = e.user_id))
      where e.id = any(${eventIds}::text[]) and w.status = 'active' and w.events && array[e.type, '*']`;
  return defer(trx, insertion(wanted, times));
}

export interface ReplayScope {
  readonly webhookId: string;
  readonly sellerId: string;
  readonly types: readonly string[];
  readonly since: Date;
  readonly includeDelivered: boolean;
  readonly limit: number;
}

/**
 * Sends the events since `since` again, as if for the first time, oldest first; delivered ones only with
 * `includeDelivered`. Returns how many.
 */
export async function replayDeliveries(
  trx: Transaction,
  scope: ReplayScope,
  times: { readonly now: Date; readonly dueAt: Date },
): Promise<number> {
  const { webhookId, sellerId, types, since, includeDelivered, limit } = scope;
  const wanted = sql`
      select ${webhookId} as webhook_id, e.id as event_id, e.type as event_type, ${envelopeOfRow} as body,
        e.created_at as happened_at
      from events e
      left join webhook_deliveries d on d.webhook_id = ${webhookId} and d.event_id = e.id
      where e.created_at >= ${since} and e.type = any(${types}::text[])
        and (e.seller_id = ${sellerId} or (e.seller_id is null
          and e.user_id in (select m.user_id from team_members m where m.seller_id = ${sellerId})))
        and (d.event_id is null or d.state = 'undelivered' or (d.state = 'delivered' and ${includeDelivered}))
        and (d.lease_until is null or d.lease_until <= ${times.now})
      order by e.created_at, e.id
      limit ${limit}`;
  const { numAffectedRows = 0n } = await insertion(wanted, times).execute(trx);
  return Number(numAffectedRows);
}

function insertion(
  wanted: RawBuilder<unknown>,
  times: { readonly now: Date; readonly dueAt: Date },
): RawBuilder<unknown> {
  return sql`
    ${prepared} with wanted as materialized (${wanted}),
    stored as (
      insert into webhook_payloads (event_id, event_type, body, created_at)
      select distinct on (event_id) event_id, event_type, body, happened_at from wanted
      on conflict do nothing
    )
    insert into webhook_deliveries (webhook_id, event_id, state, due_at, created_at)
    select webhook_id, event_id, 'pending', ${times.dueAt}::timestamptz, ${times.now}::timestamptz from wanted
    on conflict (webhook_id, event_id) do update
    set state = 'pending', due_at = excluded.due_at, created_at = excluded.created_at, attempts = 0,
        delivered_at = null, lease_until = null
    where webhook_deliveries.state <> 'pending'`;
}

/** Inserts a delivery that is already leased, so that no worker claims it. */
export async function insertTestDelivery(
  trx: Transaction,
  test: {
    readonly webhookId: string;
    readonly eventId: string;
    readonly eventType: string;
    readonly body: Buffer;
    readonly now: Date;
    readonly leaseUntil: Date;
  },
): Promise<void> {
  await trx
    .insertInto('webhook_payloads')
    .values({ event_id: test.eventId, event_type: test.eventType, body: test.body, created_at: test.now })
    .execute();
  await trx
    .insertInto('webhook_deliveries')
    .values({
      webhook_id: test.webhookId,
      event_id: test.eventId,
      state: 'undelivered',
      due_at: null,
      claims: 1,
      lease_until: test.leaseUntil,
      is_test: true,
      delivered_at: null,
      created_at: test.now,
    })
    .execute();
}

/**
 * Requests an attempt now. It replaces a waiting one; if one is running or already requested, it follows that. False
 * when the delivery no longer exists.
 */
export async function requestRetry(
  trx: Transaction,
  delivery: { readonly webhookId: string; readonly eventId: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_deliveries')
    .set((eb) => ({ state: 'pending', due_at: now, retries_wanted: eb('retries_wanted', '+', 1) }))
    .where('webhook_id', '=', delivery.webhookId)
    .where('event_id', '=', delivery.eventId)
    .executeTakeFirst();
  await trx
    .updateTable('webhook_attempts')
    .set({ next_retry: now })
    .where('webhook_id', '=', delivery.webhookId)
    .where('event_id', '=', delivery.eventId)
    .where('next_retry', '>', now)
    .execute();
  return numUpdatedRows > 0n;
}

export async function countPending(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('due_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return row.count;
}
