/**
 * Invoices, payments, and the seller's account. Every change of the balance is one ledger entry, written together
 * with its invoice or payment. The sum of the entries is the open amount minus the seller's credit.
 */
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import type { Settings } from '../../settings/index.ts';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import type { EventDefinition } from '../../../platform/events/event.ts';
import { newId } from '../../../platform/ids.ts';
import { type BillLine, dueOf, totalsOf, type Party } from './bill.ts';
import type { Customer } from '../customers.ts';
import { invoiceData, paymentData } from '../event-data.ts';
import { invoiceCreated, invoicePaid, paymentFailed, paymentSucceeded } from '../events.ts';
import {
  book,
  findInvoiceOfPeriod,
  getCreditMinor,
  insertInvoice,
  type InvoiceRow,
  listLines,
  nextInvoiceNumber,
  recordPaidAsCredit,
  setInvoiceStatus,
} from './invoices.repository.ts';
import type { MailTemplates } from '../mail-templates.ts';
import type { PaymentRow } from '../payments/payments.repository.ts';
import type { RefundRow } from '../payments/refunds.repository.ts';
import { type Tax, taxFor, type TaxNote } from './vat.ts';

export interface Draft {
  readonly subscriptionId: string;
  readonly currency: string;
  readonly lines: readonly BillLine[];
  readonly taxNote: TaxNote | null;
  readonly correctsInvoiceId?: string;
}

const NUMBER_DIGITS = 6;

/** Kind of the line with the opposite amount. */
const REVERSED = { plan: 'unused', unused: 'plan', refund: 'plan', discount: 'discount' } as const;

type InvoicingParts = Pick<Platform, 'events' | 'clock'> & {
  readonly settings: Settings;
  readonly mailTemplates: MailTemplates;
};

export class Invoicing extends Service<InvoicingParts> {
  taxOf(customer: Customer): Tax {
    return taxFor(this.parts.settings.get('billing.sellerCountry'), customer);
  }

  creditMinor(db: Queryable, sellerId: string): Promise<number> {
    return getCreditMinor(db, sellerId);
  }

