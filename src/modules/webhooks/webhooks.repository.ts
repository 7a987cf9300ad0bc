import { sql } from 'kysely';
import { countRows } from '../../platform/db/rows.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { memberships } from '../companies/index.ts';
import { accounts } from '../auth/index.ts';
import type { WebhookOwner } from './authority.ts';
import type { DisabledReason, WebhookRow } from './tables.ts';
import './tables.ts';

export async function findWebhook(
  db: Queryable,
  owner: WebhookOwner,
  id: string,
): Promise<WebhookRow | undefined> {
  return owned(db, owner).selectAll().where('id', '=', id).executeTakeFirst();
}

/** Finds the webhook of any owner, for administrators. */
export function findAnyWebhook(db: Queryable, id: string): Promise<WebhookRow | undefined> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Locks the webhook against other changes; new deliveries and log entries do not wait. */
export async function lockWebhook(
  trx: Transaction,
  owner: WebhookOwner,
  id: string,
): Promise<WebhookRow | undefined> {
  return owned(trx, owner).selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export async function listWebhooks(db: Queryable, owner: WebhookOwner, page: Page): Promise<WebhookRow[]> {
  return owned(db, owner)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export function countWebhooks(db: Queryable, owner: WebhookOwner): Promise<number> {
  return countRows(owned(db, owner));
}

/** Returns the URLs of webhooks that administrators have paused. */
export async function listPausedUrls(db: Queryable, owner: WebhookOwner): Promise<readonly string[]> {
  const rows = await owned(db, owner).select('url').where('disabled_reason', '=', 'administrator').execute();
  return rows.map(({ url }) => url);
}

function owned(db: Queryable, owner: WebhookOwner) {
  const webhooks = db.selectFrom('webhooks').where('deleted_at', 'is', null);
  return 'sellerId' in owner
    ? webhooks.where('seller_id', '=', owner.sellerId)
    : webhooks.where('user_id', '=', owner.userId).where('seller_id', 'is', null);
}

/** Only an administrator has webhooks without a seller; they are silent once the user is no longer an administrator. */
export const isServed = sql<boolean>`(w.seller_id is not null or exists (
  select from ${accounts} u where u.id = w.user_id and u.role = 'ADMIN' and u.status = 'active'))`;

type NewWebhook = Omit<
  WebhookRow,
  | 'maker_id'
  | 'keeper_id'
  | 'status'
  | 'disabled_reason'
  | 'failing_since'
  | 'last_error'
  | 'last_response_code'
  | 'last_error_at'
  | 'failing_told'
>;

export async function insertWebhook(trx: Transaction, row: NewWebhook): Promise<WebhookRow> {
  return trx.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateWebhook(
  trx: Transaction,
  id: string,
  changes: Partial<Omit<WebhookRow, 'id' | 'seller_id' | 'created_at'>> & { readonly updated_at: Date },
): Promise<WebhookRow> {
  return trx
    .updateTable('webhooks')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stops waiting deliveries; running attempts end as they do. The webhook must be locked. */
export async function disableWebhook(
  trx: Transaction,
  id: string,
  {
    now,
    reason,
    holding,
  }: { readonly now: Date; readonly reason: DisabledReason; readonly holding: DeliveryHolder },
): Promise<WebhookRow> {
  const row = await updateWebhook(trx, id, {
    status: 'disabled',
    disabled_at: now,
    disabled_reason: reason,
    updated_at: now,
  });
  await holding.hold(trx, [id], now);
  return row;
}

/** Leaves a seller's webhooks without the member who kept them: nothing is sent any more. Returns them. */
export async function releaseWebhooks(
  trx: Transaction,
  { sellerId, userId }: { readonly sellerId: string; readonly userId: string },
  now: Date,
  holding: DeliveryHolder,
): Promise<readonly { readonly id: string; readonly url: string }[]> {
  const rows = await trx
    .updateTable('webhooks')
    .set({ keeper_id: null, user_id: null, updated_at: now })
    .where('seller_id', '=', sellerId)
    .where('keeper_id', '=', userId)
    .where('deleted_at', 'is', null)
    .returning(['id', 'url'])
    .execute();
  await holding.hold(
    trx,
    rows.map(({ id }) => id),
    now,
  );
  return rows;
}

/** Stops what waits for the webhooks that a member keeps, as for those of a suspended seller. */
export async function holdDeliveriesKeptBy(
  trx: Transaction,
  userId: string,
  now: Date,
  holding: DeliveryHolder,
): Promise<void> {
  const rows = await trx
    .selectFrom('webhooks')
    .select('id')
    .where('seller_id', 'in', (eb) =>
      eb.selectFrom(memberships.as('team_members')).select('seller_id').where('user_id', '=', userId),
    )
    .where('keeper_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  await holding.hold(
    trx,
    rows.map(({ id }) => id),
    now,
  );
}

/** A member of the seller's team who may keep webhooks, and who stays so until the transaction ends. */
export function lockEligibleKeeper(
  trx: Transaction,
  sellerId: string,
  member: { readonly id: string } | { readonly userId: string },
): Promise<{ readonly user_id: string } | undefined> {
  return trx
    .selectFrom(memberships.as('m'))
    .innerJoin(accounts.as('u'), 'u.id', 'm.user_id')
    .select('m.user_id')
    .where((eb) => ('id' in member ? eb('m.id', '=', member.id) : eb('m.user_id', '=', member.userId)))
    .where('m.seller_id', '=', sellerId)
    .where('m.role', 'in', ['OWNER', 'MANAGER'])
    .where('u.status', '=', 'active')
    .forShare('m')
    .executeTakeFirst();
}

/** Names of makers and keepers, those who have left included. */
export async function namesOfUsers(
  db: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom(accounts.as('users'))
    .select(['id', 'name'])
    .where('id', 'in', [...userIds])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Disables webhooks that the person keeps or whose events the person chose last. Their owner can enable them again. */
export async function disableWebhooksBy(
  trx: Transaction,
  userId: string,
  now: Date,
  holding: DeliveryHolder,
): Promise<void> {
  const rows = await trx
    .selectFrom('webhooks')
    .select('id')
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('keeper_id', '=', userId)]))
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  for (const { id } of rows) await disableWebhook(trx, id, { now, reason: 'owner', holding });
}

/** Ends all pending deliveries immediately, so that only new events are sent from now on. */
export async function holdAllPending(trx: Transaction, id: string, now: Date): Promise<void> {
  while ((await holdPending(trx, id, now, HELD_AT_ONCE)) === HELD_AT_ONCE);
}

/** Deliveries that slipped in while it was disabled are stopped first. */
export async function enableWebhook(trx: Transaction, id: string, now: Date): Promise<WebhookRow> {
  await holdAllPending(trx, id, now);
  return updateWebhook(trx, id, {
    status: 'active',
    disabled_at: null,
    disabled_reason: null,
    failing_since: null,
    failing_told: false,
    updated_at: now,
  });
}

/** Ends all attempts and deletes the secrets immediately; the rows are removed in the background (retention.ts). */
export async function markDeleted(
  trx: Transaction,
  ids: readonly string[],
  now: Date,
  holding: DeliveryHolder,
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('webhooks')
    .set({
      status: 'disabled',
      url: '',
      secret: Buffer.alloc(0),
      previous_secret: null,
      previous_secret_until: null,
      deleted_at: now,
      updated_at: now,
    })
    .where('id', 'in', ids)
    .execute();
  await holding.hold(trx, ids, now);
}

/** All webhooks of an account that is erased. */
export async function deleteWebhooksOf(
  trx: Transaction,
  owner: WebhookOwner,
  now: Date,
  holding: DeliveryHolder,
): Promise<void> {
  const rows = await owned(trx, owner).select('id').orderBy('id').forNoKeyUpdate().execute();
  await markDeleted(
    trx,
    rows.map((row) => row.id),
    now,
    holding,
  );
}

/**
 * Stops what waits for the webhooks of a seller, as disabling them would; they stay active. When it is suspended, and
 * again when it is reinstated, for what slipped in: then only new events are sent.
 */
export async function holdDeliveriesOf(
  trx: Transaction,
  sellerId: string,
  now: Date,
  holding: DeliveryHolder,
): Promise<void> {
  const rows = await owned(trx, { sellerId }).select('id').orderBy('id').forNoKeyUpdate().execute();
  await holding.hold(
    trx,
    rows.map(({ id }) => id),
    now,
  );
}

/** Holds pending deliveries in the transaction of a change; implemented in delivery-holds.ts. */
export interface DeliveryHolder {
  hold(trx: Transaction, webhookIds: readonly string[], now: Date): Promise<void>;
}

const HELD_AT_ONCE = 1000;

/** DeliveryHolder a batch of deliveries queued until then. Returns their number. */
export async function holdPending(
  trx: Transaction,
  webhookId: string,
  until: Date,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with held as (
      update webhook_deliveries d
      set state = case when d.delivered_at is null then 'undelivered' else 'delivered' end,
          due_at = null, retries_wanted = 0, log_ids = '{}'
      where d.webhook_id = ${webhookId} and d.event_id = any(array(
        select event_id from webhook_deliveries
        where webhook_id = ${webhookId} and due_at is not null and created_at <= ${until}
          and (lease_until is null or lease_until <= ${until})
        order by due_at, event_id limit ${limit} for update
      ))
      returning d.event_id
    ), told as (
      update webhook_attempts a set next_retry = null
      from held
      where a.webhook_id = ${webhookId} and a.event_id = held.event_id and a.next_retry >= ${until}
    )
    select count(*)::integer as count from held`.execute(trx);
  return rows[0]?.count ?? 0;
}
