/**
 * Refunds by administrators. As with charges, a refund is written and committed before the gateway is called, with
 * its ID as idempotency key, and its outcome is requested until known. The credit note and its booking share a
 * transaction: from then on the amount is in transit, and not credit. pending → succeeded | failed (the amount
 * becomes the seller's credit)
 */
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import type { UserActor } from '../../../platform/actor.ts';
import type { Origin } from '../../../platform/audit/audit-log.ts';
import { addMs, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { inTransaction, recordCreated, type Transaction } from '../../../platform/db/transaction.ts';
import { found, invalidField, invalidState } from '../../../platform/errors/app-error.ts';
import { isId, newId } from '../../../platform/ids.ts';
import type { Customer, Customers } from '../customers.ts';
import {
  findInvoiceOfPeriod,
  getInvoice,
  type InvoiceRow,
  listLines,
} from '../invoices/invoices.repository.ts';
import type { Invoicing } from '../invoices/invoicing.ts';
import { refundLines } from '../invoices/refund-lines.ts';
import type { MailTemplates } from '../mail-templates.ts';
import { type Account, lockAccount, updateSubscription } from '../repository.ts';
import type { BillLine } from '../invoices/bill.ts';
import { discountAfter } from '../subscription/purchase.ts';
import { runningOf } from '../subscription/decisions.ts';
import { asBillLine } from '../subscription/subscription-views.ts';
import type { Gateway, RefundOutcome } from './gateway.ts';
import { findPayment, getPayment, type PaymentRow } from './payments.repository.ts';
import { assertNoPendingPayment, chargeOf } from './payments.ts';
import {
  findRefund,
  insertRefund,
  type RefundRow,
  type RefundWithNote,
  reserveRefund,
  updateRefund,
} from './refunds.repository.ts';
import { t } from '../../../platform/errors/sentence.ts';

interface RefundRequest {
  /** Omitted: everything that was neither refunded nor credited. */
  readonly amount?: number;
  readonly reason: string;
}

type RefundParts = Pick<Platform, 'db' | 'clock' | 'log' | 'audit'> & {
  readonly gateway: Gateway;
  readonly customers: Customers;
  readonly invoicing: Invoicing;
  readonly mailTemplates: MailTemplates;
};

const FIRST_CHECK_MS = MINUTE_MS;
const CHECK_PAUSE_MS_MAX = HOUR_MS;

export class Refunds extends Service<RefundParts> {
  async refund(
    actor: UserActor,
    paymentId: string,
    request: RefundRequest,
    origin: Origin,
  ): Promise<RefundWithNote> {
    const { db } = this.parts;
    const payment = found('payment', isId('pay', paymentId) && (await findPayment(db, paymentId)));
    const { id } = await inTransaction(db, (trx) => this.#begin(trx, actor, payment, request, origin));
    return this.run(id);
  }

  /** Requests the outcome from the gateway if it is unknown. */
  async run(refundId: string): Promise<RefundWithNote> {
    const { db, gateway, log } = this.parts;
    const refund = await this.get(refundId);
    if (refund.status !== 'pending') return refund;
    const payment = await getPayment(db, refund.payment_id);
    let outcome: RefundOutcome;
    try {
      outcome = await gateway.refund(chargeOf(payment), { id: refund.id, amountMinor: refund.amount_minor });
    } catch (error) {
      log.warn({ err: error, refundId }, 'the outcome of a refund is unknown');
      outcome = { status: 'pending' };
    }
    await inTransaction(db, (trx) => this.#record(trx, refund, outcome));
    return this.get(refundId);
  }

  async get(refundId: string): Promise<RefundWithNote> {
    return found('refund', isId('rfd', refundId) && (await findRefund(this.parts.db, refundId)));
  }

  async #begin(
    trx: Transaction,
    actor: UserActor,
    { id: paymentId, seller_id: sellerId }: PaymentRow,
    request: RefundRequest,
    origin: Origin,
  ): Promise<RefundRow> {
    const { clock, gateway, invoicing } = this.parts;
    const account = await lockAccount(trx, sellerId);
    const payment = await getPayment(trx, paymentId);
    await assertNoPendingPayment(trx, account);
    if (payment.gateway !== gateway.name)
      throw invalidState(
        t('This payment was made through another payment service ({service}).', { service: payment.gateway }),
      );
    const amountMinor = amountOf(payment, request.amount);
    if (payment.invoice_id === null || !(await reserveRefund(trx, payment, amountMinor)))
      throw invalidState(t('Only a successful payment can be refunded.'));
    const invoice = await getInvoice(trx, payment.invoice_id);
    const customer = await this.parts.customers.get(trx, sellerId);
    const lines = refundLines((await listLines(trx, invoice.id)).map(asBillLine), {
      earlierMinor: payment.refunded_minor,
      amountMinor,
    });
    const note = await invoicing.issue(trx, customer, {
      subscriptionId: invoice.subscription_id,
      currency: invoice.currency,
      lines,
      taxNote: invoice.tax_note,
      correctsInvoiceId: invoice.id,
    });
    const now = clock.now();
    const refund = await insertRefund(trx, {
      id: newId('rfd', now),
      payment_id: payment.id,
      credit_note_id: note.id,
      seller_id: sellerId,
      amount_minor: amountMinor,
      currency: payment.currency,
      reason: request.reason,
      status: 'pending',
      failure_message: null,
      next_check_at: addMs(now, FIRST_CHECK_MS),
      created_at: now,
      settled_at: null,
    });
    await invoicing.bookRefund(trx, refund, 'refund');
    await this.#takeFromPeriod(trx, account, { invoiceId: invoice.id, lines }, now);
    await this.#notify(trx, 'refund', refund, { invoice, note, customer });
    await this.parts.audit.record(trx, {
      actor,
      action: 'payment.refunded',
      subject: { type: 'payment', id: payment.id },
      before: { refunded: payment.refunded_minor / 100 },
      after: {
        refunded: (payment.refunded_minor + amountMinor) / 100,
        reason: request.reason,
        creditNote: note.number,
      },
      origin,
    });
    recordCreated(trx, refund.id);
    return refund;
  }

  /** Prevents a refund of the running period from being credited again when the plan changes. */
  async #takeFromPeriod(
    trx: Transaction,
    account: Account,
    { invoiceId, lines }: { readonly invoiceId: string; readonly lines: readonly BillLine[] },
    now: Date,
  ): Promise<void> {
    const running = runningOf(account);
    if (running === null || running.isTrial || running.period.end <= now) return;
    const paidBy = await findInvoiceOfPeriod(trx, {
      sellerId: account.subscription.seller_id,
      planId: running.planId,
      end: running.period.end,
    });
    if (paidBy !== invoiceId) return;
    const net = -lines.reduce((sum, line) => sum + line.netMinor, 0);
    const { minor, from } = discountAfter(running, now, net);
    await updateSubscription(trx, account, { period_discount_minor: minor, discount_from: from }, now);
  }

  async #record(
    trx: Transaction,
    { id, seller_id: sellerId }: RefundRow,
    outcome: RefundOutcome,
  ): Promise<void> {
    const { clock, customers, invoicing } = this.parts;
    await lockAccount(trx, sellerId);
    const refund = await findRefund(trx, id);
    if (refund?.status !== 'pending') return;
    const now = clock.now();
    if (outcome.status === 'pending') {
      const pauseMs = Math.min(CHECK_PAUSE_MS_MAX, FIRST_CHECK_MS * 2 ** refund.checks);
      await updateRefund(trx, id, { checks: refund.checks + 1, next_check_at: addMs(now, pauseMs) });
      return;
    }
    const isFailed = outcome.status === 'failed';
    const settled = await updateRefund(trx, id, {
      status: outcome.status,
      failure_message: isFailed ? String(outcome.message) : null,
      next_check_at: null,
      settled_at: now,
    });
    if (!isFailed) return;
    await invoicing.bookRefund(trx, settled, 'refund_failed');
    const note = await getInvoice(trx, settled.credit_note_id);
    if (note.corrects_invoice_id === null) return;
    const invoice = await getInvoice(trx, note.corrects_invoice_id);
    await this.#notify(trx, 'refundFailed', settled, {
      invoice,
      note,
      customer: await customers.get(trx, sellerId),
    });
  }

  #notify(
    trx: Transaction,
    name: 'refund' | 'refundFailed',
    refund: RefundRow,
    of: { readonly invoice: InvoiceRow; readonly note: InvoiceRow; readonly customer: Customer },
  ): Promise<void> {
    return this.parts.mailTemplates.sendRefund(trx, name, refund, of);
  }
}

function amountOf(payment: PaymentRow, requested: number | undefined): number {
  const { status, amount_minor: paid, refunded_minor: refunded, credited_minor: credited } = payment;
  const left = paid - refunded - credited;
  if (status === 'succeeded' && left === 0)
    throw invalidState(
      credited === 0
        ? t('This payment has already been fully refunded.')
        : t('Nothing is left to refund because a plan change has credited the rest to the seller.'),
    );
  const minor = requested === undefined ? left : Math.round(requested * 100);
  if (minor > left && status === 'succeeded') {
    const max = (left / 100).toFixed(2);
    throw invalidField(
      'amount',
      credited === 0
        ? t('must be at most {amount}, the refundable rest of this payment', { amount: max })
        : t(
            'must be at most {max}, the refundable rest of this payment: a plan change has credited {amount} to the seller',
            { max, amount: (credited / 100).toFixed(2) },
          ),
    );
  }
  return minor;
}