  /** Issues an invoice, or a credit note if the total is negative. The seller's credit is applied immediately. */
  async issue(trx: Transaction, customer: Customer, draft: Draft): Promise<InvoiceRow> {
    const now = this.parts.clock.now();
    if (draft.correctsInvoiceId === undefined) await this.#recordCredits(trx, customer.sellerId, draft.lines);
    const totals = totalsOf(draft.lines);
    const isCreditNote = totals.totalMinor < 0;
    const due = dueOf(totals.totalMinor, await getCreditMinor(trx, customer.sellerId));
    const year = String(now.getUTCFullYear());
    const number = await nextInvoiceNumber(trx, year);
    const id = newId('inv', now);
    const invoice = await insertInvoice(
      trx,
      {
        id,
        number: `FW-${year}-${String(number).padStart(NUMBER_DIGITS, '0')}`,
        seller_id: customer.sellerId,
        subscription_id: draft.subscriptionId,
        kind: isCreditNote ? 'credit_note' : 'invoice',
        status: isCreditNote ? 'paid' : 'open',
        currency: draft.currency,
        net_minor: totals.netMinor,
        vat_minor: totals.vatMinor,
        total_minor: totals.totalMinor,
        credit_applied_minor: due.creditAppliedMinor,
        due_minor: due.dueMinor,
        tax_note: draft.taxNote,
        corrects_invoice_id: draft.correctsInvoiceId ?? null,
        issuer: JSON.stringify(this.#issuer()),
        customer: JSON.stringify(this.#billedTo(customer)),
        language: customer.owner?.language ?? 'en',
        issued_at: now,
        paid_at: isCreditNote ? now : null,
      },
      draft.lines.map((line, index) => lineRow(id, index + 1, line)),
    );
    await book(trx, {
      seller_id: customer.sellerId,
      kind: invoice.kind,
      amount_minor: invoice.total_minor,
      currency: invoice.currency,
      invoice_id: id,
      payment_id: null,
      created_at: now,
    });
    await this.#notify(trx, invoiceCreated, invoice, customer);
    if (isCreditNote || invoice.due_minor > 0) return invoice;
    return this.markPaid(trx, invoice, customer);
  }

  /** The unused rest of a period becomes credit, so that part of the payment can no longer be refunded. */
  async #recordCredits(trx: Transaction, sellerId: string, lines: readonly BillLine[]): Promise<void> {
    for (const line of lines.filter(({ kind }) => kind === 'unused')) {
      const invoiceId = await findInvoiceOfPeriod(trx, {
        sellerId,
        planId: line.planId,
        end: line.period.end,
      });
      if (invoiceId !== undefined) await recordPaidAsCredit(trx, invoiceId, -totalsOf([line]).totalMinor);
    }
  }

  async markPaid(trx: Transaction, invoice: InvoiceRow, customer: Customer): Promise<InvoiceRow> {
    const paid = await setInvoiceStatus(trx, invoice.id, 'paid', this.parts.clock.now());
    await this.#notify(trx, invoicePaid, paid, customer);
    await this.parts.mailTemplates.sendInvoice(trx, paid, customer);
    return paid;
  }

  /** Reverses an unpaid invoice by a credit note; the part paid from credit becomes credit again. */
  async takeBack(trx: Transaction, invoice: InvoiceRow, customer: Customer): Promise<void> {
    await setInvoiceStatus(trx, invoice.id, 'void', null);
    const lines = await listLines(trx, invoice.id);
    await this.issue(trx, customer, {
      subscriptionId: invoice.subscription_id,
      currency: invoice.currency,
      taxNote: invoice.tax_note,
      correctsInvoiceId: invoice.id,
      lines: lines.map((line) => ({
        kind: REVERSED[line.kind],
        planId: line.plan_id,
        planName: line.plan_name,
        cycle: line.cycle,
        period: { start: line.period_start, end: line.period_end },
        netMinor: -line.net_minor,
        vatBp: line.vat_bp,
        ...(line.coupon_code === null ? {} : { couponCode: line.coupon_code }),
      })),
    });
  }

  /** Books a received payment. */
  async bookPayment(trx: Transaction, payment: PaymentRow, customer: Customer): Promise<void> {
    await this.#bookMoney(trx, payment, 'payment');
    await this.parts.events.emit(
      trx,
      paymentSucceeded,
      paymentData(payment, customer.owner?.userId ?? null),
      audienceOf(customer),
    );
  }

  /** Books a payment that arrived too late and is to be refunded. */
  async bookReturn(trx: Transaction, payment: PaymentRow): Promise<void> {
    await this.#bookMoney(trx, payment, 'payment');
    await this.#bookMoney(trx, payment, 'refund');
  }

  /** Books a refund, or its failure. */
  async bookRefund(trx: Transaction, refund: RefundRow, kind: 'refund' | 'refund_failed'): Promise<void> {
    await book(trx, {
      seller_id: refund.seller_id,
      kind,
      amount_minor: kind === 'refund' ? refund.amount_minor : -refund.amount_minor,
      currency: refund.currency,
      invoice_id: null,
      payment_id: refund.payment_id,
      refund_id: refund.id,
      created_at: this.parts.clock.now(),
    });
  }

  async announceFailure(trx: Transaction, payment: PaymentRow, customer: Customer): Promise<void> {
    await this.parts.events.emit(
      trx,
      paymentFailed,
      paymentData(payment, customer.owner?.userId ?? null),
      audienceOf(customer),
    );
  }

  async #bookMoney(trx: Transaction, payment: PaymentRow, kind: 'payment' | 'refund'): Promise<void> {
    await book(trx, {
      seller_id: payment.seller_id,
      kind,
      amount_minor: kind === 'payment' ? -payment.amount_minor : payment.amount_minor,
      currency: payment.currency,
      invoice_id: null,
      payment_id: payment.id,
      created_at: this.parts.clock.now(),
    });
  }

  async #notify(
    trx: Transaction,
    event: EventDefinition<typeof invoiceCreated.data>,
    invoice: InvoiceRow,
    customer: Customer,
  ): Promise<void> {
    await this.parts.events.emit(
      trx,
      event,
      invoiceData(invoice, customer.owner?.userId ?? null),
      audienceOf(customer),
    );
  }

  #issuer(): Party {
    const vatId = this.parts.settings.get('billing.sellerVatId');
    return {
      name: this.parts.settings.get('billing.sellerName'),
      address: this.parts.settings.get('billing.sellerAddress'),
      country: this.parts.settings.get('billing.sellerCountry'),
      vatId: vatId === '' ? null : vatId,
      email: null,
    };
  }

  #billedTo(customer: Customer): Party {
    return {
      ...customer.party,
      country: customer.country ?? this.parts.settings.get('billing.sellerCountry'),
    };
  }
}

/** Delivers to the seller's webhooks and notifies its owner. */
export function audienceOf(customer: Customer) {
  return { sellerId: customer.sellerId, userId: customer.owner?.userId ?? null };
}

function lineRow(invoiceId: string, position: number, line: BillLine) {
  return {
    invoice_id: invoiceId,
    position,
    kind: line.kind,
    plan_id: line.planId,
    plan_name: line.planName,
    cycle: line.cycle,
    period_start: line.period.start,
    period_end: line.period.end,
    net_minor: line.netMinor,
    vat_bp: line.vatBp,
    vat_minor: line.vatMinor ?? null,
    coupon_code: line.couponCode ?? null,
  };
}
