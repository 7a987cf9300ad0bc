/**
 * The texts of the workspace, by area: a file of each with its English and its translations. Keys begin with `desk.` and the
 * area's name. A text that counts ends in `.one` and `.other`.
 */
import { listingsDe, listingsEn } from './listings.ts';
import { shellDe, shellEn } from './shell.ts';
import { todayDe, todayEn } from './today.ts';

const en = { ...shellEn, ...todayEn, ...listingsEn };

export type DeskText = keyof typeof en;
/** Keys that count, without their plural form. */
export type DeskCount = {
  [K in DeskText]: K extends `${infer Base}.other` ? Base : never;
}[DeskText];

export const deskTexts: Readonly<Record<'en' | 'de', Readonly<Record<DeskText, string>>>> = {
  en,
  de: { ...shellDe, ...todayDe, ...listingsDe },
};
