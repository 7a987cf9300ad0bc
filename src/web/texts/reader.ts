/** What a page says to its reader: texts, labels, numbers and dates in one language. */
import { filled, type Wording } from '../../platform/wording.ts';
import { de } from './de.ts';
import { type CountKey, en, type TextKey } from './en.ts';
import { fieldLabels } from './fields.data.ts';

/** Languages of the pages; the first is the fallback. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Names of the languages in themselves. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };
const TEXTS = { en, de };

/** Ships the texts of the pages, so that administrators can edit them. */
export function definePageTexts(wording: Wording): void {
  for (const language of LANGUAGES) {
    const { fields, values } = fieldLabels[language];
    const entries: Record<string, string> = {};
    for (const [key, text] of Object.entries(TEXTS[language])) entries[`ui.${key}`] = text;
    for (const [field, label] of Object.entries(fields)) entries[`fields.${field}`] = label;
    for (const [field, labels] of Object.entries(values))
      for (const [value, label] of Object.entries(labels)) entries[`values.${field}.${value}`] = label;
    wording.define({ [language]: entries });
  }
}

type Values = Readonly<Record<string, string | number>>;

/** One for each language; formatters are made once, since making one costs more than a whole card. */
export class Reader {
  readonly language: Language;
  readonly #wording: Wording;
  readonly #number: Intl.NumberFormat;
  readonly #plural: Intl.PluralRules;
  readonly #date: Intl.DateTimeFormat;
  readonly #moment: Intl.DateTimeFormat;
  readonly #month: Intl.DateTimeFormat;
  readonly #countries: Intl.DisplayNames;
  readonly #languages: Intl.DisplayNames;
  readonly #list: Intl.ListFormat;
  readonly #money = new Map<string, Intl.NumberFormat>();

  constructor(language: Language, wording: Wording) {
    const locale = LOCALES[language];
    this.language = language;
    this.#wording = wording;
    this.#number = new Intl.NumberFormat(locale);
    this.#plural = new Intl.PluralRules(locale);
    this.#date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
    this.#moment = new Intl.DateTimeFormat(locale, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'UTC',
    });
    this.#month = new Intl.DateTimeFormat(locale, { month: '2-digit', year: 'numeric', timeZone: 'UTC' });
    this.#countries = new Intl.DisplayNames(locale, { type: 'region' });
    this.#languages = new Intl.DisplayNames(locale, { type: 'language' });
    this.#list = new Intl.ListFormat(locale, { type: 'conjunction' });
  }

  text(key: TextKey, values: Values = {}): string {
    return this.#find(`ui.${key}`, values) ?? key;
  }

  count(key: CountKey, count: number): string {
    const values = { count: this.number(count) };
    const form = this.#plural.select(count);
    return this.#find(`ui.${key}.${form}`, values) ?? this.#find(`ui.${key}.other`, values) ?? key;
  }

  /** The label of a listing's field; its name when it has none. */
  field(name: string): string {
    return this.#find(`fields.${name}`) ?? name;
  }

  /** The label of a value of a listing's field; the value itself when it needs none. */
  value(field: string, value: string, values: Values = {}): string {
    return this.#find(`values.${field}.${value}`, values) ?? value;
  }

  number(value: number): string {
    return this.#number.format(value);
  }

  /** Whole units unless there are cents. */
  money(amount: number, currency: string): string {
    const digits = Number.isInteger(amount) ? 0 : 2;
    const key = `${currency}${digits}`;
    const format =
      this.#money.get(key) ??
      new Intl.NumberFormat(LOCALES[this.language], {
        style: 'currency',
        currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
    this.#money.set(key, format);
    return format.format(amount);
  }

  date(iso: string): string {
    return this.#date.format(new Date(iso));
  }

  /** Date and time, in UTC. */
  moment(iso: string): string {
    return this.#moment.format(new Date(iso));
  }

  /** From `2021-05`. */
  month(yearMonth: string): string {
    return this.#month.format(new Date(`${yearMonth}-01T00:00:00Z`));
  }

  country(code: string): string {
    return /^[A-Z]{2}$/.test(code) ? (this.#countries.of(code) ?? code) : code;
  }

  languageName(tag: string): string {
    return /^[a-z]{2,3}$/.test(tag) ? (this.#languages.of(tag) ?? tag) : tag;
  }

  list(parts: readonly string[]): string {
    return this.#list.format(parts);
  }

  /** A span of minutes in the unit that says it shortest. */
  span(minutes: number): string {
    if (minutes < 60) return this.count('time.minutes', Math.max(1, Math.round(minutes)));
    if (minutes < 48 * 60) return this.count('time.hours', Math.round(minutes / 60));
    return this.count('time.days', Math.round(minutes / (24 * 60)));
  }

  #find(key: string, values: Values = {}): string | null {
    const found = this.#wording.find([this.language], key);
    if (found === null) return null;
    const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
    return filled(found.text, texts);
  }
}
