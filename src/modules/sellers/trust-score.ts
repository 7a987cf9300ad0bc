/** Formula of docs/trust-score.md, as pure functions. */

export interface TrustFacts {
  readonly verified: boolean;
  readonly ownerEmailVerified: boolean;
  readonly ageDays: number;
  readonly ratingCount: number;
  readonly ratingSum: number;
  /** Conversations started by buyers in the last 90 days, and how many of them got a reply. */
  readonly inquiries: number;
  readonly answered: number;
  /** Median time to the first reply. */
  readonly responseMinutes: number | null;
  /** Share of the profile that is filled in, 0 to 1. */
  readonly profileShare: number;
  readonly liveListings: number;
  /** 0 to 100, over the live listings. */
  readonly averageQuality: number;
  /** Reports against the seller's team that administrators upheld in the last year. */
  readonly upheldReports: number;
  /** Listings that administrators rejected or took down in the last year. */
  readonly refusedListings: number;
}

/** Maximum of each part; the positive ones add up to 100. */
export const TRUST_PARTS = {
  verified: 25,
  email: 5,
  age: 10,
  rating: 25,
  answers: 10,
  speed: 5,
  profile: 10,
  listings: 10,
  reports: -45,
  refusals: -15,
} as const;

export type TrustPart = keyof typeof TRUST_PARTS;
export type TrustParts = Readonly<Record<TrustPart, number>>;

const DAYS_TO_FULL_AGE = 730;
/** Prior ratings: every seller starts with this many of this value, so that a single rating hardly matters. */
const RATING_PRIOR = { count: 5, average: 3.5 } as const;
const ANSWER_PRIOR = { inquiries: 3, answered: 1.5 } as const;
const RATING_RANGE = { min: 1, max: 5 } as const;
const FAST_MINUTES = 60;
const SLOW_MINUTES = 48 * 60;
const LISTINGS_TO_FULL = 5;
const COST_PER_REPORT = 15;
const COST_PER_REFUSAL = 3;

export function trustParts(facts: TrustFacts): TrustParts {
  const listings = unit(facts.averageQuality / 100) * unit(facts.liveListings / LISTINGS_TO_FULL);
  return {
    verified: facts.verified ? TRUST_PARTS.verified : 0,
    email: facts.ownerEmailVerified ? TRUST_PARTS.email : 0,
    age: tenths(TRUST_PARTS.age * unit(facts.ageDays / DAYS_TO_FULL_AGE)),
    rating: tenths(TRUST_PARTS.rating * ratingShare(facts)),
    answers: tenths(TRUST_PARTS.answers * answerShare(facts)),
    speed: tenths(TRUST_PARTS.speed * speedShare(facts)),
    profile: tenths(TRUST_PARTS.profile * unit(facts.profileShare)),
    listings: tenths(TRUST_PARTS.listings * listings),
    reports: -Math.min(-TRUST_PARTS.reports, COST_PER_REPORT * facts.upheldReports),
    refusals: -Math.min(-TRUST_PARTS.refusals, COST_PER_REFUSAL * facts.refusedListings),
  };
}

/** Returns the score, 0 to 100. */
export function trustScore(parts: TrustParts): number {
  const sum = Object.values(parts).reduce((total, points) => total + points, 0);
  return Math.min(100, Math.max(0, Math.round(sum)));
}

function ratingShare({ ratingCount, ratingSum }: TrustFacts): number {
  const average =
    (ratingSum + RATING_PRIOR.count * RATING_PRIOR.average) / (ratingCount + RATING_PRIOR.count);
  return (average - RATING_RANGE.min) / (RATING_RANGE.max - RATING_RANGE.min);
}

function answerShare({ inquiries, answered }: TrustFacts): number {
  return (answered + ANSWER_PRIOR.answered) / (inquiries + ANSWER_PRIOR.inquiries);
}

/** Logarithmic: one more hour matters much after one hour and little after a day. */
function speedShare({ inquiries, responseMinutes }: TrustFacts): number {
  if (responseMinutes === null) return inquiries === 0 ? 0.5 : 0;
  const over = Math.max(responseMinutes, FAST_MINUTES) / FAST_MINUTES;
  return unit(1 - Math.log(over) / Math.log(SLOW_MINUTES / FAST_MINUTES));
}

function unit(share: number): number {
  return Math.min(1, Math.max(0, share));
}

function tenths(points: number): number {
  return Math.round(points * 10) / 10;
}
