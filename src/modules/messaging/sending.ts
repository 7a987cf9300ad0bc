import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import type { UserActor } from '../../platform/actor.ts';
import { DAY_MS, addMs, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { forbidden, found, invalidField, invalidState, notFound } from '../../platform/errors/app-error.ts';
import type { UploadedFile } from '../../platform/http/uploads/uploads.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { LiveEventStore } from '../../platform/live/index.ts';
import { requireVerifiedEmail } from '../auth/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Attachments } from './attachments.ts';
import { assertNotBlocked } from './blocks.ts';
import {
  type ConversationRow,
  type ConversationToWriteTo,
  findAsBuyer,
  findConversation,
  findConversationId,
  findToWriteTo,
  insertConversation,
  type SendingRate,
  findNthStartedSince,
} from './conversations.repository.ts';
import { conversationCreated, inquiryCreated, listingOf } from './events.ts';
import type { Draft, MessageWriter, SentMessage } from './message-writer.ts';
import {
  type InquiredListing,
  countInquiry,
  findInquiredListing,
  findContact,
} from './parties.repository.ts';
import { getMessage, type MessageInConversation } from './message-in-conversation.ts';
import { lockSender } from './messages.repository.ts';
import { assertCanWrite, type CallBack, type MessageType, type Shareable, viewerOf } from './sides.ts';
import type { Templates } from './templates.service.ts';
import { t } from '../../platform/errors/sentence.ts';
import { rateLimited } from '../../platform/errors/rate-limited.ts';
import { CONTENT_MAX } from './schemas.ts';
import { toE164 } from '../../platform/text/phone.ts';
import { characterCount } from './template-text.ts';

/** Input of the count that `assertMessageRate` checks. */
function messageRate(settings: Settings, senderId: string, now: Date): SendingRate {
  return {
    senderId,
    since: addMs(now, -MINUTE_MS),
    messagesMax: settings.get('messaging.messagesPerMinute'),
  };
}

function assertMessageRate(conversation: ConversationToWriteTo, rate: SendingRate, now: Date): void {
  if (conversation.rate_reached_at === null) return;
  const waitMs = addMs(conversation.rate_reached_at, MINUTE_MS).getTime() - now.getTime();
  const waitSeconds = secondsOf(waitMs);
  throw rateLimited(
    t('You can send {max} messages per minute. Try again in {seconds} seconds.', {
      max: rate.messagesMax,
      seconds: waitSeconds,
    }),
    { limit: rate.messagesMax, waitSeconds },
  );
}

/** Call it under `lockSender`. */
async function assertConversationRate(
  trx: Transaction,
  settings: Settings,
  userId: string,
  now: Date,
): Promise<void> {
  const conversationsMax = settings.get('messaging.newConversationsPerDay');
  const since = addMs(now, -DAY_MS);
  const begunAt = await findNthStartedSince(trx, userId, since, conversationsMax);
  if (begunAt === undefined) return;
  const waitMs = addMs(begunAt, DAY_MS).getTime() - now.getTime();
  const waitSeconds = secondsOf(waitMs);
  throw rateLimited(
    t('You can start {max} conversations per day. Try again in {seconds} seconds.', {
      max: conversationsMax,
      seconds: waitSeconds,
    }),
    { limit: conversationsMax, waitSeconds },
  );
}

function secondsOf(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / SECOND_MS));
}

function assertContent(field: string, content: string): void {
  if (content.trim() === '') throw invalidField(field, t('must not be empty'));
  if (characterCount(content) > CONTENT_MAX)
    throw invalidField(field, t('must have at most {max} characters', { max: CONTENT_MAX }));
}

/** Content of a new message: a text, a template with its variables, or files with or without a text. */
export interface MessageRequest {
  readonly content?: string;
  readonly type?: MessageType;
  readonly templateId?: string | undefined;
  readonly variables?: Readonly<Record<string, string>>;
  readonly files: readonly UploadedFile[];
}

export interface FirstMessage {
  readonly listingId: string;
  readonly content: string;
  /** Field of the content in the request body. */
  readonly field: string;
  /** Contact data of the buyer that the seller may see. */
  readonly shared: readonly Shareable[];
  readonly callBack?: Partial<CallBack> | undefined;
}

