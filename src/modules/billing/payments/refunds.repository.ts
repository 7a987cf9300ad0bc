import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import type { RefundTable } from '../invoices/invoice-tables.ts';
import type { PaymentRow } from './payments.repository.ts';
import '../invoices/invoice-tables.ts';

export type RefundRow = Selectable<RefundTable>;
export type RefundWithNote = RefundRow & { readonly credit_note: string };

export function insertRefund(trx: Transaction, refund: Insertable<RefundTable>): Promise<RefundRow> {
  return trx.insertInto('refunds').values(refund).returningAll().executeTakeFirstOrThrow();
}

export function updateRefund(trx: Transaction, refundId: string, changes: Updateable<RefundTable>) {
  return trx
    .updateTable('refunds')
    .set(changes)
    .where('id', '=', refundId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function withNotes(db: Queryable) {
  return db
    .selectFrom('refunds as r')
    .innerJoin('invoices as i', 'i.id', 'r.credit_note_id')
    .selectAll('r')
    .select('i.number as credit_note');
}

export function findRefund(db: Queryable, refundId: string): Promise<RefundWithNote | undefined> {
  return withNotes(db).where('r.id', '=', refundId).executeTakeFirst();
}

/** All refunds of a payment; each is at least a cent. */
export function listRefunds(db: Queryable, paymentId: string): Promise<RefundWithNote[]> {
  return withNotes(db)
    .where('r.payment_id', '=', paymentId)
    .orderBy('r.created_at')
    .orderBy('r.id')
    .execute();
}

/** Reserves an amount of a payment; false if less is left after refunds and credits. */
export async function reserveRefund(
  trx: Transaction,
  payment: PaymentRow,
  amountMinor: number,
): Promise<boolean> {
  const { rows } = await sql`
    update payments set refunded_minor = refunded_minor + ${amountMinor}
    where id = ${payment.id} and status = 'succeeded' and refunded_minor + credited_minor + ${amountMinor} <= amount_minor
    returning 1`.execute(trx);
  return rows.length > 0;
}

const DUE_BATCH = 500;

/** Refunds whose outcome is to be requested; relies on refunds_due. */
export async function listDueRefundIds(db: Queryable, now: Date): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('id')
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(DUE_BATCH)
    .execute();
  return rows.map((row) => row.id);
}
