import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { JobContext, JobDefinition } from '../../platform/jobs/job.ts';
import type { LiveEventStore } from '../../platform/live/index.ts';
import type { TemplatedMail } from '../../platform/mail/templated-mail.ts';
import type { Notice, NoticeBatch, SharedNotice } from '../../platform/notices.ts';
import {
  insertNotifications,
  type QueuedNotice,
  type Recipient,
  lockBatch,
  lockNotice,
} from './repository.ts';
import { noticeRowOf } from './notice-types.ts';
import { unsubscribeUrl } from './unsubscribe-link.ts';
import { NoticeRenderer } from './notice-renderer.ts';
import { notificationViewWith } from './views.ts';

export const DELIVERY_JOB = 'notifications.deliver-notice';
export const BATCH_JOB = 'notifications.deliver-batch';

type NoticeDeliveryParts = Pick<Platform, 'db' | 'clock' | 'keys' | 'mails' | 'config' | 'wording'> & {
  readonly eventStore: LiveEventStore;
};

/**
 * Delivers one notification to its users. The rows with its key, the counts, the live events and the email jobs commit
 * together, so each user is notified once however often the job runs.
 */
export class NoticeDelivery extends Service<NoticeDeliveryParts> {
  readonly job: JobDefinition<Notice | SharedNotice> = {
    name: DELIVERY_JOB,
    run: (_notice, context) => this.#deliver(context),
  };

  readonly batchJob: JobDefinition<NoticeBatch> = {
    name: BATCH_JOB,
    lane: 'whenever',
    run: (_batch, context) => this.#deliverBatch(context),
  };

  async #deliver({ jobId }: JobContext): Promise<void> {
    await inTransaction(this.parts.db, async (trx) => {
      const taken = await lockNotice(trx, jobId);
      if (taken === undefined) return;
      const { notice, recipients } = taken;
      const renderer = this.#rendererFor(notice);
      const notified = await this.#notify(trx, renderer, recipients, `job:${jobId}`);
      const mails = this.#mailsOf(renderer, notified);
      const [only] = mails;
      const lane = notice.lane ?? 'soon';
      if (mails.length === 1 && only !== undefined) await this.parts.mails.enqueue(trx, only, lane);
      else await this.parts.mails.enqueueMany(trx, mails, { lane, account: null });
    });
  }

  async #deliverBatch({ jobId }: JobContext): Promise<void> {
    await inTransaction(this.parts.db, async (trx) => {
      const taken = await lockBatch(trx, jobId);
      const [first] = taken;
      if (first === undefined) return;
      const mails: TemplatedMail[] = [];
      for (const [at, { notice, recipient }] of taken.entries()) {
        const renderer = this.#rendererFor(notice);
        const notified = await this.#notify(trx, renderer, [recipient], `job:${jobId}:${at}`);
        mails.push(...this.#mailsOf(renderer, notified));
      }
      await this.parts.mails.enqueueMany(trx, mails, { lane: 'whenever', account: first.account });
    });
  }

  /** Writes a notice for those who do not have it, and returns who that is. */
  async #notify(
    trx: Transaction,
    renderer: NoticeRenderer,
    to: readonly Recipient[],
    dedupeKey: string,
  ): Promise<readonly Recipient[]> {
    const { notice } = renderer;
    const { defaults } = noticeRowOf(notice.type);
    const now = this.parts.clock.now();
    const recipients = to.map((recipient) => ({
      recipient,
      id: newId('ntf', now),
      userId: recipient.id,
      inApp: recipient.in_app ?? defaults.inApp,
    }));
    const unreadCounts = await insertNotifications(
      trx,
      { ...notice, dedupeKey: notice.dedupeKey ?? dedupeKey, at: now },
      recipients,
    );
    const notified = recipients.filter(({ userId }) => unreadCounts.has(userId));
    const shownInApp = notified.filter(({ inApp }) => inApp);
    if (shownInApp.length > 0)
      await this.parts.eventStore.append(
        trx,
        'notification',
        shownInApp.map(({ id, userId, recipient }) => {
          const row = { id, type: notice.type, data: notice.data, link: notice.link };
          const notification = notificationViewWith(
            { ...row, read_at: null, created_at: now },
            renderer.in(recipient.language).words,
          );
          return { channel: userId, data: { notification, unreadCount: unreadCounts.get(userId) ?? 0 } };
        }),
      );
    return notified.map(({ recipient }) => recipient);
  }

  #rendererFor(notice: QueuedNotice): NoticeRenderer {
    return new NoticeRenderer(notice, { wording: this.parts.wording, baseUrl: this.parts.config.baseUrl });
  }

  #mailsOf(renderer: NoticeRenderer, notified: readonly Recipient[]): TemplatedMail[] {
    const { defaults } = noticeRowOf(renderer.notice.type);
    return notified
      .filter((recipient) => recipient.mail ?? defaults.email)
      .map((recipient) => this.#mailOf(renderer, recipient));
  }

  #mailOf(renderer: NoticeRenderer, recipient: Recipient): TemplatedMail {
    const { notice } = renderer;
    const { words, cards, more } = renderer.in(recipient.language);
    const { title, body, action, label } = words;
    const { baseUrl } = this.parts.config;
    const { sourceId, type } = notice;
    const all = unsubscribeUrl(baseUrl, this.parts.keys, { userId: recipient.id, type });
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
      about: subjectsOf(notice),
      actionUrl: notice.link === null ? undefined : `${baseUrl}${notice.link}`,
      cards,
      belowCards: more ?? undefined,
      ...(sourceId === undefined
        ? { unsubscribeUrl: all }
        : {
            unsubscribeUrl: unsubscribeUrl(baseUrl, this.parts.keys, {
              userId: recipient.id,
              type,
              sourceId,
            }),
            unsubscribeAllUrl: all,
          }),
    };
  }
}

function subjectsOf({ about = {}, data }: Pick<QueuedNotice, 'about' | 'data'>): string[] {
  const { messageId } = data;
  return [...Object.keys(about), ...(typeof messageId === 'string' ? [messageId] : [])];
}
