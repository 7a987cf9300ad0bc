export { generateConversations, generateReviews } from './conversations.ts';
export { generateListings, generateMarket } from './market.ts';
export type { DemoMarket, ListingsOptions, MarketOptions } from './market.ts';
export type {
  DemoBuyer,
  DemoConversation,
  DemoListing,
  DemoMessage,
  DemoPlace,
  DemoReview,
  DemoSeller,
} from './records.ts';
