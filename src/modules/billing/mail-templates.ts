import type { Transaction } from '../../platform/db/transaction.ts';
import type { Mails } from '../../platform/mail/mails.ts';
import type { Customer } from './customers.ts';
import { formatMoney } from './invoices/invoice-words.ts';
import type { InvoiceRow } from './invoices/invoices.repository.ts';
import type { RefundRow } from './payments/refunds.repository.ts';

/** Contractual emails, which no preference turns off. */
export class MailTemplates {
  readonly #mails: Mails;

  constructor(mails: Mails) {
    this.#mails = mails;
  }

  async sendInvoice(trx: Transaction, invoice: InvoiceRow, customer: Customer): Promise<void> {
    if (customer.owner === null) return;
    const { party, owner } = customer;
    await this.#mails.enqueue(trx, {
      to: owner.email,
      language: invoice.language,
      name: 'invoice',
      values: {
        name: owner.name,
        company: party.name,
        number: invoice.number,
        amount: formatMoney(invoice.total_minor, invoice.currency, invoice.language),
      },
      subjectValues: { number: invoice.number },
    });
  }

  async sendRefund(
    trx: Transaction,
    name: 'refund' | 'refundFailed',
    refund: RefundRow,
    of: { readonly invoice: InvoiceRow; readonly note: InvoiceRow; readonly customer: Customer },
  ): Promise<void> {
    const { party, owner } = of.customer;
    if (owner === null) return;
    const { language } = of.note;
    await this.#mails.enqueue(trx, {
      to: owner.email,
      language,
      name,
      values: {
        name: owner.name,
        company: party.name,
        number: of.invoice.number,
        note: of.note.number,
        amount: formatMoney(refund.amount_minor, refund.currency, language),
      },
      subjectValues: { number: of.invoice.number },
    });
  }
}
