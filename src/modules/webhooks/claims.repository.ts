/**
 * The queue of deliveries.
 *
 * A worker claims a delivery by writing a lease and commits at once, so no lock is held during the request. `claims`
 * counts up with each claim and fences the outcome: a worker whose lease expired and whose delivery was taken over
 * changes nothing. The lease of a killed worker expires, and the attempt is made again with the same bytes.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../platform/actor.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import { isSilent } from './silence.repository.ts';
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
  /** Scopes of the API key that chose the URL; null if unrestricted. */
  readonly scopes: readonly Scope[] | null;
  /** False if the webhook has passed to a user who cannot read this event. */
  readonly isForHolder: boolean;
  /** Reserved ID of the log entry, for an attempt requested by hand. */
  readonly logId: string | null;
}

export interface ClaimRequest {
  readonly now: Date;
  readonly leaseUntil: Date;
  /** Free places, and those of one webhook, if not the default: by lane. */
  readonly fast: LaneRoom;
  readonly slow: LaneRoom;
  /** The webhooks of the slow lane; all others are fast. */
  readonly slowWebhooks: readonly string[];
}

interface LaneRoom {
  readonly free: number;
  readonly roomDefault: number;
  /** Number of further concurrent attempts allowed for a webhook. */
  readonly room: Readonly<Record<string, number>>;
}

/** Considers only the longest due. Usually that is all of them. */
const LOOKED_AT = 200;
/** Webhooks that a claim walks past, each at the price of an index descent. */
const WALKED_MAX = 100;

/** Due and not leased. */
function isFree(now: Date) {
  return sql`d.due_at <= ${now}::timestamptz and (d.lease_until is null or d.lease_until <= ${now}::timestamptz)`;
}

/**
 * Claims the deliveries that have been due longest, up to the free slots of each webhook. Deliveries that are not due cost
 * nothing, however many webhooks have some. The commit does not wait for the disk: if the database server loses a lease, the
 * attempt is merely repeated.
 */
export async function claimDue(
  db: Queryable,
  request: ClaimRequest,
): Promise<{
  readonly claimed: readonly ClaimedDelivery[];
  /** More is due than was looked at: a backlog may hide what other webhooks wait for. */
  readonly isBacklogged: boolean;
}> {
  const { rows } = await sql<Partial<ClaimedDelivery> & { lookedAt: number }>`
    ${prepared} with oldest as materialized (
      select d.webhook_id, d.event_id, d.due_at
      from webhook_deliveries d
      where ${isFree(request.now)}
      order by d.due_at, d.webhook_id, d.event_id
      limit ${LOOKED_AT}::integer
    ),
    ${claimedFrom(sql`oldest`, request)}
    select *, (select count(*)::integer from oldest) as "lookedAt"
    from (select) one left join result on true`.execute(db);
  const [row] = rows;
  return { claimed: claimedIn(rows), isBacklogged: (row?.lookedAt ?? 0) >= LOOKED_AT };
}

/**
 * Claims behind a backlog: goes from one webhook with waiting deliveries to the next, one index descent each, and some of
 * them at a time. `walkOnFrom` is where the next claim continues, empty at the end.
 * PostgreSQL up to 17 has no such skip scan, and `distinct` would read every waiting row. The sort keys are those of
 * the index of waiting rows: with the webhook alone the planner could take the primary key, which also holds all
 * finished rows.
 */
