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
const COLUMN_GAP = 24;
const AMOUNT_WIDTH = 110;
const SMALL = 8;
const NORMAL = 9;
const SUM = 12;
const NAME = 14;
const TITLE = 20;
/** Space around the text of a table row. */
const ROW_PADDING = 6;

/** The light colors of the pages: browser/styles/base.css. */
const INK = '#13202a';
const INK_2 = '#4a5965';
const WELL = '#f6f8f9';
const LINE = '#dce2e6';
const AMBER = '#ffb000';
/** Reflector tape: strips with gaps, in points. */
const TAPE = { height: 3, strip: 21, gap: 3 } as const;

interface TextStyle {
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: string;
}

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

  text(text: string, style?: TextStyle): void {
    this.#write(text, MARGIN, this.#width, style);
  }

  /** Two columns from the same height on; what follows is below both. */
  columns(writeLeft: (text: Sheet['text']) => void, writeRight: (text: Sheet['text']) => void): void {
    const top = this.#document.y;
    const width = (this.#width - COLUMN_GAP) / 2;
    writeLeft((text, style) => this.#write(text, MARGIN, width, style));
    const bottom = this.#document.y;
    this.#document.y = top;
    writeRight((text, style) => this.#write(text, MARGIN + width + COLUMN_GAP, width, style));
    this.#document.y = Math.max(bottom, this.#document.y);
  }

  /** A table row: a text, a note below it, and an amount. */
  row(
    left: string,
    right: string,
    {
      note,
      isHead = false,
      ...style
    }: TextStyle & { readonly note?: string; readonly isHead?: boolean } = {},
  ): void {
    const { bold = false, size = NORMAL } = style;
    const font = bold ? 'bold' : 'regular';
    const textWidth = this.#width - AMOUNT_WIDTH - 3 * ROW_PADDING;
    const top = this.#document.y;
    if (isHead) {
      const height = this.#document.font(font).fontSize(size).heightOfString(left, { width: textWidth });
      this.#document.rect(MARGIN, top, this.#width, height + 2 * ROW_PADDING).fill(WELL);
    }
    this.#document
      .font(font)
      .fontSize(size)
      .fillColor(style.color ?? INK)
      .text(right, MARGIN + this.#width - AMOUNT_WIDTH - ROW_PADDING, top + ROW_PADDING, {
        width: AMOUNT_WIDTH,
        align: 'right',
      });
    this.#document.y = top + ROW_PADDING;
    this.#write(left, MARGIN + ROW_PADDING, textWidth, style);
    if (note !== undefined) this.#write(note, MARGIN + ROW_PADDING, textWidth, { size: SMALL, color: INK_2 });
    this.#document.y += ROW_PADDING;
  }

  rule({ color = LINE, width = 0.75 }: { readonly color?: string; readonly width?: number } = {}): void {
    const { y } = this.#document;
    this.#document
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + this.#width, y)
      .lineWidth(width)
      .stroke(color);
  }

  tape(): void {
    const { y } = this.#document;
    const end = MARGIN + this.#width;
    for (let x = MARGIN; x < end; x += TAPE.strip + TAPE.gap)
      this.#document.rect(x, y, Math.min(TAPE.strip, end - x), TAPE.height).fill(AMBER);
    this.#document.y = y + TAPE.height;
  }

  gap(lines: number): void {
    this.#document.font('regular').fontSize(NORMAL).moveDown(lines);
  }

  #write(
    text: string,
    x: number,
    width: number,
    { size = NORMAL, bold = false, color = INK }: TextStyle = {},
  ): void {
    this.#document
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(color)
      .text(text.normalize('NFC'), x, this.#document.y, { width });
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
  const { issuer, customer } = invoice;
  sheet.text(issuer.name, { size: NAME, bold: true });
  sheet.gap(0.6);
  sheet.tape();
  sheet.gap(2.5);
  sheet.columns(
    (text) => {
      text(words.to, { size: SMALL, color: INK_2 });
      text(customer.name, { bold: true });
      for (const line of detailsOf(customer, words)) text(line);
    },
    (text) => {
      text(issuer.name, { size: SMALL, color: INK_2, bold: true });
      for (const line of detailsOf(issuer, words)) text(line, { size: SMALL, color: INK_2 });
    },
  );
  sheet.gap(3);
  sheet.text(title, { size: TITLE, bold: true });
  sheet.gap(0.4);
  sheet.text(`${words.date}: ${formatDate(invoice.issued_at, invoice.language)}`, { color: INK_2 });
  sheet.gap(2);
}

function detailsOf(party: Party, words: InvoiceWords): readonly string[] {
  const vatId = party.vatId === null ? [] : [`${words.vatId} ${party.vatId}`];
  return [...party.address, party.country, ...vatId];
}

function writeLines(sheet: Sheet, { invoice, lines }: InvoiceDetail, words: InvoiceWords): void {
  sheet.row(words.description, words.amount, { isHead: true, size: SMALL, bold: true, color: INK_2 });
  for (const line of lines.map(asBillLine)) {
    const from = formatDate(line.period.start, invoice.language);
    const to = formatDate(line.period.end, invoice.language);
    const amount = formatMoney(line.netMinor, invoice.currency, invoice.language);
    sheet.row(words.line(line), amount, { note: `${from} – ${to}` });
    sheet.rule();
  }
  sheet.gap(0.5);
}

function writeTotals(sheet: Sheet, { invoice, lines }: InvoiceDetail, words: InvoiceWords): void {
  const amount = (minor: number): string => formatMoney(minor, invoice.currency, invoice.language);
  sheet.row(words.net, amount(invoice.net_minor), { color: INK_2 });
  for (const tax of totalsOf(lines.map(asBillLine)).taxes)
    sheet.row(words.vat(formatRate(tax.rateBp, invoice.language)), amount(tax.taxMinor), { color: INK_2 });
  const total = { bold: true, size: SUM };
  sheet.rule({ color: INK, width: 1 });
  sheet.row(words.total, amount(invoice.total_minor), total);
  if (invoice.credit_applied_minor > 0) {
    sheet.row(words.credit, amount(-invoice.credit_applied_minor), { color: INK_2 });
    sheet.rule({ color: INK, width: 1 });
    sheet.row(words.due, amount(invoice.due_minor), total);
  }
  sheet.gap(2);
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
