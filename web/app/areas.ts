/**
 * The areas of an application, in the order of its navigation. A page's file is loaded when somebody goes there.
 *
 * An area is a row here, a folder beside this file and a file of texts in `src/web/texts/desk`.
 */
import type { ComponentType } from 'react';
import type { TeamRole } from './session.ts';
import type { IconName } from './ui/icon.tsx';
import type { DeskText } from './words.ts';

export interface AreaPage {
  /** Below the desk; `$id` is a parameter. */
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
}

export interface Area {
  readonly name: string;
  readonly label: DeskText;
  readonly icon: IconName;
  /** Pressed after `g`. */
  readonly key?: string;
  /** Who may see it; others are told so where its link stands. */
  readonly least: TeamRole;
  /** Areas of daily work stand first, and on a phone at the bottom. */
  readonly isDaily?: true;
  /** What is unread there. */
  readonly badge?: 'messages';
  /** The first is where the navigation leads. */
  readonly pages: readonly AreaPage[];
}

export interface Desk {
  readonly path: string;
  readonly areas: readonly Area[];
}

export const dealerDesk: Desk = {
  path: '/dealer',
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
  ],
};
