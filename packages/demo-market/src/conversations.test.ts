import { describe, expect, it } from 'vitest';
import { generateConversations, generateReviews } from './conversations.ts';
import { generateMarket } from './market.ts';
import type { World } from './world.ts';

const world: World = {
  findCity: () => ({ region: null, lat: 50, lng: 10 }),
  powerHpOf: (powerKw) => powerKw,
  powerKwOf: (powerHp) => powerHp,
};
const now = new Date('2026-06-15T10:00:00Z');
const market = generateMarket({ seed: 9, sellers: 25, buyers: 40, listings: 300, now, world });
const conversations = generateConversations({ seed: 9, market, count: 80, now });
const reviews = generateReviews({ seed: 9, market, conversations, now });

describe('conversations', () => {
  it('are about listings of the seller, one for a buyer and a listing', () => {
    expect(conversations).toHaveLength(80);
    expect(new Set(conversations.map((c) => `${c.listingIndex} ${c.buyerIndex}`)).size).toBe(80);
    for (const conversation of conversations) {
      const listing = market.listings[conversation.listingIndex]!;
      expect(listing.sellerIndex).toBe(conversation.sellerIndex);
      expect(['ACTIVE', 'SOLD']).toContain(listing.status);
    }
  });

  it('begin with the buyer, alternate, and go forward in time between publication and now', () => {
    for (const { listingIndex, buyerIndex, messages } of conversations) {
      expect(messages.length).toBeGreaterThan(0);
      expect(messages[0]!.sentAt > market.buyers[buyerIndex]!.createdAt).toBe(true);
      let before = market.listings[listingIndex]!.publishedAt!;
      for (const [position, message] of messages.entries()) {
        expect(message.from).toBe(position % 2 === 0 ? 'buyer' : 'seller');
        expect(message.sentAt >= before && message.sentAt <= now).toBe(true);
        expect(message.content).not.toMatch(/[{}]/);
        if (position < messages.length - 1) expect(message.read).toBe(true);
        before = message.sentAt;
      }
    }
  });

  it('are the same for the same seed, and none in an empty market', () => {
    expect(generateConversations({ seed: 9, market, count: 80, now })).toEqual(conversations);
    const empty = { ...market, listings: [] };
    expect(generateConversations({ seed: 9, market: empty, count: 5, now })).toEqual([]);
  });
});

describe('reviews', () => {
  it('follow an answered conversation, one for a buyer and a seller', () => {
    expect(reviews.length).toBeGreaterThan(15);
    expect(new Set(reviews.map((r) => `${r.sellerIndex} ${r.buyerIndex}`)).size).toBe(reviews.length);
    for (const review of reviews) {
      const answered = conversations.find(
        (c) =>
          c.sellerIndex === review.sellerIndex &&
          c.buyerIndex === review.buyerIndex &&
          c.messages.some((message) => message.from === 'seller' && message.sentAt <= review.createdAt),
      );
      expect(answered).toBeDefined();
      expect(review.createdAt <= now).toBe(true);
      expect(review.rating).toBeGreaterThanOrEqual(1);
      expect(review.rating).toBeLessThanOrEqual(5);
    }
  });

  it('are mostly kind', () => {
    expect(reviews.filter((review) => review.rating >= 4).length / reviews.length).toBeGreaterThan(0.6);
  });
});
