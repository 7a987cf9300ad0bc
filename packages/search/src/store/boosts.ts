// The bounded part of the ranking: score = text score × (1 + boosts), and the boosts alone without words. The
// sum of all boosts stays below 0.4, so that they order similar matches but never lift a poor match above a
// good one.

const DAY_MS = 86_400_000;

/**
 * Uses steps rather than a curve: the order changes only when a listing crosses a step, so pages are stable
 * in between.
 */
export const FRESHNESS_STEPS: readonly { ageMs: number; boost: number }[] = [
  { ageMs: 1 * DAY_MS, boost: 0.15 },
  { ageMs: 3 * DAY_MS, boost: 0.12 },
  { ageMs: 7 * DAY_MS, boost: 0.09 },
  { ageMs: 14 * DAY_MS, boost: 0.06 },
  { ageMs: 30 * DAY_MS, boost: 0.04 },
  { ageMs: 90 * DAY_MS, boost: 0.02 },
];
const FEATURED_BOOST = 0.1;
const VERIFIED_BOOST = 0.05;
const COMPLETENESS_BOOST = 0.08;

export const SCORE_DIGITS = 10_000;

export interface Boosted {
  publishedAtMs: number;
  featured: boolean;
  sellerVerified: boolean;
  completenessPercent: number;
}

export function completenessPercent(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 100);
}

/**
 * Returns the number of the freshness step at an instant; FRESHNESS_STEPS.length if the listing is older than
 * all.
 */
export function freshnessStep(publishedAtMs: number, rankedAtMs: number): number {
  const age = rankedAtMs - publishedAtMs;
  let step = 0;
  for (const { ageMs } of FRESHNESS_STEPS) {
    if (age <= ageMs) return step;
    step++;
  }
  return step;
}

/** Returns the factor of a document, at least 1. */
export function boostOf(document: Boosted, rankedAtMs: number): number {
  const fresh = FRESHNESS_STEPS[freshnessStep(document.publishedAtMs, rankedAtMs)]?.boost ?? 0;
  const featured = document.featured ? FEATURED_BOOST : 0;
  const verified = document.sellerVerified ? VERIFIED_BOOST : 0;
  return 1 + fresh + featured + verified + (COMPLETENESS_BOOST * document.completenessPercent) / 100;
}
