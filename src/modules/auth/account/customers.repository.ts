import { sql } from 'kysely';
import { EXAMINED_MAX } from '../../../platform/db/count-up-to.ts';
import { containsPattern } from '../../../platform/db/like.ts';
import type { Queryable } from '../../../platform/db/transaction.ts';
import { getSeller, memberships, companies } from '../../companies/index.ts';
import { type Customer, INVOICE_FIELDS } from '../../billing/index.ts';
import '../tables.ts';

export async function getCustomer(db: Queryable, sellerId: string): Promise<Customer> {
  const seller = await getSeller(db, sellerId);
  const owner = await findOwner(db, sellerId);
  const invoiced = {
    companyName: seller.company_name,
    street: seller.street,
    postalCode: seller.postal_code,
    city: seller.city,
    country: seller.country,
  };
  const town = [seller.postal_code, seller.city].filter((part) => part !== null).join(' ');
  return {
    sellerId,
    status: seller.status,
    country: seller.country,
    vatId: seller.vat_id,
    party: {
      name: seller.company_name,
      address: [seller.street ?? '', town, seller.region ?? ''].filter((line) => line !== ''),
      vatId: seller.vat_id,
      email: seller.email ?? owner?.email ?? null,
    },
    missingForInvoice: INVOICE_FIELDS.filter((field) => (invoiced[field] ?? '').trim() === ''),
    owner,
  };
}

/** The first of several owners. */
async function findOwner(db: Queryable, sellerId: string): Promise<Customer['owner']> {
  const owner = await db
    .selectFrom(memberships.as('m'))
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

export async function findSellerOfUser(db: Queryable, userId: string): Promise<string | null | undefined> {
  const user = await db
    .selectFrom('users as u')
    .leftJoin(memberships.as('m'), 'm.user_id', 'u.id')
    .select('m.seller_id')
    .where('u.id', '=', userId)
    .executeTakeFirst();
  return user?.seller_id;
}

export async function listSellerNames(
  db: Queryable,
  sellerIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (sellerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom(companies.as('sellers'))
    .select(['id', 'company_name'])
    .where('id', 'in', [...new Set(sellerIds)])
    .execute();
  return new Map(rows.map((row) => [row.id, row.company_name]));
}

/** The names in their order, so that the same text finds the same sellers on every page. */
export async function listSellersNamed(db: Queryable, text: string, max: number): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, company_name from ${companies} sellers where lower(company_name) like lower(${containsPattern(text)}) limit ${EXAMINED_MAX}
    ) found order by lower(company_name), id limit ${max}`.execute(db);
  return rows.map(({ id }) => id);
}
