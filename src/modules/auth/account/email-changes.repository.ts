import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import '../tables.ts';

/** Replaces the change that waits; false when too many were asked for in the window. */
export async function replaceChange(
  trx: Transaction,
  change: {
    readonly userId: string;
    readonly email: string;
    readonly hash: Buffer;
    readonly now: Date;
    readonly expiresAt: Date;
    /** Start of the window in which issued codes count. */
    readonly windowStart: Date;
    readonly issuedMax: number;
  },
): Promise<boolean> {
  const result = await sql`
    insert into email_changes as c (user_id, email, code_hash, tries, expires_at, issued, issued_since)
    values (${change.userId}, ${change.email}, ${change.hash}, 0, ${change.expiresAt}, 1, ${change.now})
    on conflict (user_id) do update set
      email = excluded.email, code_hash = excluded.code_hash, tries = 0, expires_at = excluded.expires_at,
      issued = case when c.issued_since <= ${change.windowStart} then 1 else c.issued + 1 end,
      issued_since = case when c.issued_since <= ${change.windowStart} then excluded.issued_since else c.issued_since end
    where c.issued < ${change.issuedMax} or c.issued_since <= ${change.windowStart}`.execute(trx);
  return result.numAffectedRows === 1n;
}

/** Uses up one try of the account's live code; undefined when there is no such code or try left. */
export async function takeChangeTry(
  db: Database,
  attempt: { readonly userId: string; readonly triesMax: number; readonly now: Date },
): Promise<Buffer | undefined> {
  const row = await db
    .updateTable('email_changes')
    .set({ tries: sql<number>`tries + 1` })
    .where('user_id', '=', attempt.userId)
    .where('tries', '<', attempt.triesMax)
    .where('expires_at', '>', attempt.now)
    .returning('code_hash')
    .executeTakeFirst();
  return row?.code_hash;
}

/** The address of the change, which is over with that; of concurrent requests with the right code, only one gets it. */
export async function spendChange(
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

/** With an address that has just been shown to be theirs. The code on its way to the old one is worth nothing now. */
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
