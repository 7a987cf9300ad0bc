import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { UserRow } from '../tables.ts';

/** Replaces the account's code; false when too many were sent in the window. */
export async function replacePhoneCode(
  trx: Transaction,
  code: {
    readonly userId: string;
    readonly phone: string;
    readonly hash: Buffer;
    readonly now: Date;
    readonly expiresAt: Date;
    /** Start of the window in which sent codes count. */
    readonly windowStart: Date;
    readonly issuedMax: number;
  },
): Promise<boolean> {
  const result = await sql`
    insert into phone_codes as c (user_id, phone, code_hash, tries, expires_at, issued, issued_since)
    values (${code.userId}, ${code.phone}, ${code.hash}, 0, ${code.expiresAt}, 1, ${code.now})
    on conflict (user_id) do update set
      phone = excluded.phone, code_hash = excluded.code_hash, tries = 0, expires_at = excluded.expires_at,
      issued = case when c.issued_since <= ${code.windowStart} then 1 else c.issued + 1 end,
      issued_since = case when c.issued_since <= ${code.windowStart} then excluded.issued_since else c.issued_since end
    where c.issued < ${code.issuedMax} or c.issued_since <= ${code.windowStart}`.execute(trx);
  return result.numAffectedRows === 1n;
}

/** Uses up one try of the account's live code; undefined when there is no such code or try left. */
export function takePhoneTry(
  db: Database,
  attempt: { readonly userId: string; readonly triesMax: number; readonly now: Date },
): Promise<{ readonly phone: string; readonly code_hash: Buffer } | undefined> {
  return db
    .updateTable('phone_codes')
    .set({ tries: sql<number>`tries + 1` })
    .where('user_id', '=', attempt.userId)
    .where('tries', '<', attempt.triesMax)
    .where('expires_at', '>', attempt.now)
    .returning(['phone', 'code_hash'])
    .executeTakeFirst();
}

/** The hash of no code. */
const SPENT = Buffer.alloc(0);

/**
 * The code is over with that, also for requests that began before; of concurrent ones with the right code, only one gets
 * true. What was sent in the hour still counts.
 */
export async function spendPhoneCode(
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

/** With the messages that wait to be sent, also those that a worker holds, which may be a dead one. */
export async function erasePhoneCodes(trx: Transaction, userId: string, jobName: string): Promise<void> {
  await trx.deleteFrom('phone_codes').where('user_id', '=', userId).execute();
  await sql`delete from jobs where name = ${jobName} and payload ->> 'userId' = ${userId}`.execute(trx);
}
