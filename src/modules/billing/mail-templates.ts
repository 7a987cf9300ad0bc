import type { Transaction } from '../../platform/db/transaction.ts';
import type { Mails } from '../../platform/mail/mails.ts';
import type { TextsByLanguage } from '../../platform/wording.ts';
import type { Customer } from './customers.ts';
import { formatMoney } from './invoices/invoice-words.ts';
import type { InvoiceRow } from './invoices/invoices.repository.ts';
import type { RefundRow } from './payments/refunds.repository.ts';

export const mailTexts: TextsByLanguage = {
  en: {
    'mails.invoice.subject': 'Your invoice {number}',
    'mails.invoice.body':
      'Hello {name},\n\nthank you: invoice {number} for {amount} has been paid.\n\n' +
      'You can view it under the invoices of your subscription, and download it as a PDF.',
    'mails.invoice.reason': 'You are receiving this mail because you are an owner of {company}.',
    'mails.refund.subject': 'A refund for invoice {number}',
    'mails.refund.body':
      'Hello {name},\n\nwe are giving you back {amount} of invoice {number}, the way you paid. Your bank may need a few days.\n\n' +
      'The credit note {note} is among the invoices of your subscription.',
    'mails.refund.reason': 'You are receiving this mail because you are an owner of {company}.',
    'mails.refundFailed.subject': 'A refund for invoice {number} has become credit',
    'mails.refundFailed.body':
      'Hello {name},\n\n{amount} of invoice {number} could not be given back the way you paid.\n\n' +
      'The amount is your credit now, which your next invoices use before your payment method is charged.',
    'mails.refundFailed.reason': 'You are receiving this mail because you are an owner of {company}.',
  },
  de: {
    'mails.invoice.subject': 'Ihre Rechnung {number}',
    'mails.invoice.body':
      'Guten Tag {name},\n\nvielen Dank: Die Rechnung {number} über {amount} ist bezahlt.\n\n' +
      'Sie finden sie unter den Rechnungen Ihres Abonnements und können sie dort als PDF herunterladen.',
    'mails.invoice.reason': 'Sie erhalten diese E-Mail, weil Sie als Inhaber von {company} eingetragen sind.',
    'mails.refund.subject': 'Eine Erstattung zur Rechnung {number}',
    'mails.refund.body':
      'Guten Tag {name},\n\nwir erstatten Ihnen {amount} der Rechnung {number} auf dem Weg, auf dem Sie bezahlt haben. ' +
      'Ihre Bank braucht dafür vielleicht einige Tage.\n\n' +
      'Die Gutschrift {note} finden Sie unter den Rechnungen Ihres Abonnements.',
    'mails.refund.reason': 'Sie erhalten diese E-Mail, weil Sie als Inhaber von {company} eingetragen sind.',
    'mails.refundFailed.subject': 'Aus einer Erstattung zur Rechnung {number} ist ein Guthaben geworden',
    'mails.refundFailed.body':
      'Guten Tag {name},\n\n{amount} der Rechnung {number} konnten nicht auf dem Weg erstattet werden, auf dem Sie bezahlt haben.\n\n' +
      'Der Betrag ist jetzt Ihr Guthaben: Die nächsten Rechnungen verbrauchen es, bevor Ihr Zahlungsmittel belastet wird.',
    'mails.refundFailed.reason':
      'Sie erhalten diese E-Mail, weil Sie als Inhaber von {company} eingetragen sind.',
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