export interface SendingParts extends Pick<Platform, 'db' | 'clock' | 'events'> {
  readonly settings: Settings;
  readonly eventStore: LiveEventStore;
  readonly templates: Templates;
  readonly attachments: Attachments;
  readonly messageWriter: MessageWriter;
}

export class Sending extends Service<SendingParts> {
  /** Starts the conversation of this buyer about this listing, or continues it. */
  async start(
    actor: UserActor,
    { listingId, content, field, shared, callBack }: FirstMessage,
  ): Promise<{ conversation: ConversationRow; message: SentMessage }> {
    const { db, settings } = this.parts;
    requireVerifiedEmail(settings, actor);
    assertContent(field, content);
    if (!isId('lst', listingId)) throw notFound('listing');
    return inTransaction(db, async (trx) => {
      await lockSender(trx, actor.userId);
      const { conversation, isNew } = await this.#begin(trx, actor, listingId);
      this.#assertMaySend(actor, conversation);
      const draft: Draft = { content, type: 'text', attachments: [], callBack: toCallBack(callBack) };
      if (isNew) await this.#announceNew(trx, conversation);
      const message = await this.parts.messageWriter.write(trx, conversation, actor.userId, draft);
      if (isNew) await this.#announceInquiry(trx, conversation, message, shared);
      return { conversation, message };
    });
  }

  async send(actor: UserActor, conversationId: string, request: MessageRequest): Promise<SentMessage> {
    const { db, settings, attachments } = this.parts;
    requireVerifiedEmail(settings, actor);
    if (!isId('cnv', conversationId)) throw notFound('conversation');
    if (request.files.length > 0) await this.#assertWritable(actor, conversationId);
    const draft = await this.#draft(actor, request);
    try {
      return await inTransaction(db, async (trx) => {
        await lockSender(trx, actor.userId, conversationId);
        const conversation = found(
          'conversation',
          await findToWriteTo(trx, viewerOf(actor), conversationId, this.#rateOf(actor)),
        );
        assertCanWrite(actor, conversation.side);
        this.#assertMaySend(actor, conversation);
        await attachments.claim(trx, draft.attachments);
        return this.parts.messageWriter.write(trx, conversation, actor.userId, draft);
      });
    } catch (error) {
      await attachments.discard(draft.attachments);
      throw error;
    }
  }

  get(actor: UserActor, messageId: string): Promise<MessageInConversation> {
    return getMessage(this.parts.db, actor, messageId);
  }

  #rateOf(actor: UserActor): SendingRate {
    return messageRate(this.parts.settings, actor.userId, this.parts.clock.now());
  }

  #assertMaySend(actor: UserActor, conversation: ConversationToWriteTo): void {
    assertMessageRate(conversation, this.#rateOf(actor), this.parts.clock.now());
    assertReachable(conversation);
    assertNotBlocked(conversation);
  }

