import { addMs, DAY_MS, HOUR_MS } from '../../../platform/clock.ts';
import type { Row } from './copy.ts';
import { type Fill, type FilledSeller, range } from './fill.ts';

const VAT_BP = 1900;
const MONTH_MS = 30 * DAY_MS;
/** One invoice in 200 is the largest dealer's. */
const OF_LARGEST = 200;
const ISSUER = {
  name: 'Fifthwheel GmbH',
  address: ['Hafenstraße 1', '20457 Hamburg'],
  country: 'DE',
  vatId: 'DE123456789',
  email: 'billing@fifthwheel.example',
};

/** The paid invoices of past months, each with its line, its payment and their ledger entries; some are refunded. */
export async function fillTrade(fill: Fill): Promise<void> {
  const { copy } = fill.options;
  await copy.rows('invoices', documentRows(fill, invoiceRow));
  await copy.rows('invoice_lines', documentRows(fill, lineRow));
  await copy.rows('payments', rowsOf(fill, paymentRow));
  await copy.rows('test_gateway_charges', rowsOf(fill, chargeRow));
  await copy.rows('refunds', refundRows(fill));
  await copy.rows('ledger_entries', ledgerRows(fill));
  await copy.rows('invoice_counters', counterRows(fill));
}

/** A separate series, so that no number collides with one of the running instance. */
const SERIES = 'SEED';

interface Sale {
  readonly n: number;
  readonly seller: FilledSeller;
  readonly at: Date;
  readonly net: number;
  readonly vat: number;
  readonly total: number;
  readonly invoiceId: string;
  readonly paymentId: string;
}

function saleOf(fill: Fill, n: number): Sale {
  const seller = fill.seller(n % OF_LARGEST === 0 ? 0 : 1 + fill.draw(60, n, fill.counts.dealers - 1));
  const at = fill.at(n, fill.counts.invoices, 700);
  const net = Math.max(2900, seller.plan.monthly_minor ?? 0);
  const vat = Math.round((net * VAT_BP) / 10_000);
  return {
    n,
    seller,
    at,
    net,
    vat,
    total: net + vat,
    invoiceId: fill.id('inv', at, n),
    paymentId: fill.id('pay', at, n),
  };
}

function* rowsOf(fill: Fill, row: (sale: Sale) => Row): Generator<Row> {
  for (const n of range(fill.counts.invoices)) yield row(saleOf(fill, n));
}

function invoiceRow({ n, seller, at, net, vat, total, invoiceId }: Sale): Row {
  return {
    id: invoiceId,
    number: `${SERIES}-${String(n + 1).padStart(7, '0')}`,
    seller_id: seller.id,
    subscription_id: seller.subscriptionId,
    kind: 'invoice',
    status: 'paid',
    currency: seller.plan.currency,
    net_minor: net,
    vat_minor: vat,
    total_minor: total,
    credit_applied_minor: 0,
    due_minor: total,
    issuer: ISSUER,
    customer: {
      name: seller.record.companyName,
      address: [`${seller.record.location.postalCode} ${seller.record.location.city}`],
      country: seller.record.location.country,
      vatId: seller.record.vatNumber,
      email: seller.record.email,
    },
    language: 'en',
    issued_at: at,
    paid_at: addMs(at, HOUR_MS),
    corrects_invoice_id: null,
  };
}

function lineRow({ seller, at, net, invoiceId }: Sale): Row {
  return {
    invoice_id: invoiceId,
    position: 1,
    kind: 'plan',
    plan_id: seller.plan.id,
    plan_name: seller.record.plan,
    cycle: 'monthly',
    period_start: at,
    period_end: addMs(at, MONTH_MS),
    net_minor: net,
    vat_bp: VAT_BP,
    vat_minor: null,
  };
}

