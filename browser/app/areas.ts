/**
 * The areas of an application, in the order of its navigation. The file of a page is loaded when a user opens it.
 *
 * An area is a row here, a folder next to this file, and texts in `texts/workspace.pot`.
 */
import type { ComponentType } from 'react';
import type { Address } from './paths.ts';
import type { TeamRole } from './session.ts';
import type { IconName, IconShape } from './ui/icon.tsx';
import type { DeskText } from './words.ts';

export interface AreaPage {
  /** Below the desk; `$id` is a parameter. */
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
}

/** A page by its path, its file, and the component that the file exports for it. */
export function page<const Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): AreaPage & { readonly path: Path } {
  return { path, load: async () => (await load())[name] };
}

export interface Area {
  readonly name: string;
  readonly label: DeskText;
  readonly icon: IconName | IconShape;
  /** Pressed after `g`. */
  readonly key?: string;
  /** Lowest role that can open it; the link of an area that is closed to a user says so. Without it, the area is open to all. */
  readonly least?: TeamRole;
  /** Areas of daily work come first, and are at the bottom on a phone. */
  readonly isDaily?: true;
  readonly badge?: 'messages';
  /** The navigation leads to the first. */
  readonly pages: readonly AreaPage[];
}

export interface Desk {
  readonly path: '/admin' | '/dealer';
  readonly title: DeskText;
  readonly areas: readonly Area[];
  /** Finds more for the palette than its areas. */
  readonly find?: (q: string, signal: AbortSignal) => Promise<readonly PaletteEntry[]>;
}

export interface PaletteEntry {
  readonly id: string;
  readonly group: DeskText;
  readonly icon: IconName;
  readonly label: string;
  readonly note?: string;
  readonly to: Address;
}

export const startOf = (desk: Desk, { pages }: Area): Address =>
  `${desk.path}/${pages[0]?.path ?? ''}` as Address;
