import { generateBuyers } from './buyers.ts';
import { generateListing } from './listing.ts';
import { Random } from './random.ts';
import { type DemoBuyer, type DemoListing, type DemoSeller, planLimits } from './records.ts';
import { generateSellers } from './sellers.ts';
import type { World } from './world.ts';

export interface MarketOptions {
  readonly seed: number;
  readonly sellers: number;
  readonly buyers: number;
  readonly listings: number;
  /** The present of the demo data; only expiries are later. */
  readonly now: Date;
  readonly world: World;
}

export interface DemoMarket {
  readonly sellers: readonly DemoSeller[];
  readonly buyers: readonly DemoBuyer[];
  readonly listings: readonly DemoListing[];
}

/** Generates a realistic marketplace. The seed and the instant determine every figure. */
export function generateMarket({
  seed,
  sellers: sellerCount,
  buyers,
  listings,
  now,
  world,
}: MarketOptions): DemoMarket {
  const sellers = generateSellers({ seed, count: sellerCount, now, world });
  const stock = allocate(new Random(seed, 'stock'), sellers, listings);
  return {
    sellers,
    buyers: generateBuyers({ seed, count: buyers, now }),
    listings: feature(
      sellers,
      stock.map((seller, index) => generateListing({ seed, index, seller, now, world })),
    ),
  };
}

export interface ListingsOptions {
  readonly seed: number;
  readonly count: number;
  /**
   * Index of the first listing in the sequence of the seed. Two runs that do not overlap share no VIN and no
   * stock number.
   */
  readonly startIndex: number;
  readonly sellers: readonly DemoSeller[];
  readonly now: Date;
  readonly world: World;
}

/**
 * Generates any number of listings, one at a time. They belong to sellers whose plan has no limit, if there
 * are any.
 */
export function* generateListings(options: ListingsOptions): Generator<DemoListing, void, undefined> {
  const { seed, count, startIndex, sellers, now, world } = options;
  const unlimited = sellers.filter((seller) => planLimits[seller.plan].activeListings === null);
  const eligibleSellers = unlimited.length > 0 ? unlimited : sellers;
  for (let index = startIndex; index < startIndex + count; index += 1) {
    const seller = new Random(seed, 'taker', index).pick(eligibleSellers);
    yield generateListing({ seed, index, seller, now, world });
  }
}

/**
 * Returns the seller of each listing, in shuffled order: limited plans are partly filled, and groups share
 * the rest.
 */
export function allocate(random: Random, sellers: readonly DemoSeller[], listings: number): DemoSeller[] {
  const limits = sellers.map((seller) => planLimits[seller.plan].activeListings);
  const wanted = limits.map((limit) =>
    limit === null ? 0 : Math.round(limit * (0.45 + 0.45 * random.unit())),
  );
  const groups = sellers.filter((_, index) => limits[index] === null);
  const limitedTotal = wanted.reduce((total, count) => total + count, 0);
  // If there are groups, they hold at least a third.
  const limitedShare = groups.length > 0 ? Math.round((listings * 2) / 3) : listings;
  const scale = Math.min(1, limitedShare / Math.max(1, limitedTotal));
  const stock = sellers.flatMap((seller, index) =>
    Array.from({ length: Math.floor((wanted[index] ?? 0) * scale) }, () => seller),
  );
  fillUp(stock, sellers, groups, listings);
  for (let index = stock.length - 1; index > 0; index -= 1) {
    const other = random.integer(0, index);
    const [a, b] = [stock[index], stock[other]];
    if (a !== undefined && b !== undefined) [stock[index], stock[other]] = [b, a];
  }
  return stock;
}

function fillUp(
  stock: DemoSeller[],
  sellers: readonly DemoSeller[],
  groups: readonly DemoSeller[],
  listings: number,
): void {
  const held = new Map<DemoSeller, number>();
  for (const seller of stock) held.set(seller, (held.get(seller) ?? 0) + 1);
  const hasRoom = (seller: DemoSeller): boolean =>
    (held.get(seller) ?? 0) < (planLimits[seller.plan].activeListings ?? Infinity);
  while (stock.length < listings) {
    const before = stock.length;
    for (const seller of groups.length > 0 ? groups : sellers) {
      if (stock.length === listings || !hasRoom(seller)) continue;
      stock.push(seller);
      held.set(seller, (held.get(seller) ?? 0) + 1);
    }
    if (stock.length === before)
      throw new Error(`the plans of ${sellers.length} sellers do not allow ${listings} listings`);
  }
}

/** Gives each seller's featured slots to the seller's most viewed live listings. */
function feature(sellers: readonly DemoSeller[], listings: readonly DemoListing[]): DemoListing[] {
  const chosen = new Set<number>();
  for (const seller of sellers) {
    listings
      .filter((listing) => listing.sellerIndex === seller.index && listing.status === 'ACTIVE')
      .toSorted((a, b) => b.views - a.views || a.index - b.index)
      .slice(0, planLimits[seller.plan].featuredSlots)
      .forEach((listing) => chosen.add(listing.index));
  }
  return listings.map((listing) => (chosen.has(listing.index) ? { ...listing, featured: true } : listing));
}
