import { sql, type Updateable } from 'kysely';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import { isId } from '../../platform/ids.ts';
import { getRunningCoupon } from './coupons/coupons.repository.ts';
import type { RunningCoupon } from './coupons/running-coupon.ts';
import type { PlanRow, SubscriptionRow } from './subscription/purchase.ts';
import type { PlanTable, SubscriptionTable } from './tables.ts';
import './tables.ts';

/** A seller's subscription with its plan, the next plan if it differs, and its coupon. */
export interface Account {
  readonly subscription: SubscriptionRow;
  readonly plan: PlanRow;
  readonly nextPlan: PlanRow | null;
  readonly coupon: RunningCoupon | null;
}

export function listPlans(db: Queryable, options: { readonly activeOnly: boolean }): Promise<PlanRow[]> {
  return db
    .selectFrom('plans')
    .selectAll()
    .$if(options.activeOnly, (query) => query.where('active', '=', true))
    .orderBy('sort_order')
    .orderBy('id')
    .execute();
}

/** Whether a seller has payments, and whether it ever had a plan other than the free one. */
export async function readBillingHistory(
  db: Queryable,
  sellerId: string,
): Promise<{ readonly hasPayments: boolean; readonly hasHadPlan: boolean }> {
  const { rows } = await sql<{ hasPayments: boolean; hasHadPlan: boolean }>`
    select
      exists (select from payments where seller_id = ${sellerId})
        or exists (select from invoices where seller_id = ${sellerId})
        or exists (select from ledger_entries where seller_id = ${sellerId})
        or exists (select from coupon_redemptions where seller_id = ${sellerId}) as "hasPayments",
      not exists (select from subscriptions b join plans p on p.id = b.plan_id
        where b.seller_id = ${sellerId} and p.slug = 'free' and b.trial_used_at is null) as "hasHadPlan"`.execute(
    db,
  );
  return rows[0] ?? { hasPayments: false, hasHadPlan: false };
}

export function findPlan(db: Queryable, idOrSlug: string): Promise<PlanRow | undefined> {
  return db
    .selectFrom('plans')
    .selectAll()
    .where(isId('pln', idOrSlug) ? 'id' : 'slug', '=', idOrSlug)
    .executeTakeFirst();
}

function getPlan(db: Queryable, planId: string): Promise<PlanRow> {
  return db.selectFrom('plans').selectAll().where('id', '=', planId).executeTakeFirstOrThrow();
}

export function getFreePlan(db: Queryable): Promise<PlanRow> {
  return db.selectFrom('plans').selectAll().where('slug', '=', 'free').executeTakeFirstOrThrow();
}

export async function getAccount(db: Queryable, sellerId: string): Promise<Account> {
  const subscription = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .executeTakeFirstOrThrow();
  return withPlans(db, subscription);
}

/**
 * Locks the subscription until the transaction ends: it does not change, and no other transaction counts against its
 * limits.
 */
export async function lockAccount(trx: Transaction, sellerId: string): Promise<Account> {
  const subscription = await trx
    .selectFrom('subscriptions')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return withPlans(trx, subscription);
}

/** Like `lockAccount`, but null if it is locked already. */
export async function tryLockAccount(trx: Transaction, subscriptionId: string): Promise<Account | null> {
  const subscription = await trx
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', subscriptionId)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  return subscription === undefined ? null : withPlans(trx, subscription);
}

async function withPlans(db: Queryable, subscription: SubscriptionRow): Promise<Account> {
  const plan = await getPlan(db, subscription.plan_id);
  const nextPlan = subscription.next_plan_id === null ? null : await getPlan(db, subscription.next_plan_id);
  const { redemption_id: redemptionId } = subscription;
  const coupon = redemptionId === null ? null : await getRunningCoupon(db, redemptionId);
  return { subscription, plan, nextPlan, coupon };
}

export async function updateSubscription(
  trx: Transaction,
  account: Account,
  changes: Updateable<SubscriptionTable>,
  now: Date,
): Promise<Account> {
  const subscription = await trx
    .updateTable('subscriptions')
    .set({ ...changes, updated_at: now })
    .where('id', '=', account.subscription.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return withPlans(trx, subscription);
}

const DUE_BATCH = 2000;

/**
 * Subscriptions whose period is over, whose next charge is due, or whose end is near enough for a reminder
 * (`remindBefore`), except those with a pending payment. Relies on subscriptions_due and subscriptions_dunning.
 */
export async function listDueSubscriptionIds(
  db: Queryable,
  now: Date,
  remindBefore: Date,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id from subscriptions where current_period_end <= ${now} and status in ('trialing', 'active', 'canceled')
      union
      select id from subscriptions where next_attempt_at <= ${now}
      union
      select id from subscriptions
      where current_period_end <= ${remindBefore} and reminded_for is distinct from current_period_end
        and (status in ('trialing', 'canceled') or (status = 'active' and next_plan_id is not null))
    ) due
    where not exists (select from payments p where p.subscription_id = due.id and p.status = 'pending')
    limit ${DUE_BATCH}`.execute(db);
  return rows.map((row) => row.id);
}

export type PlanChanges = Updateable<PlanTable>;

export async function updatePlan(trx: Transaction, planId: string, changes: PlanChanges): Promise<PlanRow> {
  return trx
    .updateTable('plans')
    .set(changes)
    .where('id', '=', planId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function lockPlan(trx: Transaction, planId: string): Promise<PlanRow | undefined> {
  return trx.selectFrom('plans').selectAll().where('id', '=', planId).forNoKeyUpdate().executeTakeFirst();
}

export async function countSubscribers(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['plan_id', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('plan_id')
    .execute();
  return new Map(rows.map((row) => [row.plan_id, row.count]));
}
