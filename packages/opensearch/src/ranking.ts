import { FRESHNESS_STEPS, freshnessStep, SCORE_DIGITS } from '@fifthwheel/search/matching';
import { defaultOrder, type ExchangeRates, type SearchQuery } from '@fifthwheel/search';
import type { ResponseHit } from './index-queries.ts';
import { priceSort } from './prices.ts';
import type { Json } from './query-types.ts';

const BY_ID: Json = { id: 'asc' };
const SORTED_FIELDS = {
  year: 'year',
  mileage: 'mileage',
  created_at: 'created_at',
  views: 'views',
  price_position: 'price_position',
} as const;

// Integers, in units of the last digit of a score.
const FRESHNESS = FRESHNESS_STEPS.map(
  ({ ageMs, boost }) => `if (age <= ${ageMs}L) units += ${Math.round(boost * SCORE_DIGITS)}; else `,
).join('');
const BOOSTED = `
long age = params.rankedAt - doc['published_at'].value;
long units = doc['boost'].value;
${FRESHNESS}units += 0;
return Math.round((params.hasWords ? _score : 1.0) * (1.0 + units / ${SCORE_DIGITS}.0) * ${SCORE_DIGITS}.0);`;

export interface Ranked {
  readonly hasWords: boolean;
  readonly rankedAtMs: number;
}

/**
 * Computes the score of every match in units of its last digit: the sum of the words' scores, times the
 * boost.
 */
export function scored(query: Json, { hasWords, rankedAtMs }: Ranked): Json {
  return { script_score: { query, script: { source: BOOSTED, params: { rankedAt: rankedAtMs, hasWords } } } };
}

/** Fields from which the score of a hit is computed if hits are not sorted by it, for the page only. */
export const SCORE_FIELDS = ['boost', 'published_at'] as const;

/** Computes the same score for a hit with these fields. */
export function scoreOf({ _score, fields }: ResponseHit, { hasWords, rankedAtMs }: Ranked): number {
  const [lasting = 0, publishedAt = 0] = SCORE_FIELDS.map((field) => Number(fields?.[field]?.[0] ?? 0));
  const freshness = FRESHNESS_STEPS[freshnessStep(publishedAt, rankedAtMs)]?.boost ?? 0;
  const units = lasting + Math.round(freshness * SCORE_DIGITS);
  // The cluster computes scores in single precision.
  const matched = hasWords ? Math.fround(_score ?? 0) : 1;
  return Math.round(matched * (1 + units / SCORE_DIGITS) * SCORE_DIGITS);
}

/** Breaks ties by ID. Listings without the value come last in both directions. */
export function sortOf(query: SearchQuery, exchange: ExchangeRates): Json[] {
  const { sort = 'relevance', geo } = query;
  const order = query.order ?? defaultOrder(sort);
  if (sort === 'relevance') return [{ _score: order }, BY_ID];
  if (sort === 'price') return [priceSort(exchange, order), BY_ID];
  if (sort !== 'distance') return [{ [SORTED_FIELDS[sort]]: { order, missing: '_last' } }, BY_ID];
  if (geo === undefined) return [BY_ID];
  const distance = { place: { lat: geo.lat, lon: geo.lng }, order, unit: 'km', distance_type: 'arc' };
  return [{ located: 'desc' }, { _geo_distance: distance }, BY_ID];
}
