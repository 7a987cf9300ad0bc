/** The areas of the administrators' desk. This file is loaded by administrators only. */
import type { Desk } from '../areas.ts';
import { admin } from './api.ts';

const FOUND_MAX = 6;

const ICONS = {
  review: { path: 'M9 4h6v3H9zM6 5.5H4.5V21h15V5.5H18M8.5 14l2.5 2.5 4.5-5' },
  users: { path: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-3.5 2.5-6 6-6s6 2.5 6 6M18 8v6M15 11h6' },
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
