/**
 * Violations that walls.test.ts still allows. Add nothing to these lists; an entry that is no longer needed fails the
 * test until it is removed.
 */

/** Files that contain SQL although they are not repositories. */
export const SQL_OUTSIDE_REPOSITORIES: readonly string[] = [
  'platform/audit/audit-log.ts',
  'platform/audit/person-keys.ts',
  'platform/events/bus.ts',
  'platform/http/idempotency.ts',
  'platform/jobs/queue.ts',
  'platform/jobs/runner.ts',
  'platform/live/event-sequencer.ts',
  'platform/live/event-store.ts',
  'platform/storage/stored-files.ts',
];

/** `unit: table` for tables that another unit declares. */
export const WRITTEN_BY_OTHERS: readonly string[] = [
  'auth: events',
  'auth: jobs',
  'discovery: listing_changes',
  'favorites: listing_stats_daily',
  'favorites: listings',
  'listings: listing_view_changes',
  'messaging: listing_stats_daily',
  'messaging: listings',
  'notifications: jobs',
  'sandbox: file_removals',
  'sandbox: listing_changes',
  'taxonomy: listing_changes',
  'taxonomy: listings',
  'webhooks: events',
];

/** Tables that a unit reads although another unit declares them. */
export const READ_BY_OTHERS: Readonly<Record<string, string>> = {
  admin: 'audit_log jobs listings plans reports',
  auth: 'audit_log jobs plans subscriptions',
  comparisons: 'brands categories listings',
  dashboard: 'conversations listing_stats_daily listing_texts listings stock_figures',
  discovery: 'listing_changes listing_stats_daily listing_texts listings',
  favorites: 'listings',
  imports: 'listing_images listings',
  listings: 'brands categories conversations',
  media: 'listings',
  messaging: 'listings',
  notifications: 'jobs',
  sandbox:
    'import_pictures imports listing_images listings message_attachments seller_documents sellers users',
  'saved-searches': 'listings',
  reports: 'audit_log',
  sellers: 'conversations listings reports',
  settings: 'listings',
  taxonomy: 'listings',
  team: 'conversations listings reviews',
  webhooks: 'events',
};

/** Writers of copied tables that bypass the driver that counts commits. They fill a marketplace before anything reads it. */
export const NOT_COUNTED: readonly string[] = [
  'modules/demo/fill/index.ts: sellers',
  'modules/demo/fill/index.ts: sellers',
];

/** Files that depend on HTTP requests or responses although they are not routes. */
export const KNOW_REQUESTS: readonly string[] = [
  'modules/listings/public/view-counter.ts',
  'modules/sandbox/key.ts',
];
