import { addMs, DAY_MS } from '../../../platform/clock.ts';
import { type Fill, range } from './fill.ts';
import type { Row } from './copy.ts';

const DAYS = 80;
/** Among 250 notifications, one goes to the largest dealer and one to the busiest buyer. */
const OF_BUSIEST = 250;
const TYPES = ['message', 'price_drop', 'saved_search_match', 'favorite_sold'] as const;
const HIDDEN_EVERY = 20;

export async function fillNotices(fill: Fill): Promise<void> {
  const { copy } = fill.options;
  const counted = new Map<string, { total: number; unread: number }>();
  await copy.rows('notifications', noticeRows(fill, counted));
  await copy.rows('notification_counts', countRows(counted));
  await copy.rows('notification_preferences', preferenceRows(fill));
  await copy.rows('live_channels', channelRows(fill));
  await copy.rows('live_events', liveRows(fill));
}

function receiverOf(fill: Fill, n: number): string {
  if (n % OF_BUSIEST === 0) return fill.seller(0).ownerId;
  if (n % OF_BUSIEST === 1) return fill.buyerId(0);
  return fill.buyerId(1 + fill.draw(50, n, fill.counts.buyers - 1));
}

function* noticeRows(fill: Fill, counted: Map<string, { total: number; unread: number }>): Generator<Row> {
  const { notifications } = fill.counts;
  for (const n of range(notifications)) {
    const at = fill.at(n, notifications, DAYS);
    const userId = receiverOf(fill, n);
    const listing = fill.seenListing(fill.draw(51, n, fill.seen.length));
    const type = TYPES[Math.floor(n / OF_BUSIEST) % TYPES.length] ?? 'message';
    const shows = Math.floor(n / OF_BUSIEST) % HIDDEN_EVERY !== HIDDEN_EVERY - 1;
    const isRead = fill.draw(52, n, 5) > 1;
    if (shows) {
      const count = counted.get(userId) ?? { total: 0, unread: 0 };
      count.total += 1;
      count.unread += isRead ? 0 : 1;
      counted.set(userId, count);
    }
    const sender = fill.seller(listing.seller);
    yield {
      id: fill.id('ntf', at, n),
      user_id: userId,
      type,
      data: {
        title: listing.title,
        price: listing.price,
        currency: listing.currency,
        ...(type === 'message' ? { sender: sender.record.companyName } : {}),
      },
      about: type === 'message' ? { [sender.id]: ['sender'] } : {},
      link: `/listings/${listing.id}`,
      dedupe_key: `filled:${n}`,
      in_app: shows,
      read_at: isRead ? addMs(at, 30_000) : null,
      created_at: at,
    };
  }
}

function* countRows(counted: ReadonlyMap<string, { total: number; unread: number }>): Generator<Row> {
  for (const [userId, count] of counted) yield { user_id: userId, ...count };
}

function* preferenceRows(fill: Fill): Generator<Row> {
  for (const n of range(Math.ceil(fill.counts.buyers * 0.3))) {
    const updatedAt = fill.before(DAY_MS * 10);
    yield { user_id: fill.buyerId(n), type: 'price_drop', in_app: true, email: false, updated_at: updatedAt };
  }
}

const CHANNEL_EVENTS = 3;

function channels(fill: Fill): number {
  return Math.min(fill.counts.buyers, Math.ceil(fill.counts.liveEvents / CHANNEL_EVENTS));
}

function* channelRows(fill: Fill): Generator<Row> {
  for (const n of range(channels(fill))) yield { channel: fill.buyerId(n), last_seq: CHANNEL_EVENTS };
}

function* liveRows(fill: Fill): Generator<Row> {
  for (const n of range(channels(fill))) {
    for (const seq of range(CHANNEL_EVENTS)) {
      const data = { unread: seq };
      const at = fill.before(DAY_MS / 24 + n);
      yield { channel: fill.buyerId(n), seq: seq + 1, type: 'notification.count', data, created_at: at };
    }
  }
}
