/**
 * What the walls of walls.test.ts still let through. Every list only shrinks: an entry that is no longer needed fails
 * the test until it is taken out, and nothing is added.
 */

/** Files that hold SQL beside the repositories. */
export const SQL_OUTSIDE_REPOSITORIES: readonly string[] = [
  'modules/admin/audit-reader.ts',
  'modules/auth/jobs.ts',
  'modules/demo/accounts.ts',
  'modules/demo/fill/index.ts',
  'modules/demo/add-listings.ts',
  'modules/demo/listings.ts',
  'modules/demo/load.ts',
  'modules/demo/talk.ts',
  'modules/listings/jobs.ts',
  'modules/media/public-files.ts',
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

/** `unit: table` where another unit declares the table. */
export const WRITTEN_BY_OTHERS: readonly string[] = [
  'auth: events',
  'auth: jobs',
  'favorites: listing_stats_daily',
  'favorites: listings',
  'listings: listing_view_changes',
  'messaging: listing_stats_daily',
  'messaging: listings',
  'messaging: sellers',
  'messaging: users',
  'notifications: jobs',
  'sandbox: file_removals',
  'sandbox: listing_changes',
  'sellers: sellers',
  'taxonomy: listing_changes',
  'taxonomy: listings',
  'team: team_members',
  'team: users',
  'webhooks: events',
];

/** The tables that a unit reads although another one declares them. */
export const READ_BY_OTHERS: Readonly<Record<string, string>> = {
  admin: 'audit_log jobs listings plans reports',
  auth: 'audit_log jobs plans subscriptions',
  billing: 'sellers',
  comparisons: 'brands categories listings users',
  dashboard: 'conversations listing_months listing_running_sums listing_stats_daily listings',
  discovery: 'listing_changes listing_stats_daily listings sellers',
  favorites: 'listings',
  imports: 'listing_images listings team_members users',
  listings: 'brands categories conversations sellers team_members users',
  media: 'listings sellers users',
  messaging: 'listings sellers team_members users',
  notifications: 'jobs sessions team_members users',
  sandbox:
    'import_pictures imports listing_images listings message_attachments seller_documents sellers users',
  'saved-searches': 'listings team_members users',
  reports: 'audit_log',
  sellers: 'conversations listings reports seller_documents sellers team_members users',
  settings: 'listings',
  taxonomy: 'listings',
  team: 'conversations listings reviews sellers team_members users',
  webhooks: 'api_keys events sellers sessions team_members users',
};

/** Files beside the routes that know of requests or replies. */
export const KNOW_REQUESTS: readonly string[] = [
  'modules/listings/public/view-counter.ts',
  'modules/sandbox/key.ts',
];

/** Refusals without a text in other languages: only a mistake in a program leads to them, so they are for programmers. */
export const READ_BY_PROGRAMS_ONLY: readonly string[] = [
  // Requests that no browser and no client of ours makes
  'The Authorization header occurs more than once.',
  'The Authorization header must be "Bearer" and a token.',
  'A JSON body is required (Content-Type: application/json).',
  'A JSON body is required.',
  'This takes a JSON body, not a form.',
  'JSON is accepted in UTF-8 only.',
  'Compressed bodies are not accepted.',
  'The body must be JSON in UTF-8 (Content-Type: application/json), or a multipart form where files are taken.',
  'The body needs a Content-Type.',
  'The length of the body does not match Content-Length.',
  'The form must be multipart/form-data.',
  'The path is not a valid URL path.',
  'The body is nested deeper than 32 levels.',
  'The body has more than 20000 fields or 50000 values. Send less at once.',
  'The body is not valid JSON.',
  'No field of the body may be named "__proto__", or "prototype" within "constructor".',
  'A form field has a name of more than 100 bytes.',
  'A form field has a name that is not allowed.',
  'A form has at most 50 fields.',
  'The headers are too many or too large.',
  'The request target must be a path.',
  'The Host header is missing.',
  'The Host header occurs more than once.',
  'Idempotency-Key must have 1 to 255 characters.',
  'If-Match compares strong entity tags only, and {} is weak. Send {}.',
  'If-Match takes entity tags in double quotes, exactly as ETag has them: "v4", not v4.',
  'X-Timestamp must be the time of the signature in Unix seconds, such as 1767225600.',
  'must be a valid {}',
  'There is no such sitemap.',
  // Credentials and signatures of programs
  'The pages of the market sign in by cookie only.',
  'This needs the header X-FW-Client: web.',
  'The ticket has been used or has expired; ask for another.',
  'The API key is unknown, revoked or expired, or belongs to the other environment.',
  'This address is not on the list of allowed addresses for the API keys of the account.',
  'This endpoint verifies API keys, not access tokens.',
  'API keys cannot do this; sign in and use an access token.',
  'The API key lacks the scope {}.',
  'The request signature is missing, wrong or too old. It is sha256= and the HMAC-SHA-256 of "<X-Timestamp>.<body>", or v2= and that of the lines "v2", X-Timestamp, method, path with query, and the body.',
  'This signature was used before. Sign the request again with a later X-Timestamp; with an Idempotency-Key, the same request as before gets its answer again.',
  'A signature is checked with the signing secret of an API key; this request has no API key.',
  'The callback must be signed by Stripe.',
  'The signature does not match this callback.',
  // The sandbox
  'This X-Sandbox-Key is not the key of this sandbox.',
  'This needs the header X-Sandbox-Key, with the key that the sandbox printed at its start, or an administrator.',
  'This needs the header X-Sandbox-Key, or an administrator.',
  // No refusals: warnings to programs, the document, a mistake of ours in a test
  'is unknown and was ignored',
  'not asked',
  'What is wrong with it.',
  '{} {} answered with the undeclared code {}: {}',
];
