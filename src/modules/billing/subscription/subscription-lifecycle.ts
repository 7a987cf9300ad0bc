import { DAY_MS, addMs } from '../../../platform/clock.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { Customer } from '../customers.ts';
import { subscriptionCanceled, subscriptionRenewed, subscriptionUpdated } from '../events.ts';
import { findOpenInvoice, type InvoiceRow } from '../invoices/invoices.repository.ts';
import type { PaymentRow } from '../payments/payments.repository.ts';
import { periodFrom } from './periods.ts';
import { newPeriod, type PlanRow, priceOf, unusedLine } from './purchase.ts';
import { type Account, getFreePlan } from '../repository.ts';
import { runningOf } from './decisions.ts';
import { stateAfter } from './states.ts';
import {
  couponColumns,
  methodColumns,
  methodOfPayment,
  NO_DISCOUNT,
  NO_DUNNING,
  NO_SCHEDULED_CHANGE,
  type SubscriptionWriter,
} from './subscription-writer.ts';

/** Days after a period's first charge on which it is retried: three attempts within a week, then the plan ends. */
const DUNNING_DAYS = [0, 3, 7] as const;

/**
 * Transitions by time, the gateway and administrators, each under the subscription's lock. Those by sellers:
 * subscription-changes.ts.
 */
export class SubscriptionLifecycle {
  readonly #writer: SubscriptionWriter;

  constructor(writer: SubscriptionWriter) {
    this.#writer = writer;
  }

