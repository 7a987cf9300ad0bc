import { addMs, DAY_MS, dayOf } from '../../../platform/clock.ts';
import type { Rendition } from '../../media/index.ts';
import { allocate, generateListing, Random } from '@fifthwheel/demo-market';
import type { DemoListing, DemoSeller } from '@fifthwheel/demo-market';
import { LISTING_COLUMNS, rowOf } from '../listings.ts';
import { world } from '../world.ts';
import type { Row } from './copy.ts';
import { type Fill, type FilledListing, required, range } from './fill.ts';
import { ORDINARY_DEALER } from './people.ts';

/** First number above the stock numbers and VINs of the demo data and of `--listings`. */
const FIRST_INDEX = 6_000_000;
const DAYS_OF_LARGEST_DEALER = 90;
const DAYS_OF_OTHERS = 10;
const SIZES = { large: 1600, medium: 800, thumbnail: 400 } as const;

/** Plans the listings before other tables refer to them. Writing them generates them once more. */
export function planStock(fill: Fill): void {
  const owners = ownersOf(fill);
  for (const [n, seller] of owners.entries()) {
    const listing = make(fill, n, seller);
    const isLive = listing.status === 'ACTIVE';
    fill.listings.push({
      id: fill.id('lst', listing.createdAt, n),
      seller,
      title: listing.title,
      price: listing.price,
      currency: listing.currency,
      publishedAt: listing.publishedAt,
      isLive,
      inquiries: 0,
      favorites: 0,
    });
    if (isLive || listing.status === 'SOLD') fill.seen.push(n);
  }
}

/** Owner of each listing by index. */
function ownersOf(fill: Fill): number[] {
  const { counts } = fill;
  const otherSellers = fill.sellers.slice(1).map(({ record }) => record);
  const rest = Math.max(0, counts.listings - counts.listingsOfLargestDealer);
  const dealt: DemoSeller[] = allocate(new Random(fill.options.seed, 'stock'), otherSellers, rest);
  const every = counts.listings / counts.listingsOfLargestDealer;
  let ofLargest = 0;
  let ofOthers = 0;
  return Array.from({ length: counts.listings }, (_, n) => {
    if (Math.floor(n / every) >= ofLargest && ofLargest < counts.listingsOfLargestDealer) {
      ofLargest += 1;
      return 0;
    }
    ofOthers += 1;
    return required(dealt[ofOthers - 1]).index;
  });
}

function make(fill: Fill, n: number, seller: number): DemoListing {
  const { seed, now } = fill.options;
  const { record } = fill.seller(seller);
  return generateListing({ seed, index: FIRST_INDEX + n, seller: record, now, world });
}

export async function fillStock(fill: Fill): Promise<void> {
  const { copy } = fill.options;
  await copy.rows('listings', listingRows(fill), [...LISTING_COLUMNS, ...COUNTED_COLUMNS]);
  await copy.rows('listing_images', imageRows(fill));
  await copy.rows('listing_price_history', priceRows(fill));
  await copy.rows('listing_history', historyRows(fill));
  await copy.rows('listing_expiry_warnings', warningRows(fill));
  await copy.rows('listing_stats_daily', statisticRows(fill));
  await copy.rows('listing_views', viewRows(fill));
  await copy.rows('listing_view_changes', viewChangeRows(fill));
}

const COUNTED_COLUMNS = ['favorites_count', 'inquiries_count', 'images_count', 'thumbnail'];

function* listingRows(fill: Fill): Generator<Row> {
  const { taxonomy } = fill.options;
  for (const [n, { id, seller, favorites, inquiries }] of fill.listings.entries()) {
    const listing = make(fill, n, seller);
    yield {
      ...rowOf(listing, taxonomy, fill.seller(seller).id, { id }),
      favorites_count: favorites,
      inquiries_count: inquiries,
      images_count: hasImage(n) ? 1 : 0,
      thumbnail: hasImage(n) ? `/${imageKey(fill, n, 'thumbnail', 'jpg')}` : null,
    };
  }
}

/** Every other listing; the files themselves are not made. */
const hasImage = (n: number): boolean => n % 2 === 0;

