import type { BillLine } from './bill.ts';
import type { TaxNote } from './vat.ts';

export interface InvoiceWords {
  readonly invoice: string;
  readonly creditNote: string;
  readonly number: string;
  readonly date: string;
  readonly to: string;
  readonly vatId: string;
  readonly description: string;
  readonly amount: string;
  readonly net: string;
  readonly total: string;
  readonly credit: string;
  readonly due: string;
  vat(rate: string): string;
  correction(number: string): string;
  refund(number: string): string;
  paid(date: string): string;
  readonly open: string;
  readonly void: string;
  readonly taxNotes: Readonly<Record<TaxNote, string>>;
  line(line: Pick<BillLine, 'kind' | 'planName' | 'cycle' | 'couponCode'>): string;
}

const ENGLISH: InvoiceWords = {
  invoice: 'Invoice',
  creditNote: 'Credit note',
  number: 'Number',
  date: 'Date',
  to: 'To',
  vatId: 'VAT id',
  description: 'Description',
  amount: 'Amount',
  net: 'Net',
  total: 'Total',
  credit: 'Paid from your credit',
  due: 'To be paid',
  vat: (rate) => `VAT ${rate} %`,
  correction: (number) => `Cancels invoice ${number}.`,
  refund: (number) => `Gives back what was paid of invoice ${number}.`,
  paid: (date) => `Paid on ${date}.`,
  open: 'We will charge your payment method; you do not need to do anything.',
  void: 'This invoice was canceled.',
  taxNotes: {
    reverse_charge:
      'Reverse charge: the recipient of the service owes the VAT (Article 196 of Directive 2006/112/EC).',
    outside_eu: 'Not subject to EU VAT: the recipient is established outside the European Union.',
  },
  line: (line) => {
    const cycle = line.cycle === 'monthly' ? 'monthly' : 'yearly';
    const plan = `${line.planName}, ${cycle}`;
    return {
      plan: `Plan ${plan}`,
      unused: `Unused time of plan ${plan}`,
      refund: `Refund of plan ${plan}`,
      discount: `Discount with coupon ${line.couponCode ?? ''}`,
    }[line.kind];
  },
};

const GERMAN: InvoiceWords = {
  invoice: 'Rechnung',
  creditNote: 'Gutschrift',
  number: 'Nummer',
  date: 'Datum',
  to: 'An',
  vatId: 'USt-IdNr.',
  description: 'Leistung',
  amount: 'Betrag',
  net: 'Netto',
  total: 'Gesamt',
  credit: 'Aus Ihrem Guthaben bezahlt',
  due: 'Zu zahlen',
  vat: (rate) => `USt. ${rate} %`,
  correction: (number) => `Storniert die Rechnung ${number}.`,
  refund: (number) => `Erstattet, was von der Rechnung ${number} bezahlt wurde.`,
  paid: (date) => `Bezahlt am ${date}.`,
  open: 'Wir ziehen den Betrag von Ihrem Zahlungsmittel ein; Sie müssen nichts tun.',
  void: 'Diese Rechnung wurde storniert.',
  taxNotes: {
    reverse_charge: 'Steuerschuldnerschaft des Leistungsempfängers (Artikel 196 der Richtlinie 2006/112/EG).',
    outside_eu:
      'In der EU nicht steuerbar: Der Leistungsempfänger ist außerhalb der Europäischen Union ansässig.',
  },
  line: (line) => {
    const cycle = line.cycle === 'monthly' ? 'monatlich' : 'jährlich';
    const plan = `${line.planName}, ${cycle}`;
    return {
      plan: `Tarif ${plan}`,
      unused: `Nicht genutzte Zeit des Tarifs ${plan}`,
      refund: `Erstattung des Tarifs ${plan}`,
      discount: `Rabatt mit Gutschein ${line.couponCode ?? ''}`,
    }[line.kind];
  },
};

export function invoiceWords(language: string): InvoiceWords {
  return language.startsWith('de') ? GERMAN : ENGLISH;
}

export function formatMoney(minor: number, currency: string, language: string): string {
  return new Intl.NumberFormat(localeOf(language), { style: 'currency', currency }).format(minor / 100);
}

export function formatDate(instant: Date, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeZone: 'UTC' }).format(
    instant,
  );
}

export function formatRate(bp: number, language: string): string {
  return new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 2 }).format(bp / 100);
}

function localeOf(language: string): string {
  return language.startsWith('de') ? 'de-DE' : 'en-GB';
}
