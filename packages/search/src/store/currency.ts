import type { ExchangeRates } from '../types.ts';

export const DEFAULT_RATES: ExchangeRates = { base: 'EUR', rates: {} };

// Amounts are compared in millionths of the base currency, so that a bound and a price that people consider
// equal are equal in every currency.
const COMPARED_UNITS = 1e6;

/** Returns the units of `currency` for one unit of base; NaN without a rate. */
export function rateOf(exchange: ExchangeRates, currency: string): number {
  if (currency === exchange.base) return 1;
  const rate = exchange.rates[currency];
  return rate !== undefined && rate > 0 ? rate : Number.NaN;
}

export function toBase(amount: number, rate: number): number {
  return Math.round((amount / rate) * COMPARED_UNITS) / COMPARED_UNITS;
}

/** Converts an amount to another currency, rounded to hundredths; null without a rate. */
export function convert(exchange: ExchangeRates, amount: number, from: string, to: string): number | null {
  if (from === to) return amount;
  const converted = Math.round((amount / rateOf(exchange, from)) * rateOf(exchange, to) * 100) / 100;
  return Number.isNaN(converted) ? null : converted;
}

/**
 * Lower edges of the price ranges, in the requested currency. They are fixed, so that they do not move while
 * users narrow a search.
 */
export const PRICE_EDGES = [
  0, 5_000, 10_000, 20_000, 35_000, 50_000, 75_000, 100_000, 150_000, 250_000,
] as const;

/** Returns the edges in base currency. A price belongs to the highest edge that is not above it. */
export function priceEdgesInBase(exchange: ExchangeRates, currency: string): Float64Array {
  const rate = rateOf(exchange, currency);
  return Float64Array.from(PRICE_EDGES, (edge) => toBase(edge, rate));
}
