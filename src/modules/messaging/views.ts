import type { Static } from 'typebox';
import { addMs, MINUTE_MS } from '../../platform/clock.ts';
import type { ConversationRow, ConversationSummaryRow } from './conversations.repository.ts';
import type { MessageRow } from './messages.repository.ts';
import type {
  ConversationDetailView,
  ConversationView,
  MessageTranslationView,
  MessageView,
  SentMessageView,
} from './schemas.ts';
import type { Side } from './sides.ts';
import type { MessageTranslation } from './translations.repository.ts';

/** Seen within this time is online. */
export const ONLINE_MS = 2 * MINUTE_MS;

/** Replaces a text whose author's account was erased; the text itself is deleted. */
const ERASED_TEXT = 'This message was removed together with the account of its author.';

export type AttachmentLink = (attachmentId: string) => string;

/** The other side of a conversation, as the viewer sees it. */
export function participantOf(row: ConversationSummaryRow): Static<typeof ConversationView>['participant'] {
  return row.side === 'buyer'
    ? {
        id: row.seller_id,
        name: row.seller_name,
        avatar: row.seller_logo,
        type: 'seller',
        verified: row.seller_verified,
      }
    : {
        id: row.buyer_id,
        name: row.buyer_name,
        avatar: row.buyer_avatar,
        type: 'buyer',
        verified: row.buyer_verified,
      };
}

export function conversationView(row: ConversationSummaryRow): Static<typeof ConversationView> {
  return {
    id: row.id,
    listing: {
      id: row.listing_id,
      title: row.listing_title,
      thumbnail: row.listing_thumbnail,
      price: row.listing_price,
      currency: row.listing_currency,
      vat_deductible: row.listing_vat_deductible,
      status: row.listing_status ?? 'DELETED',
    },
    participant: participantOf(row),
    last_message:
      row.last_sender_id === null || row.last_sent_at === null
        ? null
        : {
            content: row.last_erased === true ? ERASED_TEXT : (row.last_content ?? ''),
            sender: row.last_sender_id,
            sent_at: row.last_sent_at.toISOString(),
            read: row.last_read_at !== null,
          },
    unread_count: row.unread,
    archived: row.archived,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function conversationDetailView(
  row: ConversationRow,
  now: Date,
): Static<typeof ConversationDetailView> {
  const view = conversationView(row);
  const seenAt = row.side === 'buyer' ? row.seller_seen_at : row.buyer_seen_at;
  return { ...view, participant: { ...view.participant, online: isOnline(seenAt, now) } };
}

function isOnline(seenAt: Date | null, now: Date): boolean {
  return seenAt !== null && seenAt >= addMs(now, -ONLINE_MS);
}

/** Shows warnings only to the reader; the sender would learn to evade them. */
export function messageView(
  row: MessageRow,
  viewerSide: Side,
  linkTo: AttachmentLink,
): Static<typeof MessageView> {
  return {
    id: row.id,
    content: row.erased ? ERASED_TEXT : row.content,
    sender_id: row.sender_id,
    type: row.type,
    read: row.read_at !== null,
    ...(row.read_at === null ? {} : { read_at: row.read_at.toISOString() }),
    sent_at: row.sent_at.toISOString(),
    ...attachmentsOf(row, linkTo),
    ...(row.warning === null || row.sender_side === viewerSide ? {} : { warning: row.warning }),
  };
}

export function sentMessageView(
  row: Pick<MessageRow, 'id' | 'content' | 'type' | 'sent_at' | 'attachments'>,
  linkTo: AttachmentLink,
): Static<typeof SentMessageView> {
  return {
    id: row.id,
    content: row.content,
    type: row.type,
    sent_at: row.sent_at.toISOString(),
    ...attachmentsOf(row, linkTo),
  };
}

/** `attachment` is the first of them, for clients that know of one only. */
function attachmentsOf(
  row: Pick<MessageRow, 'attachments'>,
  linkTo: AttachmentLink,
): Pick<Static<typeof MessageView>, 'attachment' | 'attachments'> {
  const attachments = row.attachments.map(({ id, ...attachment }) => ({ ...attachment, url: linkTo(id) }));
  const [attachment] = attachments;
  return attachment === undefined ? {} : { attachment, attachments };
}

export function messageTranslationView(
  { messageId, content, sourceLanguage }: MessageTranslation,
  language: string,
): Static<typeof MessageTranslationView> {
  return { message_id: messageId, language, source_language: sourceLanguage, content };
}
