/** Texts, labels, numbers and dates in one language, on the server and in the browser. */
import { zoneName } from '../../platform/text/time-zone.ts';
import { fillPlaceholders } from '../../platform/wording.ts';
import { type Language, LOCALES } from './languages.ts';

export type Values = Readonly<Record<string, string | number>>;
const NONE: Values = {};
/** Polish declines the month only in its long form: od 11 maja. */
const DATE_STYLE: Readonly<Record<Language, 'medium' | 'long'>> = {
  en: 'medium',
  de: 'medium',
  fr: 'medium',
  nl: 'medium',
  pl: 'long',
};
const DAY = /^\d{4}-\d\d-\d\d$/;

interface InstantFormats {
  readonly timeZone: string | undefined;
  readonly date: Intl.DateTimeFormat;
  readonly moment: Intl.DateTimeFormat;
}

/** One instance per language; formatters are created once, because creating one costs more than rendering a card. */
export class Words<Text extends string, Count extends string> {
  readonly language: Language;
  readonly #textOf: (key: string) => string | null;
  readonly #number: Intl.NumberFormat;
  readonly #percent: Intl.NumberFormat;
  readonly #plural: Intl.PluralRules;
  readonly #timeZone: () => string | undefined;
  #instants: InstantFormats | null = null;
  readonly #fullDay: Intl.DateTimeFormat;
  readonly #day: Intl.DateTimeFormat;
  readonly #month: Intl.DateTimeFormat;
  readonly #weekday: Intl.DateTimeFormat;
  readonly #countries: Intl.DisplayNames;
  readonly #countryNames = new Map<string, string>();
  readonly #languages: Intl.DisplayNames;
  readonly #currencies: Intl.DisplayNames;
  readonly #list: Intl.ListFormat;
  readonly #relative: Intl.RelativeTimeFormat;
  readonly #money = new Map<string, Intl.NumberFormat>();

  /** @param textOf the text of a key, with its placeholders. @param timeZone the device's by default. */
  constructor(
    language: Language,
    textOf: (key: string) => string | null,
    timeZone: () => string | undefined = () => undefined,
  ) {
    const locale = LOCALES[language];
    this.language = language;
    this.#textOf = textOf;
    this.#number = new Intl.NumberFormat(locale);
    this.#percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
    this.#plural = new Intl.PluralRules(locale);
    this.#timeZone = timeZone;
    this.#fullDay = new Intl.DateTimeFormat(locale, { dateStyle: DATE_STYLE[language], timeZone: 'UTC' });
    this.#day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
    this.#month = new Intl.DateTimeFormat(locale, { month: '2-digit', year: 'numeric', timeZone: 'UTC' });
    this.#weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
    this.#countries = new Intl.DisplayNames(locale, { type: 'region' });
    this.#languages = new Intl.DisplayNames(locale, { type: 'language' });
    this.#currencies = new Intl.DisplayNames(locale, { type: 'currency' });
    this.#list = new Intl.ListFormat(locale, { type: 'conjunction' });
    this.#relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  }

  text(key: Text, values: Values = NONE): string {
    return this.#find(`ui.${key}`, values) ?? key;
  }

  count(key: Count, count: number): string {
    return this.#counted(key, count);
  }

  /** The forms of a text that counts, by plural category, for scripts that count. */
  forms(key: Count): Readonly<Record<string, string>> {
    const { pluralCategories } = this.#plural.resolvedOptions();
    return Object.fromEntries(
      pluralCategories.map((form) => [
        form,
        this.#find(`ui.${key}.${form}`) ?? this.#find(`ui.${key}.other`) ?? key,
      ]),
    );
  }

  #counted(key: string, count: number): string {
    const values = { count: this.number(count) };
    const form = this.#plural.select(count);
    return this.#find(`ui.${key}.${form}`, values) ?? this.#find(`ui.${key}.other`, values) ?? key;
  }

  /** The label of a listing's field; its name when it has none. */
  field(name: string): string {
    return this.#find(`fields.${name}`) ?? name;
  }

