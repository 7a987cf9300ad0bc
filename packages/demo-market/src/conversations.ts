import type { DemoMarket } from './market.ts';
import { banks } from './phrases.ts';
import { Random, weighted } from './random.ts';
import type { DemoBuyer, DemoConversation, DemoListing, DemoMessage, DemoReview } from './records.ts';

const minuteMs = 60_000;

export interface TalkOptions {
  readonly seed: number;
  readonly market: DemoMarket;
  readonly count: number;
  readonly now: Date;
}

/** Generates at most `count` conversations, all in the past, and at most one for each buyer and listing. */
export function generateConversations({ seed, market, count, now }: TalkOptions): DemoConversation[] {
  const random = new Random(seed, 'conversations');
  const candidates = market.listings.filter(({ status }) => status === 'ACTIVE' || status === 'SOLD');
  const taken = new Set<string>();
  const conversations: DemoConversation[] = [];
  if (candidates.length === 0 || market.buyers.length === 0) return [];
  for (let attempt = 0; attempt < count * 3 && conversations.length < count; attempt += 1) {
    const listing = random.pick(candidates);
    const buyer = random.pick(market.buyers);
    const key = `${listing.index} ${buyer.index}`;
    if (taken.has(key) || listing.publishedAt === null) continue;
    taken.add(key);
    const messages = drawMessages(random, { listing, buyer, since: listing.publishedAt, now });
    conversations.push({
      listingIndex: listing.index,
      sellerIndex: listing.sellerIndex,
      buyerIndex: buyer.index,
      messages,
    });
  }
  return conversations;
}

interface Setting {
  readonly listing: DemoListing;
  readonly buyer: DemoBuyer;
  readonly since: Date;
  readonly now: Date;
}

/** Draws one to four alternating messages. A message that the other side has replied to is read. */
function drawMessages(random: Random, { listing, buyer, since, now }: Setting): DemoMessage[] {
  const { talk } = banks[buyer.language === listing.descriptionLanguage ? buyer.language : 'en'];
  const topic = random.integer(0, talk.questions.length - 1);
  const next = random.integer(0, talk.followUps.length - 1);
  const texts = [talk.questions[topic], talk.answers[topic], talk.followUps[next], talk.confirmations[next]];
  const length = random.pick([1, 2, 2, 3, 4, 4]);
  const spanMs = now.getTime() - since.getTime();
  let sentMs = since.getTime() + Math.floor(spanMs * 0.8 * random.unit());
  const messages: DemoMessage[] = [];
  for (const text of texts.slice(0, length)) {
    if (text === undefined || sentMs >= now.getTime()) break;
    const from = messages.length % 2 === 0 ? 'buyer' : 'seller';
    messages.push({
      from,
      content: text.replace('{title}', listing.title),
      sentAt: new Date(sentMs),
      read: true,
    });
    sentMs += random.integer(9, 600) * minuteMs;
  }
  const last = messages.pop();
  if (last !== undefined) messages.push({ ...last, read: random.chance(0.5) });
  return messages;
}

const ratings = weighted<number>([
  [5, 55],
  [4, 27],
  [3, 11],
  [2, 4],
  [1, 3],
]);

export interface ReviewOptions {
  readonly seed: number;
  readonly market: DemoMarket;
  readonly conversations: readonly DemoConversation[];
  readonly now: Date;
}

/** Generates at most one review from each buyer about a seller, and only if the seller has replied. */
export function generateReviews({ seed, market, conversations, now }: ReviewOptions): DemoReview[] {
  const random = new Random(seed, 'reviews');
  const written = new Set<string>();
  return conversations.flatMap((conversation) => {
    const last = conversation.messages.at(-1);
    const key = `${conversation.sellerIndex} ${conversation.buyerIndex}`;
    const answered = conversation.messages.some((message) => message.from === 'seller');
    if (last === undefined || !answered || written.has(key) || !random.chance(0.7)) return [];
    written.add(key);
    const language = market.buyers[conversation.buyerIndex]?.language ?? 'en';
    return [drawReview(random, conversation, { language, after: last.sentAt, now })];
  });
}

function drawReview(
  random: Random,
  { sellerIndex, buyerIndex }: DemoConversation,
  {
    language,
    after,
    now,
  }: { readonly language: DemoBuyer['language']; readonly after: Date; readonly now: Date },
): DemoReview {
  const { talk } = banks[language];
  const rating = ratings.draw(random);
  const [title, text] = random.pick(rating >= 4 ? talk.praise : rating === 3 ? talk.mixed : talk.complaints);
  const reply = random.chance(0.4) ? (rating >= 4 ? talk.thanks : talk.apology) : null;
  const createdAt = new Date(after.getTime() + Math.floor((now.getTime() - after.getTime()) * random.unit()));
  return { sellerIndex, buyerIndex, rating, title, text, reply, createdAt };
}
