import type { Queryable } from '../../platform/db/transaction.ts';
import type { Party } from './invoices/bill.ts';

/** A seller as a paying customer, and its owner. */
export interface Customer {
  readonly sellerId: string;
  readonly status: 'active' | 'suspended' | 'erased';
  readonly country: string | null;
  readonly vatId: string | null;
  readonly party: Omit<Party, 'country'>;
  /** Empty fields of the company profile that an invoice requires. */
  readonly missingForInvoice: readonly InvoiceField[];
  readonly owner: Owner | null;
}

export interface Owner {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly language: string;
}

export const INVOICE_FIELDS = ['companyName', 'street', 'postalCode', 'city', 'country'] as const;
type InvoiceField = (typeof INVOICE_FIELDS)[number];

/** Queries about sellers and people that billing needs, implemented outside of billing. */
export interface Customers {
  get(db: Queryable, sellerId: string): Promise<Customer>;
  /** Names by ID, without deleted sellers. */
  names(db: Queryable, sellerIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Sellers whose names contain the text, at most `max`. */
  named(db: Queryable, text: string, max: number): Promise<readonly string[]>;
  /** The seller of a user: null for none, undefined if there is no such user. */
  sellerOf(db: Queryable, userId: string): Promise<string | null | undefined>;
}
