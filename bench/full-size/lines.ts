/** A statement whose cost once grew with the data: its cost at a million rows then, and the steps that show its cost now. */
export interface Line {
  readonly what: string;
  /** Buffers of one statement if known, otherwise what was observed. */
  readonly before: string;
  readonly steps: RegExp;
  /** The relevant statements of these steps; all if absent. */
  readonly statements?: RegExp;
}

const LARGEST = '.* as largest dealer$';

export const LINES: readonly Line[] = [
  {
    what: 'A saved search was changed: the searches are read again',
    before: 'all in one statement: out of time',
    steps: /^jobs after (?:POST|PATCH|PUT|DELETE) .*(?:search\/saved|listings)/,
    statements: /^select .* from "?saved_searches/,
  },
  {
    what: 'The first listing matched after a start: all searches are read, a thousand at a time',
    before: 'all in one statement: out of time',
    steps: /.*/,
    statements: /^select .* from "?saved_searches.* limit/,
  },
  {
    what: 'A dealer’s trust score',
    before: '41,663; 1,020,000 for a large stock',
    steps: /^job sellers\.score-due|^jobs after/,
    statements: /responded|seller_stock|seller_trust/,
  },
  {
    what: 'Purging deleted listings: 500 of them',
    before: '774 ms for each',
    steps: /^job listings\.purge-deleted/,
  },
  { what: 'Suspending the largest dealer: the request', before: '40 s, one transaction', steps: /^suspend$/ },
  {
    what: 'Suspending the largest dealer: the jobs',
    before: 'with the request',
    steps: /^jobs after suspend$/,
  },
  {
    what: 'Restoring the largest dealer, request and jobs',
    before: 'with the request',
    steps: /restore$/,
  },
  { what: 'Erasing the largest dealer: the request', before: '503 after 55 s', steps: /^erase the dealer$/ },
  {
    what: 'Erasing the largest dealer: the jobs',
    before: 'never done',
    steps: /^jobs after erase the dealer$/,
  },
  { what: 'Erasing the busiest buyer: the request', before: '503', steps: /^erase the buyer$/ },
  {
    what: 'Erasing the busiest buyer: the jobs',
    before: 'never done',
    steps: /^jobs after erase the buyer$/,
  },
  {
    what: 'Merging a brand, request and jobs',
    before: '276,000 a batch; dies half way',
    steps: /POST \/admin\/brands\/:id\/merge/,
  },
  {
    what: 'Merging a category, request and jobs',
    before: '503',
    steps: /POST \/admin\/categories\/:id\/merge/,
  },
  {
    what: 'Renaming a brand, category or feature, request and jobs',
    before: '503',
    steps: /PATCH \/admin\/(?:brands|categories|features)\//,
  },
  {
    what: 'A price falls on a favorite of 50,000: the request',
    before: '51,000 jobs in one queue',
    steps: /^a price falls$/,
  },
  {
    what: 'A price falls on a favorite of 50,000: the jobs',
    before: '20 minutes ahead of everybody',
    steps: /^jobs after a price falls$/,
  },
  {
    what: 'Claiming a job, behind 51,000 others too',
    before: 'by time, behind all of them',
    steps: /^jobs after/,
    statements: /update jobs.*locked_until|locked_until.*update jobs/,
  },
  { what: 'Digests of saved searches', before: '847,000 a batch', steps: /^job saved-searches\.send-alerts/ },
  {
    what: 'Administrators: the dashboard',
    before: '503',
    steps: /^GET \/admin\/dashboard/,
  },
  {
    what: 'Administrators: listings, every order and filter',
    before: '503',
    steps: /^GET \/admin\/listings/,
  },
  { what: 'Administrators: reviews, every order and filter', before: '503', steps: /^GET \/admin\/reviews/ },
  { what: 'Administrators: accounts, deep pages too', before: '503', steps: /^GET \/admin\/users/ },
  {
    what: 'Administrators: everything else that they read',
    before: '2–4 s',
    steps: /^GET \/admin\/(?!dashboard|listings|reviews|users|audit-log)/,
  },
  {
    what: 'Dashboard of the smallest dealer',
    before: '32,000',
    steps: /^GET \/seller\/dashboard(?:\?.*)? as ordinary dealer/,
  },
  {
    what: 'Dashboard of the largest dealer',
    before: '503',
    steps: new RegExp(`^GET /seller/dashboard(?:\\?.*)?${LARGEST}`),
  },
  {
    what: 'A webhook claim, with 2,000 webhooks that wait',
    before: '17,800',
    steps: /^background work/,
    statements: /webhook_deliveries d where/,
  },
  {
    what: 'Outcomes of webhook attempts',
    before: '49 s of waiting in 7,000 attempts',
    steps: /^background work/,
    statements: /webhook_attempts|health/,
  },
  {
    what: 'Purging the change log',
    before: 'a week in one statement',
    steps: /^job discovery\.purge-change-log/,
  },
  {
    what: 'Purging idempotency keys',
    before: '1,000 an hour, whatever comes in',
    steps: /^job http\.purge-idempotency-keys/,
  },
  {
    what: 'Reviews that a person replied to',
    before: 'all reviews',
    steps: /^erase|^jobs after erase/,
    statements: /reply_by/,
  },
  {
    what: 'The export of the largest account: the request',
    before: 'all in one answer',
    steps: /^GET \/auth\/me\/export as largest/,
  },
  {
    what: 'The export of the largest account: the job',
    before: 'all in one statement',
    steps: /^jobs after exports/,
  },
  { what: 'A replay of 29 days for a small dealer', before: '44,700 for 35 rows', steps: /^replay$/ },
  {
    what: 'The audit log, every filter, deep pages too',
    before: '`count(*)`, offsets, 2–4 s',
    steps: /^GET \/admin\/audit-log(?:\?.*)? as/,
  },
  {
    what: 'The export of the audit log',
    before: 'all of it in memory',
    steps: /^GET \/admin\/audit-log\/export/,
  },
  { what: 'Webhook logs, deep pages too', before: 'by offset', steps: /webhooks\/:id\/logs/ },
  {
    what: 'A dealer’s own list: every order but by views, search, filter and page',
    before: 'the whole stock',
    steps: new RegExp(`^GET /seller/listings(?:\\?(?!sort=views).*)?${LARGEST}`),
  },
  {
    what: 'A dealer’s own list by views',
    before: 'the whole stock',
    steps: new RegExp(`^GET /seller/listings\\?sort=views.*${LARGEST}`),
  },
  {
    what: 'The vehicles of a dealer’s dashboard',
    before: 'the whole stock',
    steps: new RegExp(`^GET /seller/dashboard/vehicles.*${LARGEST}`),
  },
  { what: 'A dealer’s public pages', before: 'counted from the heap', steps: /^GET \/sellers\// },
  {
    what: 'A dealer’s whole stock as CSV',
    before: '19 s',
    steps: new RegExp(`^GET /seller/bulk-import/export.*${LARGEST}`),
  },
  { what: '`/metrics`', before: 'every job', steps: /^metrics$/ },
  {
    what: 'A start with another BASE_URL',
    before: '41,599 for each 200 rows',
    steps: /^start/,
    statements: /substring/,
  },
  {
    what: 'A start from the listings, no snapshot',
    before: '244 s at 881,578 live listings',
    steps: /^start/,
  },
];
