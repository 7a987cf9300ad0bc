import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { ASSETS_DIRECTORY } from '../../../platform/package-root.ts';
import { totalsOf, type Party } from './bill.ts';
import { formatDate, formatMoney, formatRate, type InvoiceWords, invoiceWords } from './invoice-words.ts';
import type { InvoiceDetail } from '../billing-reader.ts';
import { asBillLine } from '../subscription/subscription-views.ts';

/** The standard PDF fonts only have Western European letters. These have Latin, Greek and Cyrillic. */
const FONTS = { regular: 'DejaVuSans.ttf', bold: 'DejaVuSans-Bold.ttf' } as const;

const MARGIN = 56;
const AMOUNT_WIDTH = 110;
const SMALL = 8;
const NORMAL = 9;
const TITLE = 18;

/** Renders an invoice as one A4 page from the data stored at issue, so it never changes. */
export async function renderInvoice(detail: InvoiceDetail): Promise<Buffer> {
  const { invoice } = detail;
  const words = invoiceWords(invoice.language);
  const title = `${invoice.kind === 'invoice' ? words.invoice : words.creditNote} ${invoice.number}`;
  // Loaded for the first invoice, because most processes never need its megabytes of fonts and tables.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: title, Author: invoice.issuer.name, CreationDate: invoice.issued_at },
  });
  for (const [name, file] of Object.entries(FONTS))
    document.registerFont(name, await readFile(path.join(ASSETS_DIRECTORY, file)));
  const sheet = new Sheet(document);
  // Reading the fonts and the layout take about 10 ms each: yield in between.
  for (const name of Object.keys(FONTS)) {
    document.font(name);
    await setImmediate();
  }
  for (const write of [writeHead, writeLines, writeTotals, writeNotes]) {
    write(sheet, detail, words, title);
    await setImmediate();
  }
  return sheet.finish();
}

/** Writes the page from top to bottom, row by row. */
class Sheet {
  readonly #document: PDFKit.PDFDocument;
  readonly #chunks: Buffer[] = [];
  readonly #ended: Promise<void>;

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
    this.#ended = new Promise((resolve, reject) => {
      document.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
      document.on('end', resolve);
      document.on('error', reject);
    });
  }

  text(text: string, options: { readonly size?: number; readonly bold?: boolean } = {}): void {
    this.#document
      .font(options.bold === true ? 'bold' : 'regular')
      .fontSize(options.size ?? NORMAL)
      .text(text.normalize('NFC'), MARGIN, this.#document.y, { width: this.#width });
  }

  row(left: string, right: string, options: { readonly bold?: boolean } = {}): void {
    const top = this.#document.y;
    this.#document
      .font(options.bold === true ? 'bold' : 'regular')
      .fontSize(NORMAL)
      .text(right, MARGIN + this.#width - AMOUNT_WIDTH, top, {
        width: AMOUNT_WIDTH,
        align: 'right',
      })
      .text(left.normalize('NFC'), MARGIN, top, { width: this.#width - AMOUNT_WIDTH - 12 });
    this.gap(0.35);
  }

  rule(): void {
    const { y } = this.#document;
    this.#document
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + this.#width, y)
      .lineWidth(0.5)
      .stroke('#999999');
    this.gap(0.6);
  }

  gap(lines: number): void {
    this.#document.moveDown(lines);
  }

  async finish(): Promise<Buffer> {
    this.#document.end();
    await this.#ended;
    return Buffer.concat(this.#chunks);
  }

  get #width(): number {
    return this.#document.page.width - 2 * MARGIN;
  }
}

function writeHead(sheet: Sheet, { invoice }: InvoiceDetail, words: InvoiceWords, title: string): void {
  writeParty(sheet, invoice.issuer, words, SMALL);
  sheet.gap(2);
  sheet.text(words.to, { size: SMALL });
  writeParty(sheet, invoice.customer, words, NORMAL);
  sheet.gap(2);
  sheet.text(title, { size: TITLE, bold: true });
  sheet.gap(0.5);
  sheet.text(`${words.date}: ${formatDate(invoice.issued_at, invoice.language)}`);
  sheet.gap(1.5);
}

function writeParty(sheet: Sheet, party: Party, words: InvoiceWords, size: number): void {
  sheet.text(party.name, { size, bold: true });
  for (const line of [...party.address, party.country]) sheet.text(line, { size });
  if (party.vatId !== null) sheet.text(`${words.vatId} ${party.vatId}`, { size });
}

function writeLines(sheet: Sheet, { invoice, lines }: InvoiceDetail, words: InvoiceWords): void {
  sheet.row(words.description, words.amount, { bold: true });
  sheet.rule();
  for (const line of lines.map(asBillLine)) {
    const from = formatDate(line.period.start, invoice.language);
    const to = formatDate(line.period.end, invoice.language);
    sheet.row(
      `${words.line(line)}\n${from} – ${to}`,
      formatMoney(line.netMinor, invoice.currency, invoice.language),
    );
  }
  sheet.rule();
}

function writeTotals(sheet: Sheet, { invoice, lines }: InvoiceDetail, words: InvoiceWords): void {
  const amount = (minor: number): string => formatMoney(minor, invoice.currency, invoice.language);
  sheet.row(words.net, amount(invoice.net_minor));
  for (const tax of totalsOf(lines.map(asBillLine)).taxes)
    sheet.row(words.vat(formatRate(tax.rateBp, invoice.language)), amount(tax.taxMinor));
  sheet.row(words.total, amount(invoice.total_minor), { bold: true });
  if (invoice.credit_applied_minor > 0) {
    sheet.row(words.credit, amount(-invoice.credit_applied_minor));
    sheet.row(words.due, amount(invoice.due_minor), { bold: true });
  }
  sheet.gap(1);
}

function writeNotes(sheet: Sheet, { invoice, lines, corrects }: InvoiceDetail, words: InvoiceWords): void {
  const isRefund = lines.some((line) => line.kind === 'refund');
  if (corrects !== null) sheet.text(isRefund ? words.refund(corrects) : words.correction(corrects));
  if (invoice.tax_note !== null) sheet.text(words.taxNotes[invoice.tax_note]);
  if (invoice.kind === 'credit_note') return;
  if (invoice.status === 'open') sheet.text(words.open);
  if (invoice.status === 'void') sheet.text(words.void);
  if (invoice.status === 'paid' && invoice.paid_at !== null)
    sheet.text(words.paid(formatDate(invoice.paid_at, invoice.language)));
}
