export { generateConversations, generateReviews } from './conversations.ts';
export { generateBuyer } from './buyers.ts';
export { generateListing } from './listing.ts';
export { allocate, generateListings, generateMarket } from './market.ts';
export { mix, Random } from './random.ts';
export { generateSellers } from './sellers.ts';
export type { DemoBuyer, DemoConversation, DemoListing, DemoReview, DemoSeller } from './records.ts';