  /** The label of a value of a listing's field; the value itself when it needs none. */
  value(field: string, value: string, values: Values = NONE): string {
    return this.#find(`values.${field}.${value}`, values) ?? value;
  }

  number(value: number): string {
    return this.#number.format(value);
  }

  /** @param percent 20 for a fifth */
  percent(percent: number): string {
    return this.#percent.format(percent / 100);
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

  /** A price with its basis: `€104,999 net`. @param isNet null: not recorded */
  price(amount: number, currency: string, isNet: boolean | null): string {
    const basis = this.priceBasis(isNet);
    return basis === null ? this.money(amount, currency) : `${this.money(amount, currency)} ${basis}`;
  }

  priceBasis(isNet: boolean | null): string | null {
    return isNet === null ? null : this.#find(isNet ? 'ui.card.net' : 'ui.card.gross');
  }

  /** The day of an instant; `2021-05-31` is that day everywhere. */
  date(iso: string): string {
    const format = DAY.test(iso) ? this.#fullDay : this.#formats().date;
    return format.format(new Date(iso));
  }

  /** Date and time, with the zone if it differs from that of the device. */
  moment(iso: string): string {
    const { moment, timeZone } = this.#formats();
    const instant = new Date(iso);
    const zone = timeZone === undefined ? '' : ` ${zoneName(instant, LOCALES[this.language], timeZone)}`;
    return `${moment.format(instant)}${zone}`;
  }

  #formats(): InstantFormats {
    const timeZone = this.#timeZone();
    if (this.#instants === null || this.#instants.timeZone !== timeZone) {
      const locale = LOCALES[this.language];
      this.#instants = {
        timeZone,
        date: new Intl.DateTimeFormat(locale, { dateStyle: DATE_STYLE[this.language], timeZone }),
        moment: new Intl.DateTimeFormat(locale, {
          dateStyle: DATE_STYLE[this.language],
          timeStyle: 'short',
          timeZone,
        }),
      };
    }
    return this.#instants;
  }

  /** From `2021-05-31`, without the year: for axes. */
  day(date: string): string {
    return this.#day.format(new Date(`${date}T00:00:00Z`));
  }

  /** @param index 0 for Monday */
  weekday(index: number): string {
    // A Monday.
    return this.#weekday.format(Date.UTC(2024, 0, 1 + index));
  }

  /** From `2021-05`. */
  month(yearMonth: string): string {
    return this.#month.format(new Date(`${yearMonth}-01T00:00:00Z`));
  }

  country(code: string): string {
    const known = this.#countryNames.get(code);
    if (known !== undefined) return known;
    if (!/^[A-Z]{2}$/.test(code)) return code;
    const name = this.#countries.of(code) ?? code;
    this.#countryNames.set(code, name);
    return name;
  }

  /** `today`, `yesterday`, `3 weeks ago`. */
  ago(days: number): string {
    if (days < 14) return this.#relative.format(-days, 'day');
    return days < 60
      ? this.#relative.format(-Math.round(days / 7), 'week')
      : this.#relative.format(-Math.round(days / 30), 'month');
  }

  languageName(tag: string): string {
    return /^[a-z]{2,3}$/.test(tag) ? (this.#languages.of(tag) ?? tag) : tag;
  }

  /** @param code three capital letters */
  currencyName(code: string): string {
    return this.#currencies.of(code) ?? code;
  }

  list(parts: readonly string[]): string {
    return this.#list.format(parts);
  }

  /** Formats a number of minutes in the most compact unit. */
  span(minutes: number): string {
    if (minutes < 60) return this.#counted('time.minutes', Math.max(1, Math.round(minutes)));
    if (minutes < 48 * 60) return this.#counted('time.hours', Math.round(minutes / 60));
    return this.#counted('time.days', Math.round(minutes / (24 * 60)));
  }

  #find(key: string, values: Values = NONE): string | null {
    const found = this.#textOf(key);
    if (found === null || values === NONE) return found;
    const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
    return fillPlaceholders(found, texts);
  }
}
