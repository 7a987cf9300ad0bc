import type { Static } from 'typebox';
import type { Live, LiveStream, LiveHub } from '../../platform/live/index.ts';
import type { Module, Platform } from '../../platform/module.ts';
import type { UserActor } from '../../platform/actor.ts';
import type { PersonalDataSection } from '../../platform/personal-data.ts';
import { type StreamTicket, ACCESS_CHANNEL, findLiveSessions } from '../auth/index.ts';
import { conversationDeleted } from '../messaging/index.ts';
import type { Settings } from '../settings/index.ts';
import { Announcements } from './announcements.ts';
import { erasePreviews } from './deleted-conversations.repository.ts';
import { NoticeDelivery } from './delivery.ts';
import { mailRoutes } from './mails.routes.ts';
import { MailAdminService } from './mails.service.ts';
import {
  anonymizeSome,
  deleteSome,
  eraseNotifications,
  exportedNotifications,
} from './personal-data.repository.ts';
import { notificationRoutes } from './routes.ts';
import { Notifications } from './service.ts';
export { addOneClickPage } from './one-click-page.ts';
export { vehicleCards } from './notice-renderer.ts';
import { addUnsubscribePage } from './unsubscribe-page.ts';
import { noticeTexts } from './words.ts';
import { SECOND_MS } from '../../platform/clock.ts';
import { Service } from '../../platform/service.ts';

const CHECK_MS = 30 * SECOND_MS;

type StreamGuardParts = Pick<Platform, 'db' | 'clock' | 'log' | 'listener'> & { readonly hub: LiveHub };

/** Ends streams that may no longer be open: immediately if access is revoked, or soon after it or their lifetime expires. */
export class StreamGuard extends Service<StreamGuardParts> {
  #timer: NodeJS.Timeout | undefined;

  async start(): Promise<void> {
    await this.parts.listener.subscribe(ACCESS_CHANNEL, {
      onMessage: (userId) => this.#checkSoon((stream) => stream.holder.userId === userId),
      onReconnect: () => this.#checkSoon(() => true),
    });
    this.#timer = setInterval(() => this.#checkSoon(() => true), CHECK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async check(isConcerned: (stream: LiveStream) => boolean = () => true): Promise<void> {
    const streams = [...this.parts.hub.streams].filter(isConcerned);
    if (streams.length === 0) return;
    const sessionIds = [...new Set(streams.map((stream) => stream.holder.sessionId))];
    const now = this.parts.clock.now();
    const live = await findLiveSessions(this.parts.db, sessionIds, now);
    const sellerOf = new Map(live.map((row) => [row.id, row.seller_id]));
    for (const stream of streams) {
      const { sessionId, sellerId } = stream.holder;
      if (stream.endsAt <= now || sellerOf.get(sessionId) !== sellerId) stream.end();
    }
  }

  #checkSoon(isConcerned: (stream: LiveStream) => boolean): void {
    this.check(isConcerned).catch((error: unknown) => {
      this.parts.log.warn({ err: error }, 'the sessions of open streams could not be checked');
    });
  }
}

export { type Announcement, Announcements } from './announcements.ts';
export { wasNotifiedOfMany } from './announcements.repository.ts';
export { TEAM_NOTICES } from './notice-types.ts';
export type { NotificationView, PreferencesView } from './views.ts';

export interface NotificationsModule {
  readonly module: Module;
  readonly personalData: PersonalDataSection;
  readonly announcements: Announcements;
}

export function createNotifications(
  platform: Platform,
  deps: {
    live: Live;
    settings: Settings;
    watchPresence: (stream: LiveStream) => Promise<void>;
    issueTicket: (actor: UserActor) => Promise<StreamTicket>;
  },
): NotificationsModule {
  const { keys } = platform;
  const { eventStore, sequencer, hub } = deps.live;
  const delivery = new NoticeDelivery({ ...platform, eventStore });
  const notifications = new Notifications({ ...platform, eventStore });
  const guard = new StreamGuard({ ...platform, hub });
  platform.notices.deliverBy(delivery.job);
  platform.notices.deliverBatchesBy(delivery.batchJob);
  platform.events.within(conversationDeleted, async (trx, deleted) => {
    for (const { data } of deleted)
      await erasePreviews(trx, data as Static<(typeof conversationDeleted)['data']>, eventStore);
  });
  platform.wording.define(noticeTexts());
  platform.metrics.gauge('live_streams', 'Open event streams', () => hub.size);
  return {
    module: {
      name: 'notifications',
      routes: [
        ...notificationRoutes({
          notifications,
          hub,
          watchPresence: deps.watchPresence,
          issueTicket: deps.issueTicket,
          wording: platform.wording,
        }),
        ...mailRoutes(new MailAdminService(platform)),
      ],
      jobs: [
        delivery.job,
        delivery.batchJob,
        notifications.purgeJob,
        notifications.writeReadJob,
        eventStore.purgeJob,
      ],
      start: async () => {
        await hub.start();
        sequencer.start();
        await guard.start();
      },
      stop: async () => {
        guard.stop();
        hub.closeAll();
        await sequencer.stop();
      },
      extend: (app) => {
        // A stream is a request that never ends: the server could not close while one is open.
        app.addHook('preClose', async () => hub.closeAll());
        addUnsubscribePage(app, { keys, notifications });
      },
    },
    announcements: new Announcements({ ...platform, settings: deps.settings }),
    personalData: {
      export: exportedNotifications,
      erase: eraseNotifications,
      batches: {
        own: deleteSome,
        ofOthers: (trx, person) => anonymizeSome(trx, person, eventStore),
      },
    },
  };
}
