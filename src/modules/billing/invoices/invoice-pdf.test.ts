import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { InvoiceLineRow, InvoiceRow } from './invoices.repository.ts';
import { renderInvoice } from './invoice-pdf.ts';

const MARCH = new Date('2026-03-01T10:00:00Z');

function line(position: number, kind: 'plan' | 'unused', netMinor: number): InvoiceLineRow {
  return {
    invoice_id: 'inv_1',
    position,
    kind,
    plan_id: 'pln_1',
    plan_name: 'Professional',
    cycle: 'monthly',
    period_start: MARCH,
    period_end: new Date('2026-04-01T10:00:00Z'),
    net_minor: netMinor,
    vat_bp: 1900,
  };
}

function invoice(changes: Partial<InvoiceRow>): InvoiceRow {
  return {
    id: 'inv_1',
    number: 'FW-2026-000042',
    seller_id: 'sel_1',
    subscription_id: 'sub_1',
    kind: 'invoice',
    status: 'paid',
    currency: 'EUR',
    net_minor: 12_529,
    vat_minor: 2381,
    total_minor: 14_910,
    credit_applied_minor: 1000,
    due_minor: 13_910,
    tax_note: null,
    corrects_invoice_id: null,
    issuer: { name: 'Fifthwheel GmbH', address: ['Hafen 1'], country: 'DE', vatId: 'DE1', email: null },
    customer: { name: 'Łódź Söhne', address: [], country: 'PL', vatId: null, email: null },
    language: 'en',
    issued_at: MARCH,
    paid_at: MARCH,
    ...changes,
  };
}

/** The texts of a page in the order of their writing; of Windows-1252 beyond Latin-1 the euro sign is enough. */
function textsOf(pdf: Buffer): string[] {
  const texts: string[] = [];
  const raw = pdf.toString('latin1');
  for (const match of raw.matchAll(/FlateDecode[\s\S]*?stream\r?\n/g)) {
    const start = match.index + match[0].length;
    const page = inflateSync(pdf.subarray(start, raw.indexOf('endstream', start))).toString('latin1');
    for (const run of page.matchAll(/\[(.*)\] TJ/g)) {
      const bytes = [...(run[1] ?? '').matchAll(/<([0-9a-f]*)>/g)].map((part) => part[1]).join('');
      texts.push(
        Buffer.from(bytes, 'hex').toString('latin1').replaceAll('\u0080', '€').replaceAll('\u00a0', ' '),
      );
    }
  }
  return texts;
}

const lines = [line(1, 'unused', -2371), line(2, 'plan', 14_900)];

describe('the PDF of an invoice', () => {
  it('says what the invoice says', async () => {
    const texts = textsOf(await renderInvoice({ invoice: invoice({}), lines, corrects: null }));
    expect(texts).toEqual(
      expect.arrayContaining([
        'Invoice FW-2026-000042',
        'Lódz Söhne',
        'Unused time of plan Professional, monthly',
        '-€23.71',
        'VAT 19 %',
        '€23.81',
        '€149.10',
        'Paid from your credit',
        '€139.10',
        'Paid on 1 Mar 2026.',
      ]),
    );
  });

  it('speaks German where it was issued in German, and says why there is no tax', async () => {
    const german = invoice({
      language: 'de',
      kind: 'credit_note',
      tax_note: 'reverse_charge',
      credit_applied_minor: 0,
    });
    const texts = textsOf(await renderInvoice({ invoice: german, lines, corrects: 'FW-2026-000041' }));
    expect(texts).toEqual(
      expect.arrayContaining([
        'Gutschrift FW-2026-000042',
        'Storniert die Rechnung FW-2026-000041.',
        '149,00 €',
      ]),
    );
    expect(texts.join(' ')).toContain('Steuerschuldnerschaft des Leistungsempfängers');
    expect(texts).not.toContain('Aus Ihrem Guthaben bezahlt');
  });

  it('is the same bytes each time', async () => {
    const detail = { invoice: invoice({}), lines, corrects: null };
    expect(await renderInvoice(detail)).toEqual(await renderInvoice(detail));
  });
});
