import type { TeamRole } from '../../platform/actor.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { TeamInvitationTable } from './tables.ts';
import './tables.ts';

export interface MemberRow {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly language: string;
  readonly role: TeamRole;
  readonly created_at: Date;
}

export type InvitationRow = TeamInvitationTable;

function members(db: Queryable, sellerId: string) {
  return db
    .selectFrom('team_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.id', 'm.user_id', 'u.name', 'u.email', 'u.language', 'm.role', 'm.created_at'])
    .where('m.seller_id', '=', sellerId);
}

export function listMembers(db: Queryable, sellerId: string): Promise<MemberRow[]> {
  return members(db, sellerId).orderBy('m.created_at').orderBy('m.id').execute();
}

export function findMember(
  db: Queryable,
  sellerId: string,
  memberId: string,
): Promise<MemberRow | undefined> {
  return members(db, sellerId).where('m.id', '=', memberId).executeTakeFirst();
}

/** Changes of a team happen one after another, so that the last owner cannot leave in two ways at once. */
export async function lockTeam(trx: Transaction, sellerId: string): Promise<{ companyName: string }> {
  const row = await trx
    .selectFrom('sellers')
    .select('company_name')
    .where('id', '=', sellerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { companyName: row.company_name };
}

export async function countOwners(trx: Transaction, sellerId: string): Promise<number> {
  const row = await trx
    .selectFrom('team_members')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('seller_id', '=', sellerId)
    .where('role', '=', 'OWNER')
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Seats in use: members, and invitations that may still be accepted. */
export async function countSeats(db: Queryable, sellerId: string, now: Date): Promise<number> {
  const people = await db
    .selectFrom('team_members')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('seller_id', '=', sellerId)
    .executeTakeFirstOrThrow();
  const invited = await openInvitations(db, sellerId)
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return people.count + invited.count;
}

export function openInvitations(db: Queryable, sellerId: string) {
  return db
    .selectFrom('team_invitations')
    .where('seller_id', '=', sellerId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null);
}

/** Expired ones make room for a new invitation of the same address. */
export async function revokeExpired(trx: Transaction, sellerId: string, now: Date): Promise<void> {
  await trx
    .updateTable('team_invitations')
    .set({ revoked_at: now })
    .where('seller_id', '=', sellerId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '<=', now)
    .execute();
}

export async function isMemberByEmail(db: Queryable, sellerId: string, email: string): Promise<boolean> {
  const row = await members(db, sellerId)
    .where((where) => where(where.fn<string>('lower', ['u.email']), '=', email.toLowerCase()))
    .executeTakeFirst();
  return row !== undefined;
}