function imageKey(fill: Fill, n: number, size: string, extension: string): string {
  const name = fill.digest('image', n).toString('hex').slice(0, 32);
  return `media/listings/${name.slice(0, 2)}/${name}-${size}.${extension}`;
}

function* imageRows(fill: Fill): Generator<Row> {
  for (const [n, { id, publishedAt }] of fill.listings.entries()) {
    if (!hasImage(n)) continue;
    const at = publishedAt ?? fill.before(DAY_MS);
    const renditions = Object.entries(SIZES).flatMap(([size, width]): Rendition[] =>
      (['jpeg', 'webp'] as const).map((format) => ({
        size,
        format,
        key: imageKey(fill, n, size, format === 'jpeg' ? 'jpg' : format),
        width,
        height: (width * 3) / 4,
        bytes: width * 60,
      })),
    );
    yield {
      id: fill.id('img', at, n),
      listing_id: id,
      position: 1,
      width: 1600,
      height: 1200,
      bytes: 200_000,
      checksum: fill.digest('picture', n),
      renditions,
      created_at: at,
    };
  }
}

/** Original and current price of every fourth published listing. */
function* priceRows(fill: Fill): Generator<Row> {
  for (const { id, price, currency, publishedAt } of everySeen(fill, 4)) {
    if (price === null) continue;
    yield { listing_id: id, at: publishedAt, price: Math.round(price * 1.05), currency };
    yield {
      listing_id: id,
      at: addMs(publishedAt, (fill.now.getTime() - publishedAt.getTime()) / 2),
      price,
      currency,
    };
  }
}

function* historyRows(fill: Fill): Generator<Row> {
  for (const { id, seller, price, publishedAt } of everySeen(fill, 2))
    yield {
      listing_id: id,
      version: 1,
      at: publishedAt,
      source: 'manual',
      user_id: fill.seller(seller).ownerId,
      changes: [{ field: 'price', before: null, after: price }],
    };
}

function* warningRows(fill: Fill): Generator<Row> {
  for (const { id, publishedAt } of everySeen(fill, 8))
    yield { listing_id: id, expires_at: addMs(publishedAt, 60 * DAY_MS), days_before: 7 };
}

/** Ordered by day, because the totals of a vehicle up to a day are computed from those of the day before. */
function* statisticRows(fill: Fill): Generator<Row> {
  for (const day of [...range(DAYS_OF_LARGEST_DEALER)].toReversed()) {
    for (const n of fill.seen) {
      const { id, seller } = fill.listing(n);
      const isWatched = seller === 0 || seller === ORDINARY_DEALER;
      if (!isWatched && (n % 15 !== 0 || day >= DAYS_OF_OTHERS)) continue;
      const views = 1 + fill.draw(20, n * 100 + day, 30);
      yield {
        listing_id: id,
        day: dayOf(fill.before(day * DAY_MS)),
        views,
        visitors: views,
        inquiries: fill.draw(21, n * 100 + day, 10) === 0 ? 1 : 0,
        favorites: fill.draw(22, n * 100 + day, 8) === 0 ? 1 : 0,
      };
    }
  }
}

function* viewRows(fill: Fill): Generator<Row> {
  for (const n of range(fill.counts.views)) {
    const { id } = fill.seenListing(fill.draw(23, n, fill.seen.length));
    yield {
      listing_id: id,
      day: dayOf(fill.before((n % 3) * DAY_MS)),
      visitor: fill.digest('visitor', n).subarray(0, 16),
    };
  }
}

function* viewChangeRows(fill: Fill): Generator<Row> {
  for (const n of range(Math.ceil(fill.counts.views / 20))) {
    const { id } = fill.seenListing(fill.draw(24, n, fill.seen.length));
    yield { listing_id: id, views: 100 + n, changed_at: fill.before(DAY_MS / 48) };
  }
}

function* everySeen(fill: Fill, step: number): Generator<FilledListing & { readonly publishedAt: Date }> {
  for (const n of fill.seen) {
    const listing = fill.listing(n);
    const { publishedAt } = listing;
    if (n % step === 0 && publishedAt !== null) yield { ...listing, publishedAt };
  }
}
