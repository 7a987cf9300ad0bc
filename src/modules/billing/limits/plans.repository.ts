import { sql } from 'kysely';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import { companyDeleted } from '../../../platform/errors/app-error.ts';
import { newId } from '../../../platform/ids.ts';
import { companies } from '../../companies/index.ts';
import type { PlanLimits } from '../tables.ts';
import '../tables.ts';

export interface SellerPlan {
  readonly slug: string;
  readonly name: string;
  readonly limits: PlanLimits;
  /** Whether the seller is suspended and cannot publish, whatever the plan allows. */
  readonly isSuspended: boolean;
}

export async function getSellerPlan(db: Queryable, sellerId: string): Promise<SellerPlan> {
  return db
    .selectFrom('subscriptions as s')
    .innerJoin('plans as p', 'p.id', 's.plan_id')
    .select(['p.slug', 'p.name', 'p.limits'])
    .select(
      sql<boolean>`exists (select from ${companies} sellers where id = s.seller_id and status = 'suspended')`.as(
        'isSuspended',
      ),
    )
    .where('s.seller_id', '=', sellerId)
    .executeTakeFirstOrThrow(companyDeleted);
}

/**
 * Returns the plan's limits under a lock on the seller's subscription until the transaction ends: counting and adding
 * is serialized, and the plan does not change meanwhile.
 */
export async function lockSellerPlan(trx: Transaction, sellerId: string): Promise<SellerPlan> {
  await trx
    .selectFrom('subscriptions')
    .select('id')
    .where('seller_id', '=', sellerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(companyDeleted);
  return getSellerPlan(trx, sellerId);
}

/** Starts the free plan, with which every seller starts. */
export async function startFreePlan(trx: Transaction, sellerId: string, now: Date): Promise<void> {
  const plan = await trx
    .selectFrom('plans')
    .select(['id', 'currency'])
    .where('slug', '=', 'free')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('subscriptions')
    .values({
      id: newId('sub', now),
      seller_id: sellerId,
      plan_id: plan.id,
      status: 'active',
      billing_cycle: null,
      price_minor: 0,
      currency: plan.currency,
      current_period_start: now,
      current_period_end: null,
      trial_end: null,
      cancel_at_period_end: false,
      canceled_at: null,
      next_plan_id: null,
      next_billing_cycle: null,
      payment_method: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
}
