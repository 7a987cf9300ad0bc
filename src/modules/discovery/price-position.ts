/** Compares a listing's price with those of similar live listings. Returns no position if there are too few of them. */
import {
  convert,
  type ExchangeRates,
  type ListingIndex,
  type NumberRange,
  type SearchHit,
  type SearchQuery,
  FLAG_SET,
} from '@fifthwheel/search';
import {
  type SimilarSearch,
  type PricePosition,
  type PricePositionName,
  type PricedSeed,
} from '../listings/index.ts';
import { unnamedSummary } from './packed-summaries.ts';

/** Attempts to read all prices without a change of the index in between. */
const ATTEMPTS_MAX = 3;
/** Similar listings needed for a meaningful comparison. */
const LIKE_MIN = 8;
const POWER_SHARE = 0.15;
const USE_SHARE = 0.5;
/** Least width of the range: for a nearly new vehicle, half its mileage would be too narrow. */
const MILEAGE_BAND_MIN_KM = 50_000;
const HOURS_BAND_MIN = 1000;
/** Up to this many similar listings, one search reads all prices. Beyond it, only the prices at the needed ranks are read. */
const ONE_SEARCH_MAX = 100;
/** Ranks of `low`, `usualFrom`, `median`, `usualTo` and `high`, as shares of the listings sorted by price. */
const SHARES = [0.1, 0.25, 0.5, 0.75, 0.9] as const;
/** Factor for a bound just below a price, because the bounds of a search are inclusive. */
const BELOW = 1 - 1e-6;

const NO_POSITION: PricePosition = {
  position: null,
  compared: 0,
  basis: null,
  currency: null,
  low: null,
  usualFrom: null,
  median: null,
  usualTo: null,
  high: null,
};

export async function findPricePosition(
  index: ListingIndex,
  seed: PricedSeed,
  rates: ExchangeRates,
): Promise<PricePosition> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const position = await tryFind(index, seed, rates);
    if (position !== null) return position;
  }
  return NO_POSITION;
}

/** Returns null if the similar listings changed between the searches. */
async function tryFind(
  index: ListingIndex,
  seed: PricedSeed,
  rates: ExchangeRates,
): Promise<PricePosition | null> {
  const { price, currency } = seed;
  if (price === null || currency === null || seed.year === null) return NO_POSITION;
  let nearest = NO_POSITION;
  for (const basis of widening(seed, seed.year)) {
    const query: SearchQuery = { ...queryOf(basis, seed), sort: 'price', order: 'asc' };
    const result = await index.search({ ...query, limit: ONE_SEARCH_MAX });
    const compared = result.total - (seed.isLive ? 1 : 0);
    nearest = { ...NO_POSITION, compared: Math.max(compared, nearest.compared) };
    if (compared < LIKE_MIN) continue;
    const prices =
      result.total <= ONE_SEARCH_MAX
        ? result.hits.filter(({ id }) => id !== seed.id).map((hit) => priceOf(hit, currency, rates))
        : null;
    // The listing has changed and is no longer among the results, so the comparison starts again.
    if (prices !== null && prices.length !== compared) return null;
    const rankOf = (share: number): number => Math.round((compared - 1) * share);
    const range = completeRange(
      prices === null
        ? await pricesAt(index, query, SHARES.map(rankOf), seed, rates)
        : SHARES.map((share) => prices[rankOf(share)] ?? null),
    );
    if (range === null) return null;
    return { position: positionOf(price, range), compared, basis, currency, ...range };
  }
  return nearest;
}

interface Range {
  readonly low: number;
  readonly usualFrom: number;
  readonly median: number;
  readonly usualTo: number;
  readonly high: number;
}

/** Returns the range from the prices at `SHARES`; null if a price is missing. */
function completeRange(prices: readonly (number | null)[]): Range | null {
  if (prices.length < SHARES.length || prices.includes(null)) return null;
  const [low = 0, usualFrom = 0, median = 0, usualTo = 0, high = 0] = prices as readonly number[];
  return { low, usualFrom, median, usualTo, high };
}

function positionOf(price: number, range: Range): PricePositionName {
  if (price < range.low) return 'lowest';
  if (price < range.usualFrom) return 'low';
  if (price > range.high) return 'highest';
  return price > range.usualTo ? 'high' : 'usual';
}

