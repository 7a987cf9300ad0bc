import type { Origin } from '../../../platform/audit/audit-log.ts';
import type { UserActor } from '../../../platform/actor.ts';
import { inTransaction, type Transaction } from '../../../platform/db/transaction.ts';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import type { Platform } from '../../../platform/module.ts';
import { userErased } from '../events.ts';
import type { Caller } from '../caller.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { PersonalData } from '../personal-data.ts';
import { anonymiseSeller, anonymiseUser, leaveTeam, lockTeam } from './erasure.repository.ts';
import { findMembership } from './sellers.repository.ts';
import { isLastAdministrator, lockUser } from './users.repository.ts';
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
      await leaveTeam(trx, user.id);
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
    if (user.role === 'ADMIN' && (await isLastAdministrator(trx, user.id)))
      throw new AppError('INVALID_STATE', 'You are the only administrator; appoint another one first.');
    const membership = await findMembership(trx, user.id);
    return membership === undefined ? null : sellerThatEnds(trx, user.id, membership.seller_id);
  }
}

/** The seller that nobody is left to run; the team stays locked until the transaction ends. */
async function sellerThatEnds(trx: Transaction, userId: string, sellerId: string): Promise<string | null> {
  const team = await lockTeam(trx, sellerId);
  const others = team.filter((member) => member.user_id !== userId);
  const isOwner = team.some((member) => member.user_id === userId && member.role === 'OWNER');
  if (!isOwner || others.some((member) => member.role === 'OWNER')) return null;
  if (others.length > 0) {
    throw new AppError(
      'INVALID_STATE',
      'You are the only owner of a seller that has other members; first make one of them an owner, or remove them.',
    );
  }
  return sellerId;
}
