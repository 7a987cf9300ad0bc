import { sql } from 'kysely';
import type { Role } from '../../../platform/actor.ts';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import { truncateUserAgent } from './sessions.repository.ts';
import '../tables.ts';

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

/**
 * Finds the session of a refresh token that a device of this user has had: a live or expired session, or one that the device
 * signed out of. A session that ended in another way proves nothing about the device.
 */
export function findFormerSession(
  db: Queryable,
  hash: Buffer,
  userId: string,
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('refresh_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .select('s.id')
    .where('t.token_hash', '=', hash)
    .where('s.user_id', '=', userId)
    .where((where) => where.or([where('s.ended_at', 'is', null), where('s.end_reason', '=', 'logout')]))
    .executeTakeFirst();
}

export interface RenewedSession {
  readonly user_id: string;
  readonly role: Role;
}

/**
 * Records the use of a live session, which is extended to the end of its new refresh token, up to the maximum duration.
 * Locks it until the transaction ends, so that it cannot end in between.
 */
export function renewSession(
  trx: Transaction,
  session: { readonly id: string; readonly ip: string; readonly userAgent: string | null },
  times: {
    readonly now: Date;
    readonly expiresAt: Date;
    readonly begunAfter: Date;
    readonly sessionMs: number;
  },
): Promise<RenewedSession | undefined> {
  const { now, expiresAt, begunAfter, sessionMs } = times;
  return trx
    .updateTable('sessions as s')
    .from('users as u')
    .set({
      last_used_at: now,
      ip: session.ip,
      user_agent: truncateUserAgent(session.userAgent),
      expires_at: sql<Date>`least(${expiresAt}::timestamptz, s.created_at + make_interval(secs => ${sessionMs / 1000}))`,
    })
    .whereRef('u.id', '=', 's.user_id')
    .where('s.id', '=', session.id)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('s.created_at', '>', begunAfter)
    .where('u.status', '=', 'active')
    .returning(['u.id as user_id', 'u.role'])
    .executeTakeFirst();
}
