import { sql } from 'kysely';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import { memberships } from '../../companies/index.ts';
import type { AccountHolder } from '../account/account-holder.ts';
import '../tables.ts';

export interface AccountView {
  readonly sessionId: string;
  readonly viewedBy: string;
  readonly userId: string;
}

/** An account that can be viewed: neither suspended nor an administrator. */
export async function findViewable(db: Queryable, userId: string): Promise<AccountHolder | undefined> {
  const { rows } = await sql<AccountHolder>`
    select u.id as user_id, u.email, u.email_verified, u.role, u.language, u.status, m.seller_id, m.role as team_role
    from users u left join ${memberships} m on m.user_id = u.id
    where u.id = ${userId} and u.status = 'active' and u.role <> 'ADMIN'`.execute(db);
  return rows[0];
}

/** False where the session is over. */
export async function beginView(
  trx: Transaction,
  { sessionId, viewedBy, userId }: AccountView,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('sessions')
    .set({ viewing_user_id: userId, viewing_until: until })
    .where('id', '=', sessionId)
    .where('user_id', '=', viewedBy)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns false if it has already ended. */
export async function endView(
  trx: Transaction,
  { sessionId, viewedBy, userId }: AccountView,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('sessions')
    .set({ viewing_user_id: null, viewing_until: null })
    .where('id', '=', sessionId)
    .where('user_id', '=', viewedBy)
    .where('viewing_user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Views that have expired, whose session has ended, or whose account can no longer be viewed. */
export async function listEndedViews(
  db: Queryable,
  now: Date,
  limit: number,
): Promise<readonly AccountView[]> {
  const { rows } = await sql<AccountView>`
    select s.id as "sessionId", s.user_id as "viewedBy", s.viewing_user_id as "userId"
    from sessions s join users u on u.id = s.viewing_user_id
    where s.viewing_user_id is not null
      and (s.viewing_until <= ${now} or s.ended_at is not null or s.expires_at <= ${now}
        or u.status <> 'active' or u.role = 'ADMIN')
    order by s.id limit ${limit}`.execute(db);
  return rows;
}
