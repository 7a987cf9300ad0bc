/**
 * The types of notifications, a row each: which values they carry, where they lead, and which sentences they consist of.
 * The sentences of all languages are in `texts/notifications.pot` and `texts/LANGUAGE/notifications.po`.
 */
import {
  type DataOf,
  type ShownValues,
  type Link,
  type LinkOf,
  type NoticeRow,
  noticeRow,
  type ValueKinds,
} from './notice-row.ts';

const listingValues = {
  listingId: 'text',
  title: 'text',
  status: 'text',
  price: 'price',
  currency: 'text',
  reason: 'text',
  days: 'count',
  expiresAt: 'day',
} as const;

/** For the teams that manage listings. */
const listing = {
  values: listingValues,
  missing: { title: 'listing' },
  link: '/seller/listings/:id',
  isForTeams: true,
} as const;

const withReason = ({ has }: ShownValues<typeof listingValues>) =>
  ['body', has('reason') ? 'shared.reason' : null] as const;

const webhookAttempt = {
  values: {
    webhookId: 'text',
    url: 'text',
    eventType: 'text',
    error: 'text',
    responseCode: 'count',
  },
  link: '/seller/webhooks/:id',
  isForTeams: true,
} as const;

const sentencesOfAttempt = ({ has }: ShownValues<(typeof webhookAttempt)['values']>) =>
  [has('url') ? 'body' : 'body.plain', has('error') ? 'shared.lastError' : null, 'body.after'] as const;

const SUBSCRIPTION_CHANGES = [
  'subscribed',
  'trial_started',
  'trial_ending',
  'changed',
  'change_scheduled',
  'change_ahead',
  'canceled',
  'end_ahead',
  'resumed',
  'ended',
  'recovered',
  'granted',
] as const;

