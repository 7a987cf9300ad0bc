import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { hasEmail } from '../account/users.repository.ts';
import '../tables.ts';

interface CodeAttempt {
  readonly email: string;
  /** Keyed hash of the network that the attempt comes from. */
  readonly network: Buffer;
  /** The signed-in account, if any. */
  readonly userId: string | null;
  readonly now: Date;
  readonly triesMax: number;
  readonly networkTriesMax: number;
}

/**
 * Consumes one attempt for the address's live code; undefined if there is no such code, or no attempt left for this requester.
 *
 * Each requester has `triesMax` attempts per code: the account itself when signed in, otherwise a network. All networks together have
 * `networkTriesMax`, which the signed-in account does not share. A new code has a new hash, which restarts all counts.
 */
export async function consumeAttempt(
  db: Database,
  attempt: CodeAttempt,
): Promise<{ user_id: string; code_hash: Buffer } | undefined> {
  const { rows } = await sql<{ user_id: string; code_hash: Buffer }>`
    with code as (
      select c.user_id, c.code_hash, c.expires_at, c.user_id is not distinct from ${attempt.userId}::text as is_own
      from verification_codes c join users u on u.id = c.user_id
      where ${hasEmail('u.email', attempt.email)} and u.status = 'active' and c.expires_at > ${attempt.now}
    ), counted as (
      insert into sign_in_failures as f (account_hash, source_hash, failures, window_ends_at)
      select code_hash, case when is_own then ''::bytea else ${attempt.network} end, 1, expires_at from code
      on conflict (account_hash, source_hash) do update set failures = f.failures + 1
      returning failures
    )
    update verification_codes c set tries = c.tries + case when code.is_own then 0 else 1 end
    from code, counted
    where c.user_id = code.user_id and counted.failures <= ${attempt.triesMax}
      and (code.is_own or c.tries < ${attempt.networkTriesMax})
    returning c.user_id, c.code_hash`.execute(db);
  return rows[0];
}

/** Consumes a code; of concurrent requests with the right one, only one gets true. */
export async function consumeCode(trx: Transaction, userId: string, hash: Buffer): Promise<boolean> {
  const result = await trx
    .deleteFrom('verification_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
