import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import type { PaymentTable } from '../invoices/invoice-tables.ts';
import '../invoices/invoice-tables.ts';

export type PaymentRow = Selectable<PaymentTable>;

/** Violates payments_pending_key while another payment of the subscription is pending. */
export function insertPayment(trx: Transaction, payment: Insertable<PaymentTable>): Promise<PaymentRow> {
  return trx.insertInto('payments').values(payment).returningAll().executeTakeFirstOrThrow();
}

export function findPayment(db: Queryable, paymentId: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirst();
}

export function getPayment(db: Queryable, paymentId: string): Promise<PaymentRow> {
  return db.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow();
}

export function findPendingPayment(db: Queryable, subscriptionId: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
}

export async function updatePayment(trx: Transaction, paymentId: string, changes: Updateable<PaymentTable>) {
  return trx
    .updateTable('payments')
    .set(changes)
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const DUE_BATCH = 500;

/** Payments without an outcome, and refunds still to be made; relies on payments_due. */
export async function listDuePaymentIds(db: Queryable, now: Date): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(DUE_BATCH)
    .execute();
  return rows.map((row) => row.id);
}
