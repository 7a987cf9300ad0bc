import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import '../tables.ts';

/** Replaces the address's code by a new one; false when too many were issued in the window. */
export async function replaceCode(
  trx: Transaction,
  code: {
    readonly userId: string;
    readonly hash: Buffer;
    readonly createdAt: Date;
    readonly expiresAt: Date;
    /** Start of the window in which issued codes count. */
    readonly windowStart: Date;
    readonly issuedMax: number;
  },
): Promise<boolean> {
  const result = await sql`
    insert into verification_codes as c (user_id, code_hash, tries, expires_at, created_at, issued, issued_since)
    values (${code.userId}, ${code.hash}, 0, ${code.expiresAt}, ${code.createdAt}, 1, ${code.createdAt})
    on conflict (user_id) do update set
      code_hash = excluded.code_hash, tries = 0, expires_at = excluded.expires_at, created_at = excluded.created_at,
      issued = case when c.issued_since <= ${code.windowStart} then 1 else c.issued + 1 end,
      issued_since = case when c.issued_since <= ${code.windowStart} then excluded.issued_since else c.issued_since end
    where c.issued < ${code.issuedMax} or c.issued_since <= ${code.windowStart}`.execute(trx);
  return result.numAffectedRows === 1n;
}

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