  /** Starts the next period with the scheduled plan, and issues its invoice. */
  async rollOver(
    trx: Transaction,
    before: Account,
    customer: Customer,
  ): Promise<{ account: Account; invoice: InvoiceRow | null }> {
    const { subscription } = before;
    const start = subscription.current_period_end;
    const cycle = subscription.next_billing_cycle ?? subscription.billing_cycle;
    if (start === null || cycle === null) throw new Error(`${subscription.id} has no period to roll over`);
    const plan = before.nextPlan ?? before.plan;
    const anchor =
      cycle === subscription.billing_cycle && subscription.period_anchor !== null
        ? subscription.period_anchor
        : start;
    const period = periodFrom(start, cycle, anchor);
    const tax = this.#writer.invoicing.taxOf(customer);
    // If a plan becomes "by agreement", existing subscribers keep its price.
    const priceMinor = priceOf(plan, cycle) ?? subscription.price_minor;
    const offer = { plan, cycle, priceMinor, tax, now: start, coupon: before.coupon };
    const billed = newPeriod(offer, period);
    const account = await this.#writer.update(trx, before, {
      ...NO_SCHEDULED_CHANGE,
      ...(await couponColumns(trx, { ...billed, period })),
      status: stateAfter(subscription.status, 'renew'),
      plan_id: plan.id,
      billing_cycle: cycle,
      price_minor: priceMinor,
      current_period_start: period.start,
      current_period_end: period.end,
      trial_end: null,
      period_anchor: anchor,
      period_vat_bp: tax.rateBp,
    });
    await this.#writer.emit(trx, subscriptionRenewed, account, customer);
    const listings = await this.#writer.fitListings(trx, account);
    if (plan.id !== before.plan.id)
      await this.#writer.notices.notifyOfChange(trx, customer, 'changed', {
        plan: plan.name,
        at: start,
        listings,
      });
    if (priceMinor === 0) return { account, invoice: null };
    const invoice = await this.#writer.invoicing.issue(trx, customer, {
      subscriptionId: subscription.id,
      currency: plan.currency,
      lines: billed.lines,
      taxNote: tax.note,
    });
    return { account, invoice };
  }

  /**
   * Handles a failed charge for the current period. It is retried on later days; after the last failure the plan
   * ends.
   */
  async markUnpaid(
    trx: Transaction,
    before: Account,
    customer: Customer,
    payment: PaymentRow,
    invoice: InvoiceRow,
  ): Promise<void> {
    const attempts = before.subscription.dunning_attempts + 1;
    const nextDay = DUNNING_DAYS[attempts];
    const nextAttemptAt = nextDay === undefined ? null : addMs(invoice.issued_at, nextDay * DAY_MS);
    const account = await this.#writer.update(trx, before, {
      status: stateAfter(before.subscription.status, 'default'),
      dunning_attempts: attempts,
      next_attempt_at: nextAttemptAt,
    });
    if (before.subscription.status !== 'past_due')
      await this.#writer.emit(trx, subscriptionUpdated, account, customer);
    await this.#writer.notices.notifyOfFailure(trx, customer, payment, {
      plan: account.plan.name,
      invoice,
      attempt: attempts,
      attemptsMax: DUNNING_DAYS.length,
      nextAttemptAt,
    });
    if (nextAttemptAt === null) await this.expire(trx, account, customer);
  }

  /** Handles the payment of the open invoice. A payment method that the seller entered for it is stored. */
  async recover(trx: Transaction, before: Account, customer: Customer, payment: PaymentRow): Promise<void> {
    const account = await this.#writer.update(trx, before, {
      ...NO_DUNNING,
      ...(payment.off_session ? {} : methodColumns(methodOfPayment(payment))),
      status: stateAfter(before.subscription.status, 'recover'),
    });
    await this.#writer.emit(trx, subscriptionUpdated, account, customer);
    await this.#writer.notices.notifyOfChange(trx, customer, 'recovered', {
      plan: account.plan.name,
      at: this.#writer.now(),
    });
  }

  /**
   * Ends the plan and returns to the free one. A cancellation was announced before, so the event then is `updated`;
   * an unpaid plan is canceled by this.
   */
  async expire(trx: Transaction, before: Account, customer: Customer): Promise<Account> {
    await this.#takeBackOpenInvoice(trx, before, customer);
    const free = await getFreePlan(trx);
    const now = this.#writer.now();
    const account = await this.#writer.update(trx, before, {
      ...unpaidTerms(free, now),
      status: stateAfter(before.subscription.status, 'expire'),
    });
    const event = before.subscription.status === 'canceled' ? subscriptionUpdated : subscriptionCanceled;
    await this.#writer.emit(trx, event, account, customer);
    const listings = await this.#writer.fitListings(trx, account);
    await this.#writer.notices.notifyOfChange(trx, customer, 'ended', {
      plan: before.plan.name,
      at: now,
      listings,
    });
    return account;
  }

  /** Assigns a plan without payment and without end, for administrators. Prepaid time becomes credit. */
  async grant(trx: Transaction, before: Account, customer: Customer, plan: PlanRow): Promise<Account> {
    const now = this.#writer.now();
    await this.#takeBackOpenInvoice(trx, before, customer);
    const running = runningOf(before);
    if (running !== null && !running.isTrial && before.subscription.status !== 'past_due') {
      const line = unusedLine(running, now);
      if (line.netMinor !== 0)
        await this.#writer.invoicing.issue(trx, customer, {
          subscriptionId: before.subscription.id,
          currency: before.plan.currency,
          lines: [line],
          taxNote: this.#writer.invoicing.taxOf(customer).note,
        });
    }
    const account = await this.#writer.update(trx, before, {
      ...unpaidTerms(plan, now),
      status: stateAfter(before.subscription.status, 'grant'),
      started_at: now,
    });
    await this.#writer.emit(trx, subscriptionUpdated, account, customer);
    const listings = await this.#writer.fitListings(trx, account);
    await this.#writer.notices.notifyOfChange(trx, customer, 'granted', {
      plan: plan.name,
      at: now,
      listings,
    });
    return account;
  }

  async #takeBackOpenInvoice(trx: Transaction, account: Account, customer: Customer): Promise<void> {
    const open = await findOpenInvoice(trx, account.subscription.id);
    if (open !== undefined) await this.#writer.invoicing.takeBack(trx, open, customer);
  }
}

/** Columns of an unpaid plan, which has no end. */
function unpaidTerms(plan: PlanRow, now: Date) {
  return {
    ...NO_SCHEDULED_CHANGE,
    ...NO_DUNNING,
    ...NO_DISCOUNT,
    plan_id: plan.id,
    billing_cycle: null,
    price_minor: 0,
    current_period_start: now,
    current_period_end: null,
    trial_end: null,
    period_anchor: null,
    period_vat_bp: 0,
  } as const;
}
