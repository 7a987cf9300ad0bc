import type { Origin } from '../../../platform/audit/audit-log.ts';
import type { UserActor } from '../../../platform/actor.ts';
import { inTransaction, type Transaction } from '../../../platform/db/transaction.ts';
import { invalidState, notFound } from '../../../platform/errors/app-error.ts';
import type { JobDefinition } from '../../../platform/jobs/job.ts';
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import { lockSellerPlan } from '../../billing/index.ts';
import { memberReleased, userErased } from '../events.ts';
import type { Caller } from '../caller.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { Person, PersonalData, Progress } from '../../../platform/personal-data.ts';
import { anonymiseSeller, leaveTeam, listTeam } from '../../companies/index.ts';
import { addressOfErased, anonymiseUser } from './erasure.repository.ts';
import { findMembership, lockCompany } from '../../companies/index.ts';
import { isLastAdministrator, lockUser } from './users.repository.ts';
import type { UserRow } from '../tables.ts';
import { t } from '../../../platform/errors/sentence.ts';

type ErasureParts = Pick<Platform, 'db' | 'clock' | 'audit' | 'events' | 'jobs'> & {
  readonly passwords: Passwords;
  readonly personalData: PersonalData;
};

interface ErasurePayload {
  readonly userId: string;
  /** Seller that was deleted with the user. */
  readonly sellerId: string | null;
  readonly progress: Progress;
}

/** Erases accounts. The row stays without personal data, because messages, reviews and invoices of others refer to it. */
export class Erasure extends Service<ErasureParts> {
  async erase(actor: UserActor, password: string, caller: Caller): Promise<void> {
    const user = await this.parts.passwords.assertOwn(actor, 'password', password, caller);
    await this.eraseUser(actor, user.id, caller);
  }

  /**
   * Keeps the row without personal data, so that other users' messages and purchases keep their counterpart. An account
   * with a lot of data is closed and anonymized at once, and a job erases the rest.
   */
  async eraseUser(actor: UserActor, userId: string, origin: Origin): Promise<void> {
    const { db, clock, audit, jobs, personalData } = this.parts;
    await inTransaction(db, async (trx) => {
      const user = await lockUser(trx, userId);
      if (user === undefined || user.status === 'erased') throw notFound('user');
      const now = clock.now();
      const membership = await findMembership(trx, user.id);
      const sellerId = await this.#sellerThatEnds(trx, user, membership?.seller_id);
      const person = { userId: user.id, email: user.email, sellerId };
      const progress = await personalData.eraseFirst(trx, person, now);
      await personalData.erase(trx, person, now);
      if (membership !== undefined && sellerId === null)
        await this.#release(trx, user.id, membership.seller_id);
      await leaveTeam(trx, user.id);
      if (sellerId !== null) await anonymiseSeller(trx, sellerId, now);
      await anonymiseUser(trx, user.id, now);
      if (progress === null) await this.#announce(trx, person);
      else await jobs.enqueue(trx, this.job, { userId: user.id, sellerId, progress }, { account: user.id });
      await audit.record(trx, {
        actor,
        action: 'user.erased',
        subject: { type: 'user', id: user.id },
        after: { erasedSeller: sellerId },
        origin,
      });
      await this.#forgetKeys(trx, person);
    });
  }

  /**
   * Erases what the request left over. Each batch commits separately and stores its progress in the job, so the job can
   * stop anywhere. Ignores the email address, because another person may have registered it since.
   */
  readonly job: JobDefinition<ErasurePayload> = {
    name: 'auth.erase-account',
    attemptsMax: 25,
    run: async ({ userId, sellerId, progress }, context) => {
      const { db, clock, personalData } = this.parts;
      const person = { userId, email: addressOfErased(userId), sellerId };
      for (let next: Progress | null = progress; next !== null;) {
        context.signal.throwIfAborted();
        const current: Progress = next;
        next = await inTransaction(db, (trx) => personalData.eraseBatch(trx, person, current, clock.now()));
        if (!(await context.proceed({ userId, sellerId, progress: next ?? current }))) return;
      }
      await inTransaction(db, async (trx) => {
        await personalData.erase(trx, person, clock.now());
        await this.#announce(trx, person);
        await this.#forgetKeys(trx, person);
      });
    },
  };

  #release(trx: Transaction, userId: string, sellerId: string): Promise<unknown> {
    return this.parts.events.emit(
      trx,
      memberReleased,
      { seller_id: sellerId, user_id: userId },
      { sellerId },
    );
  }

  /** Runs after the batches, which remove the events of the user. */
  #announce(trx: Transaction, { userId, sellerId }: Person): Promise<unknown> {
    return this.parts.events.emit(trx, userErased, { user_id: userId, seller_id: sellerId }, { userId });
  }

  /** Runs last, because every audit entry about a person needs the person's key. */
  #forgetKeys(trx: Transaction, { userId, sellerId }: Person): Promise<void> {
    return this.parts.audit.forget(trx, [userId, ...(sellerId === null ? [] : [sellerId])]);
  }

  /** Takes locks, so that of two owners or administrators who leave at the same time, one is rejected. */
  async #sellerThatEnds(
    trx: Transaction,
    user: UserRow,
    sellerId: string | undefined,
  ): Promise<string | null> {
    if (user.role === 'ADMIN' && (await isLastAdministrator(trx, user.id)))
      throw invalidState(t('You are the only administrator. Appoint another one first.'));
    return sellerId === undefined ? null : sellerThatEnds(trx, user.id, sellerId);
  }
}

/** Returns the seller that no owner is left to run; its company stays locked until the transaction ends. */
async function sellerThatEnds(trx: Transaction, userId: string, sellerId: string): Promise<string | null> {
  await lockCompany(trx, sellerId);
  const team = await listTeam(trx, sellerId);
  const otherMembers = team.filter((member) => member.user_id !== userId);
  const isOwner = team.some((member) => member.user_id === userId && member.role === 'OWNER');
  if (!isOwner || otherMembers.some((member) => member.role === 'OWNER')) return null;
  if (otherMembers.length > 0) {
    throw invalidState(
      t(
        'You are the only owner of a seller that has other members; first make one of them an owner, or remove them.',
      ),
    );
  }
  // Wait for listings that are being published, so that they are erased with the rest.
  await lockSellerPlan(trx, sellerId);
  return sellerId;
}
