import type { Queryable } from '../../platform/db/transaction.ts';
import type { Party } from './invoices/invoice-party.ts';

/** The seller as a paying customer, and the owner who speaks for it. */
export interface Customer {
  readonly sellerId: string;
  readonly status: 'active' | 'suspended' | 'erased';
  readonly country: string | null;
  readonly vatId: string | null;
  readonly party: Omit<Party, 'country'>;
  /** Fields of the company profile that an invoice must carry and that are empty. */
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
export type InvoiceField = (typeof INVOICE_FIELDS)[number];

/** What billing asks about sellers and people; whoever keeps the accounts answers. */
export interface Customers {
  get(db: Queryable, sellerId: string): Promise<Customer>;
  /** Their names, by id; those that are gone are missing. */
  names(db: Queryable, sellerIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Those whose names contain the text: some, when more do than `max`. */
  named(db: Queryable, text: string, max: number): Promise<readonly string[]>;
  /** The seller that a person belongs to: null for none, undefined when there is no such person. */
  sellerOf(db: Queryable, userId: string): Promise<string | null | undefined>;
}