export async function claimBehindBacklog(
  db: Queryable,
  request: ClaimRequest,
  walkFrom: string,
): Promise<{ readonly claimed: readonly ClaimedDelivery[]; readonly walkOnFrom: string }> {
  const next = sql`
      select d.webhook_id from webhook_deliveries d
      where d.due_at is not null and d.webhook_id > `;
  const inOrder = sql`order by d.webhook_id, d.due_at, d.event_id limit 1`;
  const roomMax = Math.max(request.fast.roomDefault, request.slow.roomDefault);
  const { rows } = await sql<Partial<ClaimedDelivery> & { last: string | null; walked: number }>`
    ${prepared} with recursive waiting (webhook_id, n) as (
      (select webhook_id, 1 from (${next} ${walkFrom}::text ${inOrder}) first)
      union all
      select (${next} waiting.webhook_id ${inOrder}), n + 1
      from waiting where waiting.webhook_id is not null and n < ${WALKED_MAX}::integer
    ),
    oldest as materialized (
      select d.webhook_id, d.event_id, d.due_at
      from waiting cross join lateral (
        select d.webhook_id, d.event_id, d.due_at from webhook_deliveries d
        where d.webhook_id = waiting.webhook_id and ${isFree(request.now)}
        order by d.due_at, d.event_id limit ${roomMax}::integer
      ) d
      order by d.due_at, d.event_id
    ),
    ${claimedFrom(sql`oldest`, request)}
    select *, (select max(webhook_id) from waiting) as last, (select count(webhook_id)::integer from waiting) as walked
    from (select) one left join result on true`.execute(db);
  const [row] = rows;
  const isAtEnd = row === undefined || row.walked < WALKED_MAX;
  return { claimed: claimedIn(rows), walkOnFrom: isAtEnd ? '' : (row.last ?? '') };
}

/** If nothing was claimed, the only row holds the scan position without a delivery. */
function claimedIn(rows: readonly Partial<ClaimedDelivery>[]): ClaimedDelivery[] {
  return rows.filter((row): row is ClaimedDelivery => typeof row.webhookId === 'string');
}

