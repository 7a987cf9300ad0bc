import type { Role } from '../../../platform/actor.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { startFreePlan } from '../../billing/index.ts';
import { insertSeller, type NewSeller } from '../../companies/index.ts';
import { insertUser, type NewUser, setRole } from './users.repository.ts';
import type { UserRow } from '../tables.ts';

export type AccountInput = Omit<NewUser, 'id' | 'role'> & { readonly id?: string };
export type SellerInput = Omit<NewSeller, 'id' | 'ownerId' | 'createdAt'> & { readonly id?: string };

/**
 * Creates an account without an email or event. Takes a password hash, so that bulk callers can reuse one hash for all
 * accounts.
 */
export function createUser(
  trx: Transaction,
  input: AccountInput & { readonly role: Role },
): Promise<UserRow> {
  return insertUser(trx, { ...input, id: input.id ?? newId('usr', input.createdAt) });
}

export interface CreatedSeller {
  readonly user: UserRow;
  readonly sellerId: string;
  readonly slug: string;
}

/** Creates a seller with its owner, on the free plan. */
export async function createSeller(
  trx: Transaction,
  owner: AccountInput,
  input: SellerInput,
): Promise<CreatedSeller> {
  const user = await createUser(trx, { ...owner, role: 'SELLER' });
  return { user, ...(await insertSellerWithOwner(trx, user.id, input, owner.createdAt)) };
}

/** Returns the same for an existing account whose row the caller has locked. */
export async function makeSeller(
  trx: Transaction,
  owner: { readonly id: string; readonly country: string | null },
  input: SellerInput,
  now: Date,
): Promise<Omit<CreatedSeller, 'user'>> {
  await setRole(trx, owner.id, { role: 'SELLER', country: owner.country ?? input.country ?? null }, now);
  return insertSellerWithOwner(trx, owner.id, input, now);
}

async function insertSellerWithOwner(
  trx: Transaction,
  ownerId: string,
  input: SellerInput,
  now: Date,
): Promise<Omit<CreatedSeller, 'user'>> {
  const sellerId = input.id ?? newId('sel', now);
  const slug = await insertSeller(trx, { ...input, id: sellerId, ownerId, createdAt: now });
  await startFreePlan(trx, sellerId, now);
  return { sellerId, slug };
}
