/**
 * The queue of deliveries.
 *
 * A worker claims a delivery by writing a lease and commits at once, so that no lock is held while the request runs.
 * `claims` counts up with each claim and fences the outcome: a worker whose lease ran out and whose delivery was taken
 * over changes nothing. A killed worker leaves its lease to run out; the attempt is then made again, with the same bytes.
 */
import { sql } from 'kysely';
import { prepared } from '../../platform/db/prepared.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
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
}

export interface ClaimRequest {
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly limit: number;
  /** How many more a webhook may have under way, where that is not the default. */
  readonly room: Readonly<Record<string, number>>;
  readonly roomDefault: number;
  /** Only these webhooks, or all but these. */
  readonly named: { readonly only: boolean; readonly webhookIds: readonly string[] };
}

/**
 * The webhooks that wait, one index descent each, however much waits for one of them. The planner knows no such scan by
 * itself (PostgreSQL 17 and earlier); `distinct` would read every waiting row. The sort keys are those of the index of
 * waiting rows: by the webhook alone, the primary key would do too, with all rows that do not wait any more.
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

/** Due, and nobody has it. */
function isFree(now: Date) {
  return sql`d.due_at <= ${now} and (d.lease_until is null or d.lease_until <= ${now})`;
}

/**
 * Takes what is due longest, but of no webhook more than it has room for. The commit does not wait for the disk: a lease
 * that is lost with the database server means an attempt that is made again.
 */
export async function claimDue(db: Queryable, request: ClaimRequest): Promise<readonly ClaimedDelivery[]> {
  const { now, leaseUntil, limit, named } = request;
  if (limit <= 0) return [];
  const { rows } = await sql<ClaimedDelivery>`
    ${prepared} with recursive ${waitingWebhooks},
    candidates as materialized (
      select d.webhook_id, d.event_id, d.due_at
      from waiting
      join webhooks w on w.id = waiting.webhook_id and w.status = 'active'
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
      returning d.webhook_id, d.event_id, d.claims
    )
    select c.webhook_id as "webhookId", c.event_id as "eventId", c.claims, p.event_type as "eventType", p.body, w.url,
      w.secret, w.previous_secret as "previousSecret", w.previous_secret_until as "previousSecretUntil",
      set_config('synchronous_commit', 'off', true)
    from claimed c
    join webhook_payloads p on p.event_id = c.event_id
    join webhooks w on w.id = c.webhook_id`.execute(db);
  return rows;
}

/** Prolongs the leases of attempts that are still under way. */
export async function renewLeases(db: Queryable, claims: readonly Claim[], leaseUntil: Date): Promise<void> {
  await sql`
    update webhook_deliveries d set lease_until = ${leaseUntil}
    from unnest(${claims.map((claim) => claim.webhookId)}::text[], ${claims.map((claim) => claim.eventId)}::text[],
      ${claims.map((claim) => claim.claims)}::integer[]) as c (webhook_id, event_id, claims)
    where d.webhook_id = c.webhook_id and d.event_id = c.event_id and d.claims = c.claims
      and d.lease_until is not null`.execute(db);
}

/** Gives an attempt back that was broken off by our own end: another process makes it at once. */
export async function releaseClaim(db: Queryable, claim: Claim): Promise<void> {
  await whereClaimed(db.updateTable('webhook_deliveries'), claim).set({ lease_until: null }).execute();
}

interface Filterable<Q> {
  where(column: 'webhook_id' | 'event_id' | 'claims', operator: '=', value: string | number): Q;
  where(column: 'lease_until', operator: 'is not', value: null): Q;
}

/** The fence: the delivery, as long as the claim is the last one and its outcome is open. */
export function whereClaimed<Q extends Filterable<Q>>(query: Q, claim: Claim): Q {
  return query
    .where('webhook_id', '=', claim.webhookId)
    .where('event_id', '=', claim.eventId)
    .where('claims', '=', claim.claims)
    .where('lease_until', 'is not', null);
}

/** When the delivery that is due longest became so. */
export async function findOldestDue(db: Queryable, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ due_at: Date | null }>`
    with recursive ${waitingWebhooks}
    select min(first.due_at) as due_at
    from waiting
    join webhooks w on w.id = waiting.webhook_id and w.status = 'active'
    cross join lateral (
      select d.due_at from webhook_deliveries d
      where d.webhook_id = w.id and ${isFree(now)}
      order by d.due_at limit 1
    ) first`.execute(db);
  return rows[0]?.due_at ?? null;
}
