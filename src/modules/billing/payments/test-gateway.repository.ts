import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Charge, Refund } from './gateway.ts';
import '../invoices/invoice-tables.ts';

/** False if the charge already exists. */
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

/** False if less is left of the charge. Repeating a refund succeeds. */
export async function refundCharge(db: Database, charge: Charge, refund: Refund): Promise<boolean> {
  const { rows } = await sql`
    with given as (
      update test_gateway_charges
      set returned_minor = returned_minor + ${refund.amountMinor},
          refund_ids = refund_ids || ${refund.id}::text,
          refunded = returned_minor + ${refund.amountMinor} = amount_minor
      where payment_id = ${charge.paymentId} and not ${refund.id} = any(refund_ids)
        and returned_minor + ${refund.amountMinor} <= amount_minor
      returning 1)
    select from given
    union all
    select from test_gateway_charges where payment_id = ${charge.paymentId} and ${refund.id} = any(refund_ids)`.execute(
    db,
  );
  return rows.length > 0;
}
