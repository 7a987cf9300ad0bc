import type { Transaction } from '../../platform/db/transaction.ts';
import type { Mails } from '../../platform/mail/mails.ts';
import type { TextsByLanguage } from '../../platform/wording.ts';
import type { Customer } from './customers.ts';
import { formatMoney } from './invoices/invoice-words.ts';
import type { InvoiceRow } from './invoices/invoices.repository.ts';

export const mailTexts: TextsByLanguage = {
  en: {
    'mails.invoice.subject': 'Your invoice {number}',
    'mails.invoice.body':
      'Hello {name},\n\nthank you: invoice {number} for {amount} has been paid.\n\n' +
      'You can view it under the invoices of your subscription, and download it as a PDF.',
    'mails.invoice.reason': 'You are receiving this mail because you are an owner of {company}.',
  },
  de: {
    'mails.invoice.subject': 'Ihre Rechnung {number}',
    'mails.invoice.body':
      'Guten Tag {name},\n\nvielen Dank: Die Rechnung {number} über {amount} ist bezahlt.\n\n' +
      'Sie finden sie unter den Rechnungen Ihres Abonnements und können sie dort als PDF herunterladen.',
    'mails.invoice.reason': 'Sie erhalten diese E-Mail, weil Sie als Inhaber von {company} eingetragen sind.',
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
