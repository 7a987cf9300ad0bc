/** Compares a listing's price with those of similar live listings. Returns no position if there are too few of them. */
import {
  convert,
  type ExchangeRates,
  type ListingIndex,
  type NumberRange,
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
    const query = queryOf(basis, seed);
    const found = await index.search({ ...query, limit: 0 });
    const compared = found.total - (seed.isLive ? 1 : 0);
    nearest = { ...NO_POSITION, compared: Math.max(compared, nearest.compared) };
    if (compared < LIKE_MIN) continue;
    const cheaper = await index.search({ ...query, maxPrice: price * BELOW, currency, limit: 0 });
    /** Returns the price at this share of the other listings, sorted by price. Skips the listing itself. */
    const priceAtShare = (share: number): Promise<number | null> => {
      const rank = Math.round((compared - 1) * share);
      const offset = seed.isLive && rank >= cheaper.total ? rank + 1 : rank;
      return priceAt(index, { ...query, sort: 'price', order: 'asc', offset, limit: 1 }, currency, rates);
    };
    const [low, usualFrom, median, usualTo, high] = await Promise.all([
      priceAtShare(0.1),
      priceAtShare(0.25),
      priceAtShare(0.5),
      priceAtShare(0.75),
      priceAtShare(0.9),
    ]);
    if (low === null || usualFrom === null || median === null || usualTo === null || high === null)
      return null;
    const range = { low, usualFrom, median, usualTo, high };
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

async function priceAt(
  index: ListingIndex,
  query: SearchQuery,
  currency: string,
  rates: ExchangeRates,
): Promise<number | null> {
  const [hit] = (await index.search(query)).hits;
  if (hit === undefined) return null;
  const summary = unnamedSummary(hit.summary);
  if (summary.price === null) return null;
  return Math.round(convert(rates, summary.price, summary.currency ?? rates.base, currency) ?? summary.price);
}
