/**
 * The areas of an application, in the order of its navigation. A page's file is loaded when somebody goes there.
 *
 * An area is a row here, a folder beside this file and a file of texts in `src/web/texts/desk`.
 */
import type { ComponentType } from 'react';
import type { TeamRole } from './session.ts';
import type { IconName, IconShape } from './ui/icon.tsx';
import type { DeskText } from './words.ts';

export interface AreaPage {
  /** Below the desk; `$id` is a parameter. */
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
}

export interface Area {
  readonly name: string;
  readonly label: DeskText;
  readonly icon: IconName | IconShape;
  /** Pressed after `g`. */
  readonly key?: string;
  /** Who of a team may see it; others are told so where its link stands. Without it, everybody whom the desk is for. */
  readonly least?: TeamRole;
  /** Areas of daily work stand first, and on a phone at the bottom. */
  readonly isDaily?: true;
  /** What is unread there. */
  readonly badge?: 'messages';
  /** The first is where the navigation leads. */
  readonly pages: readonly AreaPage[];
}

export interface Desk {
  readonly path: string;
  readonly title: DeskText;
  readonly areas: readonly Area[];
  /** What the palette finds besides areas. */
  readonly find?: (q: string, signal: AbortSignal) => Promise<readonly Found[]>;
}

export interface Found {
  readonly id: string;
  readonly group: DeskText;
  readonly icon: IconName;
  readonly label: string;
  readonly note?: string;
  readonly to: string;
}

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
      pages: [{ path: 'today', load: async () => (await import('./dealer/today/today-page.tsx')).TodayPage }],
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
          load: async () => (await import('./dealer/listings/listings-page.tsx')).ListingsPage,
        },
        {
          path: 'listings/new',
          load: async () => (await import('./dealer/listings/listing-page.tsx')).NewListingPage,
        },
        {
          path: 'listings/$id',
          load: async () => (await import('./dealer/listings/listing-page.tsx')).ListingPage,
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
        { path: 'inbox', load: async () => (await import('./dealer/inbox/inbox-page.tsx')).InboxPage },
        { path: 'inbox/$id', load: async () => (await import('./dealer/inbox/inbox-page.tsx')).InboxPage },
        {
          path: 'templates',
          load: async () => (await import('./dealer/inbox/templates-page.tsx')).TemplatesPage,
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
          load: async () => (await import('./dealer/imports/imports-page.tsx')).ImportsPage,
        },
        {
          path: 'imports/$id',
          load: async () => (await import('./dealer/imports/import-page.tsx')).ImportPage,
        },
        { path: 'feed', load: async () => (await import('./dealer/imports/feed-page.tsx')).FeedPage },
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
          load: async () => (await import('./dealer/statistics/statistics-page.tsx')).StatisticsPage,
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
          load: async () => (await import('./dealer/company/reviews-page.tsx')).ReviewsPage,
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
          load: async () => (await import('./dealer/company/company-page.tsx')).CompanyPage,
        },
      ],
    },
    {
      name: 'team',
      label: 'desk.nav.team',
      icon: 'team',
      key: 'm',
      least: 'VIEWER',
      pages: [{ path: 'team', load: async () => (await import('./dealer/team/team-page.tsx')).TeamPage }],
    },
    {
      name: 'plan',
      label: 'desk.nav.plan',
      icon: 'plan',
      key: 'p',
      least: 'MANAGER',
      pages: [{ path: 'plan', load: async () => (await import('./dealer/plan/plan-page.tsx')).PlanPage }],
    },
    {
      name: 'invoices',
      label: 'desk.nav.invoices',
      icon: 'invoices',
      least: 'MANAGER',
      pages: [
        {
          path: 'invoices',
          load: async () => (await import('./dealer/plan/invoices-page.tsx')).InvoicesPage,
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
          load: async () => (await import('./dealer/developer/keys-page.tsx')).KeysPage,
        },
        {
          path: 'developer/webhooks',
          load: async () => (await import('./dealer/developer/webhooks-page.tsx')).WebhooksPage,
        },
        {
          path: 'developer/webhooks/$id',
          load: async () => (await import('./dealer/developer/webhook-page.tsx')).WebhookPage,
        },
        {
          path: 'developer/events',
          load: async () => (await import('./dealer/developer/events-page.tsx')).EventsPage,
        },
        {
          path: 'developer/security',
          load: async () => (await import('./dealer/developer/security-page.tsx')).SecurityPage,
        },
      ],
    },
  ],
};
