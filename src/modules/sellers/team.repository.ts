import type { Transaction } from '../../platform/db/transaction.ts';
import { memberships } from '../companies/index.ts';
import { accounts } from '../auth/index.ts';

function activeMembers(trx: Transaction, sellerId: string) {
  return trx
    .selectFrom(memberships.as('m'))
    .innerJoin(accounts.as('u'), 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.name', 'u.language'])
    .where('m.seller_id', '=', sellerId)
    .where('u.status', '=', 'active')
    .orderBy('u.id');
}

export function listActiveMembers(trx: Transaction, sellerId: string) {
  return activeMembers(trx, sellerId).execute();
}

/** Owners, who can edit the company's page. */
export function listOwners(trx: Transaction, sellerId: string) {
  return activeMembers(trx, sellerId).where('m.role', '=', 'OWNER').execute();
}
