import type { Values } from '../../platform/wording.ts';
import type { ShownValues, ValueKind, ValueKinds } from './notice-row.ts';
import type { NoticeData } from './tables.ts';

/** How values are shown to a reader. */
interface ValueFormat {
  readonly locale: string;
  readonly timeZone: string;
  /** Label next to prices: net or gross; empty if unknown. */
  readonly priceBasis?: string;
}

/** The values of a notice, formatted by their kinds. A missing value makes a text plainer but never breaks it. */
export class Facts implements ShownValues<ValueKinds> {
  readonly #data: NoticeData;
  readonly #kinds: ValueKinds;
  readonly #format: ValueFormat;

  constructor(data: NoticeData, kinds: ValueKinds, format: ValueFormat) {
    this.#data = data;
    this.#kinds = kinds;
    this.#format = format;
  }

  readonly has = (name: string): boolean =>
    this.#kinds[name] === 'count' ? this.number(name) > 0 : this.display(name) !== '';

  readonly number = (name: string): number => {
    const value = this.#data[name];
    return typeof value === 'number' ? value : 0;
  };

  readonly code = (name: string): never | null => {
    const codes = this.#kinds[name];
    const value = this.#data[name];
    return Array.isArray(codes) && codes.includes(value) ? (value as never) : null;
  };

  /** A value as a sentence shows it; empty when it is missing. */
  display(name: string): string {
    const kind: ValueKind | undefined = this.#kinds[name];
    if (kind === 'count') return this.#count(this.number(name));
    if (kind === 'day') return this.#day(name);
    return kind === 'money' || kind === 'price' ? this.#money(name, kind) : String(this.#data[name] ?? '');
  }

  /** Every value by name, for edited texts: also an amount without its currency. */
  get values(): Values {
    const values = Object.entries(this.#data).map(([name, value]) => [
      name,
      this.display(name) === '' && typeof value === 'number' ? this.#count(value) : this.display(name),
    ]);
    return Object.fromEntries(values) as Values;
  }

  #count(value: number): string {
    return new Intl.NumberFormat(this.#format.locale).format(value);
  }

  /** Formats an amount with its currency, and a price with its basis too; empty if any part is missing. */
  #money(name: string, kind: 'money' | 'price'): string {
    const { locale, priceBasis = '' } = this.#format;
    const { [name]: value, currency } = this.#data;
    if (typeof value !== 'number' || typeof currency !== 'string') return '';
    if (!/^[A-Z]{3}$/.test(currency)) return `${value} ${currency}`;
    const text = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      maximumFractionDigits: 2,
      minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
    }).format(value);
    return kind === 'price' && priceBasis !== '' ? `${text} ${priceBasis}` : text;
  }

  /** The day of an instant, in the time zone of the marketplace; empty when it is missing. */
  #day(name: string): string {
    const value = this.#data[name];
    const instant = typeof value === 'string' ? new Date(value) : null;
    if (instant === null || Number.isNaN(instant.getTime())) return '';
    const { locale, timeZone } = this.#format;
    return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(instant);
  }
}

/** All values as their own placeholders: the fullest form of a text, for administrators to edit. */
export const PLACEHOLDERS = {
  has: () => true,
  number: () => 2,
  code: () => null,
  display: (name: string) => `{${name}}`,
} satisfies ShownValues<ValueKinds> & Pick<Facts, 'display'>;
