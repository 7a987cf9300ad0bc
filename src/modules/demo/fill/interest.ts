import { DAY_MS } from '../../../platform/clock.ts';
import type { Row } from './copy.ts';
import { type Fill, type FilledListing, required, range } from './fill.ts';
import { addMatches, type WaitingMatch } from './matches.repository.ts';

interface Favorite {
  readonly n: number;
  readonly listing: FilledListing;
  readonly buyerId: string;
}

/**
 * Decides which buyer saves which listing; one listing and one buyer have the most. Records the number of favorites in
 * the listings.
 */
export function planFavorites(fill: Fill): Favorite[] {
  const { favorites: count, favoritesOfOneListing, favoritesOfOneBuyer, buyers } = fill.counts;
  const taken = new Set<number>();
  const planned: Favorite[] = [];
  const favorite = favoriteOfMany(fill);
  for (let n = 0; planned.length < count && n < count * 2; n += 1) {
    const isOfOneListing = n < favoritesOfOneListing;
    const isOfOneBuyer = !isOfOneListing && n < favoritesOfOneListing + favoritesOfOneBuyer;
    const seen = isOfOneListing ? favorite : fill.draw(40, n, fill.seen.length);
    const buyer = isOfOneListing ? n % buyers : isOfOneBuyer ? 0 : 1 + fill.draw(41, n, buyers - 1);
    const key = seen * buyers + buyer;
    if (taken.has(key)) continue;
    taken.add(key);
    const listing = fill.seenListing(seen);
    listing.favorites += 1;
    planned.push({ n, listing, buyerId: fill.buyerId(buyer) });
  }
  return planned;
}

/** First live listing of the largest dealer, which buyers have viewed. */
function favoriteOfMany(fill: Fill): number {
  return Math.max(
    0,
    fill.seen.findIndex((n) => fill.listing(n).seller === 0 && fill.listing(n).isLive),
  );
}

export async function fillInterest(fill: Fill, favorites: readonly Favorite[]): Promise<void> {
  const { copy } = fill.options;
  const { comparisons } = fill.counts;
  await copy.rows('favorites', favoriteRows(fill, favorites));
  await copy.rows('announcements', announcementRows(fill, favorites));
  await copy.rows('comparisons', comparisonRows(fill));
  await copy.rows('comparison_listings', comparedRows(fill, comparisons));
  await copy.rows('saved_searches', searchRows(fill));
  await addMatches(fill.options.platform.db, [...waitingMatches(fill)]);
  await copy.rows('held_price_drops', heldRows(fill));
  await copy.rows('saved_views', viewRows(fill));
}

function* favoriteRows(fill: Fill, favorites: readonly Favorite[]): Generator<Row> {
  for (const { n, listing, buyerId } of favorites) {
    const at = fill.at(n, fill.counts.favorites * 2, 200);
    yield {
      id: fill.id('fav', at, n),
      user_id: buyerId,
      listing_id: listing.id,
      title: listing.title,
      price_at_added: listing.price,
      currency_at_added: listing.price === null ? null : listing.currency,
      created_at: at,
    };
  }
}

/** Every other favorite has become cheaper since. */
function* announcementRows(fill: Fill, favorites: readonly Favorite[]): Generator<Row> {
  for (const { n, listing, buyerId } of favorites) {
    if (n % 2 === 1 || listing.price === null) continue;
    yield {
      listing_id: listing.id,
      user_id: buyerId,
      reason: 'price_drop',
      at: fill.at(n, fill.counts.favorites * 2, 200),
      price: listing.price,
      currency: listing.currency,
      by_mail: true,
    };
  }
}

/** Comparisons of the busiest buyer come first: one in a hundred, up to the limit per user. */
const COMPARISONS_OF_ONE = 20;
const buyerOfComparison = (n: number): number => (n < COMPARISONS_OF_ONE ? 0 : n);

function comparisonOf(fill: Fill, n: number): { id: string; at: Date } {
  const at = fill.at(n, fill.counts.comparisons, 100);
  return { id: fill.id('cmp', at, n), at };
}

function* comparisonRows(fill: Fill): Generator<Row> {
  for (const n of range(fill.counts.comparisons)) {
    const { id, at } = comparisonOf(fill, n);
    const buyerId = fill.buyerId(buyerOfComparison(n));
    yield { id, user_id: buyerId, name: `Comparison ${n}`, created_at: at, updated_at: at };
  }
}

