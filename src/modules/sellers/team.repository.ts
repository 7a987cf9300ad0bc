import type { Transaction } from '../../platform/db/transaction.ts';
import { memberships } from '../companies/index.ts';
import { accounts } from '../auth/index.ts';

export function listActiveMembers(trx: Transaction, sellerId: string) {
  return trx
    .selectFrom(memberships.as('m'))
    .innerJoin(accounts.as('u'), 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.name', 'u.language'])
    .where('m.seller_id', '=', sellerId)
    .where('u.status', '=', 'active')
    .orderBy('u.id')
    .execute();
}

/** Who can fill in the company's page. */
export function listOwners(trx: Transaction, sellerId: string) {
  return trx
    .selectFrom(memberships.as('m'))
    .innerJoin(accounts.as('u'), 'u.id', 'm.user_id')
    .select(['u.email', 'u.name', 'u.language'])
    .where('m.seller_id', '=', sellerId)
    .where('m.role', '=', 'OWNER')
    .where('u.status', '=', 'active')
    .orderBy('u.id')
    .execute();
}
