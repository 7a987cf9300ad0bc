/** The areas of the dealers' desk. This file is loaded by dealers only. */
import type { Desk } from '../areas.ts';

export const dealerDesk: Desk = {
  path: '/dealer',
  title: 'desk.title',
  areas: [
    {
      name: 'today',
      label: 'desk.nav.today',
      icon: 'today',
      key: 't',
      least: 'VIEWER',
      isDaily: true,
      pages: [{ path: 'today', load: async () => (await import('./today/today-page.tsx')).TodayPage }],
    },
    {
      name: 'listings',
      label: 'desk.nav.listings',
      icon: 'listings',
      key: 'l',
      least: 'VIEWER',
      isDaily: true,
      pages: [
        {
          path: 'listings',
          load: async () => (await import('./listings/listings-page.tsx')).ListingsPage,
        },
        {
          path: 'listings/new',
          load: async () => (await import('./listings/listing-page.tsx')).NewListingPage,
        },
        {
          path: 'listings/$id',
          load: async () => (await import('./listings/listing-page.tsx')).ListingPage,
        },
      ],
    },
    {
      name: 'inbox',
      label: 'desk.nav.inbox',
      icon: 'inbox',
      key: 'i',
      least: 'VIEWER',
      isDaily: true,
      badge: 'messages',
      pages: [
        { path: 'inbox', load: async () => (await import('./inbox/inbox-page.tsx')).InboxPage },
        { path: 'inbox/$id', load: async () => (await import('./inbox/inbox-page.tsx')).InboxPage },
        {
          path: 'templates',
          load: async () => (await import('./inbox/templates-page.tsx')).TemplatesPage,
        },
      ],
    },
    {
      name: 'imports',
      label: 'desk.nav.imports',
      icon: 'imports',
      key: 'u',
      least: 'VIEWER',
      pages: [
        {
          path: 'imports',
          load: async () => (await import('./imports/imports-page.tsx')).ImportsPage,
        },
        {
          path: 'imports/$id',
          load: async () => (await import('./imports/import-page.tsx')).ImportPage,
        },
        { path: 'feed', load: async () => (await import('./imports/feed-page.tsx')).FeedPage },
      ],
    },
    {
      name: 'statistics',
      label: 'desk.nav.statistics',
      icon: 'statistics',
      key: 's',
      least: 'VIEWER',
      pages: [
        {
          path: 'statistics',
          load: async () => (await import('./statistics/statistics-page.tsx')).StatisticsPage,
        },
        {
          path: 'statistics/$id',
          load: async () => (await import('./statistics/vehicle-page.tsx')).VehiclePage,
        },
      ],
    },
    {
      name: 'reviews',
      label: 'desk.nav.reviews',
      icon: 'reviews',
      key: 'r',
      least: 'VIEWER',
      pages: [
        {
          path: 'reviews',
          load: async () => (await import('./company/reviews-page.tsx')).ReviewsPage,
        },
      ],
    },
    {
      name: 'company',
      label: 'desk.nav.company',
      icon: 'company',
      key: 'c',
      least: 'VIEWER',
      pages: [
        {
          path: 'company',
          load: async () => (await import('./company/company-page.tsx')).CompanyPage,
        },
      ],
    },
    {
      name: 'team',
      label: 'desk.nav.team',
      icon: 'team',
      key: 'm',
      least: 'VIEWER',
      pages: [{ path: 'team', load: async () => (await import('./team/team-page.tsx')).TeamPage }],
    },
    {
      name: 'plan',
      label: 'desk.nav.plan',
      icon: 'plan',
      key: 'p',
      least: 'MANAGER',
      pages: [{ path: 'plan', load: async () => (await import('./plan/plan-page.tsx')).PlanPage }],
    },
    {
      name: 'invoices',
      label: 'desk.nav.invoices',
      icon: 'invoices',
      least: 'MANAGER',
      pages: [
        {
          path: 'invoices',
          load: async () => (await import('./plan/invoices-page.tsx')).InvoicesPage,
        },
      ],
    },
    {
      name: 'developer',
      label: 'desk.nav.developer',
      icon: 'developer',
      key: 'd',
      least: 'VIEWER',
      pages: [
        {
          path: 'developer/keys',
          load: async () => (await import('./developer/keys-page.tsx')).KeysPage,
        },
        {
          path: 'developer/team-keys',
          load: async () => (await import('./developer/team-keys-page.tsx')).TeamKeysPage,
        },
        {
          path: 'developer/webhooks',
          load: async () => (await import('./developer/webhooks-page.tsx')).WebhooksPage,
        },
        {
          path: 'developer/webhooks/$id',
          load: async () => (await import('./developer/webhook-page.tsx')).WebhookPage,
        },
        {
          path: 'developer/events',
          load: async () => (await import('./developer/events-page.tsx')).EventsPage,
        },
        {
          path: 'developer/security',
          load: async () => (await import('./developer/security-page.tsx')).SecurityPage,
        },
      ],
    },
  ],
};
