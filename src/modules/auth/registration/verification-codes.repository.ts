import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import '../tables.ts';

/** Uses up one try of the address's live code; undefined when there is no such code or try left. */
export async function takeTry(
  db: Database,
  attempt: { readonly email: string; readonly triesMax: number; readonly now: Date },
): Promise<{ user_id: string; code_hash: Buffer } | undefined> {
  const { rows } = await sql<{ user_id: string; code_hash: Buffer }>`
    update verification_codes c set tries = c.tries + 1
    from users u
    where u.id = c.user_id and lower(u.email) = lower(${attempt.email}) and u.status = 'active'
      and c.tries < ${attempt.triesMax} and c.expires_at > ${attempt.now}
    returning c.user_id, c.code_hash`.execute(db);
  return rows[0];
}

/** Consumes a code; of concurrent requests with the right one, only one gets true. */
export async function spendCode(trx: Transaction, userId: string, hash: Buffer): Promise<boolean> {
  const result = await trx
    .deleteFrom('verification_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