  async #begin(
    trx: Transaction,
    actor: UserActor,
    listingId: string,
  ): Promise<{ conversation: ConversationToWriteTo; isNew: boolean }> {
    const listing = await findInquiredListing(trx, listingId);
    if (listing?.seller_id === actor.seller?.sellerId && listing !== undefined)
      throw forbidden(t('This is your own listing, so you cannot start a conversation about it.'));
    const id = newId('cnv', this.parts.clock.now());
    const known = await findConversationId(trx, listingId, actor.userId);
    const isNew = known === undefined && (await this.#insert(trx, actor, listing, id));
    const ownId = isNew ? id : (known ?? (await findConversationId(trx, listingId, actor.userId)));
    const conversation = found(
      'listing',
      ownId === undefined ? undefined : await findAsBuyer(trx, ownId, this.#rateOf(actor)),
    );
    return { conversation, isNew };
  }

  async #insert(
    trx: Transaction,
    actor: UserActor,
    listing: InquiredListing | undefined,
    id: string,
  ): Promise<boolean> {
    const { settings, clock } = this.parts;
    assertAskable(listing);
    await assertConversationRate(trx, settings, actor.userId, clock.now());
    return insertConversation(trx, {
      id,
      listingId: listing.id,
      listingTitle: listing.title,
      buyerId: actor.userId,
      sellerId: listing.seller_id,
      at: clock.now(),
    });
  }

  async #announceNew(trx: Transaction, conversation: ConversationRow): Promise<void> {
    const { events } = this.parts;
    await events.emit(
      trx,
      conversationCreated,
      {
        conversation: {
          id: conversation.id,
          listing: listingOf(conversation),
          buyer: { id: conversation.buyer_id, name: conversation.buyer_name },
          seller_id: conversation.seller_id,
          created_at: conversation.created_at.toISOString(),
        },
      },
      { sellerId: conversation.seller_id, userId: conversation.buyer_id },
    );
  }

  async #announceInquiry(
    trx: Transaction,
    conversation: ConversationRow,
    message: SentMessage,
    shared: readonly Shareable[],
  ): Promise<void> {
    const { events, clock } = this.parts;
    const contact = shared.length === 0 ? {} : await findContact(trx, conversation.buyer_id, shared);
    await countInquiry(trx, conversation.listing_id, clock.now());
    await events.emit(
      trx,
      inquiryCreated,
      {
        inquiry: {
          conversation_id: conversation.id,
          listing: listingOf(conversation),
          seller_id: conversation.seller_id,
          buyer: { id: conversation.buyer_id, name: conversation.buyer_name, ...contact },
          message: {
            id: message.id,
            content: message.content,
            sender_id: conversation.buyer_id,
            sent_at: message.sent_at.toISOString(),
            ...(message.call_back === null ? {} : { call_back: message.call_back }),
          },
          created_at: conversation.created_at.toISOString(),
        },
      },
      { sellerId: conversation.seller_id, userId: conversation.buyer_id },
    );
  }

  /** Checked before a file is processed, to reject unauthorized senders without that work. */
  async #assertWritable(actor: UserActor, conversationId: string): Promise<void> {
    const conversation = found(
      'conversation',
      await findConversation(this.parts.db, viewerOf(actor), conversationId),
    );
    assertCanWrite(actor, conversation.side);
    assertReachable(conversation);
  }

  async #draft(actor: UserActor, request: MessageRequest): Promise<Draft> {
    const content = await this.#contentOf(actor, request);
    const { files } = request;
    if (files.length === 0) {
      if (request.type === 'image' || request.type === 'document')
        throw invalidField(
          'attachment',
          t('is required for a message of the type {type}', { type: request.type }),
        );
      return { content, type: request.type ?? 'text', attachments: [] };
    }
    const type = files.every((file) => file.type?.startsWith('image/') === true) ? 'image' : 'document';
    if (request.type !== undefined && request.type !== type)
      throw invalidField('type', t(`must be ${type}, which is what the attachment is`));
    return { content, type, attachments: await this.parts.attachments.store(actor, files) };
  }

  async #contentOf(actor: UserActor, request: MessageRequest): Promise<string> {
    const { db, templates } = this.parts;
    if (request.templateId === undefined) {
      const content = request.content ?? '';
      const hasFiles = request.files.length > 0;
      if (request.content === undefined && !hasFiles) throw invalidField('content', t('is required'));
      if (!hasFiles || content !== '') assertContent('content', content);
      return content;
    }
    if (request.content !== undefined)
      throw invalidField('content', t('must not be given together with a template'));
    const text = await templates.fill(db, actor, request.templateId, request.variables ?? {});
    assertContent('variables', text);
    return text;
  }
}

function toCallBack(asked: Partial<CallBack> | undefined): CallBack | undefined {
  const phone = toE164(asked?.phone ?? '');
  return phone === null ? undefined : { phone, time: asked?.time ?? 'any' };
}

/** New conversations are about listings that are on sale. One that never was does not exist for others. */
function assertAskable(listing: InquiredListing | undefined): asserts listing is InquiredListing {
  if (listing === undefined || listing.published_at === null) throw notFound('listing');
  if (listing.status !== 'ACTIVE')
    throw invalidState(
      t('The listing is {state}. You can start a conversation only while it is ACTIVE.', {
        state: listing.status,
      }),
    );
  if (listing.seller_status !== 'active')
    throw invalidState(t('The seller does not accept messages at present.'));
}

function assertReachable(conversation: ConversationRow): void {
  if (conversation.seller_status === 'suspended')
    throw invalidState(
      t('The seller is suspended. Its conversations are closed to new messages until it is reinstated.'),
    );
  const status = conversation.side === 'buyer' ? conversation.seller_status : conversation.buyer_status;
  if (status === 'erased')
    throw invalidState(t('The other participant has deleted their account and cannot receive messages.'));
}