/** Leases as many candidates as there are free slots, lane by lane, the longest due first. */
function claimedFrom(candidates: RawBuilder<unknown>, request: ClaimRequest): RawBuilder<unknown> {
  const { now, leaseUntil, fast, slow } = request;
  const room = { ...fast.room, ...slow.room };
  const slowWebhooks = [...request.slowWebhooks];
  return sql`
    sorted as materialized (
      select c.webhook_id, c.event_id, c.due_at, is_slow,
        row_number() over (partition by c.webhook_id order by c.due_at, c.event_id) as nth,
        coalesce((${JSON.stringify(room)}::jsonb ->> c.webhook_id)::integer,
          case when is_slow then ${slow.roomDefault}::integer else ${fast.roomDefault}::integer end) as room
      from ${candidates} c
      join webhooks w on w.id = c.webhook_id and w.status = 'active' and not ${isSilent}
      cross join lateral (select c.webhook_id = any(${slowWebhooks}::text[]) as is_slow) lane
    ),
    due as (
      select free.webhook_id, free.event_id
      from (values (false, ${fast.free}::integer), (true, ${slow.free}::integer)) as lanes (is_slow, places)
      cross join lateral (
        -- Locks one after another, until there are enough; free once more, since another worker may have been here meanwhile.
        select locked.webhook_id, locked.event_id
        from (
          select * from sorted s where s.is_slow = lanes.is_slow and s.nth <= s.room order by s.due_at, s.event_id
        ) s
        cross join lateral (
          select d.webhook_id, d.event_id
          from webhook_deliveries d
          where d.webhook_id = s.webhook_id and d.event_id = s.event_id and ${isFree(now)}
          for update skip locked
        ) locked
        limit lanes.places
      ) free
    ),
    claimed as (
      update webhook_deliveries d
      set lease_until = ${leaseUntil}, claims = d.claims + 1, retries_wanted = greatest(d.retries_wanted - 1, 0),
          log_id = case when d.retries_wanted > 0 then d.log_ids[1] else d.log_id end,
          log_ids = case when d.retries_wanted > 0 then d.log_ids[2:] else d.log_ids end
      from due where d.webhook_id = due.webhook_id and d.event_id = due.event_id
      returning d.webhook_id, d.event_id, d.claims, d.person_id, d.log_id
    ),
    result as (
      select c.webhook_id as "webhookId", c.event_id as "eventId", c.claims, c.log_id as "logId", p.event_type as "eventType", p.body, w.url,
        w.secret, w.previous_secret as "previousSecret", w.previous_secret_until as "previousSecretUntil",
        w.scopes, (c.person_id is null or c.person_id = w.user_id) is true and ${isServed} as "isForHolder",
        set_config('synchronous_commit', 'off', true)
      from claimed c
      join webhook_payloads p on p.event_id = c.event_id
      join webhooks w on w.id = c.webhook_id
    )`;
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

/** Releases an attempt that the shutdown of this process aborted, so that another process makes it immediately. */
export async function releaseClaim(db: Queryable, claim: Claim): Promise<void> {
  await whereClaimed(db.updateTable('webhook_deliveries'), claim).set({ lease_until: null }).execute();
}

/** Ends a delivery that its webhook has lost the right to carry, for example with a new keeper. */
export async function withholdDelivery(db: Queryable, claim: Claim): Promise<void> {
  await whereClaimed(db.updateTable('webhook_deliveries'), claim)
    .set({
      state: 'undelivered',
      due_at: null,
      retries_wanted: 0,
      log_id: null,
      log_ids: [],
      lease_until: null,
    })
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

export interface Waiting {
  /** The longest time that a webhook has had a due delivery and no attempt: it waits for a worker. */
  readonly lateSeconds: number;
  /** Age of the oldest due delivery that waits behind attempts of the same webhook, because its receiver is slow or hangs. */
  readonly behindReceiverSeconds: number;
}

/** Webhooks to check, each with an index lookup. */
const WAITING_WEBHOOKS_MAX = 2000;
/** Deliveries of a webhook are claimed in the order in which they are due, so leases are on its first rows. */
const LEASES_AMONG_FIRST = 16;

/**
 * Separates the lag of the workers from the lag caused by a webhook's own receiver. A webhook that hangs has one
 * attempt after another, so the time since its last attempt stays short while its oldest delivery ages.
 */
export async function findWaiting(db: Queryable, now: Date): Promise<Waiting> {
  const next = sql`select d.webhook_id from webhook_deliveries d where d.due_at is not null`;
  const inOrder = sql`order by d.webhook_id, d.due_at, d.event_id limit 1`;
  const { rows } = await sql<Waiting>`
    ${prepared} with recursive waiting (webhook_id, n) as (
      (select webhook_id, 1 from (${next} ${inOrder}) first)
      union all
      select (${next} and d.webhook_id > waiting.webhook_id ${inOrder}), n + 1
      from waiting where waiting.webhook_id is not null and n < ${WAITING_WEBHOOKS_MAX}::integer
    ),
    oldest as (
      select d.due_at, attempts.last_at,
        exists (
          select from (
            select d.lease_until from webhook_deliveries d
            where d.webhook_id = w.id and d.due_at is not null
            order by d.webhook_id, d.due_at, d.event_id limit ${LEASES_AMONG_FIRST}::integer
          ) d where d.lease_until > ${now}::timestamptz
        ) as is_attempted
      from waiting
      join webhooks w on w.id = waiting.webhook_id and w.status = 'active' and not ${isSilent}
      cross join lateral (
        select d.due_at from webhook_deliveries d
        where d.webhook_id = w.id and ${isFree(now)}
        order by d.due_at, d.event_id limit 1
      ) d
      left join lateral (
        select a.created_at as last_at from webhook_attempts a
        where a.webhook_id = w.id order by a.created_at desc, a.id desc limit 1
      ) attempts on true
    )
    select
      coalesce(extract(epoch from max(${now}::timestamptz - greatest(due_at, last_at))
        filter (where not is_attempted)), 0)::float8 as "lateSeconds",
      coalesce(extract(epoch from max(${now}::timestamptz - due_at)
        filter (where is_attempted or last_at > due_at)), 0)::float8 as "behindReceiverSeconds"
    from oldest`.execute(db);
  const [row] = rows;
  return {
    lateSeconds: Math.max(0, row?.lateSeconds ?? 0),
    behindReceiverSeconds: row?.behindReceiverSeconds ?? 0,
  };
}
