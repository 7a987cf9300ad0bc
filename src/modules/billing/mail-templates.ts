import type { Transaction } from '../../platform/db/transaction.ts';
import type { Mails } from '../../platform/mail/mails.ts';
import type { TextsByLanguage } from '../../platform/wording.ts';
import type { Customer } from './customers.repository.ts';
import { formatMoney } from './invoice-words.ts';
import type { InvoiceRow } from './invoices.repository.ts';

export const mailTexts: TextsByLanguage = {
  en: {
    'mails.invoice.subject': 'Your invoice {number}',
    'mails.invoice.body':
      'Hello {name},\n\nthank you: invoice {number} over {amount} is paid.\n\n' +
      'You find it, as a PDF too, among the invoices of your subscription.',
    'mails.invoice.reason': 'You get this mail because you are the owner of the account of {company}.',
  },
  de: {
    'mails.invoice.subject': 'Ihre Rechnung {number}',
    'mails.invoice.body':
      'Guten Tag {name},\n\nvielen Dank: Die Rechnung {number} über {amount} ist bezahlt.\n\n' +
      'Sie finden sie, auch als PDF, bei den Rechnungen Ihres Abonnements.',
    'mails.invoice.reason': 'Sie erhalten diese E-Mail als Inhaber des Kontos von {company}.',
  },
};

/** Mails that belong to the contract and that no preference turns off. */
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
}
