import { type RawBuilder, sql } from 'kysely';
import { type Deferred, defer } from '../../platform/db/deferred.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { countRows } from '../../platform/db/rows.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { EventDefinition } from '../../platform/events/event.ts';
import { memberships } from '../companies/index.ts';
import { accounts } from '../auth/index.ts';
import { envelopeOfRow } from './envelope.repository.ts';
import { isSilent } from './silence.repository.ts';
import { isServed } from './webhooks.repository.ts';
import './tables.ts';

/** The channel that wakes the workers of every process. */
export const DELIVERIES_CHANNEL = 'fifthwheel_webhooks';

/**
 * Inserts a delivery of each event to each active webhook that it concerns. These are the webhooks of its seller and of sellers that
 * it is shared with; for a personal event, the webhooks of that user; and webhooks of administrators, if the event is for them.
 * One statement reads the events from their rows, so a batch for a seller without webhooks costs an index lookup. Returns the number
 * of deliveries.
 */
export async function insertDeliveries(
  trx: Transaction,
  eventIds: readonly string[],
  { scope, forAdministrators }: EventDefinition,
  times: { readonly now: Date; readonly dueAt: Date },
): Promise<Deferred> {
  const administrators = sql`
        union all
        select w.*, null::text as person_id
        from ${accounts} u join webhooks w on w.user_id = u.id and w.seller_id is null and w.deleted_at is null
        where u.role = 'ADMIN' and u.status = 'active' and u.id is distinct from e.user_id`;
  const wanted = sql`
      select w.id as webhook_id, e.id as event_id, e.type as event_type, ${envelopeOfRow} as body,
        e.created_at as happened_at, w.person_id
      from events e
      cross join lateral (
        select w.*, null::text as person_id from webhooks w
        where w.seller_id = e.seller_id and w.deleted_at is null
        union all
        select w.*, null::text as person_id from webhooks w
        where w.seller_id = any(e.shared_with) and w.deleted_at is null
        union all
        select w.*, e.user_id as person_id from webhooks w
        where e.seller_id is null and w.user_id = e.user_id and w.deleted_at is null
          and (w.seller_id = any(e.shared_with)) is not true and ${isServed}
        ${forAdministrators === true ? administrators : sql``}
      ) w
      where e.id = any(${eventIds}::text[]) and w.status = 'active' and not ${isSilent} and w.events && array[e.type, '*']
        and (w.scopes is null or ${scope}::text = any(w.scopes))`;
  return defer(trx, insertion(wanted, times));
}

export interface ReplayScope {
  readonly webhookId: string;
  /** Seller whose events to include; null if only the other kinds. */
  readonly sellerId: string | null;
  /** Person whose own events to include, if that person requests the replay. */
  readonly personId: string | null;
  readonly types: readonly string[];
  /** Types among them that are sent whatever account they belong to. */
  readonly typesOfAll: readonly string[];
  readonly since: Date;
  readonly until: Date;
  readonly includeDelivered: boolean;
  readonly limit: number;
}

/**
 * Sends the events from `since` up to `until` again, as if for the first time, oldest first; delivered ones only with
 * `includeDelivered`. Returns how many.
 */
export async function replayDeliveries(
  trx: Transaction,
  scope: ReplayScope,
  times: { readonly now: Date; readonly dueAt: Date },
): Promise<number> {
  const { webhookId, sellerId, personId, types, typesOfAll, since, until, includeDelivered, limit } = scope;
  // Each group of accounts is a range of a separate index. A single condition with alternatives would read all events of the
  // instance since then.
  const isToBeSent = sql`e.created_at >= ${since} and e.created_at <= ${until} and e.type = any(${types}::text[])
        and (d.event_id is null or d.state = 'undelivered' or (d.state = 'delivered' and ${includeDelivered}))
        and (d.lease_until is null or d.lease_until <= ${times.now})`;
  const delivery = sql`left join webhook_deliveries d on d.webhook_id = ${webhookId} and d.event_id = e.id`;
  const select = (condition: RawBuilder<unknown>, personId: RawBuilder<unknown>, joins = sql``) => sql`(
        select e.id, ${personId} as person_id, e.created_at from events e ${joins} ${delivery}
        where ${condition} and ${isToBeSent}
        order by e.created_at, e.id limit ${limit})`;
  const noPerson = sql`null::text`;
  const isShared = sql`e.shared_with @> array[${sellerId}::text] and e.shared_with is not null`;
  const parts: RawBuilder<unknown>[] = [];
  if (sellerId !== null)
    parts.push(select(sql`e.seller_id = ${sellerId}`, noPerson), select(isShared, noPerson));
  if (personId !== null)
    // Excludes a member's events from before joining the team, and users' events from before an administrator created
    // the webhook.
    parts.push(
      select(
        sql`e.user_id = ${personId} and e.seller_id is null and e.created_at >= coalesce(m.created_at, w.created_at)`,
        sql`e.user_id`,
        sql`join webhooks w on w.id = ${webhookId}
        left join ${memberships} m on m.seller_id = w.seller_id and m.user_id = w.user_id`,
      ),
    );
  if (typesOfAll.length > 0)
    parts.push(
      select(
        sql`e.type = any(${typesOfAll}::text[]) and e.created_at >= w.created_at`,
        sql`case when e.seller_id is null and e.user_id = ${personId}::text then e.user_id end`,
        sql`join webhooks w on w.id = ${webhookId}`,
      ),
    );
  if (parts.length === 0) return 0;
  const wanted = sql`
      select ${webhookId} as webhook_id, e.id as event_id, e.type as event_type, ${envelopeOfRow} as body,
        e.created_at as happened_at, chosen.person_id
      from (
        -- An event that is shared with the seller is the team's, also when it is the person's own.
        select id, case when bool_or(person_id is null) then null else max(person_id) end as person_id,
          min(created_at) as created_at
        from (${sql.join(parts, sql` union all `)}) found
        group by id order by created_at, id limit ${limit}
      ) chosen
      join events e on e.id = chosen.id`;
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
    insert into webhook_deliveries (webhook_id, event_id, state, due_at, created_at, person_id)
    select webhook_id, event_id, 'pending', ${times.dueAt}::timestamptz, ${times.now}::timestamptz, person_id from wanted
    on conflict (webhook_id, event_id) do update
    set state = 'pending', due_at = excluded.due_at, created_at = excluded.created_at, attempts = 0,
        delivered_at = null, lease_until = null, person_id = excluded.person_id
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
 * Requests an attempt now. It replaces a waiting one; if one is running or already requested, it follows that one.
 * Returns false if the delivery no longer exists or belongs to a person who no longer has this webhook.
 */
export async function requestRetry(
  trx: Transaction,
  delivery: { readonly webhookId: string; readonly eventId: string; readonly logId: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      state: 'pending',
      due_at: now,
      retries_wanted: eb('retries_wanted', '+', 1),
      log_ids: sql<string[]>`log_ids || ${delivery.logId}::text`,
    }))
    .where('webhook_id', '=', delivery.webhookId)
    .where('event_id', '=', delivery.eventId)
    .where((eb) =>
      eb.or([
        eb('person_id', 'is', null),
        eb(
          'person_id',
          '=',
          eb.selectFrom('webhooks').select('user_id').where('id', '=', delivery.webhookId),
        ),
      ]),
    )
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

export function countPending(db: Queryable): Promise<number> {
  return countRows(db.selectFrom('webhook_deliveries').where('due_at', 'is not', null));
}
