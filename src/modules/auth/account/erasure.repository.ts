import type { Transaction } from '../../../platform/db/transaction.ts';
import '../tables.ts';

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

/** A domain that can never receive mail (RFC 2606), unique by the id. */
export function addressOfErased(userId: string): string {
  return `${userId.toLowerCase()}@erased.invalid`;
}

export async function anonymiseUser(trx: Transaction, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      email: addressOfErased(userId),
      name: 'Deleted user',
      password_hash: null,
      phone: null,
      avatar: null,
      email_verified: false,
      phone_verified: false,
      country: null,
      status: 'erased',
      suspended_reason: null,
      suspended_until: null,
      ip_restriction: false,
      allowed_addresses: [],
      require_signature: false,
      last_seen_at: null,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute();
}

export async function anonymiseSeller(trx: Transaction, sellerId: string, now: Date): Promise<void> {
  await trx
    .updateTable('sellers')
    .set({
      slug: `erased-${sellerId.toLowerCase().replace('_', '-')}`,
      company_name: 'Deleted seller',
      region: null,
      city: null,
      postal_code: null,
      lat: null,
      lng: null,
      about: null,
      logo: null,
      phone: null,
      email: null,
      website: null,
      vat_id: null,
      street: null,
      trade_register: null,
      certified_at: null,
      trader_asked_at: null,
      verified: false,
      verified_at: null,
      status: 'erased',
      updated_at: now,
    })
    .where('id', '=', sellerId)
    .execute();
}