function* comparedRows(fill: Fill, count: number): Generator<Row> {
  for (const n of range(count)) {
    const first = fill.draw(42, n, fill.seen.length);
    for (const position of range(Math.min(3, fill.seen.length))) {
      const { id, title } = fill.seenListing(first + position);
      yield { comparison_id: comparisonOf(fill, n).id, position, listing_id: id, title };
    }
  }
}

const FREQUENCIES = ['instant', 'daily', 'daily', 'weekly'] as const;
const WORDS = [
  'actros',
  'tgx',
  'fh 500',
  'refrigerated',
  'tipper',
  'crane',
  'xf 480',
  'low loader',
  'excavator',
] as const;
const COUNTRIES = ['DE', 'PL', 'FR', 'NL', 'ES', 'IT'] as const;
const FIRST_BUYER_WITH_SEARCHES = 2;
const VIEWS_OF_ONE = 50;

function queryOf(fill: Fill, n: number): Row {
  const { taxonomy } = fill.options;
  const top = taxonomy.categories.filter((category) => category.parentId === null && category.active);
  const category = required(top[n % top.length]).slug;
  const brand = required(taxonomy.brands[fill.draw(43, n, Math.min(20, taxonomy.brands.length))]).slug;
  switch (n % 5) {
    case 0:
      return { category, brand, max_price: 20_000 + (n % 80) * 1000, currency: 'EUR' };
    case 1:
      return { category, country: COUNTRIES[n % COUNTRIES.length] };
    case 2:
      return { brand, min_year: 2005 + (n % 20) };
    case 3:
      return { q: WORDS[n % WORDS.length], max_price: 15_000 + (n % 100) * 1000 };
    default:
      return { category, lat: 48 + (n % 60) / 10, lng: 6 + (n % 90) / 10, radius: 50 + (n % 5) * 50 };
  }
}

function searchOf(fill: Fill, n: number): { id: string; at: Date } {
  const at = fill.at(n, fill.counts.savedSearches, 300);
  return { id: fill.id('ssr', at, n), at };
}

function* searchRows(fill: Fill): Generator<Row> {
  for (const n of range(fill.counts.savedSearches)) {
    const { id, at } = searchOf(fill, n);
    yield {
      id,
      user_id: fill.buyerId(n < 20 ? 0 : FIRST_BUYER_WITH_SEARCHES + n),
      name: `Search ${n}`,
      query: queryOf(fill, n),
      alerts: n % 10 !== 0,
      alert_frequency: FREQUENCIES[n % FREQUENCIES.length],
      created_at: at,
      updated_at: at,
      last_alert_at: n % 3 === 0 ? fill.before(DAY_MS / 2) : null,
    };
  }
}

/** The largest dealer has fifty, all others some. */
function* viewRows(fill: Fill): Generator<Row> {
  const { savedViews } = fill.counts;
  for (const n of range(savedViews)) {
    const at = fill.at(n, savedViews, 200);
    const seller = fill.seller(n < VIEWS_OF_ONE ? 0 : n);
    yield {
      id: fill.id('svw', at, n),
      user_id: seller.ownerId,
      area: 'listings',
      name: `View ${n}`,
      query: `q=${WORDS[n % WORDS.length]}&sort=price`,
      created_at: at,
    };
  }
}

/** Pending matches: a fifth of three matches of each digest search, at different listings. */
function* waitingMatches(fill: Fill): Generator<WaitingMatch> {
  const { alerts, savedSearches } = fill.counts;
  for (const n of range(alerts)) {
    const search = n % savedSearches;
    if (n % 5 !== 0 || search % FREQUENCIES.length === 0 || search % 10 === 0) continue;
    yield {
      searchId: searchOf(fill, search).id,
      listingId: listingOfAlert(fill, n),
      at: fill.before(DAY_MS / 4 + fill.draw(45, n, 6) * DAY_MS),
    };
  }
}

/** Price drops that owners of instant searches have already been notified of today. */
function* heldRows(fill: Fill): Generator<Row> {
  const { alerts, savedSearches } = fill.counts;
  for (const n of range(alerts)) {
    const search = n % savedSearches;
    if (n % 5 !== 0 || search % FREQUENCIES.length !== 0) continue;
    yield {
      search_id: searchOf(fill, search).id,
      listing_id: listingOfAlert(fill, n),
      until: fill.before(-DAY_MS / 2),
    };
  }
}

function listingOfAlert(fill: Fill, n: number): string {
  const { savedSearches } = fill.counts;
  const first = fill.draw(44, n % savedSearches, fill.seen.length);
  return fill.seenListing(first + Math.floor(n / savedSearches)).id;
}
