/** The areas of the admin console. Only administrators load this file. */
import { type Area, type Desk, page, type PaletteEntry } from '../areas.ts';
import { admin } from './api.ts';

const FOUND_MAX = 6;

const ICONS = {
  review: { path: 'M9 4h6v3H9zM6 5.5H4.5V21h15V5.5H18M8.5 14l2.5 2.5 4.5-5' },
  users: { path: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-3.5 2.5-6 6-6s6 2.5 6 6M18 8v6M15 11h6' },
  tree: { path: 'M4 5h7M7 5v13h5M7 11h5M12 8.5h8v5h-8zM12 15.5h8v5h-8z' },
  words: {
    path: 'M4 6h9M8.5 4v2M11 6c-1 4-3.500 7-7 9M6.500 10c1.500 2.500 3.500 4 6 5M13 20l4-10 4 10M14.500 17h5',
  },
  settings: {
    path: 'M4 7h9M17 7h3M15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM4 17h3M11 17h9M9 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  },
  audit: { path: 'M9 14.500l6-5M8 12l-2 2a3.500 3.500 0 0 0 5 5l2-2M16 12l2-2a3.500 3.500 0 0 0-5-5l-2 2' },
} as const;

export const ADMIN_AREAS = [
  {
    name: 'overview',
    label: 'desk.admin.nav.overview',
    icon: 'statistics',
    key: 'o',
    isDaily: true,
    pages: [page('overview', () => import('./overview/overview-page.tsx'), 'OverviewPage')],
  },
  {
    name: 'review',
    label: 'desk.admin.nav.review',
    icon: ICONS.review,
    key: 'r',
    isDaily: true,
    pages: [
      page('review/listings', () => import('./review/listings-queue-page.tsx'), 'ListingsQueuePage'),
      page('review/reports', () => import('./review/reports-queue-page.tsx'), 'ReportsQueuePage'),
      page('review/documents', () => import('./review/documents-queue-page.tsx'), 'DocumentsQueuePage'),
      page('review/reviews', () => import('./review/reviews-queue-page.tsx'), 'ReviewsQueuePage'),
      page('review/objections', () => import('./review/objections-queue-page.tsx'), 'ObjectionsQueuePage'),
    ],
  },
  {
    name: 'users',
    label: 'desk.admin.nav.users',
    icon: ICONS.users,
    key: 'u',
    isDaily: true,
    pages: [
      page('users', () => import('./users/users-page.tsx'), 'UsersPage'),
      page('users/$id', () => import('./users/user-page.tsx'), 'UserPage'),
    ],
  },
  {
    name: 'listings',
    label: 'desk.nav.listings',
    icon: 'listings',
    key: 'l',
    isDaily: true,
    pages: [
      page('listings', () => import('./listings/listings-page.tsx'), 'AdminListingsPage'),
      page('listings/$id', () => import('./listings/listing-page.tsx'), 'AdminListingPage'),
    ],
  },
  {
    name: 'taxonomy',
    label: 'desk.admin.nav.taxonomy',
    icon: ICONS.tree,
    key: 't',
    pages: [
      page('taxonomy/categories', () => import('./taxonomy/categories-page.tsx'), 'CategoriesPage'),
      page('taxonomy/brands', () => import('./taxonomy/brands-page.tsx'), 'BrandsPage'),
      page('taxonomy/features', () => import('./taxonomy/features-page.tsx'), 'FeaturesPage'),
    ],
  },
  {
    name: 'translations',
    label: 'desk.admin.nav.translations',
    icon: ICONS.words,
    pages: [page('translations', () => import('./translations/translations-page.tsx'), 'TranslationsPage')],
  },
  {
    name: 'settings',
    label: 'desk.admin.nav.settings',
    icon: ICONS.settings,
    key: 's',
    pages: [page('settings', () => import('./settings/settings-page.tsx'), 'SettingsPage')],
  },
  {
    name: 'plans',
    label: 'desk.admin.nav.plans',
    icon: 'plan',
    key: 'p',
    pages: [page('plans', () => import('./plans/plans-page.tsx'), 'PlansPage')],
  },
  {
    name: 'money',
    label: 'desk.admin.nav.money',
    icon: 'invoices',
    key: 'm',
    pages: [
      page('money/payments', () => import('./money/payments-page.tsx'), 'PaymentsPage'),
      page('money/payments/$id', () => import('./money/payment-page.tsx'), 'PaymentPage'),
      page('money/invoices', () => import('./money/admin-invoices-page.tsx'), 'AdminInvoicesPage'),
      page('money/coupons', () => import('./money/coupons-page.tsx'), 'CouponsPage'),
      page('money/coupons/$id', () => import('./money/coupon-page.tsx'), 'CouponPage'),
    ],
  },
  {
    name: 'info',
    label: 'desk.admin.nav.info',
    icon: 'invoices',
    key: 'i',
    pages: [
      page('info', () => import('./info/info-pages-page.tsx'), 'InfoPagesPage'),
      page('info/$slug/$language', () => import('./info/info-page-page.tsx'), 'InfoPagePage'),
    ],
  },
  {
    name: 'operations',
    label: 'desk.admin.nav.operations',
    icon: 'developer',
    key: 'b',
    pages: [
      page('operations/jobs', () => import('./operations/jobs-page.tsx'), 'JobsPage'),
      page('operations/mails', () => import('./operations/mails-page.tsx'), 'MailsPage'),
      page('operations/webhooks', () => import('./operations/webhooks-page.tsx'), 'AdminWebhooksPage'),
    ],
  },
  {
    name: 'audit',
    label: 'desk.admin.nav.audit',
    icon: ICONS.audit,
    key: 'a',
    pages: [page('audit', () => import('./audit/audit-page.tsx'), 'AuditPage')],
  },
  {
    name: 'law',
    label: 'desk.admin.nav.law',
    icon: 'reviews',
    key: 'y',
    pages: [
      page('law', () => import('./law/figures-page.tsx'), 'FiguresPage'),
      page('law/traders', () => import('./law/traders-page.tsx'), 'TradersPage'),
    ],
  },
] as const satisfies readonly Area[];

export const adminDesk: Desk = {
  path: '/admin',
  title: 'desk.admin.title',
  areas: ADMIN_AREAS,
  find: async (q, signal) => {
    const [{ users }, { listings }] = await Promise.all([
      admin.users.list({ q, limit: FOUND_MAX }, { signal }),
      admin.listings.list({ q, limit: FOUND_MAX }, { signal }),
    ]);
    return [
      ...users.map(({ id, name, email }): PaletteEntry => ({
        id,
        group: 'desk.admin.nav.users',
        icon: 'you',
        label: name,
        note: email,
        to: `/admin/users/${id}`,
      })),
      ...listings.map(({ id, title, status }): PaletteEntry => ({
        id,
        group: 'desk.palette.vehicles',
        icon: 'listings',
        label: title,
        note: status,
        to: `/admin/listings/${id}`,
      })),
    ];
  },
};
