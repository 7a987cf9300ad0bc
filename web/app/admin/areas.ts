/** The areas of the administrators' desk. This file is loaded by administrators only. */
import type { Desk } from '../areas.ts';
import { admin } from './api.ts';

const FOUND_MAX = 6;

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