function paymentRow({ n, seller, at, total, invoiceId, paymentId }: Sale): Row {
  return {
    id: paymentId,
    seller_id: seller.id,
    subscription_id: seller.subscriptionId,
    invoice_id: invoiceId,
    status: 'succeeded',
    amount_minor: total,
    currency: seller.plan.currency,
    gateway: 'test',
    gateway_customer: `cus_${seller.subscriptionId}`,
    payment_method: 'pm_ok',
    gateway_ref: `ch_${paymentId}`,
    off_session: true,
    created_at: at,
    settled_at: addMs(at, HOUR_MS),
    refunded_minor: isRefunded(n) ? total : 0,
  };
}

function chargeRow({ n, seller, at, total, paymentId }: Sale): Row {
  return {
    payment_id: paymentId,
    method: 'pm_ok',
    amount_minor: total,
    currency: seller.plan.currency,
    declined: false,
    answers_at: at,
    canceled: false,
    refunded: isRefunded(n),
    returned_minor: isRefunded(n) ? total : 0,
    created_at: at,
  };
}

const ABOUT_NOTHING = { invoice_id: null, payment_id: null, refund_id: null };

function* ledgerRows(fill: Fill): Generator<Row> {
  for (const n of range(fill.counts.invoices)) {
    const { seller, at, total, invoiceId, paymentId } = saleOf(fill, n);
    const common = { ...ABOUT_NOTHING, seller_id: seller.id, currency: seller.plan.currency };
    yield { ...common, kind: 'invoice', amount_minor: total, invoice_id: invoiceId, created_at: at };
    const settledAt = addMs(at, HOUR_MS);
    yield { ...common, kind: 'payment', amount_minor: -total, payment_id: paymentId, created_at: settledAt };
  }
  for (const sale of refunded(fill)) {
    const { seller, at, total, invoiceId, paymentId } = creditOf(fill, sale);
    const { currency } = seller.plan;
    const common = { ...ABOUT_NOTHING, seller_id: seller.id, currency, created_at: at };
    yield { ...common, kind: 'credit_note', amount_minor: total, invoice_id: invoiceId };
    const refundId = fill.id('rfd', at, sale.n);
    yield { ...common, kind: 'refund', amount_minor: sale.total, payment_id: paymentId, refund_id: refundId };
  }
}

function* counterRows(fill: Fill): Generator<Row> {
  yield { series: SERIES, last: fill.counts.invoices + [...refunded(fill)].length };
}

/** One payment in 50 was refunded a day later. */
const OF_REFUNDED = 50;
const isRefunded = (n: number): boolean => n % OF_REFUNDED === 1;

function* refunded(fill: Fill): Generator<Sale> {
  for (const n of range(fill.counts.invoices)) if (isRefunded(n)) yield saleOf(fill, n);
}

/** The credit note over a sale, as a sale of negative amounts. */
function creditOf(fill: Fill, sale: Sale): Sale {
  const n = fill.counts.invoices + Math.floor(sale.n / OF_REFUNDED);
  const at = addMs(sale.at, DAY_MS);
  const { net, vat, total } = sale;
  return { ...sale, n, at, net: -net, vat: -vat, total: -total, invoiceId: fill.id('inv', at, n) };
}

/** Invoices first: credit notes name them. */
function* documentRows(fill: Fill, row: (sale: Sale) => Row): Generator<Row> {
  yield* rowsOf(fill, row);
  for (const sale of refunded(fill)) {
    const document = row(creditOf(fill, sale));
    yield 'number' in document
      ? { ...document, kind: 'credit_note', due_minor: 0, corrects_invoice_id: sale.invoiceId }
      : { ...document, kind: 'refund', vat_minor: -sale.vat };
  }
}

function* refundRows(fill: Fill): Generator<Row> {
  for (const sale of refunded(fill)) {
    const { at, invoiceId } = creditOf(fill, sale);
    yield {
      id: fill.id('rfd', at, sale.n),
      payment_id: sale.paymentId,
      credit_note_id: invoiceId,
      seller_id: sale.seller.id,
      amount_minor: sale.total,
      currency: sale.seller.plan.currency,
      reason: 'Paid twice.',
      status: 'succeeded',
      created_at: at,
      settled_at: addMs(at, HOUR_MS),
    };
  }
}
