import { countRows } from '../../../platform/db/rows.ts';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import '../tables.ts';

export function countResetsSince(trx: Transaction, userId: string, since: Date): Promise<number> {
  return countRows(
    trx.selectFrom('password_resets').where('user_id', '=', userId).where('created_at', '>', since),
  );
}

/** Invalidates the tokens sent before. */
export async function invalidateResetsOf(trx: Transaction, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

export async function insertReset(
  trx: Transaction,
  reset: {
    readonly hash: Buffer;
    readonly userId: string;
    readonly createdAt: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await trx
    .insertInto('password_resets')
    .values({
      token_hash: reset.hash,
      user_id: reset.userId,
      created_at: reset.createdAt,
      expires_at: reset.expiresAt,
      used_at: null,
    })
    .execute();
}

export async function isResetLive(db: Queryable, hash: Buffer, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Consumes a token and returns its account; of concurrent requests with one token, only one succeeds. */
export async function consumeReset(trx: Transaction, hash: Buffer, now: Date): Promise<string | undefined> {
  const row = await trx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}
