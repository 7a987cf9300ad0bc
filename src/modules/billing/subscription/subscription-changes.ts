import type { Transaction } from '../../../platform/db/transaction.ts';
import type { SubscriptionLifecycle } from './subscription-lifecycle.ts';
import type { RunningCoupon } from '../coupons/running-coupon.ts';
import type { Customer } from '../customers.ts';
import { subscriptionCanceled, subscriptionCreated, subscriptionUpdated } from '../events.ts';
import type { PaymentMethod } from '../payments/gateway.ts';
import type { InvoiceRow } from '../invoices/invoices.repository.ts';
import { type PaymentRow, updatePayment } from '../payments/payments.repository.ts';
import type { PlanRow, Purchase } from './purchase.ts';
import { type Account, getFreePlan } from '../repository.ts';
import { stateAfter, type SubscriptionTransition } from './states.ts';
import {
  couponColumns,
  methodColumns,
  methodOfPayment,
  NO_DUNNING,
  NO_SCHEDULED_CHANGE,
  type SubscriptionWriter,
} from './subscription-writer.ts';
import type { BillingCycle } from '../tables.ts';

/**
 * Transitions that a seller chooses. Each runs under the subscription's lock, in one transaction with its events, its
 * invoices and its effect on the listings.
 */
export class SubscriptionChanges {
  readonly #writer: SubscriptionWriter;
  readonly #lifecycle: SubscriptionLifecycle;

  constructor(writer: SubscriptionWriter, lifecycle: SubscriptionLifecycle) {
    this.#writer = writer;
    this.#lifecycle = lifecycle;
  }

  /** Applies a purchase, and books the payment if it cost anything. */
  async carryOut(
    trx: Transaction,
    before: Account,
    customer: Customer,
    purchase: Purchase,
    by: { readonly payment: PaymentRow | null; readonly method: PaymentMethod | null },
  ): Promise<{ account: Account; invoice: InvoiceRow | null }> {
    const now = this.#writer.now();
    const isNew = purchase.move !== 'change';
    const method = by.payment === null ? by.method : methodOfPayment(by.payment);
    const account = await this.#writer.update(trx, before, {
      ...NO_SCHEDULED_CHANGE,
      ...NO_DUNNING,
      ...(await couponColumns(trx, purchase)),
      ...(method === null ? {} : methodColumns(method)),
      ...(isNew ? { started_at: now } : {}),
      ...(purchase.move === 'try' ? { trial_used_at: now } : {}),
      status: stateAfter(before.subscription.status, moveOf(before, purchase)),
      plan_id: purchase.planId,
      billing_cycle: purchase.cycle,
      price_minor: purchase.priceMinor,
      current_period_start: purchase.period.start,
      current_period_end: purchase.period.end,
      trial_end: purchase.trialEnd,
      period_anchor: purchase.anchor,
      period_vat_bp: purchase.tax.rateBp,
    });
    await this.#writer.emit(trx, isNew ? subscriptionCreated : subscriptionUpdated, account, customer);
    const invoice =
      purchase.lines.length === 0 ? null : await this.#billPurchase(trx, account, customer, purchase, by);
    const listings = await this.#writer.fitListings(trx, account);
    const change =
      purchase.move === 'try' ? 'trial_started' : purchase.move === 'subscribe' ? 'subscribed' : 'changed';
    await this.#writer.notices.notifyOfChange(trx, customer, change, {
      plan: account.plan.name,
      at: now,
      listings,
    });
    return { account, invoice };
  }

  async #billPurchase(
    trx: Transaction,
    account: Account,
    customer: Customer,
    purchase: Purchase,
    by: { readonly payment: PaymentRow | null },
  ): Promise<InvoiceRow> {
    const { invoicing } = this.#writer;
    const invoice = await invoicing.issue(trx, customer, {
      subscriptionId: account.subscription.id,
      currency: account.plan.currency,
      lines: purchase.lines,
      taxNote: purchase.tax.note,
    });
    if (by.payment === null) return invoice;
    const payment = await updatePayment(trx, by.payment.id, { invoice_id: invoice.id });
    await invoicing.bookPayment(trx, payment, customer);
    return invoicing.markPaid(trx, invoice, customer);
  }

  /**
   * Schedules another plan or cycle for the next period; null drops it. The seller learns now how many listings that
   * will pause.
   */
  async schedule(
    trx: Transaction,
    before: Account,
    customer: Customer,
    next: { readonly plan: PlanRow; readonly cycle: BillingCycle } | null,
    coupon: RunningCoupon | null,
  ): Promise<Account> {
    const { subscription } = before;
    const account = await this.#writer.update(trx, before, {
      status: stateAfter(subscription.status, 'change'),
      redemption_id: coupon?.redemptionId ?? null,
      next_plan_id: next?.plan.id ?? null,
      next_billing_cycle: next?.cycle ?? null,
    });
    await this.#writer.emit(trx, subscriptionUpdated, account, customer);
    if (next !== null && subscription.current_period_end !== null)
      await this.#writer.notices.notifyOfChange(trx, customer, 'change_scheduled', {
        plan: next.plan.name,
        at: subscription.current_period_end,
        listings: await this.#writer.countOver(trx, account, next.plan),
      });
    return account;
  }

  /** Applies from the next period on. */
  addCoupon(trx: Transaction, before: Account, coupon: RunningCoupon): Promise<Account> {
    return this.#writer.update(trx, before, { redemption_id: coupon.redemptionId });
  }

  /** Cancels at the end of the paid period; an unpaid subscription ends immediately. */
  async cancel(trx: Transaction, before: Account, customer: Customer): Promise<Account> {
    const { subscription } = before;
    if (subscription.status === 'past_due') return this.#lifecycle.expire(trx, before, customer);
    const now = this.#writer.now();
    const account = await this.#writer.update(trx, before, {
      ...NO_SCHEDULED_CHANGE,
      status: stateAfter(subscription.status, 'cancel'),
      cancel_at_period_end: true,
      canceled_at: now,
    });
    await this.#writer.emit(trx, subscriptionCanceled, account, customer);
    const free = await getFreePlan(trx);
    await this.#writer.notices.notifyOfChange(trx, customer, 'canceled', {
      plan: account.plan.name,
      at: subscription.current_period_end ?? now,
      listings: await this.#writer.countOver(trx, account, free),
    });
    return account;
  }

  async resume(trx: Transaction, before: Account, customer: Customer): Promise<Account> {
    const now = this.#writer.now();
    const { status, trial_end: trialEnd } = before.subscription;
    const isTrial = trialEnd !== null && trialEnd > now;
    const account = await this.#writer.update(trx, before, {
      ...NO_SCHEDULED_CHANGE,
      status: stateAfter(status, isTrial ? 'resumeTrial' : 'resume'),
    });
    await this.#writer.emit(trx, subscriptionUpdated, account, customer);
    await this.#writer.notices.notifyOfChange(trx, customer, 'resumed', { plan: account.plan.name, at: now });
    return account;
  }
}

/** A paid change during a trial starts the first paid period, as the end of the trial would have. */
function moveOf(before: Account, purchase: Purchase): SubscriptionTransition {
  const endsTrial = before.subscription.status === 'trialing' && purchase.trialEnd === null;
  return purchase.move === 'change' && endsTrial ? 'renew' : purchase.move;
}
