/**
 * What users are told of. The notifications module holds the words for each type, in each language, and decides by the
 * user's preferences whether it shows in the application, goes out by mail, or both.
 */
export const NOTICE_TYPES = [
  'message',
  'saved_search_match',
  'price_drop',
  'favorite_sold',
  'listing_approved',
  'listing_rejected',
  'listing_suspended',
  'listing_restored',
  'listing_expiring',
  'listing_expired',
  'listing_paused',
  'listing_sold',
  'review_received',
  'review_reply',
  'subscription',
  'payment_failed',
  'webhook_failing',
  'webhook_disabled',
  'webhook_left',
  'import_finished',
  'team_invitation',
  'team_joined',
  'account_verified',
  'report_decided',
] as const;

declare module '../../platform/notices.ts' {
  interface NoticeTypes extends Record<(typeof NOTICE_TYPES)[number], true> {}
}
