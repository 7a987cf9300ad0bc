import type { ExchangeRates } from '../types.ts';
import type { Catalogue } from './catalogue.ts';
import { rateOf } from './currency.ts';
import { FIELD, type NumberContext, type RateTable } from './fields.ts';

/** The data outside the columns on which numbers of documents depend. */
export class Numbers {
  readonly #catalogue: Catalogue;
  /** The instant from which freshness is measured, in milliseconds since 1970. */
  rankedAtMs: number;
  #exchange: ExchangeRates;
  #ratesVersion = 0;
  #rates: RateTable | null = null;
  #years = new Float64Array(0);

  constructor(catalogue: Catalogue, exchange: ExchangeRates, rankedAtMs: number) {
    this.#catalogue = catalogue;
    this.#exchange = exchange;
    this.rankedAtMs = rankedAtMs;
  }

  get exchange(): ExchangeRates {
    return this.#exchange;
  }

  /** Number of times that the rates were replaced. */
  get ratesVersion(): number {
    return this.#ratesVersion;
  }

  setRates(exchange: ExchangeRates): void {
    this.#exchange = exchange;
    this.#ratesVersion++;
    this.#rates = null;
  }

  /** Returns a current view; new documents can add currencies and years. */
  context(): NumberContext {
    const currencies = this.#catalogue.field(FIELD.currency);
    if (this.#rates?.byCurrency.length !== currencies.size) {
      const byCurrency = Float64Array.from({ length: currencies.size }, (_, ordinal) =>
        ordinal === 0 ? Number.NaN : rateOf(this.#exchange, currencies.value(ordinal)),
      );
      this.#rates = { version: this.#ratesVersion, byCurrency };
    }
    const years = this.#catalogue.field(FIELD.year);
    if (this.#years.length !== years.size) {
      this.#years = Float64Array.from({ length: years.size }, (_, ordinal) =>
        ordinal === 0 ? Number.NaN : Number(years.value(ordinal)),
      );
    }
    return { rates: this.#rates, years: this.#years, rankedAtMs: this.rankedAtMs };
  }
}
