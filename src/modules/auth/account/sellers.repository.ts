import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { TeamRole } from '../../../platform/actor.ts';
import type { Queryable, Transaction } from '../../../platform/db/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { slugOf } from '../../../platform/text/slug.ts';
import '../tables.ts';

export interface NewSeller {
  readonly id: string;
  readonly ownerId: string;
  readonly companyName: string;
  readonly country?: string | null;
  readonly region?: string | null;
  readonly city?: string | null;
  readonly postalCode?: string | null;
  readonly lat?: number | null;
  readonly lng?: number | null;
  readonly about?: string | null;
  readonly phone?: string | null;
  readonly email?: string | null;
  readonly website?: string | null;
  readonly verified?: boolean;
  readonly createdAt: Date;
}

/**
 * Locks the company against changes of its team and profile until the transaction ends, so that its last two owners cannot leave at the
 * same time. Lock order: after the person, before the plan.
 */
export async function lockCompany(trx: Transaction, sellerId: string): Promise<{ companyName: string }> {
  const row = await trx
    .selectFrom('sellers')
    .select('company_name')
    .where('id', '=', sellerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { companyName: row.company_name };
}

/** Locks two companies in the order of their ids, so that two transactions never wait for each other. */
export async function lockCompanies(trx: Transaction, sellerIds: readonly string[]): Promise<void> {
  await trx
    .selectFrom('sellers')
    .select('id')
    .where('id', 'in', [...sellerIds])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Deletes a company with its settings, and its files by the sweep. Fails on a foreign key while it has listings, conversations or
 * reviews.
 */
export async function deleteSeller(trx: Transaction, sellerId: string): Promise<void> {
  await trx.deleteFrom('sellers').where('id', '=', sellerId).execute();
}

const SLUG_ATTEMPTS_MAX = 5;
const SUFFIX_BYTES = 3;

/**
 * Inserts a seller with its owner as the first team member; returns the slug, made from the name with a suffix when
 * that is taken.
 */
export async function insertSeller(trx: Transaction, seller: NewSeller): Promise<string> {
  for (let attempt = 0; attempt < SLUG_ATTEMPTS_MAX; attempt++) {
    const suffix = attempt === 0 ? '' : randomBytes(SUFFIX_BYTES).toString('hex');
    const slug = slugOf(seller.companyName, suffix);
    if (slug !== '' && (await tryInsert(trx, seller, slug))) {
      await insertOwner(trx, seller);
      return slug;
    }
  }
  throw new Error('no free slug was found for a seller');
}

async function tryInsert(trx: Transaction, seller: NewSeller, slug: string): Promise<boolean> {
  const verified = seller.verified ?? false;
  const inserted = await trx
    .insertInto('sellers')
    .values({
      id: seller.id,
      slug,
      company_name: seller.companyName,
      country: seller.country ?? null,
      region: seller.region ?? null,
      city: seller.city ?? null,
      postal_code: seller.postalCode ?? null,
      lat: seller.lat ?? null,
      lng: seller.lng ?? null,
      about: seller.about ?? null,
      logo: null,
      phone: seller.phone ?? null,
      email: seller.email ?? null,
      website: seller.website ?? null,
      vat_id: null,
      verified,
      verified_at: verified ? seller.createdAt : null,
      response_time_minutes: null,
      created_at: seller.createdAt,
      updated_at: seller.createdAt,
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

async function insertOwner(trx: Transaction, seller: NewSeller): Promise<void> {
  await trx
    .insertInto('team_members')
    .values({
      id: newId('mem', seller.createdAt),
      seller_id: seller.id,
      user_id: seller.ownerId,
      role: 'OWNER',
      created_at: seller.createdAt,
    })
    .execute();
}

export interface OwnSeller {
  readonly id: string;
  readonly company_name: string;
  readonly slug: string;
  readonly verified: boolean;
  readonly trust_score: number;
  readonly plan: string;
  readonly subscription_status: string;
}

/** The seller that a person belongs to, with its plan. */
export function findSellerOf(db: Queryable, userId: string): Promise<OwnSeller | undefined> {
  return db
    .selectFrom('team_members as m')
    .innerJoin('sellers as s', 's.id', 'm.seller_id')
    .innerJoin('subscriptions as b', 'b.seller_id', 's.id')
    .innerJoin('plans as p', 'p.id', 'b.plan_id')
    .select([
      's.id',
      's.company_name',
      's.slug',
      's.verified',
      's.trust_score',
      'p.slug as plan',
      'b.status as subscription_status',
    ])
    .where('m.user_id', '=', userId)
    .executeTakeFirst();
}

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

/** Owners of a team, by user. */
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

/** User ids of owners and managers, by seller: they are told what concerns the company. */
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

/** Somebody of the seller's team, its owner first. */
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
