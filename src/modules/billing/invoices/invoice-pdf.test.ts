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
    vat_minor: null,
    coupon_code: null,
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
    customer: {
      name: 'Łódź Söhne',
      address: ['София', 'Θεσσαλονίκη', 'I\u0307stanbul'],
      country: 'PL',
      vatId: null,
      email: null,
    },
    language: 'en',
    issued_at: MARCH,
    paid_at: MARCH,
    ...changes,
  };
}

const streamOf = (object: string): string => {
  const [, body = ''] = /stream\r?\n([\s\S]*?)\r?\nendstream/.exec(object) ?? [];
  const bytes = Buffer.from(body, 'latin1');
  return (object.includes('FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
};

/** Returns the text that a PDF reader copies: the runs of the page in order, decoded by each font's Unicode map. */
function textsOf(pdf: Buffer): string[] {
  const objects = new Map(
    [...pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map((match) => [
      match[1],
      match[2] ?? '',
    ]),
  );
  const all = [...objects.values()];
  const letters = new Map<string, string[]>();
  for (const [, name = '', id] of all.join('\n').matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1];
    const ranges = streamOf(objects.get(unicode) ?? '').matchAll(/\[([^\]]*)\]/g);
    const codes = [...ranges].flatMap((range) => [...(range[1] ?? '').matchAll(/<([^>]*)>/g)]);
    letters.set(
      name,
      codes.map(([, hex = '']) => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')),
    );
  }
  const page = streamOf(all.find((object) => /stream/.test(object) && / TJ/.test(streamOf(object))) ?? '');
  const texts: string[] = [];
  let font: string[] = [];
  for (const [, name, run = ''] of page.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*)\] TJ/g)) {
    if (name !== undefined) font = letters.get(name) ?? [];
    else {
      const codes = [...run.matchAll(/<([0-9a-f]*)>/g)].map((part) => part[1]).join('');
      texts.push((codes.match(/.{4}/g) ?? []).map((code) => font[Number.parseInt(code, 16)]).join(''));
    }
  }
  return texts.map((text) => text.replaceAll('\u00a0', ' '));
}

const lines = [line(1, 'unused', -2371), line(2, 'plan', 14_900)];

describe('the PDF of an invoice', () => {
  it('says what the invoice says, and spells names as they are', async () => {
    const texts = textsOf(await renderInvoice({ invoice: invoice({}), lines, corrects: null }));
    expect(texts).toEqual(
      expect.arrayContaining([
        'Invoice FW-2026-000042',
        'Łódź Söhne',
        'София',
        'Θεσσαλονίκη',
        'İstanbul',
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
