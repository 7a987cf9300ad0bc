import type { Origin } from '../../../platform/audit/audit-log.ts';
import type { UserActor } from '../../../platform/actor.ts';
import { inTransaction, type Transaction } from '../../../platform/db/transaction.ts';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import type { Platform } from '../../../platform/module.ts';
import { userErased } from '../events.ts';
import type { Caller } from '../caller.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { PersonalData } from '../personal-data.ts';
import { findMembership, type Membership } from './sellers.repository.ts';
import { lockUser } from './users.repository.ts';
import type { UserRow } from '../tables.ts';

type ErasureParts = Pick<Platform, 'db' | 'clock' | 'audit' | 'events'> & {
  readonly passwords: Passwords;
  readonly personalData: PersonalData;
};

/** Erases accounts and exports what is kept about their holders: decision 0042. */
export class Erasure {
  readonly #parts: ErasureParts;

  constructor(parts: ErasureParts) {
    this.#parts = parts;
  }

  async export(actor: UserActor): Promise<Record<string, unknown>> {
    const { db, clock, personalData } = this.#parts;
    const membership = await findMembership(db, actor.userId);
    const sellerId = membership?.role === 'OWNER' ? membership.seller_id : null;
    const person = { userId: actor.userId, email: actor.email, sellerId };
    return { exportedAt: clock.now().toISOString(), ...(await personalData.export(db, person)) };
  }

  async erase(actor: UserActor, password: string, caller: Caller): Promise<void> {
    const user = await this.#parts.passwords.assertOwn(actor, 'password', password, caller);
    await this.eraseUser(actor, user.id, caller);
  }

  /** The row stays without the person: what others wrote to it and bought from it keeps a counterpart. */
  async eraseUser(actor: UserActor, userId: string, origin: Origin): Promise<void> {
    const { db, clock, audit, events, personalData } = this.#parts;
    await inTransaction(db, async (trx) => {
      const user = await lockUser(trx, userId);
      if (user === undefined || user.status === 'erased') throw notFound('user');
      const now = clock.now();
      const sellerId = await this.#sellerThatEnds(trx, user);
      await personalData.erase(trx, { userId: user.id, email: user.email, sellerId }, now);
      await trx.deleteFrom('team_members').where('user_id', '=', user.id).execute();
      if (sellerId !== null) await anonymiseSeller(trx, sellerId, now);
      await anonymiseUser(trx, user.id, now);
      await events.emit(trx, userErased, { user_id: user.id, seller_id: sellerId }, { userId: user.id });
      await audit.record(trx, {
        actor,
        action: 'user.erased',
        subject: { type: 'user', id: user.id },
        after: { erasedSeller: sellerId },
        origin,
      });
      await audit.forget(trx, [user.id, ...(sellerId === null ? [] : [sellerId])]);
    });
  }

  /** Locks, so that of two owners or administrators who leave at the same time one is told to stay. */
  async #sellerThatEnds(trx: Transaction, user: UserRow): Promise<string | null> {
    if (user.role === 'ADMIN') await assertAnotherAdministrator(trx, user.id);
    const membership = await findMembership(trx, user.id);
    return membership === undefined ? null : sellerThatEnds(trx, user.id, membership);
  }
}

async function sellerThatEnds(
  trx: Transaction,
  userId: string,
  membership: Membership,
): Promise<string | null> {
  const team = await trx
    .selectFrom('team_members')
    .select(['user_id', 'role'])
    .where('seller_id', '=', membership.seller_id)
    .orderBy('id')
    .forUpdate()
    .execute();
  const others = team.filter((member) => member.user_id !== userId);
  const isOwner = team.some((member) => member.user_id === userId && member.role === 'OWNER');
  if (!isOwner || others.some((member) => member.role === 'OWNER')) return null;
  if (others.length > 0) {
    throw new AppError(
      'INVALID_STATE',
      'You are the only owner of a seller that has other members; first make one of them an owner, or remove them.',
    );
  }
  return membership.seller_id;
}

async function assertAnotherAdministrator(trx: Transaction, userId: string): Promise<void> {
  const administrators = await trx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (administrators.some(({ id }) => id !== userId)) return;
  throw new AppError('INVALID_STATE', 'You are the only administrator; appoint another one first.');
}

async function anonymiseUser(trx: Transaction, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      // A domain that can never receive mail (RFC 2606), unique by the id.
      email: `${userId.toLowerCase()}@erased.invalid`,
      name: 'Deleted user',
      password_hash: null,
      phone: null,
      avatar: null,
      email_verified: false,
      phone_verified: false,
      country: null,
      status: 'erased',
      suspended_reason: null,
      ip_restriction: false,
      allowed_addresses: [],
      require_signature: false,
      last_seen_at: null,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute();
}

async function anonymiseSeller(trx: Transaction, sellerId: string, now: Date): Promise<void> {
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
      verified: false,
      verified_at: null,
      status: 'erased',
      updated_at: now,
    })
    .where('id', '=', sellerId)
    .execute();
}
