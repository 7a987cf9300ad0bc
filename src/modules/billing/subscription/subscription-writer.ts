import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import type { Updateable } from 'kysely';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { EventDefinition } from '../../../platform/events/event.ts';
import { audienceOf, type Invoicing } from '../invoices/invoicing.ts';
import { endRedemption, recordReducedPeriod } from '../coupons/coupons.repository.ts';
import type { Customer } from '../customers.ts';
import { subscriptionData } from '../event-data.ts';
import type { subscriptionCreated } from '../events.ts';
import type { PaymentMethod } from '../payments/gateway.ts';
import type { ListingSlots } from '../limits/usage.ts';
import type { OwnerNotices } from './owner-notices.ts';
import type { PaymentRow } from '../payments/payments.repository.ts';
import type { PlanRow, Purchase } from './purchase.ts';
import { type Account, updateSubscription } from '../repository.ts';
import type { SubscriptionTable } from '../tables.ts';

export const NO_SCHEDULED_CHANGE = {
  next_plan_id: null,
  next_billing_cycle: null,
  cancel_at_period_end: false,
  canceled_at: null,
} as const;

export const NO_DISCOUNT = {
  period_discount_minor: 0,
  discount_from: null,
  redemption_id: null,
} as const;

export const NO_DUNNING = { dunning_attempts: 0, next_attempt_at: null } as const;

type WriterParts = Pick<Platform, 'events' | 'clock'> & {
  readonly invoicing: Invoicing;
  readonly slots: ListingSlots;
  readonly notices: OwnerNotices;
};

/** Parts of every transition of a subscription: row, event, listings, notification. */
export class SubscriptionWriter extends Service<WriterParts> {
  readonly invoicing = this.parts.invoicing;
  readonly notices = this.parts.notices;

  now(): Date {
    return this.parts.clock.now();
  }

  async update(trx: Transaction, account: Account, changes: Updateable<SubscriptionTable>): Promise<Account> {
    const { redemption_id: redemptionId } = account.subscription;
    if (redemptionId !== null && changes.redemption_id === null)
      await endRedemption(trx, redemptionId, this.now());
    return updateSubscription(trx, account, changes, this.now());
  }

  async emit(
    trx: Transaction,
    event: EventDefinition<typeof subscriptionCreated.data>,
    account: Account,
    customer: Customer,
  ): Promise<void> {
    const data = subscriptionData(account, customer.owner?.userId ?? null);
    await this.parts.events.emit(trx, event, data, audienceOf(customer));
  }

  /** Pauses listings over the plan's limit, or resumes paused ones; returns the number of paused ones. */
  async fitListings(trx: Transaction, account: Account): Promise<number> {
    const { seller_id: sellerId } = account.subscription;
    const paused = await this.parts.slots.pauseOverLimit(trx, sellerId, account.plan.limits.activeListings);
    if (paused.length === 0) await this.parts.slots.resumeWithinLimit(trx, sellerId);
    return paused.length;
  }

  async countOver(trx: Transaction, account: Account, plan: PlanRow): Promise<number> {
    const { seller_id: sellerId } = account.subscription;
    return (await this.parts.slots.listOverLimit(trx, sellerId, plan.limits.activeListings)).length;
  }
}

/** Columns of a discount, and of the remaining coupon. Records the discounted period. */
export async function couponColumns(
  trx: Transaction,
  { period, discount, coupon }: Pick<Purchase, 'period' | 'discount' | 'coupon'>,
) {
  if (coupon?.isUsed === true) await recordReducedPeriod(trx, coupon.redemptionId, period.start);
  return {
    period_discount_minor: discount?.minor ?? 0,
    discount_from: discount?.from ?? null,
    redemption_id: coupon?.redemptionId ?? null,
  };
}

export function methodColumns(method: PaymentMethod) {
  return {
    payment_method: method.token,
    payment_method_label: method.label,
    gateway_customer: method.customer,
    gateway: method.gateway,
  };
}

export function methodOfPayment(payment: PaymentRow): PaymentMethod {
  return {
    gateway: payment.gateway,
    customer: payment.gateway_customer,
    token: payment.payment_method,
    label: payment.payment_method_label ?? payment.payment_method,
  };
}
