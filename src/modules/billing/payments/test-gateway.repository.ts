import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Charge } from './gateway.ts';
import '../invoices/invoice-tables.ts';

/** False for a charge that was begun before. */
export async function insertCharge(
  db: Database,
  charge: Charge,
  { declined, answersAt, now }: { readonly declined: boolean; readonly answersAt: Date; readonly now: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('test_gateway_charges')
    .values({
      payment_id: charge.paymentId,
      method: charge.method,
      amount_minor: charge.amountMinor,
      currency: charge.currency,
      declined,
      answers_at: answersAt,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export function findCharge(db: Database, paymentId: string) {
  return db
    .selectFrom('test_gateway_charges')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
}

export async function cancelCharge(db: Database, paymentId: string, now: Date): Promise<void> {
  await sql`
    update test_gateway_charges set canceled = true
    where payment_id = ${paymentId} and answers_at > ${now}`.execute(db);
}

export async function refundCharge(db: Database, paymentId: string): Promise<void> {
  await db
    .updateTable('test_gateway_charges')
    .set({ refunded: true })
    .where('payment_id', '=', paymentId)
    .execute();
}
