import type { Module, Platform } from '../../platform/module.ts';
import type { Settings } from '../settings/index.ts';
import { InfoPageAdminService } from './admin.service.ts';
import { infoPageRoutes } from './routes.ts';
import { InfoPages } from './service.ts';

export type { InfoPageView } from './routes.ts';
export type { InfoLink, InfoPages } from './service.ts';

/** Pages about the marketplace, written by administrators: imprint, privacy, terms, help. */
export function createInfoPages(
  platform: Platform,
  deps: { settings: Settings },
): { module: Module; pages: InfoPages } {
  const pages = new InfoPages(platform, deps.settings);
  return {
    pages,
    module: {
      name: 'info-pages',
      routes: infoPageRoutes(pages, new InfoPageAdminService({ ...platform, pages })),
      start: () => pages.start(),
    },
  };
}
