/**
 * Payments. A payment is written as pending and committed before the gateway is called, so that a crash at any point
 * leaves a record of it. A second transaction records the outcome, in the first place that learns it: the request, a
 * callback, or the job that checks again. The payment's ID is the idempotency key of every retry, so there is one
 * charge. While a payment is pending, nothing else changes its subscription. pending → succeeded | failed; failed →
 * succeeded (a late response while the invoice is still open) | refund_due → refunded (no longer wanted)
 */
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import { DAY_MS, HOUR_MS, addMs, MINUTE_MS } from '../../../platform/clock.ts';
import { inTransaction, type Transaction } from '../../../platform/db/transaction.ts';
import { invalidState } from '../../../platform/errors/app-error.ts';
import { newId } from '../../../platform/ids.ts';
import type { Invoicing } from '../invoices/invoicing.ts';
import type { SubscriptionChanges } from '../subscription/subscription-changes.ts';
import type { SubscriptionLifecycle } from '../subscription/subscription-lifecycle.ts';
import { releaseRedemption } from '../coupons/coupons.repository.ts';
import type { Customer, Customers } from '../customers.ts';
import type { Charge, ChargeOutcome, Gateway, PaymentMethod } from './gateway.ts';
import { getInvoice, type InvoiceRow } from '../invoices/invoices.repository.ts';
import type { OwnerNotices } from '../subscription/owner-notices.ts';
import {
  findPayment,
  findPendingPayment,
  getPayment,
  insertPayment,
  type PaymentRow,
  updatePayment,
} from './payments.repository.ts';
import { type Purchase, readPurchase } from '../subscription/purchase.ts';
import { type Account, lockAccount } from '../repository.ts';
import { t } from '../../../platform/errors/sentence.ts';

/** Whether a request or a job waits for the gateway's response. */
type PaymentTrigger = 'request' | 'background';

type PaymentParts = Pick<Platform, 'db' | 'clock' | 'log'> & {
  readonly gateway: Gateway;
  readonly customers: Customers;
  readonly invoicing: Invoicing;
  readonly changes: SubscriptionChanges;
  readonly lifecycle: SubscriptionLifecycle;
  readonly notices: OwnerNotices;
};

/** A request waits at most for the gateway's timeouts; after that a job checks the outcome. */
const FIRST_CHECK_MS = MINUTE_MS;
const CHECK_PAUSE_MS_MAX = HOUR_MS;
/** Gateways forget idempotency keys after a day, so an undecided charge is abandoned before that. */
const GIVE_UP_MS = DAY_MS - HOUR_MS;

export class Payments extends Service<PaymentParts> {
  /** Records an upcoming charge. Call `run` after the commit. */
  begin(
    trx: Transaction,
    account: Account,
    what: {
      readonly amountMinor: number;
      readonly method: PaymentMethod;
      readonly offSession: boolean;
      readonly purchase?: Purchase;
      readonly invoice?: InvoiceRow;
    },
  ): Promise<PaymentRow> {
    const now = this.parts.clock.now();
    return insertPayment(trx, {
      id: newId('pay', now),
      seller_id: account.subscription.seller_id,
      subscription_id: account.subscription.id,
      invoice_id: what.invoice?.id ?? null,
      status: 'pending',
      amount_minor: what.amountMinor,
      currency: account.plan.currency,
      gateway: what.method.gateway,
      gateway_customer: what.method.customer,
      payment_method: what.method.token,
      payment_method_label: what.method.label,
      gateway_ref: null,
      off_session: what.offSession,
      purchase: what.purchase === undefined ? null : JSON.stringify(what.purchase),
      failure_code: null,
      failure_message: null,
      next_check_at: addMs(now, FIRST_CHECK_MS),
      created_at: now,
      settled_at: null,
    });
  }

  /** Charges and records the outcome. Without an outcome the payment stays pending. */
  async run(
    paymentId: string,
    trigger: PaymentTrigger,
  ): Promise<{ payment: PaymentRow; clientSecret: string | null }> {
    const payment = await getPayment(this.parts.db, paymentId);
    const outcome = await this.#ask(payment, (gateway, charge) => gateway.charge(charge));
    return {
      payment: await this.record(paymentId, outcome, trigger),
      clientSecret: outcome.status === 'pending' ? outcome.clientSecret : null,
    };
  }

