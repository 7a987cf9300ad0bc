import { sql } from 'kysely';
import type { Page } from '../../../platform/http/pagination.ts';
import { MINUTE_MS, addMs } from '../../../platform/clock.ts';
import { pageWithTotal } from '../../../platform/db/rows.ts';
import type { Database } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import { memberships } from '../../companies/index.ts';
import type { AccountHolder } from '../account/account-holder.ts';
import '../tables.ts';

export interface SessionHolder extends AccountHolder {
  readonly last_used_at: Date;
}

/** Runs on every signed-in request, by primary key, so an ended session is rejected immediately. */
export async function findLiveSession(
  db: Queryable,
  sessionId: string,
  userId: string,
  now: Date,
): Promise<SessionHolder | undefined> {
  const { rows } = await sql<SessionHolder>`
    ${prepared}
    select u.id as user_id, u.email, u.email_verified, u.role, u.language, u.status, m.seller_id, m.role as team_role,
      s.last_used_at
    from sessions s join users u on u.id = s.user_id left join ${memberships} m on m.user_id = u.id
    where s.id = ${sessionId} and s.user_id = ${userId} and s.ended_at is null and s.expires_at > ${now}
      and u.status <> 'erased'`.execute(db);
  return rows[0];
}

export interface BrowserSession extends SessionHolder {
  readonly session_id: string;
  readonly expires_at: Date;
  readonly begun_at: Date;
  readonly viewing_user_id: string | null;
  readonly viewing_until: Date | null;
}

/** Runs on every request of a signed-in browser, by a unique index. */
export async function findBrowserSession(
  db: Queryable,
  cookieHash: Buffer,
  now: Date,
): Promise<BrowserSession | undefined> {
  const { rows } = await sql<BrowserSession>`
    ${prepared}
    select u.id as user_id, u.email, u.email_verified, u.role, u.language, u.status, m.seller_id, m.role as team_role,
      s.last_used_at, s.id as session_id, s.expires_at, s.created_at as begun_at,
      s.viewing_user_id, s.viewing_until
    from sessions s join users u on u.id = s.user_id left join ${memberships} m on m.user_id = u.id
    where s.cookie_hash = ${cookieHash} and s.ended_at is null and s.expires_at > ${now}
      and u.status <> 'erased'`.execute(db);
  return rows[0];
}

/** A browser's session lives on while it is used, up to `sessionMs` after the sign-in. */
export async function extendBrowserSession(
  db: Database,
  sessionId: string,
  until: Date,
  sessionMs: number,
): Promise<void> {
  await sql`
    update sessions
    set expires_at = least(${until}::timestamptz, created_at + ${sessionMs} * interval '1 millisecond')
    where id = ${sessionId} and ended_at is null and expires_at < ${until}`.execute(db);
}

/** At most once a minute: exact enough for people, and no write on every request. */
export const LAST_SEEN_PRECISION_MS = MINUTE_MS;

export async function recordSessionUse(
  db: Database,
  session: { readonly id: string },
  now: Date,
): Promise<void> {
  await sql`
    with used as (
      update sessions set last_used_at = ${now}
      where id = ${session.id} and last_used_at <= ${addMs(now, -LAST_SEEN_PRECISION_MS)}
      returning user_id
    )
    update users set last_seen_at = ${now} from used where users.id = used.user_id and users.status = 'active'`.execute(
    db,
  );
}

export interface NewSession {
  readonly id: string;
  readonly userId: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Only for sessions of browsers. */
  readonly cookieHash?: Buffer;
}

const USER_AGENT_MAX = 300;

/** As much of a user agent as is kept. */
export function truncateUserAgent(userAgent: string | null): string | null {
  return userAgent?.slice(0, USER_AGENT_MAX) ?? null;
}

export async function insertSession(trx: Transaction, session: NewSession): Promise<void> {
  await trx
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      ip: session.ip,
      user_agent: truncateUserAgent(session.userAgent),
      created_at: session.createdAt,
      last_used_at: session.createdAt,
      expires_at: session.expiresAt,
      ended_at: null,
      end_reason: null,
      cookie_hash: session.cookieHash ?? null,
    })
    .execute();
}

/** Ends one session. Returns false if it has already ended or belongs to another user. */
export async function endSession(
  trx: Transaction,
  session: { readonly id: string; readonly userId: string },
  reason: string,
  now: Date,
): Promise<boolean> {
  const result = await trx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', session.id)
    .where('user_id', '=', session.userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function endSessionsOf(
  trx: Transaction,
  userId: string,
  options: { readonly reason: string; readonly now: Date; readonly except?: string | undefined },
): Promise<number> {
  let query = trx
    .updateTable('sessions')
    .set({ ended_at: options.now, end_reason: options.reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null);
  if (options.except !== undefined) query = query.where('id', '!=', options.except);
  const result = await query.executeTakeFirst();
  return Number(result.numUpdatedRows);
}

export interface SessionRow {
  readonly id: string;
  readonly user_agent: string | null;
  readonly ip: string | null;
  readonly created_at: Date;
  readonly last_used_at: Date;
  readonly expires_at: Date;
}

/** Live sessions, most recently used first. */
export function listLiveSessions(
  db: Queryable,
  userId: string,
  now: Date,
  page: Page,
): Promise<{ rows: readonly SessionRow[]; total: number }> {
  const live = db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc');
  return pageWithTotal(live, page);
}
