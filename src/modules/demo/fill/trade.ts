import { addMs, DAY_MS, HOUR_MS } from '../../../platform/clock.ts';
import type { Row } from './copy.ts';
import { type Fill, type FilledSeller, upTo } from './fill.ts';

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

/** The paid invoices of earlier months, each with its line, its payment, and both in the ledger. */
export async function fillTrade(fill: Fill): Promise<void> {
  const { copy } = fill.options;
  await copy.rows('invoices', INVOICE_COLUMNS, rowsOf(fill, invoiceRow));
  await copy.rows('invoice_lines', LINE_COLUMNS, rowsOf(fill, lineRow));
  await copy.rows('payments', PAYMENT_COLUMNS, rowsOf(fill, paymentRow));
  await copy.rows('test_gateway_charges', CHARGE_COLUMNS, rowsOf(fill, chargeRow));
  await copy.rows('ledger_entries', LEDGER_COLUMNS, ledgerRows(fill));
  await copy.rows('invoice_counters', ['series', 'last'], counterRows(fill));
}

const INVOICE_COLUMNS = [
  'id',
  'number',
  'seller_id',
  'subscription_id',
  'kind',
  'status',
  'currency',
  'net_minor',
  'vat_minor',
  'total_minor',
  'credit_applied_minor',
  'due_minor',
  'issuer',
  'customer',
  'language',
  'issued_at',
  'paid_at',
];
const LINE_COLUMNS = [
  'invoice_id',
  'position',
  'kind',
  'plan_id',
  'plan_name',
  'cycle',
  'period_start',
  'period_end',
  'net_minor',
  'vat_bp',
];
const PAYMENT_COLUMNS = [
  'id',
  'seller_id',
  'subscription_id',
  'invoice_id',
  'status',
  'amount_minor',
  'currency',
  'gateway',
  'gateway_customer',
  'payment_method',
  'gateway_ref',
  'off_session',
  'created_at',
  'settled_at',
];
const CHARGE_COLUMNS = [
  'payment_id',
  'method',
  'amount_minor',
  'currency',
  'declined',
  'answers_at',
  'canceled',
  'refunded',
  'created_at',
];
const LEDGER_COLUMNS = [
  'seller_id',
  'kind',
  'amount_minor',
  'currency',
  'invoice_id',
  'payment_id',
  'created_at',
];

/** A series of its own, so that no number meets one of the running market. */
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
  for (const n of upTo(fill.counts.invoices)) yield row(saleOf(fill, n));
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
  };
}

function paymentRow({ seller, at, total, invoiceId, paymentId }: Sale): Row {
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
  };
}

function chargeRow({ seller, at, total, paymentId }: Sale): Row {
  return {
    payment_id: paymentId,
    method: 'pm_ok',
    amount_minor: total,
    currency: seller.plan.currency,
    declined: false,
    answers_at: at,
    canceled: false,
    refunded: false,
    created_at: at,
  };
}

function* ledgerRows(fill: Fill): Generator<Row> {
  for (const n of upTo(fill.counts.invoices)) {
    const { seller, at, total, invoiceId, paymentId } = saleOf(fill, n);
    const common = { seller_id: seller.id, currency: seller.plan.currency };
    yield { ...common, kind: 'invoice', amount_minor: total, invoice_id: invoiceId, created_at: at };
    const settledAt = addMs(at, HOUR_MS);
    yield { ...common, kind: 'payment', amount_minor: -total, payment_id: paymentId, created_at: settledAt };
  }
}

function* counterRows(fill: Fill): Generator<Row> {
  yield { series: SERIES, last: fill.counts.invoices };
}
