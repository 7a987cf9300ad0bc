import type { Queryable } from '../../../platform/db/transaction.ts';
import type { Party } from '../invoices/invoice-party.ts';
import '../../auth/tables.ts';

/** The seller as a paying customer, and the owner who speaks for it. */
export interface Customer {
  readonly sellerId: string;
  readonly status: 'active' | 'suspended' | 'erased';
  readonly country: string | null;
  readonly vatId: string | null;
  readonly party: Omit<Party, 'country'>;
  readonly owner: Owner | null;
}

export interface Owner {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly language: string;
}

export async function getCustomer(db: Queryable, sellerId: string): Promise<Customer> {
  const seller = await db
    .selectFrom('sellers')
    .select(['company_name', 'status', 'country', 'region', 'city', 'postal_code', 'vat_id', 'email'])
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow();
  const owner = await findOwner(db, sellerId);
  const town = [seller.postal_code, seller.city].filter((part) => part !== null).join(' ');
  return {
    sellerId,
    status: seller.status,
    country: seller.country,
    vatId: seller.vat_id,
    party: {
      name: seller.company_name,
      address: [town, seller.region ?? ''].filter((line) => line !== ''),
      vatId: seller.vat_id,
      email: seller.email ?? owner?.email ?? null,
    },
    owner,
  };
}

/** The first of several owners. */
async function findOwner(db: Queryable, sellerId: string): Promise<Owner | null> {
  const owner = await db
    .selectFrom('team_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.name', 'u.language'])
    .where('m.seller_id', '=', sellerId)
    .where('m.role', '=', 'OWNER')
    .where('u.status', '!=', 'erased')
    .orderBy('m.created_at')
    .orderBy('m.id')
    .limit(1)
    .executeTakeFirst();
  return owner === undefined
    ? null
    : { userId: owner.id, email: owner.email, name: owner.name, language: owner.language };
}

/** The seller that a person belongs to. */
export async function findSellerOf(db: Queryable, userId: string): Promise<string | null> {
  const member = await db
    .selectFrom('team_members')
    .select('seller_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return member?.seller_id ?? null;
}

export async function userExists(db: Queryable, userId: string): Promise<boolean> {
  return (
    (await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()) !== undefined
  );
}
