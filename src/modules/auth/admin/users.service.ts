import { type Origin, personal } from '../../../platform/audit/audit-log.ts';
import type { Role, SystemActor, UserActor } from '../../../platform/actor.ts';
import { isoOrNull, MINUTE_MS } from '../../../platform/clock.ts';
import { inTransaction, type Queryable, type Transaction } from '../../../platform/db/transaction.ts';
import { found, invalidField, invalidState, notFound } from '../../../platform/errors/app-error.ts';
import type { KeysetPage } from '../../../platform/http/keyset.ts';
import { readMarketSum } from '../../../platform/db/market-sums.repository.ts';
import type { Page } from '../../../platform/http/pagination.ts';
import { isId } from '../../../platform/ids.ts';
import type { JobDefinition } from '../../../platform/jobs/job.ts';
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import type { StoredObject } from '../../../platform/storage/storage.ts';
import type { StatementOfReasons } from '../../decisions/index.ts';
import { setVerified } from '../../companies/index.ts';
import { makeSeller } from '../account/accounts.ts';
import { isLastAdministrator, lockUser } from '../account/users.repository.ts';
import type { AccountPorts } from './account-ports.ts';
import { accountReinstatedMail } from './mail-templates.ts';
import { acceptDocuments } from '../registration/seller-documents.repository.ts';
import { endSessionsOf, listLiveSessions } from '../sessions/sessions.repository.ts';
import {
  countOtherActiveOwners,
  findDocument,
  findUser,
  findUsers,
  listEndedSuspensions,
  listDocuments,
  readActivity,
  setAccount,
  type UserFilters,
  type UserRow,
} from './users.repository.ts';
import { t } from '../../../platform/errors/sentence.ts';

export type { UserRow };

const SYSTEM: SystemActor = { kind: 'system' };
const SUSPENSIONS_AT_ONCE = 100;

/** Administrators' decisions about accounts. They take effect with the account's next request. */
export class UserAdminService extends Service<Platform & Ports> {
  list(filters: UserFilters, page: KeysetPage) {
    return findUsers(this.parts.db, filters, page);
  }

  get(userId: string): Promise<UserRow> {
    return getUser(this.parts.db, userId);
  }

  async detail(userId: string) {
    const user = await this.get(userId);
    const { db } = this.parts;
    const [activity, elsewhere, messagesSent, documents] = await Promise.all([
      readActivity(db, userId),
      this.parts.readActivity(db, userId, user.seller_id),
      readMarketSum(db, 'messages_sent', userId),
      user.seller_id === null ? [] : listDocuments(db, user.seller_id),
    ]);
    return { user, activity: { ...activity, ...elsewhere, messagesSent }, documents };
  }

  /** Lists the devices on which a user is signed in, last used first. */
  async sessions(userId: string, page: Page) {
    await this.get(userId);
    return listLiveSessions(this.parts.db, userId, this.parts.clock.now(), page);
  }

  /** Changes role and status in one transaction: if one change is rejected, neither applies. */
  async update(actor: UserActor, userId: string, changes: AccountChanges, origin: Origin): Promise<void> {
    await this.get(userId);
    await inTransaction(this.parts.db, async (trx) => {
      const before = await lockUser(trx, userId);
      if (changes.role !== undefined) await this.#changeRole(trx, actor, userId, changes.role, origin);
      // Clients can send back what they read: an unchanged status changes nothing.
      if (changes.status === before?.status) return;
      if (changes.status === 'suspended')
        await this.suspendIn(
          trx,
          actor,
          userId,
          { reason: changes.reason ?? 'No reason was given.' },
          origin,
        );
      if (changes.status === 'active') await this.reinstateIn(trx, actor, userId, origin);
    });
  }

