import { MINUTE_MS } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { updateResponseTimes } from '../messaging/index.ts';
import type { StoredSeller } from './accounts.ts';
import type { DemoConversation, DemoListing, DemoReview } from '@fifthwheel/demo-market';
import { countInquiries, countRatings, insertRows } from './market.repository.ts';

/** What the generator's positions stand for in the database. */
export interface StoredMarket {
  readonly listings: readonly DemoListing[];
  /** In the order of `listings`. */
  readonly listingIds: readonly string[];
  readonly sellers: readonly StoredSeller[];
  readonly buyerIds: readonly string[];
}

export async function insertConversations(
  trx: Transaction,
  conversations: readonly DemoConversation[],
  market: StoredMarket,
  now: Date,
): Promise<void> {
  const stored = conversations.map((conversation) => rowsOf(conversation, market));
  await insertRows(
    trx,
    'conversations',
    stored.map(({ row }) => row),
  );
  await insertRows(
    trx,
    'messages',
    stored.flatMap(({ messages }) => messages),
  );
  await countInquiries(trx);
  await updateResponseTimes(
    trx,
    market.sellers.map((seller) => seller.sellerId),
    now,
  );
}

export async function insertReviews(
  trx: Transaction,
  reviews: readonly DemoReview[],
  market: Pick<StoredMarket, 'sellers' | 'buyerIds'>,
): Promise<void> {
  const rows = reviews.map(({ sellerIndex, buyerIndex, createdAt, ...review }) => ({
    ...review,
    id: newId('rev', createdAt),
    seller_id: market.sellers[sellerIndex]?.sellerId,
    author_id: market.buyerIds[buyerIndex],
    status: 'published',
    reply_by: review.reply === null ? null : market.sellers[sellerIndex]?.ownerId,
    replied_at: review.reply === null ? null : createdAt,
    created_at: createdAt,
    updated_at: createdAt,
  }));
  await insertRows(trx, 'reviews', rows);
  await countRatings(trx);
}

type Row = Record<string, unknown>;

function rowsOf(conversation: DemoConversation, market: StoredMarket): { row: Row; messages: Row[] } {
  const seller = market.sellers[conversation.sellerIndex];
  const buyerId = market.buyerIds[conversation.buyerIndex];
  const sent = conversation.messages;
  const createdAt = sent[0]?.sentAt ?? new Date(0);
  const id = newId('cnv', createdAt);
  const messages = sent.map((message, index) => ({
    id: newId('msg', message.sentAt),
    conversation_id: id,
    seq: index + 1,
    sender_side: message.from,
    sender_id: message.from === 'buyer' ? buyerId : seller?.ownerId,
    type: 'text',
    content: message.content,
    read_at: message.read ? message.sentAt : null,
    sent_at: message.sentAt,
    erased: false,
  }));
  const answeredAt = sent.find((message) => message.from === 'seller')?.sentAt ?? null;
  const unreadFrom = (side: 'buyer' | 'seller'): number =>
    sent.filter((message) => message.from === side && !message.read).length;
  const row = {
    id,
    listing_id: market.listingIds[conversation.listingIndex],
    listing_title: market.listings[conversation.listingIndex]?.title,
    buyer_id: buyerId,
    seller_id: seller?.sellerId,
    last_seq: messages.length,
    last_message_id: messages.at(-1)?.id,
    buyer_unread: unreadFrom('seller'),
    seller_unread: unreadFrom('buyer'),
    buyer_cleared_seq: 0,
    seller_cleared_seq: 0,
    responded_at: answeredAt,
    response_minutes:
      answeredAt === null ? null : Math.round((answeredAt.getTime() - createdAt.getTime()) / MINUTE_MS),
    created_at: createdAt,
    updated_at: sent.at(-1)?.sentAt,
  };
  return { row, messages };
}
