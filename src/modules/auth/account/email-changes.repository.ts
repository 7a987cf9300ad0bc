import type { Transaction } from '../../../platform/db/transaction.ts';
import '../tables.ts';

/** Deletes the pending change and returns its address. Of concurrent requests with the correct code, only one gets it. */
export async function consumeEmailChange(
  trx: Transaction,
  userId: string,
  hash: Buffer,
): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('email_changes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

/** Sets an address that the user has just confirmed. A code that was sent to the old address becomes invalid. */
export async function setEmail(trx: Transaction, userId: string, email: string, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email, email_verified: true, updated_at: now })
    .where('id', '=', userId)
    .execute();
  await trx.deleteFrom('verification_codes').where('user_id', '=', userId).execute();
}

export async function eraseChanges(trx: Transaction, userId: string): Promise<void> {
  await trx.deleteFrom('email_changes').where('user_id', '=', userId).execute();
}
