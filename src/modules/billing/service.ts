import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import {
  inTransaction,
  recordCreated,
  type Queryable,
  type Transaction,
} from '../../platform/db/transaction.ts';
import {
  AppError,
  invalidField,
  invalidFields,
  invalidState,
  notFound,
} from '../../platform/errors/app-error.ts';
import { isId } from '../../platform/ids.ts';
import { dueOf, totalsOf } from './invoices/bill.ts';
import type { Invoicing } from './invoices/invoicing.ts';
import type { SubscriptionChanges } from './subscription/subscription-changes.ts';
import { planNotCovered, redeemCoupon, previewCoupon } from './coupons/redeeming.ts';
import type { RunningCoupon } from './coupons/running-coupon.ts';
import type { Customer, Customers } from './customers.ts';
import {
  decideChange,
  decideSubscription,
  nextTargetOf,
  requireRunning,
  type Target,
  targetOf,
} from './subscription/decisions.ts';
import type { Gateway, PaymentForm, PaymentMethod } from './payments/gateway.ts';
import {
  findOpenInvoice,
  findOwnInvoice,
  getInvoice,
  type InvoiceRow,
} from './invoices/invoices.repository.ts';
import { assertNoPendingPayment, type Payments } from './payments/payments.ts';
import { findPayment, type PaymentRow } from './payments/payments.repository.ts';
import type { PlanRow, Purchase } from './subscription/purchase.ts';
import { type Account, findPlan, getAccount, lockAccount, updateSubscription } from './repository.ts';
import { stateAfter } from './subscription/states.ts';
import { methodColumns } from './subscription/subscription-writer.ts';
import type { BillingCycle } from './tables.ts';
import { t } from '../../platform/errors/sentence.ts';

interface SubscribeRequest {
  readonly planId: string;
  readonly billingCycle: BillingCycle;
  readonly paymentMethod: string;
  readonly trial?: boolean;
  readonly couponCode?: string;
}

interface ChangeRequest {
  readonly planId?: string;
  readonly billingCycle?: BillingCycle;
  readonly paymentMethod?: string;
  readonly couponCode?: string;
}

/** Result of a request; `payment` is pending until the gateway decides. */
export interface Outcome {
  readonly account: Account;
  readonly invoice: InvoiceRow | null;
  readonly payment: PaymentRow | null;
  readonly clientSecret: string | null;
}

type ServiceParts = Pick<Platform, 'db' | 'clock'> & {
  readonly gateway: Gateway;
  readonly invoicing: Invoicing;
  readonly customers: Customers;
  readonly changes: SubscriptionChanges;
  readonly payments: Payments;
};

/** Either the transaction has done everything, or it has prepared a payment to run afterwards. */
type Decision =
  { readonly account: Account; readonly invoice: InvoiceRow | null } | { readonly payment: PaymentRow };

interface LockedAccount {
  readonly account: Account;
  readonly customer: Customer;
}

/**
 * Sellers' requests. The gateway is called before and after the deciding transaction, never within it; the
 * transaction checks everything again under the subscription's lock.
 */
export class Subscriptions extends Service<ServiceParts> {
  /** Describes how a seller gets a token for a payment method. */
  paymentForm(): { readonly gateway: string; readonly form: PaymentForm } {
    const { name, form } = this.parts.gateway;
    return { gateway: name, form };
  }

  async subscribe(sellerId: string, request: SubscribeRequest): Promise<Outcome> {
    const { db } = this.parts;
    const target = targetOf(await findPlan(db, request.planId), request.billingCycle, null);
    const decide = (held: LockedAccount, coupon: RunningCoupon | null): Purchase =>
      decideSubscription(held.account, target, request.trial === true, this.#terms(held.customer, coupon));
    const seen = await this.#see(db, sellerId);
    decide(seen, await this.#previewCoupon(seen.account, target.plan, request.couponCode));
    assertBillable(seen.customer);
    const method = await this.#setUp(sellerId, request.paymentMethod);
    return this.#finish(sellerId, async (trx) => {
      const held = await this.#hold(trx, sellerId);
      const coupon = await this.#redeem(trx, held.account, target.plan, request.couponCode);
      return this.#buy(trx, held, decide(held, coupon), method);
    });
  }

