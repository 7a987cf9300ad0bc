import type { SavedConditions } from './conditions.ts';
import { rateOf } from '../store/currency.ts';
import type { ExchangeRates, SearchDocument, SearchQuery } from '../types.ts';

// Packs the year and price bounds of a saved query into one word next to its number, so that most queries of
// a busy bucket are discarded without a full check. It may accept what the full check rejects, but never the
// reverse.

const YEAR_FIRST = 1950;
const STEP_MAX = 127;
const CURRENCIES_MAX = 15;
// Ten steps per doubling; the first step ends at this amount.
const PRICE_FIRST = 200;
const STEPS_PER_DOUBLING = 10;

function yearStep(year: number): number {
  return Math.min(STEP_MAX, Math.max(0, Math.floor(year) - YEAR_FIRST));
}

function priceStep(amount: number): number {
  if (!(amount > PRICE_FIRST)) return 0;
  return Math.min(STEP_MAX, Math.floor(Math.log2(amount / PRICE_FIRST) * STEPS_PER_DOUBLING) + 1);
}

export function prefilterOf(query: SearchQuery, conditions: SavedConditions): number {
  const isPriced = query.minPrice !== undefined || query.maxPrice !== undefined;
  const currency = isPriced ? conditions.currency(query) : 0;
  const isPrefiltered = currency > 0 && currency <= CURRENCIES_MAX;
  const years = yearStep(query.minYear ?? 0) | (yearStep(query.maxYear ?? Infinity) << 7);
  if (!isPrefiltered) return years | (STEP_MAX << 21);
  const prices = (priceStep(query.minPrice ?? 0) << 14) | (priceStep(query.maxPrice ?? Infinity) << 21);
  return (years | prices | (currency << 28)) >>> 0;
}

/** The steps of a document, which are compared with prefilters. */
export interface PrefilterFacts {
  /** NaN without a year. Then only the full check rejects a query with a lower bound above the first year. */
  year: number;
  /**
   * Steps by ordinal of the query's currency, extended by one in each direction, because conversion can round
   * across an edge. Ordinal 0 accepts all.
   */
  priceLow: Uint8Array;
  priceHigh: Uint8Array;
}

export function prefilterFacts(
  document: SearchDocument,
  conditions: SavedConditions,
  exchange: ExchangeRates,
): PrefilterFacts {
  const priceLow = new Uint8Array(CURRENCIES_MAX + 1).fill(0);
  const priceHigh = new Uint8Array(CURRENCIES_MAX + 1).fill(STEP_MAX);
  const { price } = document;
  for (let currency = 1; currency < Math.min(CURRENCIES_MAX + 1, conditions.currencies.size); currency++) {
    if (price === null) continue;
    const rate = rateOf(exchange, conditions.currencies.value(currency));
    const step = priceStep((price / rateOf(exchange, document.currency)) * rate);
    priceLow[currency] = Math.max(0, step - 1);
    priceHigh[currency] = Math.min(STEP_MAX, step + 1);
  }
  return { year: document.year === null ? -1 : yearStep(document.year), priceLow, priceHigh };
}

export function canAccept(prefilter: number, facts: PrefilterFacts): boolean {
  const { year } = facts;
  if (year >= 0 && ((prefilter & 127) > year || ((prefilter >>> 7) & 127) < year)) return false;
  const currency = prefilter >>> 28;
  return (
    ((prefilter >>> 14) & 127) <= (facts.priceHigh[currency] as number) &&
    ((prefilter >>> 21) & 127) >= (facts.priceLow[currency] as number)
  );
}
