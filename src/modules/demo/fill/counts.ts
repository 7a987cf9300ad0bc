/** Row counts of an instance with a million listings; other sizes have a proportional share. */
const PER_MILLION_LISTINGS = {
  listings: 1_000_000,
  dealers: 20_000,
  listingsOfLargestDealer: 20_000,
  buyers: 980_000,
  conversations: 1_000_000,
  reviews: 500_000,
  reports: 50_000,
  blocks: 50_000,
  favorites: 2_000_000,
  favoritesOfOneListing: 50_000,
  favoritesOfOneBuyer: 5_000,
  comparisons: 200_000,
  savedSearches: 500_000,
  savedViews: 50_000,
  alerts: 1_500_000,
  notifications: 5_000_000,
  views: 2_000_000,
  webhooks: 2_000,
  events: 1_000_000,
  deliveries: 600_000,
  attempts: 1_000_000,
  invoices: 200_000,
  imports: 20_000,
  importProblems: 200_000,
  sessions: 200_000,
  codes: 50_000,
  signatures: 100_000,
  idempotencyKeys: 300_000,
  liveEvents: 600_000,
  fileRemovals: 200_000,
  auditEntries: 1_000_000,
} as const;

export type FillCount = keyof typeof PER_MILLION_LISTINGS;
export type FillCounts = Readonly<Record<FillCount, number>>;

export const FILL_COUNTS = Object.keys(PER_MILLION_LISTINGS) as readonly FillCount[];

/** The named sizes of `fifthwheel seed --size`, by their listings. */
export const FILL_SIZES = { small: 10_000, medium: 100_000, large: 1_000_000 } as const;

/** Scales all counts with the number of listings, except the given ones. */
export function countsFor(listings: number, overrides: Partial<FillCounts> = {}): FillCounts {
  const share = listings / PER_MILLION_LISTINGS.listings;
  const counts = FILL_COUNTS.map((name) => [
    name,
    overrides[name] ??
      Math.max(
        name === 'dealers' || name === 'buyers' ? 10 : 1,
        Math.round(PER_MILLION_LISTINGS[name] * share),
      ),
  ]);
  return Object.fromEntries(counts) as FillCounts;
}
