import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { SCOPES } from '../../platform/actor.ts';
import { MINUTE_MS, monotonicMs, SECOND_MS } from '../../platform/clock.ts';
import { inLongTransaction, type Transaction } from '../../platform/db/transaction.ts';
import type { Platform } from '../../platform/module.ts';
import type { Auth } from '../auth/index.ts';
import type { Taxonomy } from '../taxonomy/index.ts';
import {
  DEMO_EMAILS,
  DEMO_PASSWORD,
  indexOfDemoSeller,
  insertPeople,
  type StoredSeller,
} from './accounts.ts';
import { insertDailyFigures } from './figures.repository.ts';
import {
  type DemoListing,
  generateConversations,
  generateMarket,
  generateReviews,
  type DemoConversation,
  type DemoReview,
} from '@fifthwheel/demo-market';
import { DEMO_BUYERS, DEMO_MARKET } from './demo-market.ts';
import { insertListings } from './listings.ts';
import { hasUsers, lockFilling, countInquiries, countRatings, insertRows } from './market.repository.ts';
import { world } from './world.ts';
import { newId } from '../../platform/ids.ts';
import { updateResponseTimes } from '../messaging/index.ts';

/** Database IDs of the generator's indexes. */
interface StoredMarket {
  readonly listings: readonly DemoListing[];
  /** In the order of `listings`. */
  readonly listingIds: readonly string[];
  readonly sellers: readonly StoredSeller[];
  readonly buyerIds: readonly string[];
}

async function insertConversations(
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

async function insertReviews(
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

const CONVERSATIONS = 400;

/**
 * Lock that lets one of several processes fill an empty database. The others poll the lock, because waiting in the database would
 * run into the statement timeout.
 */
const LOAD_LOCK = 7_204_413;
const LOAD_POLL_MS = SECOND_MS / 4;
const LOAD_WAIT_MS = 2 * MINUTE_MS;

/** Logins and API key of the demo data, printed at each start. */
export interface DemoAccess {
  readonly password: string;
  readonly emails: typeof DEMO_EMAILS;
  readonly apiKey: string | null;
}

export interface DemoParts {
  readonly platform: Platform;
  readonly taxonomy: Taxonomy;
  readonly apiKeys: Auth['apiKeys'];
  /** The codes of a vehicle's drawn pictures. */
  readonly picturesOf: (listing: DemoListing) => readonly string[];
}

export interface DemoOptions {
  /** Accounts with a well-known password, and an API key; false for listings alone. */
  readonly logins: boolean;
}

/** Fills an empty database with the demo data. Returns how to sign in; null if the database contains other data. */
export async function ensureDemo(parts: DemoParts, options: DemoOptions): Promise<DemoAccess | null> {
  const { db, config } = parts.platform;
  const deadlineMs = monotonicMs() + LOAD_WAIT_MS;
  for (;;) {
    const outcome = await inLongTransaction(db, LOAD_WAIT_MS, (trx) => loadOnce(trx, parts, options));
    if (outcome !== 'busy') {
      if (outcome !== null && outcome !== 'there')
        await writeFile(accessFile(config), JSON.stringify(outcome), { mode: 0o600 });
      return readDemoAccess(config);
    }
    if (monotonicMs() > deadlineMs)
      throw new Error('another server has been filling the database with demo data for too long');
    await new Promise((resolve) => setTimeout(resolve, LOAD_POLL_MS));
  }
}

async function loadOnce(
  trx: Transaction,
  parts: DemoParts,
  options: DemoOptions,
): Promise<DemoAccess | 'busy' | 'there' | null> {
  if (!(await lockFilling(trx, LOAD_LOCK))) return 'busy';
  return (await hasUsers(trx)) ? 'there' : loadMarket(trx, parts, options);
}

/** Returns null if the database has no demo data, or another machine filled it. */
export async function readDemoAccess(config: Pick<Config, 'dataDir'>): Promise<DemoAccess | null> {
  const text = await readFile(accessFile(config), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as DemoAccess);
}

function accessFile(config: Pick<Config, 'dataDir'>): string {
  return path.join(config.dataDir, 'demo-access.json');
}

async function loadMarket(
  trx: Transaction,
  parts: DemoParts,
  { logins }: DemoOptions,
): Promise<DemoAccess | null> {
  const now = parts.platform.clock.now();
  const market = generateMarket({ ...DEMO_MARKET, buyers: DEMO_BUYERS, now, world });
  const people = await insertPeople(trx, { ...market, now, logins });
  const listingIds = await insertListings(trx, market.listings, {
    taxonomy: parts.taxonomy.current,
    sellerIds: people.sellers.map((seller) => seller.sellerId),
    pictures: { baseUrl: parts.platform.config.baseUrl, codesOf: parts.picturesOf },
  });
  const conversations = generateConversations({ seed: DEMO_MARKET.seed, market, count: CONVERSATIONS, now });
  const stored = { ...people, listings: market.listings, listingIds };
  await insertConversations(trx, conversations, stored, now);
  await insertReviews(trx, generateReviews({ seed: DEMO_MARKET.seed, market, conversations, now }), people);
  if (!logins) return null;
  const dealer = people.sellers[indexOfDemoSeller(market.sellers)];
  if (dealer === undefined) throw new Error('the demo data has no dealer to sign in as');
  await insertDailyFigures(trx, dealer.sellerId, now);
  const { apiKey } = await parts.apiKeys.issueDemo(
    trx,
    { userId: dealer.ownerId },
    { name: 'Demo key', scopes: [...SCOPES], expires_at: null },
  );
  return { password: DEMO_PASSWORD, emails: DEMO_EMAILS, apiKey: apiKey.key };
}
