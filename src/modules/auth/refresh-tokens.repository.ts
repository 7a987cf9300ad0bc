import type { Role } from '../../platform/actor.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import './tables.ts';

export async function insertRefreshToken(
  trx: Transaction,
  token: {
    readonly hash: Buffer;
    readonly sessionId: string;
    readonly parentHash: Buffer | null;
    readonly createdAt: Date;
  },
): Promise<void> {
  await trx
    .insertInto('refresh_tokens')
    .values({
      token_hash: token.hash,
      session_id: token.sessionId,
      parent_hash: token.parentHash,
      created_at: token.createdAt,
      used_at: null,
    })
    .execute();
}

/** Marks the token as used and returns its session; of concurrent requests with one token, only one gets it. */
export function useRefreshToken(
  trx: Transaction,
  hash: Buffer,
  usedAt: Date,
): Promise<{ session_id: string } | undefined> {
  return trx
    .updateTable('refresh_tokens')
    .set({ used_at: usedAt })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('session_id')
    .executeTakeFirst();
}

export interface UsedToken {
  readonly session_id: string;
  readonly user_id: string;
  readonly used_at: Date | null;
}

export function findRefreshToken(trx: Transaction, hash: Buffer): Promise<UsedToken | undefined> {
  return trx
    .selectFrom('refresh_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .select(['t.session_id', 't.used_at', 's.user_id'])
    .where('t.token_hash', '=', hash)
    .executeTakeFirst();
}

export interface RenewedSession {
  readonly user_id: string;
  readonly role: Role;
}

/** Records the use of a live session and locks it until the transaction ends, so that it cannot end in between. */
export function renewSession(
  trx: Transaction,
  session: { readonly id: string; readonly ip: string; readonly userAgent: string | null },
  now: Date,
): Promise<RenewedSession | undefined> {
  return trx
    .updateTable('sessions as s')
    .from('users as u')
    .set({ last_used_at: now, ip: session.ip, user_agent: session.userAgent })
    .whereRef('u.id', '=', 's.user_id')
    .where('s.id', '=', session.id)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('u.status', '=', 'active')
    .returning(['u.id as user_id', 'u.role'])
    .executeTakeFirst();
}