const ROWS = [
  noticeRow('message', {
    values: {
      conversationId: 'text',
      messageId: 'text',
      sender: 'text',
      listingId: 'text',
      title: 'text',
      preview: 'text',
    },
    missing: { sender: 'sender' },
    link: '/messages/conversations/:id',
    body: ({ has }) => {
      if (has('title')) return has('preview') ? 'body' : 'body.title';
      return has('preview') ? 'body.preview' : 'body.plain';
    },
  }),
  noticeRow('saved_search_match', {
    values: {
      searchId: 'text',
      name: 'text',
      reason: ['new_match', 'price_drop'],
      count: 'count',
      newMatches: 'count',
      priceDrops: 'count',
      titles: 'text',
      listingId: 'text',
      title: 'text',
      price: 'price',
      previousPrice: 'price',
      currency: 'text',
      vatDeductible: 'flag',
    },
    missing: { name: 'search' },
    link: ['/listings/:slug', '/search/saved/:id'],
    title: ({ code }) => (code('reason') === 'price_drop' ? 'title.cheaper' : 'title'),
    body: ({ has, number }) => {
      if (number('count') > 1) return 'body';
      if (!has('title')) return 'body.plain';
      if (!has('price')) return 'body.unpriced';
      return has('previousPrice') ? 'body.cheaper' : 'body.priced';
    },
  }),
  noticeRow('price_drop', {
    values: {
      listingId: 'text',
      title: 'text',
      previousPrice: 'price',
      price: 'price',
      currency: 'text',
      vatDeductible: 'flag',
    },
    missing: { title: 'favorite' },
    link: '/listings/:slug',
    body: ({ has }) => {
      if (!has('price')) return 'body.plain';
      return has('previousPrice') ? 'body' : 'body.price';
    },
  }),
  noticeRow('favorite_sold', {
    values: { listingId: 'text', title: 'text' },
    missing: { title: 'favorite' },
    link: '/favorites',
  }),
  noticeRow('listing_approved', listing),
  noticeRow('listing_rejected', { ...listing, body: withReason }),
  noticeRow('listing_suspended', { ...listing, body: withReason }),
  noticeRow('listing_restored', listing),
  noticeRow('listing_expiring', {
    ...listing,
    body: ({ has }) => (has('expiresAt') ? 'body' : 'body.undated'),
  }),
  noticeRow('listing_expired', listing),
  noticeRow('listing_paused', { ...listing, body: withReason }),
  noticeRow('listing_sold', { ...listing, body: ({ has }) => (has('status') ? 'body' : 'body.plain') }),
  noticeRow('review_received', {
    isForTeams: true,
    values: { reviewId: 'text', rating: 'count', title: 'text', author: 'text' },
    missing: { author: 'author' },
    link: '/sellers/:slug',
    body: ({ has }) =>
      has('rating') || has('title')
        ? [has('rating') ? 'body.rating' : null, has('title') ? 'body.title' : null]
        : 'body.plain',
  }),
  noticeRow('review_reply', {
    values: { reviewId: 'text', seller: 'text' },
    missing: { seller: 'seller' },
    link: '/sellers/:slug',
  }),
  noticeRow('subscription', {
    isForTeams: true,
    values: { change: SUBSCRIPTION_CHANGES, plan: 'text', at: 'day', listings: 'count' },
    missing: { plan: 'plan' },
    link: '/subscriptions',
    title: ({ code }) => {
      const change = code('change');
      return change === null ? 'title' : `title.${change}`;
    },
    body: ({ has }) => [has('at') ? 'body' : 'body.undated', has('listings') ? 'body.listings' : null],
  }),
  noticeRow('payment_failed', {
    isForTeams: true,
    values: {
      plan: 'text',
      amount: 'money',
      currency: 'text',
      reason: 'text',
      invoiceNumber: 'text',
      attempt: 'count',
      attemptsMax: 'count',
      nextAttemptAt: 'day',
    },
    missing: { plan: 'plan' },
    link: '/subscriptions',
    body: ({ has }) => [
      has('amount') ? 'body' : 'body.plain',
      has('reason') ? 'shared.reason' : null,
      has('nextAttemptAt') ? 'body.next' : 'body.last',
    ],
  }),
  noticeRow('webhook_failing', { ...webhookAttempt, body: sentencesOfAttempt }),
  noticeRow('webhook_disabled', { ...webhookAttempt, body: sentencesOfAttempt }),
  noticeRow('webhook_left', {
    isForTeams: true,
    values: { webhookId: 'text', url: 'text' },
    link: '/seller/webhooks/:id',
    body: ({ has }) => (has('url') ? 'body' : 'body.plain'),
  }),
  noticeRow('import_finished', {
    isForTeams: true,
    values: {
      importId: 'text',
      status: 'text',
      filename: 'text',
      rows: 'count',
      created: 'count',
      updated: 'count',
      unchanged: 'count',
      removed: 'count',
      failed: 'count',
      warnings: 'count',
    },
    link: '/seller/bulk-import/:id',
    title: ({ has }) => (has('failed') ? 'title.failed' : 'title'),
  }),
  noticeRow('team_invitation', {
    values: { company: 'text', role: 'text' },
    missing: { company: 'company' },
    link: null,
    body: ({ has }) => (has('role') ? 'body' : 'body.plain'),
  }),
  noticeRow('team_joined', {
    isForTeams: true,
    values: { name: 'text', role: 'text' },
    missing: { name: 'member' },
    link: '/seller/team',
    body: ({ has }) => (has('role') ? 'body' : 'body.plain'),
  }),
  noticeRow('account_verified', {
    isForTeams: true,
    values: { companyName: 'text' },
    link: '/seller/profile',
  }),
  noticeRow('report_decided', {
    values: {
      reportId: 'text',
      status: ['resolved', 'dismissed'],
      contentMeasure: ['listing.rejected', 'listing.suspended', 'listing.deleted', 'review.rejected'],
      accountMeasure: ['user.suspended'],
    },
    link: null,
    body: ({ code }) => {
      if (code('status') === 'dismissed') return 'body.dismissed';
      const measures = [code('contentMeasure'), code('accountMeasure')];
      return ['body', ...measures.map((measure) => (measure === null ? null : (`body.${measure}` as const)))];
    },
  }),
] as const;

type Row = (typeof ROWS)[number];

/** Types with the data and the links of their notifications. */
type Declared = {
  readonly [R in Row as R['type']]: {
    readonly data: DataOf<R['values']>;
    readonly link: LinkOf<R['link']>;
  };
};

declare module '../../platform/notices.ts' {
  interface NoticeTypes extends Declared {}
}

export const NOTICE_TYPES = ROWS.map(({ type }) => type) as readonly Row['type'][];

type AnyNoticeRow = NoticeRow<Row['type'], ValueKinds, Link>;

const byType = new Map<string, AnyNoticeRow>(ROWS.map((row) => [row.type, row as unknown as AnyNoticeRow]));

/** Notification types that only members of a company receive. */
export const TEAM_NOTICES: ReadonlySet<string> = new Set(
  ROWS.filter(({ isForTeams }) => isForTeams).map(({ type }) => type),
);

export function noticeRowOf(type: Row['type']): AnyNoticeRow {
  const row = byType.get(type);
  if (row === undefined) throw new Error(`no notification type is called ${type}`);
  return row;
}
