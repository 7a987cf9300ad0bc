import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { AccountStatus } from '../auth/index.ts';
import '../auth/tables.ts';

export async function findSellerStatus(db: Queryable, sellerId: string): Promise<AccountStatus | undefined> {
  const row = await db.selectFrom('sellers').select('status').where('id', '=', sellerId).executeTakeFirst();
  return row?.status;
}

/** The seller, if it changed. */
export function setSellerStatus(
  trx: Transaction,
  sellerId: string,
  { from, to, now }: { readonly from: AccountStatus; readonly to: AccountStatus; readonly now: Date },
): Promise<{ company_name: string } | undefined> {
  return trx
    .updateTable('sellers')
    .set({ status: to, updated_at: now })
    .where('id', '=', sellerId)
    .where('status', '=', from)
    .returning('company_name')
    .executeTakeFirst();
}

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
