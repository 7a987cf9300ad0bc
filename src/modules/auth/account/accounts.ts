import type { Role } from '../../../platform/actor.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { startFreePlan } from '../../billing/index.ts';
import { insertSeller, type NewSeller } from './sellers.repository.ts';
import { insertUser, type NewUser } from './users.repository.ts';
import type { UserRow } from '../tables.ts';

export type AccountInput = Omit<NewUser, 'id' | 'role'> & { readonly id?: string };
export type SellerInput = Omit<NewSeller, 'id' | 'ownerId' | 'createdAt'> & { readonly id?: string };

/**
 * Creates an account silently: no mail, no event. Takes the password as a hash, so that whoever creates many accounts
 * can use one hash for all.
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
  const sellerId = input.id ?? newId('sel', owner.createdAt);
  const slug = await insertSeller(trx, {
    ...input,
    id: sellerId,
    ownerId: user.id,
    createdAt: owner.createdAt,
  });
  await startFreePlan(trx, sellerId, owner.createdAt);
  return { user, sellerId, slug };
}
