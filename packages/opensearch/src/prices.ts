import type { ExchangeRates } from '@fifthwheel/search';
import { rateOf, toBase } from '@fifthwheel/search/matching';
import { allOf, anyOf, type Json, MATCH_NONE } from './query-types.ts';

// Prices are indexed as given, and bounds are converted to each currency, so that new rates apply without a
// write.

/** Returns every currency that has a rate. */
export function currenciesOf(exchange: ExchangeRates): string[] {
  const currencies = new Set([exchange.base, ...Object.keys(exchange.rates)]);
  return [...currencies].filter((currency) => !Number.isNaN(rateOf(exchange, currency)));
}

/**
 * Returns the smallest amount at this rate that is at least `base` in base currency, rounded as comparisons
 * are.
 */
export function leastAmount(base: number, rate: number): number {
  return firstAmount(base, rate, (amount) => toBase(amount, rate) >= base);
}

/** Returns the largest amount that is at most `base`. */
function greatestAmount(base: number, rate: number): number {
  return previousNumber(firstAmount(base, rate, (amount) => toBase(amount, rate) > base));
}

/**
 * Bisects the numbers near the converted amount down to two adjacent ones, because amounts are compared
 * rounded.
 */
function firstAmount(base: number, rate: number, isReached: (amount: number) => boolean): number {
  const near = base * rate;
  const reach = rate * 2e-6 + Math.abs(near) * 1e-9;
  let [low, high] = [near - reach, near + reach];
  for (;;) {
    const middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return high;
    if (isReached(middle)) high = middle;
    else low = middle;
  }
}

const bits = new DataView(new ArrayBuffer(8));

/** Returns the next smaller floating-point number. */
function previousNumber(number: number): number {
  if (number === 0) return -Number.MIN_VALUE;
  bits.setFloat64(0, number);
  bits.setBigInt64(0, bits.getBigInt64(0) + (number > 0 ? -1n : 1n));
  return bits.getFloat64(0);
}

export interface PriceBounds {
  readonly minPrice?: number | undefined;
  readonly maxPrice?: number | undefined;
  readonly currency?: string | undefined;
}

/** Returns null without bounds. */
export function priceQuery(
  { minPrice, maxPrice, currency }: PriceBounds,
  exchange: ExchangeRates,
): Json | null {
  if (minPrice === undefined && maxPrice === undefined) return null;
  const queryRate = rateOf(exchange, currency ?? exchange.base);
  // A currency without a rate cannot be compared.
  if (Number.isNaN(queryRate)) return MATCH_NONE;
  return anyOf(
    currenciesOf(exchange).map((code) => {
      const rate = rateOf(exchange, code);
      const range = {
        ...(minPrice === undefined ? {} : { gte: leastAmount(toBase(minPrice, queryRate), rate) }),
        ...(maxPrice === undefined ? {} : { lte: greatestAmount(toBase(maxPrice, queryRate), rate) }),
      };
      return allOf([{ term: { currency: code } }, { range: { price: range } }]);
    }),
  );
}

/** Sorts by price in base currency. Listings without a price come last in both directions. */
export function priceSort(exchange: ExchangeRates, order: 'asc' | 'desc'): Json {
  const rates = Object.fromEntries(
    currenciesOf(exchange).map((currency) => [currency, rateOf(exchange, currency)]),
  );
  const missing = order === 'asc' ? Number.MAX_VALUE : -Number.MAX_VALUE;
  return {
    _script: { type: 'number', order, script: { source: IN_BASE, params: { rates, none: missing } } },
  };
}

const IN_BASE = `
if (doc['price'].size() == 0 || doc['currency'].size() == 0) return params.none;
def rate = params.rates[doc['currency'].value];
if (rate == null) return params.none;
return Math.round(doc['price'].value / ((Number) rate).doubleValue() * 1000000.0) / 1000000.0;`;
