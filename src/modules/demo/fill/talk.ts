import { addMs, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import type { Row } from './copy.ts';
import { type Fill, type FilledListing, range } from './fill.ts';

/** One in 500 conversations, and one favorite in 400, is the busiest buyer's. */
const OF_BUSIEST_BUYER = 500;
const MESSAGES_MAX = 9;
const QUESTIONS = [
  'Good morning, is the vehicle still available?',
  'What would be your best price for export?',
  'Can I come and see it on Saturday?',
  'Could you send me pictures of the tyres and of the cab?',
] as const;
const ANSWERS = [
  'Yes, it stands in our yard and is ready to drive.',
  'The price is as shown; we can talk about it when you are here.',
  'You are welcome from nine to four.',
  'I will take some this afternoon.',
] as const;

interface Conversation {
  readonly n: number;
  readonly id: string;
  readonly listing: FilledListing;
  readonly buyerId: string;
  readonly at: Date;
  readonly length: number;
  readonly answerMinutes: number;
}

/** Decides who writes about which listing. Records the number of inquiries in the listings. */
export function planTalk(fill: Fill): Conversation[] {
  const { conversations: count, buyers } = fill.counts;
  const taken = new Set<number>();
  const planned: Conversation[] = [];
  for (let n = 0; planned.length < count && n < count * 2; n += 1) {
    const listing = fill.seenListing(fill.draw(30, n, fill.seen.length));
    const buyer = n % OF_BUSIEST_BUYER === 0 ? 0 : 1 + fill.draw(31, n, buyers - 1);
    const key = fill.draw(30, n, fill.seen.length) * buyers + buyer;
    if (listing.publishedAt === null || taken.has(key)) continue;
    taken.add(key);
    const since = fill.now.getTime() - listing.publishedAt.getTime();
    const at = addMs(listing.publishedAt, Math.floor((since * fill.draw(32, n, 900)) / 1000));
    const room = Math.floor((fill.now.getTime() - at.getTime()) / (2 * HOUR_MS));
    const length = Math.max(1, Math.min(1 + fill.draw(33, n, MESSAGES_MAX), room));
    listing.inquiries += 1;
    planned.push({
      n,
      id: fill.id('cnv', at, n),
      listing,
      buyerId: fill.buyerId(buyer),
      at,
      length,
      answerMinutes: 10 + fill.draw(34, n, 110),
    });
  }
  return planned;
}

export async function fillTalk(fill: Fill, planned: readonly Conversation[]): Promise<void> {
  const { copy } = fill.options;
  await copy.rows('conversations', conversationRows(fill, planned));
  await copy.rows('messages', messageRows(fill, planned));
  await copy.rows('message_attachments', attachmentRows(fill, planned));
  await copy.rows('message_blocks', blockRows(fill));
  await copy.rows('message_templates', templateRows(fill));
  await copy.rows('reports', reportRows(fill));
  await copy.rows('decisions', decisionRows(fill));
  await copy.rows('reviews', reviewRows(fill, planned));
}

function sentAt({ at, answerMinutes }: Conversation, seq: number): Date {
  return seq === 1 ? at : addMs(at, answerMinutes * MINUTE_MS + (seq - 2) * HOUR_MS);
}

function messageId(fill: Fill, conversation: Conversation, seq: number): string {
  return fill.id('msg', sentAt(conversation, seq), conversation.n * (MESSAGES_MAX + 1) + seq);
}

const isUnread = ({ n }: Conversation): boolean => n % 6 === 0;
const isFromBuyer = (seq: number): boolean => seq % 2 === 1;

function* conversationRows(fill: Fill, planned: readonly Conversation[]): Generator<Row> {
  for (const conversation of planned) {
    const { n, id, listing, buyerId, at, length, answerMinutes } = conversation;
    const unread = isUnread(conversation) ? 1 : 0;
    const lastAt = sentAt(conversation, length);
    yield {
      id,
      listing_id: listing.id,
      listing_title: listing.title,
      buyer_id: buyerId,
      seller_id: fill.seller(listing.seller).id,
      last_seq: length,
      last_message_id: messageId(fill, conversation, length),
      buyer_unread: isFromBuyer(length) ? 0 : unread,
      seller_unread: isFromBuyer(length) ? unread : 0,
      buyer_cleared_seq: 0,
      seller_cleared_seq: 0,
      buyer_archived_at: n % 50 === 0 && unread === 0 ? addMs(lastAt, MINUTE_MS) : null,
      responded_at: length > 1 ? sentAt(conversation, 2) : null,
      response_minutes: length > 1 ? answerMinutes : null,
      created_at: at,
      updated_at: lastAt,
    };
  }
}

function* messageRows(fill: Fill, planned: readonly Conversation[]): Generator<Row> {
  for (const conversation of planned) {
    const { id, listing, buyerId, length, n } = conversation;
    for (let seq = 1; seq <= length; seq += 1) {
      const at = sentAt(conversation, seq);
      const texts = isFromBuyer(seq) ? QUESTIONS : ANSWERS;
      yield {
        id: messageId(fill, conversation, seq),
        conversation_id: id,
        seq,
        sender_side: isFromBuyer(seq) ? 'buyer' : 'seller',
        sender_id: isFromBuyer(seq) ? buyerId : fill.seller(listing.seller).ownerId,
        type: 'text',
        content: `${texts[(n + seq) % texts.length]} (${listing.title})`,
        read_at: seq === length && isUnread(conversation) ? null : addMs(at, 10 * MINUTE_MS),
        sent_at: at,
        erased: false,
      };
    }
  }
}

/** Attached to the first message of every fifth conversation. */
function* attachmentRows(fill: Fill, planned: readonly Conversation[]): Generator<Row> {
  for (const conversation of planned) {
    const { n, id, at } = conversation;
    if (n % 5 !== 0) continue;
    yield {
      id: fill.id('att', at, n),
      message_id: messageId(fill, conversation, 1),
      conversation_id: id,
      filename: `papers-${n}.pdf`,
      content_type: 'application/pdf',
      bytes: 10_000 + n,
      storage_key: `private/attachments/${fill.digest('attachment', n).toString('hex').slice(0, 32)}.pdf`,
      created_at: at,
    };
  }
}

function* blockRows(fill: Fill): Generator<Row> {
  for (const n of range(Math.min(fill.counts.blocks, fill.counts.buyers - 2))) {
    const buyerId = fill.buyerId(2 + n);
    const at = fill.at(n, fill.counts.blocks, 300);
    yield { blocker: buyerId, blocked: fill.seller(n).id, created_by: buyerId, created_at: at };
  }
}

function* templateRows(fill: Fill): Generator<Row> {
  for (const [n, { id, record }] of fill.sellers.entries()) {
    const at = record.createdAt;
    yield {
      id: fill.id('tpl', at, n),
      seller_id: id,
      name: 'Availability',
      category: 'sales',
      content: ANSWERS[0],
      created_at: at,
      updated_at: at,
    };
  }
}

/** Every tenth is still open. */
function* reportRows(fill: Fill): Generator<Row> {
  const { reports } = fill.counts;
  for (const n of range(reports)) {
    const at = fill.at(n, reports, 400);
    const isOpen = n % 10 === 0;
    const listing = fill.seenListing(fill.draw(35, n, fill.seen.length));
    const { ownerId } = fill.seller(listing.seller);
    yield {
      id: fill.id('rpt', at, n),
      kind: 'listing',
      subject_id: listing.id,
      reporter_id: fill.buyerId(2 + n),
      reported_user_id: ownerId,
      reason: n % 2 === 0 ? 'spam' : 'fraud',
      details: `The price cannot be true (${n}).`,
      context: {},
      status: isOpen ? 'open' : n % 4 === 0 ? 'resolved' : 'dismissed',
      decision: isOpen ? null : 'Looked into.',
      decided_at: isOpen ? null : addMs(at, MINUTE_MS),
      created_at: at,
    };
  }
}

/**
 * Yields one decision per report, every other one about the largest dealer. Every third decision is appealed, and half of the
 * appeals are closed.
 */
function* decisionRows(fill: Fill): Generator<Row> {
  const { reports } = fill.counts;
  for (const n of range(reports)) {
    const at = fill.at(n, reports, 400);
    const listing = fill.seenListing(fill.draw(36, n, fill.seen.length));
    const { ownerId } = fill.seller(n % 2 === 0 ? 0 : listing.seller);
    const isObjected = n % 3 === 0;
    const isJudged = n % 6 === 0;
    yield {
      id: fill.id('dec', at, n),
      kind: 'listing.suspended',
      subject_id: listing.id,
      user_id: ownerId,
      subject: `A vehicle that was taken down (${n})`,
      code: 'misleading_price',
      reason: 'The price is not the one that buyers are asked for.',
      found_by: n % 3 === 0 ? 'report' : 'administrator',
      decided_by: fill.buyerId(0),
      decided_at: at,
      objection: isObjected ? 'The price is right.' : null,
      objected_at: isObjected ? addMs(at, MINUTE_MS) : null,
      outcome: isJudged ? 'upheld' : null,
      outcome_reason: isJudged ? 'Looked into again.' : null,
      outcome_by: isJudged ? fill.buyerId(1) : null,
      outcome_at: isJudged ? addMs(at, 2 * MINUTE_MS) : null,
    };
  }
}

/** Yields buyers who received a reply, once per seller. */
function* reviewRows(fill: Fill, planned: readonly Conversation[]): Generator<Row> {
  const written = new Set<string>();
  for (const { n, listing, buyerId, at, length } of planned) {
    const { id: sellerId, ownerId } = fill.seller(listing.seller);
    const pair = `${sellerId} ${buyerId}`;
    if (length < 2 || written.size >= fill.counts.reviews || written.has(pair)) continue;
    written.add(pair);
    const createdAt = addMs(at, (fill.now.getTime() - at.getTime()) / 2);
    const hasReply = n % 3 === 0;
    yield {
      id: fill.id('rev', createdAt, n),
      seller_id: sellerId,
      author_id: buyerId,
      rating: 1 + fill.draw(36, n, 5),
      title: `Review ${n}`,
      text: 'All as described, quick papers and a fair price.',
      status: n % 50 === 1 ? 'pending' : 'published',
      reply: hasReply ? 'Thank you, come again.' : null,
      reply_by: hasReply ? ownerId : null,
      replied_at: hasReply ? createdAt : null,
      created_at: createdAt,
      updated_at: createdAt,
    };
  }
}