  /**
   * Returns the outcome of a request by the ID of its payment, invoice or subscription; a pending payment continues.
   */
  async outcomeOf(sellerId: string, id: string): Promise<Outcome> {
    const { db, payments } = this.parts;
    if (!isId('pay', id)) {
      const invoice = isId('inv', id) ? await findOwnInvoice(db, sellerId, id) : undefined;
      return unpaid({ account: await getAccount(db, sellerId), invoice: invoice ?? null });
    }
    const payment = await findPayment(db, id);
    if (payment?.seller_id !== sellerId) throw notFound('payment');
    const isPending = payment.status === 'pending';
    return this.#paid(
      sellerId,
      isPending ? await payments.run(id, 'request') : { payment, clientSecret: null },
    );
  }

  async change(sellerId: string, request: ChangeRequest): Promise<Outcome> {
    const { db } = this.parts;
    const { planId, billingCycle, paymentMethod, couponCode } = request;
    if (planId === undefined && billingCycle === undefined) {
      if (couponCode !== undefined) return this.#addCoupon(sellerId, couponCode, paymentMethod);
      if (paymentMethod === undefined)
        throw invalidField(
          'planId',
          t('is required unless billingCycle, paymentMethod or couponCode is given'),
        );
      return this.#changeMethod(sellerId, paymentMethod);
    }
    const seen = await getAccount(db, sellerId);
    const running = requireRunning(seen);
    const plan = planId === undefined ? seen.plan : await findPlan(db, planId);
    if (plan?.slug === 'free') {
      if (couponCode !== undefined) throw planNotCovered(plan);
      return unpaid({ account: await this.cancel(sellerId), invoice: null });
    }
    const target = targetOf(plan, billingCycle ?? running.cycle, seen.plan);
    // Reject before setting up a payment method.
    const coupon = await this.#previewCoupon(seen, target.plan, couponCode);
    const customer = await this.parts.customers.get(db, sellerId);
    const decision = decideChange(seen, target, this.#terms(customer, coupon));
    if (decision.at === 'now' && isBilled(decision.purchase)) assertBillable(customer);
    const method = paymentMethod === undefined ? null : await this.#setUp(sellerId, paymentMethod);
    return this.#finish(sellerId, async (trx) =>
      this.#changePlan(trx, await this.#hold(trx, sellerId), target, { method, couponCode }),
    );
  }

  async #changePlan(
    trx: Transaction,
    held: LockedAccount,
    target: Target,
    { method, couponCode }: { method: PaymentMethod | null; couponCode: string | undefined },
  ): Promise<Decision> {
    const coupon = await this.#redeem(trx, held.account, target.plan, couponCode);
    const decision = decideChange(held.account, target, this.#terms(held.customer, coupon));
    if (decision.at === 'now') return this.#buy(trx, held, decision.purchase, method);
    const account = method === null ? held.account : await this.#keepMethod(trx, held.account, method);
    const next = decision.at === 'never' ? null : target;
    return {
      account: await this.parts.changes.schedule(trx, account, held.customer, next, coupon),
      invoice: null,
    };
  }

  /** Redeems a coupon for future periods; everything else stays. */
  async #addCoupon(sellerId: string, code: string, token: string | undefined): Promise<Outcome> {
    const seen = await getAccount(this.parts.db, sellerId);
    await this.#previewCoupon(seen, nextTargetOf(seen).plan, code);
    const method = token === undefined ? null : await this.#setUp(sellerId, token);
    return this.#finish(sellerId, async (trx) => {
      const held = await this.#hold(trx, sellerId);
      const account = method === null ? held.account : await this.#keepMethod(trx, held.account, method);
      const redeemed = await this.#redeem(trx, account, nextTargetOf(account).plan, code);
      if (redeemed === null) throw new Error('no coupon was redeemed');
      return { account: await this.parts.changes.addCoupon(trx, account, redeemed), invoice: null };
    });
  }

  /** If an invoice is unpaid, the new method is charged immediately and stored only on success. */
  async #changeMethod(sellerId: string, token: string): Promise<Outcome> {
    requireRunning(await getAccount(this.parts.db, sellerId));
    const method = await this.#setUp(sellerId, token);
    return this.#finish(sellerId, async (trx) => {
      const { account } = await this.#hold(trx, sellerId);
      requireRunning(account);
      const invoice = await findOpenInvoice(trx, account.subscription.id);
      if (invoice === undefined)
        return { account: await this.#keepMethod(trx, account, method), invoice: null };
      const payment = await this.parts.payments.begin(trx, account, {
        amountMinor: invoice.due_minor,
        method,
        offSession: false,
        invoice,
      });
      return { payment };
    });
  }

  cancel(sellerId: string): Promise<Account> {
    return inTransaction(this.parts.db, async (trx) => {
      const { account, customer } = await this.#hold(trx, sellerId);
      requireRunning(account);
      return this.parts.changes.cancel(trx, account, customer);
    });
  }

  /** Resumes a canceled subscription before the period ends. */
  resume(sellerId: string): Promise<Account> {
    return inTransaction(this.parts.db, async (trx) => {
      const { account, customer } = await this.#hold(trx, sellerId);
      if (account.subscription.status !== 'canceled') stateAfter(account.subscription.status, 'resume');
      if (requireRunning(account).period.end <= this.parts.clock.now())
        throw invalidState(t('The subscription has ended. Subscribe again.'));
      return this.parts.changes.resume(trx, account, customer);
    });
  }

  /** A free purchase is applied immediately; any other purchase after its payment. */
  async #buy(
    trx: Transaction,
    { account, customer }: LockedAccount,
    purchase: Purchase,
    newMethod: PaymentMethod | null,
  ): Promise<Decision> {
    if (isBilled(purchase)) assertBillable(customer);
    const credit = await this.parts.invoicing.creditMinor(trx, customer.sellerId);
    const { dueMinor } = dueOf(totalsOf(purchase.lines).totalMinor, credit);
    if (dueMinor === 0)
      return this.parts.changes.carryOut(trx, account, customer, purchase, {
        payment: null,
        method: newMethod,
      });
    const payment = await this.parts.payments.begin(trx, account, {
      amountMinor: dueMinor,
      method: newMethod ?? storedMethod(account),
      offSession: false,
      purchase,
    });
    return { payment };
  }

  /** Commits the decision, then charges. */
  async #finish(sellerId: string, decide: (trx: Transaction) => Promise<Decision>): Promise<Outcome> {
    const { db, payments } = this.parts;
    const decided = await inTransaction(db, async (trx) => {
      const decision = await decide(trx);
      recordCreated(
        trx,
        'payment' in decision
          ? decision.payment.id
          : (decision.invoice?.id ?? decision.account.subscription.id),
      );
      return decision;
    });
    if ('account' in decided) return unpaid(decided);
    return this.#paid(sellerId, await payments.run(decided.payment.id, 'request'));
  }

  async #paid(
    sellerId: string,
    { payment, clientSecret }: { readonly payment: PaymentRow; readonly clientSecret: string | null },
  ): Promise<Outcome> {
    const { db } = this.parts;
    if (payment.status === 'failed')
      throw new AppError('PAYMENT_FAILED', payment.failure_message ?? t('The payment was declined.'));
    return {
      account: await getAccount(db, sellerId),
      invoice: payment.invoice_id === null ? null : await getInvoice(db, payment.invoice_id),
      payment,
      clientSecret,
    };
  }

  async #see(db: Queryable, sellerId: string): Promise<LockedAccount> {
    return {
      account: await getAccount(db, sellerId),
      customer: await this.parts.customers.get(db, sellerId),
    };
  }

  async #hold(trx: Transaction, sellerId: string): Promise<LockedAccount> {
    const account = await lockAccount(trx, sellerId);
    await assertNoPendingPayment(trx, account);
    return { account, customer: await this.parts.customers.get(trx, sellerId) };
  }

  async #setUp(sellerId: string, token: string): Promise<PaymentMethod> {
    const { db, gateway } = this.parts;
    const { subscription } = await getAccount(db, sellerId);
    const { party } = await this.parts.customers.get(db, sellerId);
    return gateway.setUpPaymentMethod({
      sellerId,
      name: party.name,
      email: party.email,
      customer: subscription.gateway === gateway.name ? subscription.gateway_customer : null,
      token,
    });
  }

  #keepMethod(trx: Transaction, account: Account, method: PaymentMethod): Promise<Account> {
    return updateSubscription(trx, account, methodColumns(method), this.parts.clock.now());
  }

  /** Without a code, returns the coupon that the subscription already has. */
  async #previewCoupon(
    account: Account,
    plan: PlanRow,
    code: string | undefined,
  ): Promise<RunningCoupon | null> {
    if (code === undefined) return account.coupon;
    return previewCoupon(this.parts.db, { code, account, plan, now: this.parts.clock.now() });
  }

  async #redeem(
    trx: Transaction,
    account: Account,
    plan: PlanRow,
    code: string | undefined,
  ): Promise<RunningCoupon | null> {
    if (code === undefined) return account.coupon;
    return redeemCoupon(trx, { code, account, plan, now: this.parts.clock.now() });
  }

  #terms(customer: Customer, coupon: RunningCoupon | null) {
    return { tax: this.parts.invoicing.taxOf(customer), now: this.parts.clock.now(), coupon };
  }
}

/** A trial that only changes its plan is billed later, like a renewal. */
function isBilled({ move, lines }: Purchase): boolean {
  return move !== 'change' || lines.length > 0;
}

/** An order results in an invoice, which must contain the name and postal address of its recipient. */
function assertBillable({ missingForInvoice }: Customer): void {
  if (missingForInvoice.length === 0) return;
  throw invalidFields(
    missingForInvoice.map((field) => ({
      field,
      message: t('is required on the invoice; add it to the company profile (PUT /seller/profile) first'),
    })),
  );
}

function unpaid(done: { readonly account: Account; readonly invoice: InvoiceRow | null }): Outcome {
  return { ...done, payment: null, clientSecret: null };
}

function storedMethod({ subscription }: Account): PaymentMethod {
  if (subscription.payment_method === null || subscription.gateway === null)
    throw invalidField('paymentMethod', t('is required because there is no payment method yet'));
  return {
    gateway: subscription.gateway,
    customer: subscription.gateway_customer,
    token: subscription.payment_method,
    label: subscription.payment_method_label ?? subscription.payment_method,
  };
}
