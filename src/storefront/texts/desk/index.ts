/**
 * The texts of the workspace, by area: a file of each with its English and its translations. Keys begin with `desk.` and the
 * area's name. A text that counts ends in `.one` and `.other`.
 */
import { adminDe, adminEn } from './admin.ts';
import { companyDe, companyEn } from './company.ts';
import { couponsDe, couponsEn } from './coupons.ts';
import { developerDe, developerEn } from './developer.ts';
import { fieldsDe, fieldsEn } from './fields.ts';
import { importsDe, importsEn } from './imports.ts';
import { inboxDe, inboxEn } from './inbox.ts';
import { lawDe, lawEn } from './law.ts';
import { listingsDe, listingsEn } from './listings.ts';
import { mailsDe, mailsEn } from './mails.ts';
import { moneyDe, moneyEn } from './money.ts';
import { operateDe, operateEn } from './operate.ts';
import { planDe, planEn } from './plan.ts';
import { reviewDe, reviewEn } from './review.ts';
import { runningDe, runningEn } from './running.ts';
import { shellDe, shellEn } from './shell.ts';
import { statisticsDe, statisticsEn } from './statistics.ts';
import { stockActsDe, stockActsEn } from './stock-acts.ts';
import { teamDe, teamEn } from './team.ts';
import { todayDe, todayEn } from './today.ts';
import { usersDe, usersEn } from './users.ts';

const en = {
  ...shellEn,
  ...todayEn,
  ...listingsEn,
  ...stockActsEn,
  ...fieldsEn,
  ...inboxEn,
  ...developerEn,
  ...importsEn,
  ...statisticsEn,
  ...teamEn,
  ...planEn,
  ...companyEn,
  ...adminEn,
  ...reviewEn,
  ...usersEn,
  ...moneyEn,
  ...couponsEn,
  ...operateEn,
  ...lawEn,
  ...mailsEn,
  ...runningEn,
};

export type DeskText = keyof typeof en;
/** Keys that count, without their plural form. */
export type DeskCount = {
  [K in DeskText]: K extends `${infer Base}.other` ? Base : never;
}[DeskText];

export const deskTexts: Readonly<Record<'en' | 'de', Readonly<Record<DeskText, string>>>> = {
  en,
  de: {
    ...shellDe,
    ...todayDe,
    ...listingsDe,
    ...stockActsDe,
    ...fieldsDe,
    ...inboxDe,
    ...developerDe,
    ...importsDe,
    ...statisticsDe,
    ...teamDe,
    ...planDe,
    ...companyDe,
    ...adminDe,
    ...reviewDe,
    ...usersDe,
    ...moneyDe,
    ...couponsDe,
    ...operateDe,
    ...lawDe,
    ...mailsDe,
    ...runningDe,
  },
};
