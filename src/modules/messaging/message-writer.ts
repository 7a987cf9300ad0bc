import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { recordCreated, type Transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { LiveEventStore } from '../../platform/live/index.ts';
import type { Notice, NoticeVehicle } from '../../platform/notices.ts';
import type { StoredAttachment } from './attachments.ts';
import { type ConversationRow, setFirstReply } from './conversations.repository.ts';
import { inquiryResponded, listingOf, messageReceived } from './events.ts';
import { type AttachmentRow, insertAttachments, insertMessage, nextSentAt } from './messages.repository.ts';
import { listTeamToNotify } from './parties.repository.ts';
import type { CallBack, MessageType, Side, MessageWarning } from './sides.ts';
import { firstCharacters } from './template-text.ts';
import { findForbiddenText } from '../listings/index.ts';

/**
 * Detects risks to warn the reader of. Does not delay messages: most users who write a phone number mean well, but
 * advance payment and unknown escrow services are how buyers of vehicles lose their money. All expressions are linear:
 * alternatives of plain words, and at most one bounded gap.
 */
const PAYMENT_RISKS: readonly RegExp[] = [
  /\b(?:western ?union|money ?gram|ria money|paysafe(?:card)?|gift ?cards?|geschenkkarten?|gutscheinkarten?)\b/i,
  /\b(?:bitcoins?|btc|usdt|ethereum|krypto(?:w(?:ä|ae)hrung)?|crypto(?:currency)?)\b/i,
  /\b(?:escrow|treuhand(?:service|dienst|konto)?|transport (?:company|agent) (?:will|holds?|keeps?))\b/i,
  /\b(?:pay|payment|deposit|transfer|wire|zahlung|anzahlung|(?:ü|ue)berweis\w{0,6}|reserv\w{0,8})\b.{0,60}\b(?:in advance|upfront|up front|abroad|before (?:viewing|inspection|delivery)|vorab|im voraus|vorkasse|ausland|vor (?:der )?besichtigung)\b/i,
  /\b(?:advance payment|prepayment|vorauszahlung|vorkasse)\b/i,
  /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/,
];

const MESSENGERS = /\b(?:whats ?app|telegram|viber|signal me|wechat|skype)\b/i;

export function findWarning(text: string): MessageWarning | null {
  // Letters that look alike but are others would slip through.
  const plain = text.normalize('NFKC');
  if (PAYMENT_RISKS.some((pattern) => pattern.test(plain))) return 'payment_risk';
  const hasContactData = findForbiddenText(plain).some(
    ({ kind }) => kind !== 'markup' && kind !== 'unstorable',
  );
  return hasContactData || MESSENGERS.test(plain) ? 'contact_data' : null;
}

export interface Draft {
  readonly content: string;
  readonly type: MessageType;
  readonly attachments: readonly StoredAttachment[];
  readonly callBack?: CallBack | undefined;
}

export interface SentMessage {
  readonly id: string;
  readonly content: string;
  readonly type: MessageType;
  readonly sent_at: Date;
  readonly attachments: readonly AttachmentRow[];
  readonly call_back: CallBack | null;
}

const PREVIEW_CHARACTERS = 140;

interface MessageWriterParts extends Pick<Platform, 'clock' | 'events' | 'notices'> {
  readonly eventStore: LiveEventStore;
}

/** Writes and announces a message, under the lock of its conversation. */
export class MessageWriter extends Service<MessageWriterParts> {
  async write(
    trx: Transaction,
    conversation: ConversationRow,
    senderId: string,
    draft: Draft,
  ): Promise<SentMessage> {
    const now = this.parts.clock.now();
    const id = newId('msg', now);
    const warning = findWarning(draft.content);
    const sentAt = nextSentAt(conversation, now);
    recordCreated(trx, id);
    await insertMessage(trx, {
      id,
      conversationId: conversation.id,
      side: conversation.side,
      senderId,
      type: draft.type,
      content: draft.content,
      warning,
      sentAt,
      callBack: draft.callBack ?? null,
    });
    const at = { messageId: id, conversationId: conversation.id, at: now };
    await insertAttachments(trx, at, draft.attachments);
    const sent: SentMessage = {
      id,
      content: draft.content,
      type: draft.type,
      sent_at: sentAt,
      attachments: draft.attachments.map(({ id: attachmentId, filename, contentType, bytes }) => ({
        id: attachmentId,
        filename,
        content_type: contentType,
        bytes,
      })),
      call_back: draft.callBack ?? null,
    };
    await this.#emit(trx, conversation, senderId, sent);
    await this.#notify(trx, conversation, senderId, sent);
    await this.#sendEmail(trx, conversation, senderId, sent, warning);
    return sent;
  }

  /**
   * message.received goes to the recipient's webhooks only: a program that answers must not receive its own messages. What
   * a member of a seller's team buys elsewhere is the member's own affair.
   */
  async #emit(
    trx: Transaction,
    conversation: ConversationRow,
    senderId: string,
    sent: SentMessage,
  ): Promise<void> {
    const isFromBuyer = conversation.side === 'buyer';
    const listing = listingOf(conversation);
    const buyer = { id: conversation.buyer_id, name: conversation.buyer_name };
    const sentAt = sent.sent_at.toISOString();
    await this.parts.events.emit(
      trx,
      messageReceived,
      {
        message: {
          id: sent.id,
          conversation_id: conversation.id,
          content: sent.content,
          type: sent.type,
          attachments: sent.attachments.map(({ bytes: size, ...attachment }) => ({ ...attachment, size })),
          sender: { id: senderId, name: isFromBuyer ? buyer.name : conversation.seller_name },
          listing: isFromBuyer ? listing : { id: listing.id, title: listing.title },
          ...(sent.call_back === null ? {} : { call_back: sent.call_back }),
          sent_at: sentAt,
        },
      },
      isFromBuyer ? { sellerId: conversation.seller_id } : { userId: conversation.buyer_id },
    );
    if (isFromBuyer || conversation.responded_at !== null) return;
    const waitedMs = sent.sent_at.getTime() - conversation.created_at.getTime();
    const minutes = Math.max(0, Math.floor(waitedMs / MINUTE_MS));
    await setFirstReply(trx, conversation.id, sent.sent_at, minutes);
    await this.parts.events.emit(
      trx,
      inquiryResponded,
      {
        inquiry: {
          conversation_id: conversation.id,
          listing,
          seller_id: conversation.seller_id,
          buyer,
          message: { id: sent.id, content: sent.content, sender_id: senderId, sent_at: sentAt },
          response_minutes: minutes,
          created_at: conversation.created_at.toISOString(),
          responded_at: sentAt,
        },
      },
      { sellerId: conversation.seller_id, userId: conversation.buyer_id },
    );
  }

  /** Only the first of consecutive unread messages causes a notice. */
  async #notify(
    trx: Transaction,
    conversation: ConversationRow,
    senderId: string,
    sent: SentMessage,
  ): Promise<void> {
    if (conversation.other_unread > 0) return;
    const isFromBuyer = conversation.side === 'buyer';
    const recipients = isFromBuyer
      ? await listTeamToNotify(trx, conversation.seller_id)
      : [conversation.buyer_id];
    await this.parts.notices.add(
      trx,
      ...recipients.map((userId): Notice => ({
        userId,
        type: 'message',
        data: {
          conversationId: conversation.id,
          messageId: sent.id,
          sender: isFromBuyer ? conversation.buyer_name : conversation.seller_name,
          listingId: conversation.listing_id,
          title: conversation.listing_title,
          preview: firstCharacters(textOf(sent), PREVIEW_CHARACTERS),
        },
        about: isFromBuyer
          ? { [senderId]: ['sender', 'preview'], [conversation.seller_id]: ['title'] }
          : {
              [senderId]: ['preview'],
              [conversation.seller_id]: ['sender', 'title', 'preview'],
            },
        link: `/messages/conversations/${conversation.id}`,
        vehicles: vehicleOf(conversation),
        dedupeKey: `message:${sent.id}`,
      })),
    );
  }

  async #sendEmail(
    trx: Transaction,
    conversation: ConversationRow,
    senderId: string,
    sent: SentMessage,
    warning: string | null,
  ): Promise<void> {
    const attachments = sent.attachments.map(({ id: _id, ...attachment }) => attachment);
    const message = {
      id: sent.id,
      content: sent.content,
      sender_id: senderId,
      type: sent.type,
      read: false,
      sent_at: sent.sent_at.toISOString(),
      ...(attachments.length === 0 ? {} : { attachment: attachments[0], attachments }),
      ...(sent.call_back === null ? {} : { call_back: sent.call_back }),
    };
    const forSide = (side: Side): unknown => ({
      conversation_id: conversation.id,
      participant_id: side === 'buyer' ? conversation.seller_id : conversation.buyer_id,
      message: side === conversation.side || warning === null ? message : { ...message, warning },
    });
    await this.parts.eventStore.append(trx, 'message', [
      { channel: conversation.buyer_id, data: forSide('buyer') },
      { channel: conversation.seller_id, data: forSide('seller') },
    ]);
  }
}

/** With the number to call, which the recipient may need at once. */
function textOf({ content, call_back: callBack }: SentMessage): string {
  return callBack === null ? content : `${callBack.phone} – ${content}`;
}

/** Returns the vehicle for the email; none if the listing is not public, because its page could not be opened. */
function vehicleOf(conversation: ConversationRow): readonly NoticeVehicle[] {
  const { listing_slug: slug, listing_status: status } = conversation;
  if (slug === null || status !== 'ACTIVE') return [];
  return [
    {
      title: conversation.listing_title,
      link: `/listings/${slug}`,
      image: conversation.listing_thumbnail,
      price: conversation.listing_price,
      previousPrice: null,
      currency: conversation.listing_currency,
      vatDeductible: conversation.listing_vat_deductible,
      city: conversation.listing_city,
      country: conversation.listing_country,
      isNew: false,
    },
  ];
}
