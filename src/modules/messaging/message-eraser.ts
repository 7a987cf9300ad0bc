import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { deleteResponsesAbout } from '../../platform/http/idempotency.ts';
import { messagesErased } from './events.ts';

const IDS_PER_EVENT = 500;

/** Messages that neither side sees any more: erases all copies of their text. */
export class MessageEraser extends Service<Pick<Platform, 'events' | 'mails'>> {
  /** Erases them from queued emails and stored responses and, through an event, from events and their deliveries. */
  async messages(trx: Transaction, messageIds: readonly string[]): Promise<void> {
    if (messageIds.length === 0) return;
    await this.parts.mails.forget(trx, messageIds);
    await deleteResponsesAbout(trx, messageIds);
    const events = [];
    for (let start = 0; start < messageIds.length; start += IDS_PER_EVENT)
      events.push({ data: { message_ids: messageIds.slice(start, start + IDS_PER_EVENT) }, audience: {} });
    await this.parts.events.emitMany(trx, messagesErased, events);
  }
}
