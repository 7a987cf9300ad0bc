import type { Actor, UserActor } from '../../../platform/actor.ts';
import { type Origin, personal } from '../../../platform/audit/audit-log.ts';
import { addMs, MINUTE_MS } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { invalidState, notFound } from '../../../platform/errors/app-error.ts';
import { isId } from '../../../platform/ids.ts';
import type { JobDefinition } from '../../../platform/jobs/job.ts';
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import { lockUser } from '../account/users.repository.ts';
import { type AccountView, beginView, endView, listEndedViews } from './account-views.repository.ts';
import { t } from '../../../platform/errors/sentence.ts';

/** Duration of a view: enough to reproduce what a user describes on the phone. */
const VIEW_MS = 10 * MINUTE_MS;
const ENDED_AT_ONCE = 100;

/**
 * Views: an administrator sees the marketplace as another account, read-only. The session of the administrator stores which
 * account it views. So there is no second secret, and the view ends with the session.
 */
export class AccountViews extends Service<Pick<Platform, 'db' | 'clock' | 'audit'>> {
  /** Starts a view in the requesting browser. Returns when it expires. */
  async begin(actor: UserActor, userId: string, reason: string, origin: Origin): Promise<Date> {
    const { credential } = actor;
    if (credential.kind !== 'session' || credential.begunAt === undefined)
      throw invalidState(t('Only a signed-in browser can view the marketplace as another user.'));
    const { db, clock, audit } = this.parts;
    return inTransaction(db, async (trx) => {
      const user = isId('usr', userId) ? await lockUser(trx, userId) : undefined;
      if (user === undefined || user.status === 'erased') throw notFound('user');
      if (user.status !== 'active' || user.role === 'ADMIN')
        throw invalidState(t('You can view only active accounts of buyers and dealers.'));
      const now = clock.now();
      const until = addMs(now, VIEW_MS);
      const view = { sessionId: credential.sessionId, viewedBy: actor.userId, userId };
      if (!(await beginView(trx, view, { now, until }))) throw invalidState(t('The session has ended.'));
      await audit.record(trx, {
        actor,
        action: 'user.view_begun',
        subject: { type: 'user', id: userId },
        after: { reason: personal(reason, userId, actor.userId), until: until.toISOString() },
        origin,
      });
      return until;
    });
  }

  /** Returns whom the actor has viewed; null where that has ended already. */
  async end(actor: Actor, origin: Origin): Promise<string | null> {
    if (actor.kind !== 'user' || actor.credential.kind !== 'view') return null;
    const { sessionId, viewedBy } = actor.credential;
    const by = { ...actor, userId: viewedBy, credential: { kind: 'session', sessionId } } as const;
    await this.#end({ sessionId, viewedBy, userId: actor.userId }, by, origin);
    return actor.userId;
  }

  readonly job: JobDefinition = {
    name: 'auth.end-views',
    everyMs: MINUTE_MS,
    run: async (_payload, { signal }) => {
      const { db, clock } = this.parts;
      for (let ended: readonly AccountView[] | null = null; ended?.length !== 0;) {
        ended = await listEndedViews(db, clock.now(), ENDED_AT_ONCE);
        for (const view of ended) {
          signal.throwIfAborted();
          await this.#end(view, { kind: 'system' });
        }
      }
    },
  };

  async #end(view: AccountView, actor: Actor, origin?: Origin): Promise<void> {
    const { db, audit } = this.parts;
    await inTransaction(db, async (trx) => {
      if (!(await endView(trx, view))) return;
      await audit.record(trx, {
        actor,
        action: 'user.view_ended',
        subject: { type: 'user', id: view.userId },
        after: { viewedBy: view.viewedBy },
        origin,
      });
    });
  }
}
