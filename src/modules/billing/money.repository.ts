import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { COUNT_MAX, countUpTo } from '../../platform/db/count-up-to.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import type { CountedRows, KeysetPage } from '../../platform/http/keyset.ts';
import type { InvoiceKind, InvoiceStatus, PaymentStatus } from './invoices/invoice-tables.ts';
import type { InvoiceRow } from './invoices/invoices.repository.ts';
import type { PaymentRow } from './payments/payments.repository.ts';
import './invoices/invoice-tables.ts';

interface Span {
  readonly sellerId?: string;
  /** Restricts to these sellers. */
  readonly sellerIds?: readonly string[];
  /** Days in UTC, both included. */
  readonly from?: string;
  readonly to?: string;
}

export interface PaymentFilters extends Span {
  readonly status?: PaymentStatus;
}

export interface InvoiceFilters extends Span {
  readonly status?: InvoiceStatus;
  readonly kind?: InvoiceKind;
  readonly number?: string;
}

export type ListedPayment = PaymentRow & { readonly invoice_number: string | null };

function spanConditions(filters: Span, at: RawBuilder<Date>): RawBuilder<SqlBool>[] {
  const found: RawBuilder<SqlBool>[] = [];
  if (filters.sellerId !== undefined) found.push(sql`t.seller_id = ${filters.sellerId}`);
  if (filters.sellerIds !== undefined) found.push(sql`t.seller_id = any(${[...filters.sellerIds]}::text[])`);
  if (filters.from !== undefined) found.push(sql`${at} >= ${new Date(`${filters.from}T00:00:00Z`)}`);
  if (filters.to !== undefined)
    found.push(sql`${at} < (${filters.to}::date + 1)::timestamp at time zone 'UTC'`);
  return found;
}

function after(page: KeysetPage, at: RawBuilder<Date>): RawBuilder<SqlBool> {
  if (page.after === null) return sql`true`;
  return sql`(${at}, t.id) < (${page.after[0]}::timestamptz, ${page.after[1]})`;
}

/** Newest first; each filter has an index in that order. */
export async function listPayments(
  db: Queryable,
  filters: PaymentFilters,
  page: KeysetPage,
): Promise<CountedRows<ListedPayment>> {
  const at = sql<Date>`t.created_at`;
  const conditions = [sql<SqlBool>`true`, ...spanConditions(filters, at)];
  if (filters.status !== undefined) conditions.push(sql`t.status = ${filters.status}`);
  const where = sql`${sql.join(conditions, sql` and `)}`;
  const { rows } = await sql<ListedPayment>`
    select t.*, i.number as invoice_number
    from (
      select t.* from payments t where ${where} and ${after(page, at)}
      order by t.created_at desc, t.id desc limit ${page.limit} offset ${page.offset}
    ) t left join invoices i on i.id = t.invoice_id
    order by t.created_at desc, t.id desc`.execute(db);
  const count = await countUpTo(db, sql`select from payments t where ${where}`, COUNT_MAX);
  return { rows, count, countMax: COUNT_MAX };
}

export async function listInvoices(
  db: Queryable,
  filters: InvoiceFilters,
  page: KeysetPage,
): Promise<CountedRows<InvoiceRow>> {
  const at = sql<Date>`t.issued_at`;
  const conditions = [sql<SqlBool>`true`, ...spanConditions(filters, at)];
  if (filters.status !== undefined) conditions.push(sql`t.status = ${filters.status}`);
  if (filters.kind !== undefined) conditions.push(sql`t.kind = ${filters.kind}`);
  if (filters.number !== undefined) conditions.push(sql`t.number = ${filters.number}`);
  const where = sql`${sql.join(conditions, sql` and `)}`;
  const { rows } = await sql<InvoiceRow>`
    select t.* from invoices t where ${where} and ${after(page, at)}
    order by t.issued_at desc, t.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  const count = await countUpTo(db, sql`select from invoices t where ${where}`, COUNT_MAX);
  return { rows, count, countMax: COUNT_MAX };
}

export function findInvoice(db: Queryable, invoiceId: string): Promise<InvoiceRow | undefined> {
  return db.selectFrom('invoices').selectAll().where('id', '=', invoiceId).executeTakeFirst();
}

/** Attempts to pay an invoice: at most one per day, until the plan ends. */
export function listPaymentsOfInvoice(db: Queryable, invoiceId: string): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
