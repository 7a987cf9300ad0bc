import type { Transaction } from '../../platform/db/transaction.ts';

export function listActiveMembers(trx: Transaction, sellerId: string) {
  return trx
    .selectFrom('team_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.name', 'u.language'])
    .where('m.seller_id', '=', sellerId)
    .where('u.status', '=', 'active')
    .orderBy('u.id')
    .execute();
}