/** Yields searches from narrow to wide: the same model of similar age, use and power; a wider age; the same type of any make. */
function* widening(seed: PricedSeed, year: number): Generator<SimilarSearch> {
  const { category, subcategory, brand, model, driveType } = seed;
  const type = { category, ...(subcategory === null ? {} : { subcategory }) };
  const similar = { ...conditionOf(seed), ...powerOf(seed), ...useOf(seed), ...vatOf(seed) };
  if (brand !== null && model !== null) {
    const sameModel = { ...type, brand, model, ...similar };
    yield { ...sameModel, min_year: year - 1, max_year: year + 1 };
    yield { ...sameModel, min_year: year - 2, max_year: year + 2 };
  }
  // Without a type, the vehicles of a category differ too much for their prices to be comparable.
  if (subcategory !== null)
    yield {
      ...type,
      ...(driveType === null ? {} : { drive_type: driveType }),
      ...similar,
      min_year: year - 1,
      max_year: year + 1,
    };
}

function conditionOf({ condition }: PricedSeed): SimilarSearch {
  return { condition: condition === 'new' ? 'new' : 'used,certified' };
}

function powerOf({ powerHp }: PricedSeed): SimilarSearch {
  if (powerHp === null) return {};
  return {
    min_power: Math.round(powerHp * (1 - POWER_SHARE)),
    max_power: Math.round(powerHp * (1 + POWER_SHARE)),
  };
}

function useOf({ mileage, operatingHours }: PricedSeed): SimilarSearch {
  if (mileage !== null) {
    const band = Math.max(mileage * USE_SHARE, MILEAGE_BAND_MIN_KM);
    return { min_mileage: Math.max(0, Math.round(mileage - band)), max_mileage: Math.round(mileage + band) };
  }
  if (operatingHours === null) return {};
  const band = Math.max(operatingHours * USE_SHARE, HOURS_BAND_MIN);
  return {
    min_hours: Math.max(0, Math.round(operatingHours - band)),
    max_hours: Math.round(operatingHours + band),
  };
}

function vatOf({ vatDeductible }: PricedSeed): SimilarSearch {
  return vatDeductible ? { vat_deductible: true } : {};
}

/** Returns the query that `GET /search` runs for the same parameters, limited to listings with a price. */
function queryOf(basis: SimilarSearch, { vatDeductible }: PricedSeed): SearchQuery {
  const listOf = (value: string | undefined) => (value === undefined ? undefined : [value]);
  return {
    categories: listOf(basis.category),
    subcategories: listOf(basis.subcategory),
    brands: listOf(basis.brand),
    models: listOf(basis.model),
    minYear: basis.min_year,
    maxYear: basis.max_year,
    minMileage: basis.min_mileage,
    maxMileage: basis.max_mileage,
    ranges: {
      powerHp: rangeOf(basis.min_power, basis.max_power),
      operatingHours: rangeOf(basis.min_hours, basis.max_hours),
    },
    values: {
      driveType: listOf(basis.drive_type),
      condition: basis.condition?.split(','),
      priced: [FLAG_SET],
      vat: vatDeductible ? [FLAG_SET] : undefined,
    },
    // Compare prices that include deductible VAT only with each other.
    ...(vatDeductible ? {} : { meant: [{ not: { field: 'vat', values: [FLAG_SET] } }] }),
  };
}

/** Returns undefined without bounds, because even an unbounded range excludes listings without a value. */
function rangeOf(min: number | undefined, max: number | undefined): NumberRange | undefined {
  return min === undefined && max === undefined ? undefined : { min, max };
}

/** Returns the prices at these ranks of the other listings, without reading the prices between them. */
async function pricesAt(
  index: ListingIndex,
  query: SearchQuery,
  ranks: readonly number[],
  { price, currency, isLive }: PricedSeed,
  rates: ExchangeRates,
): Promise<readonly (number | null)[]> {
  if (price === null || currency === null) return [];
  const cheaper = await index.search({ ...query, maxPrice: price * BELOW, currency, limit: 0 });
  return Promise.all(
    ranks.map(async (rank) => {
      const offset = isLive && rank >= cheaper.total ? rank + 1 : rank;
      const [hit] = (await index.search({ ...query, offset, limit: 1 })).hits;
      return hit === undefined ? null : priceOf(hit, currency, rates);
    }),
  );
}

function priceOf({ summary }: SearchHit, currency: string, rates: ExchangeRates): number | null {
  const { price, currency: own } = unnamedSummary(summary);
  if (price === null) return null;
  return Math.round(convert(rates, price, own ?? rates.base, currency) ?? price);
}
