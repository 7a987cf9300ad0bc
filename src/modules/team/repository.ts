import { sql } from 'kysely';
import type { TeamRole } from '../../platform/actor.ts';
import { countRows } from '../../platform/db/rows.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import { memberships, companies } from '../companies/index.ts';
import { accounts } from '../auth/index.ts';
import { readBillingHistory } from '../billing/index.ts';
import type { TeamInvitationTable } from './tables.ts';
import './tables.ts';

export interface MemberRow {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly avatar: string | null;
  readonly language: string;
  readonly role: TeamRole;
  readonly created_at: Date;
}

export type InvitationRow = TeamInvitationTable;

function members(db: Queryable, sellerId: string) {
  return db
    .selectFrom(memberships.as('m'))
    .innerJoin(accounts.as('u'), 'u.id', 'm.user_id')
    .select(['m.id', 'm.user_id', 'u.name', 'u.email', 'u.avatar', 'u.language', 'm.role', 'm.created_at'])
    .where('m.seller_id', '=', sellerId);
}

export function listMembers(db: Queryable, sellerId: string): Promise<MemberRow[]> {
  return members(db, sellerId).orderBy('m.created_at').orderBy('m.id').execute();
}

export function findMember(db: Queryable, sellerId: string, memberId: string) {
  return members(db, sellerId).where('m.id', '=', memberId).executeTakeFirst();
}

/** Locks the membership before anything that depends on it, so that nothing new is bound to it meanwhile. */
export function lockMember(trx: Transaction, sellerId: string, memberId: string) {
  return members(trx, sellerId).where('m.id', '=', memberId).forUpdate('m').executeTakeFirst();
}

export function countOwners(trx: Transaction, sellerId: string): Promise<number> {
  return countRows(
    trx
      .selectFrom(memberships.as('team_members'))
      .where('seller_id', '=', sellerId)
      .where('role', '=', 'OWNER'),
  );
}

/** Counts the seats in use: members, and invitations that can still be accepted. */
export async function countSeats(db: Queryable, sellerId: string, now: Date): Promise<number> {
  const people = db.selectFrom(memberships.as('team_members')).where('seller_id', '=', sellerId);
  const invited = openInvitations(db, sellerId).where('expires_at', '>', now);
  return (await countRows(people)) + (await countRows(invited));
}

function openInvitations(db: Queryable, sellerId: string) {
  return db
    .selectFrom('team_invitations')
    .where('seller_id', '=', sellerId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null);
}

/** The sellers with an open invitation to the address. */
export async function listInviters(db: Queryable, email: string, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('team_invitations')
    .select('seller_id')
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  return rows.map((row) => row.seller_id);
}

/** Revokes expired invitations, so that the address can be invited again. */
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

/** Revokes the open invitations that a user has sent. */
export async function revokeInvitationsBy(trx: Transaction, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('team_invitations')
    .set({ revoked_at: now })
    .where('invited_by', '=', userId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function isMemberByEmail(db: Queryable, sellerId: string, email: string): Promise<boolean> {
  const row = await members(db, sellerId)
    .where(sql<string>`lower(u.email)`, '=', sql<string>`lower(${email})`)
    .executeTakeFirst();
  return row !== undefined;
}

export function listOpenInvitations(db: Queryable, sellerId: string): Promise<InvitationRow[]> {
  return openInvitations(db, sellerId).selectAll().orderBy('created_at').orderBy('id').execute();
}

export function lockOpenInvitation(trx: Transaction, sellerId: string, invitationId: string) {
  return openInvitations(trx, sellerId)
    .selectAll()
    .where('id', '=', invitationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * Finds the open invitation of a link to this person. The lock of its company ensures that it is accepted only once.
 */
export function findInvitationByToken(
  db: Queryable,
  invited: { readonly tokenHash: InvitationRow['token_hash']; readonly email: string },
  now: Date,
): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('team_invitations')
    .selectAll()
    .where('token_hash', '=', invited.tokenHash)
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${invited.email})`)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export interface AddressedInvitation extends InvitationRow {
  readonly company_name: string;
  readonly is_theirs: boolean;
}

/**
 * Finds the invitation of a link in any state, with the name of its company. `email` is that of the reader, if known.
 */
export function findAddressedInvitation(
  db: Queryable,
  tokenHash: InvitationRow['token_hash'],
  email: string,
): Promise<AddressedInvitation | undefined> {
  return db
    .selectFrom('team_invitations as i')
    .innerJoin(companies.as('s'), 's.id', 'i.seller_id')
    .selectAll('i')
    .select(['s.company_name', sql<boolean>`lower(i.email) = lower(${email})`.as('is_theirs')])
    .where('i.token_hash', '=', tokenHash)
    .where('s.status', '<>', 'erased')
    .executeTakeFirst();
}

export async function findCompanyName(db: Queryable, sellerId: string): Promise<string> {
  const row = await db
    .selectFrom(companies.as('sellers'))
    .select('company_name')
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow();
  return row.company_name;
}

/** Reasons why a person cannot give up a company, as named by the API. */
export const COMPANY_HOLDINGS = [
  'role',
  'status',
  'members',
  'invitations',
  'listings',
  'conversations',
  'reviews',
  'payments',
  'plan',
] as const;
export type CompanyHolding = (typeof COMPANY_HOLDINGS)[number];

/**
 * Returns the reasons why a company cannot be given up. Listings count until they are purged, even deleted ones. The
 * result stays valid while the company and its plan are locked.
 */
export async function listHoldings(
  db: Queryable,
  sellerId: string,
  userId: string,
  now: Date,
): Promise<CompanyHolding[]> {
  const { rows } = await sql<Record<Exclude<CompanyHolding, 'payments' | 'plan'>, boolean>>`
    select
      not exists (select from ${memberships} team_members
        where seller_id = ${sellerId} and user_id = ${userId} and role = 'OWNER') as role,
      not exists (select from ${companies} sellers where id = ${sellerId} and status = 'active') as status,
      exists (select from ${memberships} team_members where seller_id = ${sellerId} and user_id <> ${userId}) as members,
      exists (select from team_invitations where seller_id = ${sellerId}
        and accepted_at is null and revoked_at is null and expires_at > ${now}) as invitations,
      exists (select from listings where seller_id = ${sellerId}) as listings,
      exists (select from conversations where seller_id = ${sellerId}) as conversations,
      exists (select from reviews where seller_id = ${sellerId}) as reviews`.execute(db);
  const { hasPayments, hasHadPlan } = await readBillingHistory(db, sellerId);
  const holdings: Partial<Record<CompanyHolding, boolean>> = {
    ...rows[0],
    payments: hasPayments,
    plan: hasHadPlan,
  };
  return COMPANY_HOLDINGS.filter((name) => holdings[name] === true);
}

/** Violates team_invitations_open_key while the address has an open invitation to this team. */
export async function insertInvitation(trx: Transaction, invitation: InvitationRow): Promise<void> {
  await trx.insertInto('team_invitations').values(invitation).execute();
}

export async function closeInvitation(
  trx: Transaction,
  invitationId: string,
  outcome: { readonly accepted_at: Date; readonly accepted_by: string } | { readonly revoked_at: Date },
): Promise<void> {
  await trx.updateTable('team_invitations').set(outcome).where('id', '=', invitationId).execute();
}
