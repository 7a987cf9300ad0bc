import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Origin } from '../../platform/audit/audit-log.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { found, invalidField, invalidState } from '../../platform/errors/app-error.ts';
import { isId } from '../../platform/ids.ts';
import type { SubscriptionLifecycle } from './subscription/subscription-lifecycle.ts';
import type { Customers } from './customers.ts';
import { assertNoPendingPayment } from './payments/payments.ts';
import type { PlanRow } from './subscription/purchase.ts';
import {
  type Account,
  countSubscribers,
  findPlan,
  listPlans,
  lockAccount,
  lockPlan,
  type PlanChanges,
  updatePlan,
} from './repository.ts';
import type { PlanLimits } from './tables.ts';
import { t } from '../../platform/errors/sentence.ts';

interface Price {
  readonly amount: number;
}

interface PlanChangeRequest {
  readonly name?: string;
  readonly description?: string;
  readonly price?: Price | null;
  readonly yearlyPrice?: Price | null;
  readonly limits?: Partial<PlanLimits>;
  readonly features?: readonly string[];
  readonly trialDays?: number;
  readonly active?: boolean;
}

type Parts = Pick<Platform, 'db' | 'audit'> & {
  readonly customers: Customers;
  readonly lifecycle: SubscriptionLifecycle;
};

/** Administrators' changes of plans and of sellers' plans; audited. */
export class Administration extends Service<Parts> {
  async plans(): Promise<readonly { plan: PlanRow; subscribers: number }[]> {
    const { db } = this.parts;
    const subscribers = await countSubscribers(db);
    const plans = await listPlans(db, { activeOnly: false });
    return plans.map((plan) => ({ plan, subscribers: subscribers.get(plan.id) ?? 0 }));
  }

  /** New limits apply immediately, new prices from each seller's next period. */
  changePlan(actor: Actor, planId: string, request: PlanChangeRequest, origin: Origin): Promise<PlanRow> {
    return inTransaction(this.parts.db, async (trx) => {
      const plan = await findPlan(trx, planId);
      const before = found('plan', plan !== undefined && (await lockPlan(trx, plan.id)));
      const changes = changesOf(before, request);
      if (Object.keys(changes).length === 0) return before;
      const after = await updatePlan(trx, before.id, changes);
      await this.parts.audit.record(trx, {
        actor,
        action: 'plan.changed',
        subject: { type: 'plan', id: before.id },
        before: pick(before, changes),
        after: pick(after, changes),
        origin,
      });
      return after;
    });
  }

  grantToUser(actor: Actor, userId: string, planId: string, origin: Origin): Promise<Account> {
    return inTransaction(this.parts.db, async (trx) => {
      const sellerId = found(
        'user',
        isId('usr', userId) && (await this.parts.customers.sellerOf(trx, userId)),
      );
      if (sellerId === null) throw invalidState(t('This user does not belong to a seller.'));
      return this.setPlan(trx, actor, sellerId, planId, origin);
    });
  }

  /** Assigns a plan to a seller without payment and without end. */
  async setPlan(
    trx: Transaction,
    actor: Actor,
    sellerId: string,
    planId: string,
    origin?: Origin,
  ): Promise<Account> {
    const plan = await findPlan(trx, planId);
    if (plan === undefined) throw invalidField('planId', t('is not a plan; GET /admin/plans lists them'));
    const before = await lockAccount(trx, sellerId);
    await assertNoPendingPayment(trx, before);
    const customer = await this.parts.customers.get(trx, sellerId);
    const after = await this.parts.lifecycle.grant(trx, before, customer, plan);
    await this.parts.audit.record(trx, {
      actor,
      action: 'subscription.granted',
      subject: { type: 'seller', id: sellerId },
      before: summary(before),
      after: summary(after),
      ...(origin === undefined ? {} : { origin }),
    });
    return after;
  }
}

function changesOf(plan: PlanRow, request: PlanChangeRequest): PlanChanges {
  const monthly = request.price === undefined ? plan.monthly_minor : minorOf(request.price, 'price');
  const yearly =
    request.yearlyPrice === undefined ? plan.yearly_minor : minorOf(request.yearlyPrice, 'yearlyPrice');
  if ((monthly === null) !== (yearly === null))
    throw invalidField('yearlyPrice', t('and price must both be amounts, or both be null (by agreement)'));
  if (plan.slug === 'free' && (monthly !== 0 || yearly !== 0 || request.active === false))
    throw invalidField(
      'price',
      t('of the free plan must stay 0, and the plan must stay active, because every seller starts on it'),
    );
  return {
    ...(request.name === undefined ? {} : { name: request.name }),
    ...(request.description === undefined ? {} : { description: request.description }),
    ...(request.price === undefined ? {} : { monthly_minor: monthly }),
    ...(request.yearlyPrice === undefined ? {} : { yearly_minor: yearly }),
    ...(request.limits === undefined
      ? {}
      : { limits: JSON.stringify({ ...plan.limits, ...request.limits }) }),
    ...(request.features === undefined ? {} : { features: request.features }),
    ...(request.trialDays === undefined ? {} : { trial_days: request.trialDays }),
    ...(request.active === undefined ? {} : { active: request.active }),
  };
}

function minorOf(price: Price | null, field: string): number | null {
  if (price === null) return null;
  const minor = Math.round(price.amount * 100);
  if (minor / 100 !== price.amount)
    throw invalidField(`${field}.amount`, t('must have at most two decimals'));
  return minor;
}

function pick(plan: PlanRow, changes: PlanChanges): Record<string, unknown> {
  return Object.fromEntries(Object.entries(plan).filter(([column]) => Object.hasOwn(changes, column)));
}

function summary({ subscription, plan }: Account) {
  return {
    plan: plan.slug,
    status: subscription.status,
    billingCycle: subscription.billing_cycle,
    currentPeriodEnd: subscription.current_period_end,
  };
}
