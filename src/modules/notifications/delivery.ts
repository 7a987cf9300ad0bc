import type { Config } from '../../config/config.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Keys } from '../../platform/crypto/keys.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { JobContext, JobDefinition } from '../../platform/jobs/job.ts';
import type { LiveEventStore } from '../../platform/live/index.ts';
import type { TemplatedMail } from '../../platform/mail/templated-mail.ts';
import type { Mails } from '../../platform/mail/mails.ts';
import type { Notice } from '../../platform/notices.ts';
import type { Wording } from '../../platform/wording.ts';
import { insertNotification, type Recipient, takeUpNotice } from './repository.ts';
import { unsubscribeUrl } from './unsubscribe-link.ts';
import { notificationView } from './views.ts';
import { cardOf, moreThan } from './vehicle-cards.ts';
import { wordsOf } from './words.ts';

export const DELIVERY_JOB = 'notifications.deliver-notice';

/**
 * Delivers one notice to one user. The row with the notice's key, the count, the live event and the mail job commit
 * together: however often the job runs, the user is told once.
 */
export class NoticeDelivery {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #keys: Keys;
  readonly #mails: Mails;
  readonly #config: Config;
  readonly #eventStore: LiveEventStore;
  readonly #wording: Wording;

  constructor(parts: {
    db: Database;
    clock: Clock;
    keys: Keys;
    mails: Mails;
    config: Config;
    eventStore: LiveEventStore;
    wording: Wording;
  }) {
    this.#db = parts.db;
    this.#clock = parts.clock;
    this.#keys = parts.keys;
    this.#mails = parts.mails;
    this.#config = parts.config;
    this.#eventStore = parts.eventStore;
    this.#wording = parts.wording;
  }

  readonly job: JobDefinition<Notice> = {
    name: DELIVERY_JOB,
    run: (_notice, context) => this.#deliver(context),
  };

  async #deliver(context: JobContext): Promise<void> {
    const now = this.#clock.now();
    const id = newId('ntf', now);
    await inTransaction(this.#db, async (trx) => {
      const taken = await takeUpNotice(trx, context.jobId);
      if (taken === undefined) return;
      const { notice, recipient } = taken;
      const inApp = recipient.in_app ?? true;
      const unreadCount = await insertNotification(trx, {
        ...notice,
        id,
        dedupeKey: notice.dedupeKey ?? `job:${context.jobId}`,
        inApp,
        at: now,
      });
      if (unreadCount === null) return;
      if (recipient.mail ?? true) await this.#mails.enqueue(trx, this.#mailOf(notice, recipient));
      if (!inApp) return;
      const row = { id, type: notice.type, data: notice.data, link: notice.link };
      const notification = notificationView(
        { ...row, read_at: null, created_at: now },
        recipient.language,
        this.#wording,
      );
      await this.#eventStore.append(trx, 'notification', [
        { channel: notice.userId, data: { notification, unreadCount } },
      ]);
    });
  }

  #mailOf(notice: Notice, recipient: Recipient): TemplatedMail {
    const { title, body, action, label } = wordsOf(notice, recipient.language, this.#wording);
    const { baseUrl } = this.#config;
    const { vehicles = [], sourceId, type } = notice;
    const reader = { baseUrl, language: recipient.language, wording: this.#wording };
    const more = moreThan(vehicles, notice, reader);
    const all = unsubscribeUrl(baseUrl, this.#keys, { userId: recipient.id, type });
    return {
      to: recipient.email,
      language: recipient.language,
      name: 'notice',
      values: {
        name: recipient.name,
        title,
        sentence: `${title}.`.replace(/([.!?])\.$/, '$1'),
        body,
        action,
        label,
      },
      subjectValues: { label },
      ...(notice.link === null ? {} : { actionUrl: `${baseUrl}${notice.link}` }),
      ...(vehicles.length === 0 ? {} : { cards: vehicles.map((vehicle) => cardOf(vehicle, reader)) }),
      ...(more === null ? {} : { belowCards: more }),
      ...(sourceId === undefined
        ? { unsubscribeUrl: all }
        : {
            unsubscribeUrl: unsubscribeUrl(baseUrl, this.#keys, { userId: recipient.id, type, sourceId }),
            unsubscribeAllUrl: all,
          }),
    };
  }
}
