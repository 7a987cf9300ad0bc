import type { Values } from '../../platform/wording.ts';
import type { NoticeData } from './tables.ts';

const AMOUNTS: ReadonlySet<string> = new Set(['price', 'previousPrice', 'amount']);
/** Amounts of a vehicle, of which the data says whether they are net. */
const PRICES: ReadonlySet<string> = new Set(['price', 'previousPrice']);
const INSTANT = /^\d{4}-\d\d-\d\dT/;

/** The values of a notice as its phrases need them. A missing value makes a phrase plainer but never breaks it. */
export class Facts {
  readonly #data: NoticeData;
  readonly #locale: string;
  readonly #timeZone: string;
  readonly #priceBasis: string;

  /** @param priceBasis the word beside prices that says whether they are net; empty if that is not known. */
  constructor(data: NoticeData, locale: string, timeZone: string, priceBasis = '') {
    this.#data = data;
    this.#locale = locale;
    this.#timeZone = timeZone;
    this.#priceBasis = priceBasis;
  }

  has(name: string): boolean {
    const value = this.#data[name];
    return value !== undefined && value !== null && value !== '';
  }

  text(name: string, fallback: string): string {
    return this.has(name) ? String(this.#data[name]) : fallback;
  }

  number(name: string): number {
    const value = this.#data[name];
    return typeof value === 'number' ? value : 0;
  }

  count(name: string): string {
    return new Intl.NumberFormat(this.#locale).format(this.number(name));
  }

  /** An amount with the currency beside it, and a price with its basis; empty when either is missing. */
  money(amount: string, currency = 'currency'): string {
    const value = this.#data[amount];
    const code = this.#data[currency];
    if (typeof value !== 'number' || typeof code !== 'string') return '';
    if (!/^[A-Z]{3}$/.test(code)) return `${value} ${code}`;
    const text = new Intl.NumberFormat(this.#locale, {
      style: 'currency',
      currency: code,
      maximumFractionDigits: 2,
      minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
    }).format(value);
    return PRICES.has(amount) && this.#priceBasis !== '' ? `${text} ${this.#priceBasis}` : text;
  }

  /** The day of an instant, in the time zone of the marketplace; empty when it is missing. */
  day(name: string): string {
    const value = this.#data[name];
    const instant = typeof value === 'string' ? new Date(value) : null;
    if (instant === null || Number.isNaN(instant.getTime())) return '';
    const timeZone = this.#timeZone;
    return new Intl.DateTimeFormat(this.#locale, { dateStyle: 'long', timeZone }).format(instant);
  }

  /** Every value by name, formatted for readers: for edited texts with placeholders. */
  get values(): Values {
    return Object.fromEntries(Object.keys(this.#data).map((name) => [name, this.#shown(name)]));
  }

  #shown(name: string): string {
    const value = this.#data[name];
    if (typeof value === 'number')
      return AMOUNTS.has(name) ? this.money(name) || this.count(name) : this.count(name);
    if (typeof value === 'string' && INSTANT.test(value)) return this.day(name);
    return this.text(name, '');
  }

  /** A clause that is left out without its value. */
  with(name: string, clause: (value: string) => string): string {
    return this.has(name) ? clause(this.text(name, '')) : '';
  }
}

/** Facts whose values are their own placeholders: the phrases then yield a text to edit. */
export class Placeholders extends Facts {
  constructor() {
    super({}, 'en', 'UTC');
  }

  override has(): boolean {
    return true;
  }

  override text(name: string): string {
    return `{${name}}`;
  }

  /** Whether a count takes the plural. */
  override number(): number {
    return 2;
  }

  override count(name: string): string {
    return `{${name}}`;
  }

  override money(amount: string): string {
    return `{${amount}}`;
  }

  override day(name: string): string {
    return `{${name}}`;
  }
}
