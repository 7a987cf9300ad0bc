import type { Static } from 'typebox';
import type { Live, LiveStream } from '../../platform/live/index.ts';
import type { Module, Platform } from '../../platform/module.ts';
import type { UserActor } from '../../platform/actor.ts';
import type { PersonalDataSection } from '../../platform/personal-data.ts';
import type { StreamTicket } from '../auth/index.ts';
import { conversationDeleted } from '../messaging/index.ts';
import type { Settings } from '../settings/index.ts';
import { Announcements } from './announcements.ts';
import { forgetPreviews } from './deleted-conversations.repository.ts';
import { NoticeDelivery } from './delivery.ts';
import { mailRoutes } from './mails.routes.ts';
import { MailAdminService } from './mails.service.ts';
import {
  blankSome,
  deleteSome,
  eraseNotifications,
  exportedNotifications,
} from './personal-data.repository.ts';
import { notificationRoutes } from './routes.ts';
import { Notifications } from './service.ts';
import { StreamGuard } from './stream-guard.ts';
import { addUnsubscribePage } from './unsubscribe-page.ts';
import { noticeTexts } from './words.ts';

export { type Announcement, Announcements } from './announcements.ts';
export { wasToldOfMany } from './announcements.repository.ts';
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
      await forgetPreviews(trx, data as Static<(typeof conversationDeleted)['data']>, eventStore);
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
        ofOthers: (trx, person) => blankSome(trx, person, eventStore),
      },
    },
  };
}
