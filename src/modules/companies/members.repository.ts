import { sql } from 'kysely';
import type { TeamRole } from '../../platform/actor.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import './tables.ts';

export interface Membership {
  readonly seller_id: string;
  readonly role: TeamRole;
}

export function findMembership(db: Queryable, userId: string): Promise<Membership | undefined> {
  return db
    .selectFrom('team_members')
    .select(['seller_id', 'role'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function findOwners(db: Queryable, sellerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('team_members')
    .select('user_id')
    .where('seller_id', '=', sellerId)
    .where('role', '=', 'OWNER')
    .orderBy('id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** User IDs of owners and managers, by seller: the recipients of notifications about the company. */
export async function findManagers(
  db: Queryable,
  sellerIds: readonly string[],
): Promise<Map<string, string[]>> {
  const managers = new Map<string, string[]>();
  if (sellerIds.length === 0) return managers;
  const rows = await db
    .selectFrom('team_members')
    .select(['seller_id', 'user_id'])
    .where('seller_id', 'in', [...sellerIds])
    .where('role', 'in', ['OWNER', 'MANAGER'])
    .orderBy('id')
    .execute();
  for (const row of rows) managers.set(row.seller_id, [...(managers.get(row.seller_id) ?? []), row.user_id]);
  return managers;
}

/** Returns a member of the seller's team, preferably an owner. */
export async function findMember(db: Queryable, sellerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('team_members')
    .select('user_id')
    .where('seller_id', '=', sellerId)
    .orderBy(sql`role = 'OWNER'`, 'desc')
    .orderBy('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

export function listTeam(trx: Transaction, sellerId: string) {
  return trx
    .selectFrom('team_members')
    .select(['user_id', 'role'])
    .where('seller_id', '=', sellerId)
    .orderBy('id')
    .execute();
}

export async function leaveTeam(trx: Transaction, userId: string): Promise<void> {
  await trx.deleteFrom('team_members').where('user_id', '=', userId).execute();
}

export async function insertMember(
  trx: Transaction,
  member: {
    readonly id: string;
    readonly seller_id: string;
    readonly user_id: string;
    readonly role: TeamRole;
    readonly created_at: Date;
  },
): Promise<void> {
  await trx.insertInto('team_members').values(member).execute();
}

export async function updateMemberRole(
  trx: Transaction,
  sellerId: string,
  memberId: string,
  role: TeamRole,
): Promise<void> {
  await trx
    .updateTable('team_members')
    .set({ role })
    .where('id', '=', memberId)
    .where('seller_id', '=', sellerId)
    .execute();
}

export async function deleteMember(trx: Transaction, sellerId: string, memberId: string): Promise<void> {
  await trx.deleteFrom('team_members').where('id', '=', memberId).where('seller_id', '=', sellerId).execute();
}

/** The company of a person, for the export of their personal data. */
export function exportCompanyOf(db: Queryable, userId: string) {
  return db
    .selectFrom('team_members as m')
    .innerJoin('sellers as s', 's.id', 'm.seller_id')
    .select([
      's.id',
      's.slug',
      's.company_name as companyName',
      'm.role as teamRole',
      'm.created_at as memberSince',
      's.country',
      's.region',
      's.city',
      's.postal_code as postalCode',
      's.about',
      's.phone',
      's.whatsapp',
      's.languages',
      's.opening_hours as openingHours',
      's.email',
      's.website',
      's.vat_id as vatId',
      's.street',
      's.trade_register as tradeRegister',
      's.certified_at as certifiedAt',
      's.verified',
      's.created_at as createdAt',
    ])
    .where('m.user_id', '=', userId)
    .executeTakeFirst();
}
