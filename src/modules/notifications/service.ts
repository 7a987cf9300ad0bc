import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import type { UserActor } from '../../platform/actor.ts';
import { DAY_MS, addMs } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { found, notFound } from '../../platform/errors/app-error.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { isId } from '../../platform/ids.ts';
import type { JobDefinition } from '../../platform/jobs/job.ts';
import type { LiveEventStore } from '../../platform/live/index.ts';
import type { NoticeType } from '../../platform/notices.ts';
import { NOTICE_TYPES } from './notice-types.ts';
import {
  findCounts,
  findNotification,
  listNotifications,
  listPreferences,
  lockUnread,
  markAllUntil,
  markRead,
  type NotificationRow,
  purgeBefore,
  isErased,
  savePreference,
  writeRead,
} from './repository.ts';
import type { NotificationPreferenceTable } from './tables.ts';
import type { UnsubscribeTarget } from './unsubscribe-link.ts';

const KEPT_MS = 180 * DAY_MS;
const PURGE_BATCH = 1000;
/** Rows that one statement marks as read: a fraction of a second. */
const MARKED_AT_ONCE = 500;

type PreferenceChanges = {
  readonly [T in NoticeType]?: { readonly inApp?: boolean; readonly email?: boolean };
};

type NotificationsParts = Pick<Platform, 'db' | 'clock' | 'jobs' | 'notices'> & {
  readonly eventStore: LiveEventStore;
};

export class Notifications extends Service<NotificationsParts> {
  async list(
    actor: UserActor,
    isUnread: boolean | null,
    page: Page,
  ): Promise<{ rows: readonly NotificationRow[]; total: number }> {
    const [rows, counts] = await Promise.all([
      listNotifications(this.parts.db, actor.userId, { isUnread }, page),
      findCounts(this.parts.db, actor.userId),
    ]);
    if (isUnread === null) return { rows, total: counts.total };
    return { rows, total: isUnread ? counts.unread : counts.total - counts.unread };
  }

  async unreadCount(actor: UserActor): Promise<number> {
    return (await findCounts(this.parts.db, actor.userId)).unread;
  }

  async markRead(actor: UserActor, id: string): Promise<NotificationRow> {
    if (!isId('ntf', id)) throw notFound('notification');
    return inTransaction(this.parts.db, async (trx) => {
      const { marked, unread } = await markRead(trx, actor.userId, id, this.parts.clock.now());
      const row = found('notification', await findNotification(trx, actor.userId, id));
      if (marked > 0)
        await this.parts.eventStore.append(trx, 'notification_read', [
          { channel: actor.userId, data: { id, unreadCount: unread } },
        ]);
      return row;
    });
  }

  /** Marks all as read immediately, however many there are; a job then updates the rows if there are many. */
  async markAllRead({ userId }: UserActor): Promise<number> {
    return inTransaction(this.parts.db, async (trx) => {
      const unread = await lockUnread(trx, userId);
      if (unread === 0) return 0;
      if (unread <= MARKED_AT_ONCE) await markRead(trx, userId, null, this.parts.clock.now());
      else {
        await markAllUntil(trx, userId, this.parts.clock.now());
        await this.parts.jobs.enqueue(trx, this.writeReadJob, { userId });
      }
      await this.parts.eventStore.append(trx, 'notification_read', [
        { channel: userId, data: { id: null, unreadCount: 0 } },
      ]);
      return unread;
    });
  }

  readonly writeReadJob: JobDefinition<{ readonly userId: string }> = {
    name: 'notifications.write-read',
    lane: 'whenever',
    run: async ({ userId }, context) => {
      while (await inTransaction(this.parts.db, (trx) => writeRead(trx, userId, MARKED_AT_ONCE))) {
        if (context.signal.aborted) throw new Error('stopped between two batches');
        if (!(await context.heartbeat())) return;
      }
    },
  };

  preferences(actor: UserActor): Promise<readonly NotificationPreferenceTable[]> {
    return listPreferences(this.parts.db, actor.userId);
  }

  async changePreferences(
    actor: UserActor,
    changes: PreferenceChanges,
  ): Promise<readonly NotificationPreferenceTable[]> {
    return inTransaction(this.parts.db, async (trx) => {
      for (const type of NOTICE_TYPES) {
        const change = changes[type];
        if (change !== undefined)
          await savePreference(trx, actor.userId, type, change, this.parts.clock.now());
      }
      return listPreferences(trx, actor.userId);
    });
  }

  /** Name of the source that an unsubscribe link ends; null if it was deleted. */
  async sourceName({ userId, type }: UnsubscribeTarget, sourceId: string): Promise<string | null> {
    return (await this.parts.notices.sourceOf(type)?.nameOf(userId, sourceId)) ?? null;
  }

  /** For the link in emails; an erased account gets no emails anyway. */
  async unsubscribe({ userId, type, sourceId }: UnsubscribeTarget): Promise<void> {
    if (sourceId !== undefined) {
      await this.parts.notices.sourceOf(type)?.end(userId, sourceId);
      return;
    }
    await inTransaction(this.parts.db, async (trx) => {
      if (!(await isErased(trx, userId)))
        await savePreference(trx, userId, type, { email: false }, this.parts.clock.now());
    });
  }

  readonly purgeJob: JobDefinition = {
    name: 'notifications.purge-old',
    everyMs: DAY_MS,
    run: async () => {
      const before = addMs(this.parts.clock.now(), -KEPT_MS);
      while ((await purgeBefore(this.parts.db, before, PURGE_BATCH)) === PURGE_BATCH);
    },
  };
}