  async #changeRole(
    trx: Transaction,
    actor: UserActor,
    userId: string,
    role: Role,
    origin: Origin,
  ): Promise<void> {
    const user = await getUser(trx, userId);
    if (user.role === role) return;
    if (role === 'SELLER' && user.seller_id === null)
      throw invalidField('role', t('cannot be SELLER: the account does not belong to a seller'));
    if (user.seller_id !== null && role !== 'SELLER')
      throw invalidState(t("The account belongs to a seller's team and must leave it first."));
    await this.#decide(trx, { actor, userId, origin }, 'user.role_changed', { role }, async (before) => {
      if (before.role === 'ADMIN') await assertNotLast(trx, userId);
      const now = this.parts.clock.now();
      await setAccount(trx, userId, { role }, now);
      await endSessionsOf(trx, userId, { reason: 'role changed', now });
    });
  }

  /** Does the same as `POST /account/become-seller`, for users who requested it by phone. */
  async makeSeller(
    actor: UserActor,
    userId: string,
    company: { readonly companyName: string; readonly country: string },
    origin: Origin,
  ): Promise<void> {
    await this.get(userId);
    const after = { role: 'SELLER', companyName: company.companyName };
    await this.#decideAlone({ actor, userId, origin }, 'user.made_seller', after, async (trx, before) => {
      if (before.role !== 'BUYER' || before.status !== 'active')
        throw invalidState(t('Only an active buyer account can become a seller account.'));
      const input = { ...company, companyName: company.companyName.trim() };
      await makeSeller(trx, { id: userId, country: before.country }, input, this.parts.clock.now());
    });
  }

  suspend(actor: UserActor, userId: string, suspension: SuspensionReason, origin: Origin): Promise<void> {
    return inTransaction(this.parts.db, (trx) => this.suspendIn(trx, actor, userId, suspension, origin));
  }

  /** Suspends within the transaction of a larger decision. */
  async suspendIn(
    trx: Transaction,
    actor: UserActor,
    userId: string,
    { reason, code = 'other', foundBy = 'administrator', until = null }: SuspensionReason,
    origin: Origin,
  ): Promise<void> {
    if (userId === actor.userId) throw invalidState(t('You cannot suspend your own account.'));
    if (until !== null && until <= this.parts.clock.now())
      throw invalidField('until', t('must be in the future'));
    await this.#decide(
      trx,
      { actor, userId, origin },
      'user.suspended',
      { reason: personal(reason, userId, actor.userId), until: isoOrNull(until) },
      async (before) => {
        if (before.status !== 'active')
          throw invalidState(
            t('The account is {status}. Only an active account can be suspended.', { status: before.status }),
          );
        if (before.role === 'ADMIN') await assertNotLast(trx, userId);
        const user = await getUser(trx, userId);
        const now = this.parts.clock.now();
        await setAccount(
          trx,
          userId,
          { status: 'suspended', suspended_reason: reason, suspended_until: until },
          now,
        );
        await endSessionsOf(trx, userId, { reason: 'suspended', now });
        await this.parts.decisions.state(trx, {
          kind: 'user.suspended',
          subjectId: userId,
          userId,
          subject: user.company_name ?? user.name,
          code,
          reason,
          foundBy,
          endsAt: until,
          decidedBy: actor.userId,
        });
        if (user.seller_id === null) return;
        const standsAlone =
          user.team_role === 'OWNER' && (await countOtherActiveOwners(trx, user.seller_id, userId)) === 0;
        if (standsAlone) await this.parts.suspendSeller(trx, user.seller_id, { userId, reason, now });
        else await this.parts.holdDeliveriesKeptBy(trx, userId);
      },
    );
  }

  reinstate(actor: UserActor, userId: string, origin: Origin): Promise<void> {
    return inTransaction(this.parts.db, (trx) => this.reinstateIn(trx, actor, userId, origin));
  }

  /** Reinstates within the transaction of a larger decision. */
  async reinstateIn(trx: Transaction, actor: UserActor, userId: string, origin: Origin): Promise<void> {
    await this.#decide(
      trx,
      { actor, userId, origin },
      'user.reinstated',
      { status: 'active' },
      async (before) => {
        if (before.status !== 'suspended')
          throw invalidState(
            t('The account is {status}. Only a suspended account can be reinstated.', {
              status: before.status,
            }),
          );
        await this.#reinstate(trx, await getUser(trx, userId));
      },
    );
  }

  /** False: the account is not suspended. */
  async reinstateIfSuspended(
    trx: Transaction,
    actor: UserActor,
    userId: string,
    origin: Origin,
  ): Promise<boolean> {
    if ((await lockUser(trx, userId))?.status !== 'suspended') return false;
    await this.reinstateIn(trx, actor, userId, origin);
    return true;
  }

  async #reinstate(trx: Transaction, user: UserRow): Promise<void> {
    const now = this.parts.clock.now();
    const after = { status: 'active', suspended_reason: null, suspended_until: null } as const;
    await setAccount(trx, user.id, after, now);
    await this.parts.decisions.lift(trx, 'user.suspended', user.id);
    if (user.seller_id === null) return;
    // This includes deliveries enqueued during the suspension.
    await this.parts.holdDeliveriesKeptBy(trx, user.id);
    await this.parts.mails.enqueue(trx, accountReinstatedMail(user));
    if (user.team_role === 'OWNER') await this.parts.reinstateSeller(trx, user.seller_id, now);
  }

  /** Reinstates accounts whose suspension has expired, each in its own transaction. */
  readonly endSuspensionsJob: JobDefinition = {
    name: 'admin.end-suspensions',
    everyMs: 5 * MINUTE_MS,
    run: async (_payload, context) => {
      const { db, clock } = this.parts;
      for (let ended: readonly string[] | null = null; ended?.length !== 0;) {
        ended = await listEndedSuspensions(db, clock.now(), SUSPENSIONS_AT_ONCE);
        for (const userId of ended) {
          context.signal.throwIfAborted();
          await inTransaction(db, (trx) => this.#endSuspension(trx, userId));
        }
        if (!(await context.heartbeat())) return;
      }
    },
  };

  /** Does nothing if an administrator has changed the account since. */
  async #endSuspension(trx: Transaction, userId: string): Promise<void> {
    const before = await lockUser(trx, userId);
    const until = before?.suspended_until ?? null;
    if (before?.status !== 'suspended' || until === null || until > this.parts.clock.now()) return;
    const user = await findUser(trx, userId);
    if (user === undefined) return;
    await this.#reinstate(trx, user);
    await this.parts.audit.record(trx, {
      actor: SYSTEM,
      action: 'user.reinstated',
      subject: { type: 'user', id: userId },
      before: { role: before.role, status: before.status, until: until.toISOString() },
      after: { status: 'active' },
    });
  }

  async signOut(actor: UserActor, userId: string, origin: Origin): Promise<number> {
    await this.get(userId);
    let ended = 0;
    await this.#decideAlone({ actor, userId, origin }, 'user.signed_out', {}, async (trx) => {
      ended = await endSessionsOf(trx, userId, {
        reason: 'signed out by an administrator',
        now: this.parts.clock.now(),
      });
    });
    return ended;
  }

  /** Sets whether the seller of a user is verified, after a check of its documents. */
  async verifySeller(actor: UserActor, userId: string, verified: boolean, origin: Origin): Promise<void> {
    const user = await this.get(userId);
    const sellerId = user.seller_id;
    if (sellerId === null) throw invalidState(t('The account does not belong to a seller.'));
    const { clock, notices } = this.parts;
    await this.#decideAlone(
      { actor, userId, origin },
      verified ? 'seller.verified' : 'seller.unverified',
      { verified },
      async (trx) => {
        const now = clock.now();
        if (!(await setVerified(trx, sellerId, verified, now))) return;
        await acceptDocuments(trx, sellerId, verified ? now : null);
        await this.parts.sellerChanged(trx, sellerId);
        if (verified) {
          await notices.add(trx, {
            userId,
            type: 'account_verified',
            data: { companyName: user.company_name ?? '' },
            link: '/seller/profile',
            dedupeKey: `account_verified:${now.getTime()}`,
          });
        }
      },
    );
  }

  async erase(actor: UserActor, userId: string, origin: Origin): Promise<void> {
    if (userId === actor.userId)
      throw invalidState(
        t('You cannot erase your own account here; use DELETE /auth/me with your password.'),
      );
    const user = await this.get(userId);
    if (user.status === 'erased') throw invalidState(t('The account has already been erased.'));
    await this.parts.eraseUser(actor, userId, origin);
  }

  async document(
    documentId: string,
  ): Promise<{ filename: string; contentType: string; object: StoredObject }> {
    const document = isId('doc', documentId) ? await findDocument(this.parts.db, documentId) : undefined;
    const object = document === undefined ? null : await this.parts.storage.get(document.storage_key);
    if (document === undefined || object === null) throw notFound('document');
    return { filename: document.filename, contentType: document.content_type, object };
  }

  #decideAlone(
    act: Act,
    action: string,
    after: Readonly<Record<string, unknown>>,
    work: (trx: Transaction, before: LockedUser) => Promise<void>,
  ): Promise<void> {
    return inTransaction(this.parts.db, (trx) =>
      this.#decide(trx, act, action, after, (before) => work(trx, before)),
    );
  }

  async #decide(
    trx: Transaction,
    { actor, userId, origin }: Act,
    action: string,
    after: Readonly<Record<string, unknown>>,
    work: (before: LockedUser) => Promise<void>,
  ): Promise<void> {
    const before = isId('usr', userId) ? await lockUser(trx, userId) : undefined;
    if (before === undefined || before.status === 'erased') throw notFound('user');
    await work(before);
    await this.parts.audit.record(trx, {
      actor,
      action,
      subject: { type: 'user', id: userId },
      before: { role: before.role, status: before.status },
      after,
      origin,
    });
  }
}

interface Act {
  readonly actor: UserActor;
  readonly userId: string;
  readonly origin: Origin;
}

type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>;

async function getUser(db: Queryable, userId: string): Promise<UserRow> {
  return found('user', isId('usr', userId) && (await findUser(db, userId)));
}

async function assertNotLast(trx: Transaction, userId: string): Promise<void> {
  if (await isLastAdministrator(trx, userId))
    throw invalidState(t('This is the last administrator. Appoint another one first.'));
}

export interface AccountChanges {
  readonly role?: Role | undefined;
  readonly status?: 'active' | 'suspended' | undefined;
  /** Reason for a suspension. */
  readonly reason?: string | undefined;
}

export interface SuspensionReason {
  readonly reason: string;
  readonly code?: string | undefined;
  readonly foundBy?: StatementOfReasons['foundBy'];
  /** When it expires. */
  readonly until?: Date | null;
}

interface Ports extends AccountPorts {
  readonly eraseUser: (actor: UserActor, userId: string, origin: Origin) => Promise<void>;
}
