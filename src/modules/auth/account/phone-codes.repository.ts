import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { UserRow } from '../tables.ts';

/** The hash of no code. */
const SPENT = Buffer.alloc(0);

/**
 * Consumes the code, also for requests that started before; of concurrent requests with the correct code, only one gets
 * true. Codes sent within the hour still count.
 */
export async function consumePhoneCode(
  trx: Transaction,
  { userId, hash, now }: { readonly userId: string; readonly hash: Buffer; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('phone_codes')
    .set({ expires_at: now, code_hash: SPENT })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export function setVerifiedPhone(
  trx: Transaction,
  userId: string,
  phone: string,
  now: Date,
): Promise<UserRow | undefined> {
  return trx
    .updateTable('users')
    .set({ phone, phone_verified: true, updated_at: now })
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .returningAll()
    .executeTakeFirst();
}

/** Deletes codes and queued text messages, even messages that a worker has claimed, because that worker may have died. */
export async function erasePhoneCodes(trx: Transaction, userId: string, jobName: string): Promise<void> {
  await trx.deleteFrom('phone_codes').where('user_id', '=', userId).execute();
  await sql`delete from jobs where name = ${jobName} and payload ->> 'userId' = ${userId}`.execute(trx);
}
