/** The areas of the administrators' desk. This file is loaded by administrators only. */
import type { Desk } from '../areas.ts';
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

export const adminDesk: Desk = {
  path: '/admin',
  title: 'desk.admin.title',
  areas: [
    {
      name: 'overview',
      label: 'desk.admin.nav.overview',
      icon: 'statistics',
      key: 'o',
      isDaily: true,
      pages: [
        {
          path: 'overview',
          load: async () => (await import('./overview/overview-page.tsx')).OverviewPage,
        },
      ],
    },
    {
      name: 'review',
      label: 'desk.admin.nav.review',
      icon: ICONS.review,
      key: 'r',
      isDaily: true,
      pages: [
        {
          path: 'review/listings',
          load: async () => (await import('./review/listings-queue-page.tsx')).ListingsQueuePage,
        },
        {
          path: 'review/reports',
          load: async () => (await import('./review/reports-queue-page.tsx')).ReportsQueuePage,
        },
        {
          path: 'review/documents',
          load: async () => (await import('./review/documents-queue-page.tsx')).DocumentsQueuePage,
        },
        {
          path: 'review/reviews',
          load: async () => (await import('./review/reviews-queue-page.tsx')).ReviewsQueuePage,
        },
        {
          path: 'review/objections',
          load: async () => (await import('./review/objections-queue-page.tsx')).ObjectionsQueuePage,
        },
      ],
    },
    {
      name: 'users',
      label: 'desk.admin.nav.users',
      icon: ICONS.users,
      key: 'u',
      isDaily: true,
      pages: [
        { path: 'users', load: async () => (await import('./users/users-page.tsx')).UsersPage },
        { path: 'users/$id', load: async () => (await import('./users/user-page.tsx')).UserPage },
      ],
    },
    {
      name: 'listings',
      label: 'desk.nav.listings',
      icon: 'listings',
      key: 'l',
      isDaily: true,
      pages: [
        {
          path: 'listings',
          load: async () => (await import('./listings/listings-page.tsx')).AdminListingsPage,
        },
        {
          path: 'listings/$id',
          load: async () => (await import('./listings/listing-page.tsx')).AdminListingPage,
        },
      ],
    },
    {
      name: 'taxonomy',
      label: 'desk.admin.nav.taxonomy',
      icon: ICONS.tree,
      key: 't',
      pages: [
        {
          path: 'taxonomy/categories',
          load: async () => (await import('./taxonomy/categories-page.tsx')).CategoriesPage,
        },
        {
          path: 'taxonomy/brands',
          load: async () => (await import('./taxonomy/brands-page.tsx')).BrandsPage,
        },
        {
          path: 'taxonomy/features',
          load: async () => (await import('./taxonomy/features-page.tsx')).FeaturesPage,
        },
      ],
    },
    {
      name: 'translations',
      label: 'desk.admin.nav.translations',
      icon: ICONS.words,
      pages: [
        {
          path: 'translations',
          load: async () => (await import('./translations/translations-page.tsx')).TranslationsPage,
        },
      ],
    },
    {
      name: 'settings',
      label: 'desk.admin.nav.settings',
      icon: ICONS.settings,
      key: 's',
      pages: [
        { path: 'settings', load: async () => (await import('./settings/settings-page.tsx')).SettingsPage },
      ],
    },
    {
      name: 'plans',
      label: 'desk.admin.nav.plans',
      icon: 'plan',
      key: 'p',
      pages: [{ path: 'plans', load: async () => (await import('./plans/plans-page.tsx')).PlansPage }],
    },
    {
      name: 'money',
      label: 'desk.admin.nav.money',
      icon: 'invoices',
      key: 'm',
      pages: [
        {
          path: 'money/payments',
          load: async () => (await import('./money/payments-page.tsx')).PaymentsPage,
        },
        {
          path: 'money/payments/$id',
          load: async () => (await import('./money/payment-page.tsx')).PaymentPage,
        },
        {
          path: 'money/invoices',
          load: async () => (await import('./money/admin-invoices-page.tsx')).AdminInvoicesPage,
        },
        {
          path: 'money/coupons',
          load: async () => (await import('./money/coupons-page.tsx')).CouponsPage,
        },
        {
          path: 'money/coupons/$id',
          load: async () => (await import('./money/coupon-page.tsx')).CouponPage,
        },
      ],
    },
    {
      name: 'info',
      label: 'desk.admin.nav.info',
      icon: 'invoices',
      key: 'i',
      pages: [
        { path: 'info', load: async () => (await import('./info/info-pages-page.tsx')).InfoPagesPage },
        {
          path: 'info/$slug/$language',
          load: async () => (await import('./info/info-page-page.tsx')).InfoPagePage,
        },
      ],
    },
    {
      name: 'operations',
      label: 'desk.admin.nav.operations',
      icon: 'developer',
      key: 'b',
      pages: [
        { path: 'operations/jobs', load: async () => (await import('./operations/jobs-page.tsx')).JobsPage },
        {
          path: 'operations/mails',
          load: async () => (await import('./operations/mails-page.tsx')).MailsPage,
        },
        {
          path: 'operations/webhooks',
          load: async () => (await import('./operations/webhooks-page.tsx')).AdminWebhooksPage,
        },
      ],
    },
    {
      name: 'audit',
      label: 'desk.admin.nav.audit',
      icon: ICONS.audit,
      key: 'a',
      pages: [{ path: 'audit', load: async () => (await import('./audit/audit-page.tsx')).AuditPage }],
    },
    {
      name: 'law',
      label: 'desk.admin.nav.law',
      icon: 'reviews',
      key: 'y',
      pages: [
        { path: 'law', load: async () => (await import('./law/figures-page.tsx')).FiguresPage },
        { path: 'law/traders', load: async () => (await import('./law/traders-page.tsx')).TradersPage },
      ],
    },
  ],
  find: async (q, signal) => {
    const [{ users }, { listings }] = await Promise.all([
      admin.users.list({ q, limit: FOUND_MAX }, { signal }),
      admin.listings.list({ q, limit: FOUND_MAX }, { signal }),
    ]);
    return [
      ...users.map(({ id, name, email }) => ({
        id,
        group: 'desk.admin.nav.users' as const,
        icon: 'you' as const,
        label: name,
        note: email,
        to: `/admin/users/${id}`,
      })),
      ...listings.map(({ id, title, status }) => ({
        id,
        group: 'desk.palette.vehicles' as const,
        icon: 'listings' as const,
        label: title,
        note: status,
        to: `/admin/listings/${id}`,
      })),
    ];
  },
};
