import { readFileSync } from 'node:fs';
import type { DemoClass, DemoLanguage } from './records.ts';

/** Topic of a text, within the vehicle class. */
export type Theme =
  | 'tractor'
  | 'box'
  | 'refrigerated'
  | 'curtain'
  | 'tipper'
  | 'container'
  | 'crane'
  | 'tank'
  | 'lowLoader'
  | 'municipal'
  | 'chassis'
  | 'van'
  | 'coach'
  | 'cityBus'
  | 'excavator'
  | 'loader'
  | 'machine'
  | 'plain';

/**
 * Dealers' sentences in one language. `{name}` stands for a fact of the listing; a sentence without its fact
 * is omitted. No sentence contains a phone number, an address or a web page, because the marketplace rejects
 * those.
 */
export interface PhraseBank {
  readonly thousands: '.' | ',' | ' ';
  readonly opening: Readonly<Record<DemoClass, readonly string[]>>;
  readonly theme: Readonly<Partial<Record<Theme, readonly string[]>>>;
  /** Facts as labeled lines; the first label of the language opens the list. */
  readonly facts: readonly string[];
  readonly condition: Readonly<Record<'new' | 'used' | 'certified' | 'worn', readonly string[]>>;
  readonly service: readonly string[];
  readonly equipment: string;
  readonly commerce: readonly string[];
  readonly closing: readonly string[];
  readonly features: Readonly<Record<string, string>>;
  /** Short names of bodies for titles, by subcategory. */
  readonly bodies: Readonly<Record<string, string>>;
  readonly talk: Talk;
}

/** Messages of buyers and sellers; a round is a question and its answer. `{title}` is that of the listing. */
export interface Talk {
  readonly questions: readonly string[];
  /** Answer i belongs to question i. */
  readonly answers: readonly string[];
  readonly followUps: readonly string[];
  readonly confirmations: readonly string[];
  readonly praise: readonly (readonly [title: string, text: string])[];
  readonly mixed: readonly (readonly [title: string, text: string])[];
  readonly complaints: readonly (readonly [title: string, text: string])[];
  readonly thanks: string;
  readonly apology: string;
}

export const banks: Readonly<Record<DemoLanguage, PhraseBank>> = {
  en: bankOf('en'),
  de: bankOf('de'),
  fr: bankOf('fr'),
  pl: bankOf('pl'),
  nl: bankOf('nl'),
};

function bankOf(language: DemoLanguage): PhraseBank {
  const file = new URL(`../phrases/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as PhraseBank;
}

const themeByWord: readonly (readonly [RegExp, Theme])[] = [
  [/tractor-units/, 'tractor'],
  [/refrigerated/, 'refrigerated'],
  [/curtainsider/, 'curtain'],
  [/tipper/, 'tipper'],
  [/container|swap-body|hooklift|skip/, 'container'],
  [/crane-trucks|timber|breakdown|aerial/, 'crane'],
  [/tank|silo|vacuum/, 'tank'],
  [/low-loader|long-material|platform-semi|platform-trailers/, 'lowLoader'],
  [/refuse|sweepers|municipal/, 'municipal'],
  [/chassis/, 'chassis'],
  [/panel-vans/, 'van'],
  [/box|walking-floor|dropside/, 'box'],
  [/coaches|double-decker|midi-buses/, 'coach'],
  [/buses$/, 'cityBus'],
  [/excavators|backhoe/, 'excavator'],
  [/loaders|telehandlers|skid-steers|bulldozers/, 'loader'],
  [/dump-trucks|rollers|cranes|platforms|road-building|crushers/, 'machine'],
];

const themes = new Map<string, Theme>();

export function themeOf(subcategory: string): Theme {
  let theme = themes.get(subcategory);
  if (theme === undefined) {
    theme = themeByWord.find(([word]) => word.test(subcategory))?.[1] ?? 'plain';
    themes.set(subcategory, theme);
  }
  return theme;
}
