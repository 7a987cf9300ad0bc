import type { Transaction } from '../../../platform/db/transaction.ts';
import '../tables.ts';

/** Domain that can never receive email (RFC 2606); the ID makes the address unique. */
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
