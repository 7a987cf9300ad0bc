/**
 * The areas of an application, in the order of its navigation. A page's file is loaded when somebody goes there.
 *
 * An area is a row here, a folder beside this file and a file of texts in `src/storefront/texts/desk`.
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
