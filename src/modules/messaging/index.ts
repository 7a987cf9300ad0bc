import { inTransaction, type Queryable } from '../../platform/db/transaction.ts';
import type { Live, LiveStream } from '../../platform/live/index.ts';
import type { Module, Platform } from '../../platform/module.ts';
import type { PersonalDataSection } from '../../platform/personal-data.ts';
import type { MachineTranslation } from '../machine-translation/index.ts';
import type { RenderAttachment } from '../media/index.ts';
import type { Settings } from '../settings/index.ts';
import { ATTACHMENT_FOLDER } from './attachments.repository.ts';
import { Attachments } from './attachments.ts';
import { Blocks } from './blocks.ts';
import { Conversations } from './conversations.service.ts';
import { inquiryResponded, messagingEvents } from './events.ts';
import { MessageEraser } from './message-eraser.ts';
import { MessageWriter } from './message-writer.ts';
import { messagingBatches, eraseMessaging, exportedMessaging } from './personal-data.repository.ts';
import { PresenceWatch } from './presence-watch.ts';
import { Presence } from './presence.ts';
import { Presenter } from './presenter.ts';
import { Reports } from './reports.ts';
import { updateResponseTimes } from './parties.repository.ts';
import { refreshResponseTimes } from './response-times.ts';
import { messagingRoutes } from './routes.ts';
import { Sending } from './sending.ts';
import { countTemplates } from './templates.repository.ts';
import { Templates } from './templates.service.ts';
import { MessageTranslations } from './translations.ts';

export {
  conversationCreated,
  conversationDeleted,
  inquiryCreated,
  inquiryResponded,
  messageRead,
  messageReceived,
  messagesErased,
} from './events.ts';
export { updateResponseTimes } from './parties.repository.ts';

export type { ConversationData, ConversationsData, MessageTranslationsData } from './schemas.ts';

export interface MessagingModule {
  readonly module: Module;
  /** Starts to report to an open stream which of its user's partners are online. */
  readonly watchPresence: (stream: LiveStream) => Promise<void>;
  /** Announces partners who went offline; runs every half minute. */
  readonly sweepPresence: () => Promise<void>;
  readonly personalData: PersonalDataSection;
  readonly countTemplates: (db: Queryable, sellerId: string) => Promise<number>;
}

export function createMessaging(
  platform: Platform,
  deps: {
    settings: Settings;
    live: Live;
    translation: MachineTranslation;
    renderAttachment: RenderAttachment;
  },
): MessagingModule {
  const { db, clock } = platform;
  const { eventStore, hub } = deps.live;
  const attachments = new Attachments({
    ...platform,
    settings: deps.settings,
    renderAttachment: deps.renderAttachment,
  });
  platform.files.define(ATTACHMENT_FOLDER);
  const templates = new Templates(platform);
  const forgotten = new MessageEraser(platform);
  const conversations = new Conversations({ ...platform, eventStore, attachments, forgotten });
  const messageWriter = new MessageWriter({ ...platform, eventStore });
  const sending = new Sending({ ...platform, ...deps, eventStore, templates, attachments, messageWriter });
  const presence = new Presence(platform);
  const watch = new PresenceWatch({ ...platform, hub, presence });
  const present = new Presenter({ clock, attachments });
  platform.events.after(inquiryResponded, 'messaging.update-response-time', async ({ data }) =>
    inTransaction(db, (trx) => updateResponseTimes(trx, [data.inquiry.seller_id], clock.now())),
  );
  return {
    watchPresence: (stream) => watch.attach(stream),
    sweepPresence: () => watch.sweep(),
    personalData: {
      export: exportedMessaging,
      erase: (trx, person) => eraseMessaging(trx, person, eventStore),
      batches: messagingBatches({ eventStore, attachments, forgotten }),
    },
    countTemplates: (queryable, sellerId) => countTemplates(queryable, { column: 'seller_id', id: sellerId }),
    module: {
      name: 'messaging',
      routes: messagingRoutes(
        {
          conversations,
          sending,
          templates,
          attachments,
          present,
          translations: new MessageTranslations({
            ...platform,
            conversations,
            translation: deps.translation,
          }),
          blocks: new Blocks(platform),
          reports: new Reports(platform),
        },
        presence,
      ),
      jobs: [attachments.discardJob, refreshResponseTimes(platform)],
      events: messagingEvents,
      start: () => watch.start(),
      stop: async () => watch.stop(),
    },
  };
}
