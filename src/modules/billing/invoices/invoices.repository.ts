import { type Insertable, type Selectable, sql } from 'kysely';
import { pageWithTotal } from '../../../platform/db/rows.ts';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import type { Page } from '../../../platform/http/pagination.ts';
import type { InvoiceLineTable, InvoiceStatus, InvoiceTable, LedgerEntryTable } from './invoice-tables.ts';
import './invoice-tables.ts';

export type InvoiceRow = Selectable<InvoiceTable>;
export type InvoiceLineRow = Selectable<InvoiceLineTable>;

/**
 * Returns the next number of a series. The counter stays locked until the transaction ends, so that none is skipped
 * or used twice.
 */
export async function nextInvoiceNumber(trx: Transaction, series: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into invoice_counters (series, last) values (${series}, 1)
    on conflict (series) do update set last = invoice_counters.last + 1
    returning last`.execute(trx);
  const last = rows[0]?.last;
  if (last === undefined) throw new Error('an invoice got no number');
  return last;
}

export async function insertInvoice(
  trx: Transaction,
  invoice: Insertable<InvoiceTable>,
  lines: readonly Insertable<InvoiceLineTable>[],
): Promise<InvoiceRow> {
  const row = await trx.insertInto('invoices').values(invoice).returningAll().executeTakeFirstOrThrow();
  if (lines.length > 0) await trx.insertInto('invoice_lines').values(lines).execute();
  return row;
}

export async function setInvoiceStatus(
  trx: Transaction,
  invoiceId: string,
  status: InvoiceStatus,
  paidAt: Date | null,
): Promise<InvoiceRow> {
  return trx
    .updateTable('invoices')
    .set({ status, paid_at: paidAt })
    .where('id', '=', invoiceId)
    .where('status', '=', 'open')
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findOpenInvoice(db: Queryable, subscriptionId: string): Promise<InvoiceRow | undefined> {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'open')
    .executeTakeFirst();
}

export function getInvoice(db: Queryable, invoiceId: string): Promise<InvoiceRow> {
  return db.selectFrom('invoices').selectAll().where('id', '=', invoiceId).executeTakeFirstOrThrow();
}

export function findOwnInvoice(db: Queryable, sellerId: string, invoiceId: string) {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', invoiceId)
    .where('seller_id', '=', sellerId)
    .executeTakeFirst();
}

export function listLines(db: Queryable, invoiceId: string): Promise<InvoiceLineRow[]> {
  return db
    .selectFrom('invoice_lines')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .orderBy('position')
    .execute();
}

export async function listOwnInvoices(
  db: Queryable,
  sellerId: string,
  page: Page,
  status: InvoiceStatus | undefined,
): Promise<{ rows: InvoiceRow[]; total: number }> {
  let newest = db
    .selectFrom('invoices')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc');
  if (status !== undefined) newest = newest.where('status', '=', status);
  return pageWithTotal(newest, page);
}

export async function book(trx: Transaction, entry: Insertable<LedgerEntryTable>): Promise<void> {
  await trx.insertInto('ledger_entries').values(entry).execute();
}

/** The seller's remaining credit: the open invoices minus the balance of the account. */
export async function getCreditMinor(db: Queryable, sellerId: string): Promise<number> {
  const { rows } = await sql<{ credit: number }>`
    select (select coalesce(sum(due_minor), 0) from invoices where seller_id = ${sellerId} and status = 'open')
         - (select coalesce(sum(amount_minor), 0) from ledger_entries where seller_id = ${sellerId}) as credit`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('nothing was added up');
  return row.credit;
}

/** The paid invoice of a running period: the newest one with its plan and end. */
export async function findInvoiceOfPeriod(
  trx: Transaction,
  period: { readonly sellerId: string; readonly planId: string; readonly end: Date },
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('invoices as i')
    .innerJoin('invoice_lines as l', 'l.invoice_id', 'i.id')
    .select('i.id')
    .where('i.seller_id', '=', period.sellerId)
    .where('i.kind', '=', 'invoice')
    .where('i.status', '=', 'paid')
    .where('l.kind', '=', 'plan')
    .where('l.plan_id', '=', period.planId)
    .where('l.period_end', '=', period.end)
    .orderBy('i.issued_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Records that part of a paid invoice has become credit, excluding the amount paid from credit. */
export async function recordPaidAsCredit(
  trx: Transaction,
  invoiceId: string,
  creditMinor: number,
): Promise<void> {
  await sql`
    update payments
    set credited_minor = credited_minor + least(${creditMinor}, amount_minor - refunded_minor - credited_minor)
    where invoice_id = ${invoiceId} and status = 'succeeded'`.execute(trx);
}
