import type { ColumnType, Generated } from 'kysely';
import type { Party } from './bill.ts';
import type { StoredPurchase } from '../subscription/purchase.ts';
import type { BillingCycle } from '../tables.ts';
import type { TaxNote } from './vat.ts';

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    invoice_counters: InvoiceCounterTable;
    invoices: InvoiceTable;
    invoice_lines: InvoiceLineTable;
    payments: PaymentTable;
    refunds: RefundTable;
    ledger_entries: LedgerEntryTable;
    test_gateway_charges: TestGatewayChargeTable;
  }
}

interface InvoiceCounterTable {
  series: string;
  last: number;
}

export type InvoiceKind = 'invoice' | 'credit_note';
export const INVOICE_STATUSES = ['open', 'paid', 'void'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export interface InvoiceTable {
  id: string;
  number: string;
  seller_id: string;
  subscription_id: string;
  kind: InvoiceKind;
  status: InvoiceStatus;
  currency: string;
  net_minor: number;
  vat_minor: number;
  total_minor: number;
  credit_applied_minor: number;
  due_minor: number;
  tax_note: TaxNote | null;
  corrects_invoice_id: string | null;
  issuer: ColumnType<Party, string, never>;
  customer: ColumnType<Party, string, never>;
  language: string;
  issued_at: Date;
  paid_at: Date | null;
}

export interface InvoiceLineTable {
  invoice_id: string;
  position: number;
  kind: 'plan' | 'unused' | 'refund' | 'discount';
  plan_id: string;
  plan_name: string;
  cycle: BillingCycle;
  period_start: Date;
  period_end: Date;
  net_minor: number;
  vat_bp: number;
  vat_minor: number | null;
  coupon_code: string | null;
}

export type PaymentStatus = 'pending' | 'succeeded' | 'failed' | 'refund_due' | 'refunded';

export interface PaymentTable {
  id: string;
  seller_id: string;
  subscription_id: string;
  invoice_id: string | null;
  status: PaymentStatus;
  amount_minor: number;
  currency: string;
  gateway: string;
  gateway_customer: string | null;
  payment_method: string;
  payment_method_label: string | null;
  gateway_ref: string | null;
  off_session: boolean;
  purchase: ColumnType<StoredPurchase | null, string | null, never>;
  failure_code: string | null;
  failure_message: string | null;
  checks: Generated<number>;
  next_check_at: Date | null;
  created_at: Date;
  settled_at: Date | null;
  refunded_minor: Generated<number>;
  /** Amount that a plan change has turned into credit. */
  credited_minor: Generated<number>;
}

export type RefundStatus = 'pending' | 'succeeded' | 'failed';

export interface RefundTable {
  id: string;
  payment_id: string;
  credit_note_id: string;
  seller_id: string;
  amount_minor: number;
  currency: string;
  reason: string;
  status: RefundStatus;
  failure_message: string | null;
  checks: Generated<number>;
  next_check_at: Date | null;
  created_at: Date;
  settled_at: Date | null;
}

type LedgerKind = 'invoice' | 'credit_note' | 'payment' | 'refund' | 'refund_failed';

export interface LedgerEntryTable {
  id: Generated<number>;
  seller_id: string;
  kind: LedgerKind;
  amount_minor: number;
  currency: string;
  invoice_id: string | null;
  payment_id: string | null;
  refund_id: Generated<string | null>;
  created_at: Date;
}

interface TestGatewayChargeTable {
  payment_id: string;
  method: string;
  amount_minor: number;
  currency: string;
  declined: boolean;
  answers_at: Date;
  canceled: Generated<boolean>;
  refunded: Generated<boolean>;
  returned_minor: Generated<number>;
  refund_ids: Generated<string[]>;
  created_at: Date;
}