  /** Requests an outstanding outcome from the gateway, or makes a due refund; repeated until there is a response. */
  async check(paymentId: string): Promise<void> {
    const payment = await findPayment(this.parts.db, paymentId);
    if (payment?.status === 'refund_due') return this.#refund(payment);
    if (payment?.status !== 'pending') return;
    const isOld = this.parts.clock.now() >= addMs(payment.created_at, GIVE_UP_MS);
    const outcome = await this.#ask(payment, (gateway, charge) =>
      isOld ? gateway.cancel(charge) : gateway.retrieve(charge),
    );
    await this.record(paymentId, outcome, 'background');
  }

  /** Handles a callback of the gateway. Its content is not trusted: the state is requested from the gateway. */
  async handleCallback(paymentId: string): Promise<void> {
    const payment = await findPayment(this.parts.db, paymentId);
    if (payment === undefined) return;
    const outcome = await this.#ask(payment, (gateway, charge) => gateway.retrieve(charge));
    await this.record(paymentId, outcome, 'background');
  }

  /** Records an outcome from any source, idempotently. */
  record(paymentId: string, outcome: ChargeOutcome, trigger: PaymentTrigger): Promise<PaymentRow> {
    const { db } = this.parts;
    return inTransaction(db, async (trx) => {
      const { seller_id: sellerId } = await getPayment(trx, paymentId);
      const account = await lockAccount(trx, sellerId);
      const payment = await getPayment(trx, paymentId);
      if (outcome.status === 'pending') return this.#keepWaiting(trx, payment, outcome.ref);
      const customer = await this.parts.customers.get(trx, sellerId);
      const held = { account, customer, payment };
      if (payment.status === 'pending' && outcome.status === 'succeeded')
        return this.#succeed(trx, held, outcome.ref);
      if (payment.status === 'pending' && outcome.status === 'failed')
        return this.#fail(trx, held, outcome, trigger);
      if (payment.status === 'failed' && outcome.status === 'succeeded')
        return this.#acceptLate(trx, held, outcome.ref);
      return payment;
    });
  }

  async #succeed(trx: Transaction, held: LockedPayment, ref: string | null): Promise<PaymentRow> {
    const { invoicing, changes, lifecycle } = this.parts;
    const { account, customer } = held;
    const payment = await this.#close(trx, held.payment, { status: 'succeeded', gateway_ref: ref });
    if (payment.purchase !== null) {
      const purchase = readPurchase(payment.purchase);
      await changes.carryOut(trx, account, customer, purchase, { payment, method: null });
      return getPayment(trx, payment.id);
    }
    const invoice = await invoiceOf(trx, payment);
    await invoicing.bookPayment(trx, payment, customer);
    await invoicing.markPaid(trx, invoice, customer);
    if (account.subscription.status === 'past_due') await lifecycle.recover(trx, account, customer, payment);
    return payment;
  }

  async #fail(
    trx: Transaction,
    held: LockedPayment,
    outcome: ChargeOutcome & { status: 'failed' },
    trigger: PaymentTrigger,
  ): Promise<PaymentRow> {
    const { invoicing, lifecycle, notices: tell } = this.parts;
    const { account, customer } = held;
    const payment = await this.#close(trx, held.payment, {
      status: 'failed',
      gateway_ref: outcome.ref,
      failure_code: outcome.code,
      failure_message: String(outcome.message),
    });
    await this.#releaseCoupon(trx, account, payment);
    await invoicing.announceFailure(trx, payment, customer);
    if (payment.off_session) {
      await lifecycle.markUnpaid(trx, account, customer, payment, await invoiceOf(trx, payment));
    } else if (trigger === 'background') {
      await tell.notifyOfFailure(trx, customer, payment, {
        plan: account.plan.name,
        invoice: null,
        attempt: 1,
        attemptsMax: 1,
        nextAttemptAt: null,
      });
    }
    return payment;
  }

  /** Makes the coupon of this purchase redeemable again. */
  async #releaseCoupon(trx: Transaction, account: Account, payment: PaymentRow): Promise<void> {
    const redemptionId = payment.purchase?.coupon?.redemptionId;
    if (redemptionId === undefined || redemptionId === account.subscription.redemption_id) return;
    await releaseRedemption(trx, redemptionId);
  }

  /** The charge had been abandoned but succeeded after all. */
  async #acceptLate(trx: Transaction, held: LockedPayment, ref: string | null): Promise<PaymentRow> {
    const { account, payment } = held;
    if (payment.invoice_id !== null && payment.purchase === null) {
      const invoice = await getInvoice(trx, payment.invoice_id);
      const isFree = (await findPendingPayment(trx, account.subscription.id)) === undefined;
      if (invoice.status === 'open' && isFree) return this.#succeed(trx, held, ref);
    }
    const unwanted = await this.#close(trx, payment, { status: 'refund_due', gateway_ref: ref });
    await this.parts.invoicing.bookReturn(trx, unwanted);
    return updatePayment(trx, payment.id, { next_check_at: this.parts.clock.now() });
  }

  #close(
    trx: Transaction,
    payment: PaymentRow,
    changes: Parameters<typeof updatePayment>[2],
  ): Promise<PaymentRow> {
    return updatePayment(trx, payment.id, {
      ...changes,
      gateway_ref: changes.gateway_ref ?? payment.gateway_ref,
      next_check_at: null,
      settled_at: this.parts.clock.now(),
    });
  }

  async #keepWaiting(trx: Transaction, payment: PaymentRow, ref: string | null): Promise<PaymentRow> {
    if (payment.status !== 'pending') return payment;
    return updatePayment(trx, payment.id, {
      gateway_ref: ref ?? payment.gateway_ref,
      ...this.#nextCheck(payment),
    });
  }

  async #refund(payment: PaymentRow): Promise<void> {
    const { db, gateway } = this.parts;
    const postpone = this.#nextCheck(payment);
    await inTransaction(db, async (trx) => void (await updatePayment(trx, payment.id, postpone)));
    const whole = { id: `${payment.id}:refund`, amountMinor: payment.amount_minor };
    const outcome = await gateway.refund(chargeOf(payment), whole);
    if (outcome.status === 'failed')
      throw new Error(`payment ${payment.id} could not be refunded: ${String(outcome.message)}`);
    await inTransaction(
      db,
      async (trx) => void (await updatePayment(trx, payment.id, { status: 'refunded', next_check_at: null })),
    );
  }

  #nextCheck(payment: PaymentRow) {
    const pauseMs = Math.min(CHECK_PAUSE_MS_MAX, FIRST_CHECK_MS * 2 ** payment.checks);
    return { checks: payment.checks + 1, next_check_at: addMs(this.parts.clock.now(), pauseMs) };
  }

  /** A failed call does not decide the charge, so it stays open. */
  async #ask(
    payment: PaymentRow,
    call: (gateway: Gateway, charge: Charge) => Promise<ChargeOutcome>,
  ): Promise<ChargeOutcome> {
    const { gateway, log } = this.parts;
    if (payment.gateway !== gateway.name) {
      return {
        status: 'failed',
        ref: payment.gateway_ref,
        code: 'method_unusable',
        message: t('The payment method belongs to another payment service. Enter it again.'),
      };
    }
    try {
      return await call(gateway, chargeOf(payment));
    } catch (error) {
      log.warn({ err: error, paymentId: payment.id }, 'the outcome of a payment is unknown');
      return { status: 'pending', ref: payment.gateway_ref, clientSecret: null };
    }
  }
}

interface LockedPayment {
  readonly account: Account;
  readonly customer: Customer;
  readonly payment: PaymentRow;
}

/**
 * Throws while a payment is pending: until then its subscription must not change. Call under the subscription's lock.
 */
export async function assertNoPendingPayment(trx: Transaction, account: Account): Promise<void> {
  if ((await findPendingPayment(trx, account.subscription.id)) === undefined) return;
  throw invalidState(t('A payment for this subscription is being processed. Try again when it is done.'));
}

async function invoiceOf(trx: Transaction, payment: PaymentRow): Promise<InvoiceRow> {
  if (payment.invoice_id === null) throw new Error(`payment ${payment.id} is for nothing`);
  return getInvoice(trx, payment.invoice_id);
}

export function chargeOf(payment: PaymentRow): Charge {
  return {
    paymentId: payment.id,
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    customer: payment.gateway_customer,
    method: payment.payment_method,
    offSession: payment.off_session,
    description: `Subscription ${payment.subscription_id}`,
    ref: payment.gateway_ref,
  };
}
