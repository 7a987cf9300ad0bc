import type { Actor } from '../../platform/actor.ts';
import type { Origin } from '../../platform/audit/audit-log.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { adminBillingRoutes } from './admin.routes.ts';
import { couponRoutes } from './coupons/coupons.routes.ts';
import { billingEvents } from './events.ts';
import { invoiceRoutes } from './invoices/invoices.routes.ts';
import { type Account, getAccount, readBillingHistory } from './repository.ts';
import { moneyRoutes } from './money.routes.ts';
import { planRoutes, subscriptionRoutes } from './routes.ts';
import type { UsageReader } from './limits/usage.ts';
import { type BillingDependencies, createParts } from './wiring.ts';

export type { Charge, ChargeOutcome, Gateway } from './payments/gateway.ts';
export type { Customer, Customers } from './customers.ts';
export { INVOICE_FIELDS } from './customers.ts';
export { assertWithinPlan, planProblem, uploadCharge, UploadQuotaExceeded } from './limits/limits.ts';
export { readBillingHistory };
export type { ListingSlots } from './limits/usage.ts';
export { getSellerPlan, lockSellerPlan, type SellerPlan, startFreePlan } from './limits/plans.repository.ts';
export type { PlanLimits } from './tables.ts';
export type { PlanView } from './views.ts';
export type { UsageCounter, UsageReader } from './limits/usage.ts';
export { UsageView } from './schemas.ts';
export type { BillingDependencies } from './wiring.ts';

interface Billing {
  readonly module: Module;
  readonly usage: UsageReader;
  /** Slug of the plan and state of the subscription, for the profile. */
  subscriptionSummary(db: Queryable, sellerId: string): Promise<{ plan: string; status: string }>;
  /** Assigns any plan without payment, as an administrator; audited. */
  setPlanByAdministrator(
    trx: Transaction,
    actor: Actor,
    sellerId: string,
    planId: string,
    origin?: Origin,
  ): Promise<Account>;
}

export function createBilling(platform: Platform, deps: BillingDependencies): Billing {
  const parts = createParts(platform, deps);
  const { usage, subscriptions, reader, administration } = parts;
  return {
    usage,
    async subscriptionSummary(db, sellerId) {
      const { plan, subscription } = await getAccount(db, sellerId);
      return { plan: plan.slug, status: subscription.status };
    },
    setPlanByAdministrator: (...parameters) => administration.setPlan(...parameters),
    module: {
      name: 'billing',
      routes: [
        ...planRoutes(reader, platform.wording),
        ...subscriptionRoutes(subscriptions, reader),
        ...invoiceRoutes(reader),
        ...adminBillingRoutes(administration),
        ...moneyRoutes(parts.money, parts.refunds),
        ...couponRoutes(parts.coupons),
      ],
      events: billingEvents,
      jobs: parts.jobs,
      extend: parts.extend,
    },
  };
}
