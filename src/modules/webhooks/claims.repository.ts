/**
 * The queue of deliveries.
 *
 * A worker claims a delivery by writing a lease and commits at once, so no lock is held during the request. `claims`
 * counts up with each claim and fences the outcome: a worker whose lease expired and whose delivery was taken over
 * changes nothing. The lease of a killed worker expires, and the attempt is made again with the same bytes.
 */
import { sql } from 'kysely';
import type { Scope } from '../../platform/actor.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import { isSilent } from './silence.ts';
import { isServed } from './webhooks.repository.ts';
import './tables.ts';

export interface Claim {
  readonly webhookId: string;
  readonly eventId: string;
  readonly claims: number;
}

export interface ClaimedDelivery extends Claim {
  readonly eventType: string;
  readonly body: Buffer;
  readonly url: string;
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
  readonly previousSecretUntil: Date | null;
  /** Of the API key that chose where it goes; null: no bounds. */
  readonly scopes: readonly Scope[] | null;
  /** False when the webhook has passed to somebody who may not have this event. */
  readonly isForHolder: boolean;
}

export interface ClaimRequest {
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly limit: number;
  /** How many more attempts a webhook may have at once, if not the default. */
  readonly room: Readonly<Record<string, number>>;
  readonly roomDefault: number;
  /** Only these webhooks, or all but these. */
  readonly named: { readonly only: boolean; readonly webhookIds: readonly string[] };
}

/**
 * The webhooks with waiting deliveries, one index descent each, however many deliveries wait for one of them.
 * PostgreSQL up to 17 has no such skip scan, and `distinct` would read every waiting row. The sort keys are those of
 * the index of waiting rows: with the webhook alone the planner could take the primary key, which also holds all
 * finished rows.
 */
const waitingWebhooks = sql`
  waiting (webhook_id) as (
    (
      select webhook_id from webhook_deliveries
      where due_at is not null order by webhook_id, due_at, event_id limit 1
    )
    union all
    select (
      select d.webhook_id from webhook_deliveries d
      where d.due_at is not null and d.webhook_id > waiting.webhook_id
      order by d.webhook_id, d.due_at, d.event_id limit 1
    )
    from waiting where waiting.webhook_id is not null
  )`;

/** Due and not leased. */
function isFree(now: Date) {
  return sql`d.due_at <= ${now} and (d.lease_until is null or d.lease_until <= ${now})`;
}

/**
 * Claims what has been due longest, but for each webhook no more than it has room for. The commit does not wait for
 * the disk: a lease lost with the database server only means that the attempt is made again.
 */
export async function claimDue(db: Queryable, request: ClaimRequest): Promise<readonly ClaimedDelivery[]> {
  const { now, leaseUntil, limit, named } = request;
  if (limit <= 0) return [];
  const { rows } = await sql<ClaimedDelivery>`
    ${prepared} with recursive ${waitingWebhooks},
    candidates as materialized (
      select d.webhook_id, d.event_id, d.due_at
      from waiting
      join webhooks w on w.id = waiting.webhook_id and w.status = 'active' and not ${isSilent}
      cross join lateral (
        select d.webhook_id, d.event_id, d.due_at
        from webhook_deliveries d
        where d.webhook_id = w.id and ${isFree(now)}
        order by d.due_at, d.event_id
        limit coalesce((${JSON.stringify(request.room)}::jsonb ->> w.id)::integer, ${request.roomDefault}::integer)
      ) d
      where (w.id = any(${named.webhookIds}::text[])) = ${named.only}
      order by d.due_at, d.event_id
    ),
    due as (
      select free.webhook_id, free.event_id
      from candidates c
      -- Locks one after another, until there are enough; free once more, since another worker may have been here meanwhile.
      cross join lateral (
        select d.webhook_id, d.event_id
        from webhook_deliveries d
        where d.webhook_id = c.webhook_id and d.event_id = c.event_id and ${isFree(now)}
        for update skip locked
      ) free
      limit ${limit}::integer
    ),
    claimed as (
      update webhook_deliveries d
      set lease_until = ${leaseUntil}, claims = d.claims + 1, retries_wanted = greatest(d.retries_wanted - 1, 0)
      from due where d.webhook_id = due.webhook_id and d.event_id = due.event_id
      returning d.webhook_id, d.event_id, d.claims, d.person_id
    )
    select c.webhook_id as "webhookId", c.event_id as "eventId", c.claims, p.event_type as "eventType", p.body, w.url,
      w.secret, w.previous_secret as "previousSecret", w.previous_secret_until as "previousSecretUntil",
      w.scopes, (c.person_id is null or c.person_id = w.user_id) is true and ${isServed} as "isForHolder",
      set_config('synchronous_commit', 'off', true)
    from claimed c
    join webhook_payloads p on p.event_id = c.event_id
    join webhooks w on w.id = c.webhook_id`.execute(db);
  return rows;
}

/** Extends the leases of running attempts. */
export async function renewLeases(db: Queryable, claims: readonly Claim[], leaseUntil: Date): Promise<void> {
  await sql`
    update webhook_deliveries d set lease_until = ${leaseUntil}
    from unnest(${claims.map((claim) => claim.webhookId)}::text[], ${claims.map((claim) => claim.eventId)}::text[],
      ${claims.map((claim) => claim.claims)}::integer[]) as c (webhook_id, event_id, claims)
    where d.webhook_id = c.webhook_id and d.event_id = c.event_id and d.claims = c.claims
      and d.lease_until is not null`.execute(db);
}

/** Gives back an attempt that our own shutdown aborted: another process makes it at once. */
export async function releaseClaim(db: Queryable, claim: Claim): Promise<void> {
  await whereClaimed(db.updateTable('webhook_deliveries'), claim).set({ lease_until: null }).execute();
}

/** Ends a delivery that the webhook may no longer carry: it may have changed hands since. */
export async function withholdClaim(db: Queryable, claim: Claim): Promise<void> {
  await whereClaimed(db.updateTable('webhook_deliveries'), claim)
    .set({ state: 'undelivered', due_at: null, retries_wanted: 0, lease_until: null })
    .execute();
}

interface Filterable<Q> {
  where(column: 'webhook_id' | 'event_id' | 'claims', operator: '=', value: string | number): Q;
  where(column: 'lease_until', operator: 'is not', value: null): Q;
}

/** The fence: finds the delivery only while this claim is its last one and its outcome is open. */
export function whereClaimed<Q extends Filterable<Q>>(query: Q, claim: Claim): Q {
  return query
    .where('webhook_id', '=', claim.webhookId)
    .where('event_id', '=', claim.eventId)
    .where('claims', '=', claim.claims)
    .where('lease_until', 'is not', null);
}

/** When the longest-due delivery became due. */
export async function findOldestDue(db: Queryable, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ due_at: Date | null }>`
    with recursive ${waitingWebhooks}
    select min(first.due_at) as due_at
    from waiting
    join webhooks w on w.id = waiting.webhook_id and w.status = 'active' and not ${isSilent}
    cross join lateral (
      select d.due_at from webhook_deliveries d
      where d.webhook_id = w.id and ${isFree(now)}
      order by d.due_at limit 1
    ) first`.execute(db);
  return rows[0]?.due_at ?? null;
}
