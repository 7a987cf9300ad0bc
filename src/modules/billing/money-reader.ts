import type { Database } from '../../platform/db/database.ts';
import { found, notFound } from '../../platform/errors/app-error.ts';
import type { CountedRows, KeysetPage } from '../../platform/http/keyset.ts';
import { isId } from '../../platform/ids.ts';
import { Service } from '../../platform/service.ts';
import { detailOf, type InvoiceDetail } from './billing-reader.ts';
import type { Customers } from './customers.ts';
import { getInvoice, type InvoiceRow } from './invoices/invoices.repository.ts';
import {
  findInvoice,
  type InvoiceFilters,
  type ListedPayment,
  listInvoices,
  listPayments,
  listPaymentsOfInvoice,
  type PaymentFilters,
} from './money.repository.ts';
import { findPayment, type PaymentRow } from './payments/payments.repository.ts';
import { listRefunds, type RefundWithNote } from './payments/refunds.repository.ts';

export type NamedPayment = ListedPayment & { readonly sellerName: string | null };

interface BySeller {
  /** Part of the seller's name. */
  readonly seller?: string;
}

/** With more matches, the name is too unspecific. */
export const SELLERS_BY_NAME_MAX = 50;

export class MoneyReader extends Service<{ readonly db: Database; readonly customers: Customers }> {
  async payments(filters: PaymentFilters & BySeller, page: KeysetPage): Promise<CountedRows<NamedPayment>> {
    const found = await listPayments(this.parts.db, await this.#ofSellers(filters), page);
    return { ...found, rows: await this.#named(found.rows) };
  }

  async payment(paymentId: string): Promise<{ payment: NamedPayment; refunds: readonly RefundWithNote[] }> {
    const payment = found('payment', isId('pay', paymentId) && (await findPayment(this.parts.db, paymentId)));
    const invoiceNumber =
      payment.invoice_id === null ? null : (await getInvoice(this.parts.db, payment.invoice_id)).number;
    const [named] = await this.#named([{ ...payment, invoice_number: invoiceNumber }]);
    if (named === undefined) throw notFound('payment');
    return { payment: named, refunds: await listRefunds(this.parts.db, payment.id) };
  }

  async invoices(filters: InvoiceFilters & BySeller, page: KeysetPage): Promise<CountedRows<InvoiceRow>> {
    return listInvoices(this.parts.db, await this.#ofSellers(filters), page);
  }

  async invoice(invoiceId: string): Promise<InvoiceDetail & { readonly payments: readonly PaymentRow[] }> {
    const invoice = found('invoice', isId('inv', invoiceId) && (await findInvoice(this.parts.db, invoiceId)));
    return {
      ...(await detailOf(this.parts.db, invoice)),
      payments: await listPaymentsOfInvoice(this.parts.db, invoice.id),
    };
  }

  async #ofSellers<F extends BySeller>(filters: F): Promise<F & { readonly sellerIds?: readonly string[] }> {
    if (filters.seller === undefined) return filters;
    const sellerIds = await this.parts.customers.named(this.parts.db, filters.seller, SELLERS_BY_NAME_MAX);
    return { ...filters, sellerIds };
  }

  async #named(rows: readonly ListedPayment[]): Promise<NamedPayment[]> {
    const names = await this.parts.customers.names(
      this.parts.db,
      rows.map((row) => row.seller_id),
    );
    return rows.map((row) => ({ ...row, sellerName: names.get(row.seller_id) ?? null }));
  }
}
