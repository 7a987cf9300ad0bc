import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import { DAY_MS, addMs } from '../../../platform/clock.ts';
import { inTransaction, type Transaction } from '../../../platform/db/transaction.ts';
import type { SubscriptionLifecycle } from './subscription-lifecycle.ts';
import type { Customer, Customers } from '../customers.ts';
import { findOpenInvoice, type InvoiceRow } from '../invoices/invoices.repository.ts';
import type { ListingSlots } from '../limits/usage.ts';
import type { OwnerNotices } from './owner-notices.ts';
import type { Payments } from '../payments/payments.ts';
import { findPendingPayment, type PaymentRow } from '../payments/payments.repository.ts';
import { type Account, getFreePlan, tryLockAccount, updateSubscription } from '../repository.ts';

/** Time before the end of a trial or canceled plan, or before a downgrade, at which the seller is reminded. */
export const REMIND_BEFORE_MS = 3 * DAY_MS;
/** Periods that one run catches up on after a long downtime. */
const STEPS_MAX = 36;

type RenewalParts = Pick<Platform, 'db' | 'clock'> & {
  readonly customers: Customers;
  readonly lifecycle: SubscriptionLifecycle;
  readonly payments: Payments;
  readonly slots: ListingSlots;
  readonly notices: OwnerNotices;
};

type Step = { readonly done: true } | { readonly done: false; readonly payment: PaymentRow | null };
const DONE: Step = { done: true };

/** Time-based changes of subscriptions: renewal, retries of failed charges, expiry, reminders. */
export class Renewals extends Service<RenewalParts> {
  /** Brings one subscription up to date. One that is locked or has a pending payment waits for the next round. */
  async advance(subscriptionId: string): Promise<void> {
    for (let i = 0; i < STEPS_MAX; i++) {
      const step = await inTransaction(this.parts.db, (trx) => this.#step(trx, subscriptionId));
      if (step.done) return;
      if (step.payment !== null) await this.parts.payments.run(step.payment.id, 'background');
    }
  }

  async #step(trx: Transaction, subscriptionId: string): Promise<Step> {
    const account = await tryLockAccount(trx, subscriptionId);
    if (account === null || (await findPendingPayment(trx, subscriptionId)) !== undefined) return DONE;
    const now = this.parts.clock.now();
    const { status, current_period_end: end, next_attempt_at: nextAttemptAt } = account.subscription;
    const customer = await this.parts.customers.get(trx, account.subscription.seller_id);
    if (customer.status === 'erased' && end !== null) {
      await this.parts.lifecycle.expire(trx, account, customer);
      return DONE;
    }
    if (status === 'past_due') {
      return nextAttemptAt !== null && nextAttemptAt <= now ? this.#chargeAgain(trx, account) : DONE;
    }
    if (end === null) return DONE;
    if (end > now) {
      await this.#remind(trx, account, customer, end, now);
      return DONE;
    }
    if (status === 'canceled') {
      await this.parts.lifecycle.expire(trx, account, customer);
      return DONE;
    }
    const { account: renewed, invoice } = await this.parts.lifecycle.rollOver(trx, account, customer);
    return { done: false, payment: await this.#begin(trx, renewed, invoice) };
  }

  async #chargeAgain(trx: Transaction, account: Account): Promise<Step> {
    const invoice = (await findOpenInvoice(trx, account.subscription.id)) ?? null;
    return { done: false, payment: await this.#begin(trx, account, invoice) };
  }

  async #begin(trx: Transaction, account: Account, invoice: InvoiceRow | null): Promise<PaymentRow | null> {
    const { subscription } = account;
    if (invoice === null || invoice.status !== 'open') return null;
    return this.parts.payments.begin(trx, account, {
      amountMinor: invoice.due_minor,
      method: {
        gateway: subscription.gateway ?? 'unset',
        customer: subscription.gateway_customer,
        token: subscription.payment_method ?? 'unset',
        label: subscription.payment_method_label ?? '',
      },
      offSession: true,
      invoice,
    });
  }

  async #remind(trx: Transaction, account: Account, customer: Customer, end: Date, now: Date): Promise<void> {
    const { subscription, nextPlan } = account;
    const ahead =
      subscription.status === 'trialing'
        ? ({ change: 'trial_ending', plan: nextPlan ?? account.plan } as const)
        : subscription.status === 'canceled'
          ? ({ change: 'end_ahead', plan: await getFreePlan(trx) } as const)
          : nextPlan === null
            ? null
            : ({ change: 'change_ahead', plan: nextPlan } as const);
    if (ahead === null || addMs(end, -REMIND_BEFORE_MS) > now) return;
    if (subscription.reminded_for?.getTime() === end.getTime()) return;
    await updateSubscription(trx, account, { reminded_for: end }, now);
    const over = await this.parts.slots.listOverLimit(
      trx,
      customer.sellerId,
      ahead.plan.limits.activeListings,
    );
    await this.parts.notices.notifyOfChange(trx, customer, ahead.change, {
      plan: ahead.plan.name,
      at: end,
      listings: over.length,
      dedupeKey: `${ahead.change}:${end.toISOString()}`,
    });
  }
}
