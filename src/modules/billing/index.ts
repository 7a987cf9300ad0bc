import type { Actor } from '../../platform/actor.ts';
import type { Origin } from '../../platform/audit/audit-log.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { adminBillingRoutes } from './admin.routes.ts';
import { billingEvents } from './events.ts';
import { invoiceRoutes } from './invoices/invoices.routes.ts';
import { type Account, getAccount } from './repository.ts';
import { planRoutes, subscriptionRoutes } from './routes.ts';
import type { UsageRegistry } from './limits/usage.ts';
import { type BillingDependencies, createParts } from './wiring.ts';

export type { Charge, ChargeOutcome, Gateway } from './payments/gateway.ts';
export {
  assertWithinPlan,
  getSellerPlan,
  lockSellerPlan,
  planProblem,
  type SellerPlan,
  startFreePlan,
  uploadCharge,
  UploadBudgetSpent,
} from './limits/limits.ts';
export type { ListingSlots } from './limits/listing-slots.ts';
export type { PlanLimits } from './tables.ts';
export type { UsageRegistry } from './limits/usage.ts';
export type { BillingDependencies } from './wiring.ts';

export interface Billing {
  readonly module: Module;
  /** Modules register here how their part of the plan's limits is counted. */
  readonly usage: UsageRegistry;
  /** The slug of the plan and the state of the subscription, for the profile. */
  subscriptionSummary(db: Queryable, sellerId: string): Promise<{ plan: string; status: string }>;
  /** Gives any plan without payment, as an administrator; audited. */
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
        ...planRoutes(platform.db),
        ...subscriptionRoutes(subscriptions, reader),
        ...invoiceRoutes(reader),
        ...adminBillingRoutes(administration),
      ],
      events: billingEvents,
      jobs: parts.jobs,
      extend: parts.extend,
    },
  };
}
