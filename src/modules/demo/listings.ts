import { setImmediate } from 'node:timers/promises';
import type { Transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { slugOf } from '../../platform/text/slug.ts';
import {
  emptyRecord,
  fieldColumns,
  fieldOf,
  isFieldName,
  type ListingRecord,
  quality,
} from '../listings/index.ts';
import { drawnThumbnail, insertDrawnImages } from '../media/index.ts';
import type { TaxonomySnapshot } from '../taxonomy/index.ts';
import type { DemoListing } from '@fifthwheel/demo-market';
import { insertListingRows } from './market.repository.ts';

const BATCH_ROWS = 1000;
const ROWS_AT_A_TIME = 50;

const SERVER_COLUMNS = [
  'id',
  'seller_id',
  'slug',
  'status',
  'source',
  'category_id',
  'subcategory_id',
  'brand_id',
  'quality_score',
  'featured',
  'featured_until',
  'views',
  'created_at',
  'updated_at',
  'published_at',
  'expires_at',
  'sold_at',
] as const;

export const LISTING_COLUMNS: readonly string[] = [...new Set([...SERVER_COLUMNS, ...fieldColumns])];
const COLUMNS = [...LISTING_COLUMNS, 'images_count', 'thumbnail'].map((column) => `"${column}"`).join(', ');

export interface ListingContext {
  readonly taxonomy: TaxonomySnapshot;
  readonly sellerIds: readonly string[];
  /** Absent for listings without images: with millions of listings, the rows of images would outnumber all others. */
  readonly pictures?: {
    readonly baseUrl: string;
    readonly codesOf: (listing: DemoListing) => readonly string[];
  };
}

/** Some listings have no image, as in real stocks. */
const WITHOUT_PICTURE_EVERY = 12;

/** Writes generated listings in batches, one while the next is being generated; returns their ids in order. */
export async function insertListings(
  trx: Transaction,
  listings: Iterable<DemoListing>,
  context: ListingContext,
): Promise<string[]> {
  const ids: string[] = [];
  let batch: Record<string, unknown>[] = [];
  let images: Parameters<typeof insertDrawnImages>[1][number][] = [];
  let writing = Promise.resolve();
  const flush = async (): Promise<void> => {
    await writing;
    const rows = batch;
    const drawn = images;
    [batch, images] = [[], []];
    writing = write(rows).then(() => insertDrawnImages(trx, drawn));
    // The promise may fail before the next `await writing`, which throws its error.
    writing.catch(() => {});
  };
  const write = async (rows: readonly Record<string, unknown>[]): Promise<void> => {
    if (rows.length === 0) return;
    await insertListingRows(trx, COLUMNS, rows);
  };
  for (const listing of listings) {
    const codes = ids.length % WITHOUT_PICTURE_EVERY === 0 ? [] : (context.pictures?.codesOf(listing) ?? []);
    const row = rowOf(listing, context.taxonomy, context.sellerIds[listing.sellerIndex] ?? '', {
      imageCount: codes.length,
    });
    const id = String(row['id']);
    const [first] = codes;
    row['images_count'] = codes.length;
    if (first !== undefined) row['thumbnail'] = drawnThumbnail(first, context.pictures?.baseUrl ?? '');
    images.push(...codes.map((code, i) => ({ listingId: id, position: i + 1, code, at: listing.createdAt })));
    ids.push(id);
    batch.push(row);
    if (batch.length === BATCH_ROWS) await flush();
    // A batch is sent to the database only while nothing else runs.
    else if (batch.length % ROWS_AT_A_TIME === 0) await setImmediate();
  }
  await flush();
  await writing;
  return ids;
}

/** The columns of a listing that have a value, by name. */
export function rowOf(
  listing: DemoListing,
  taxonomy: TaxonomySnapshot,
  sellerId: string,
  { id = newId('lst', listing.createdAt), imageCount = 0 }: { id?: string; imageCount?: number } = {},
): Record<string, unknown> {
  const record = recordOf(listing);
  const category = taxonomy.categoryBySlug(listing.category);
  const row: Record<string, unknown> = {
    id,
    seller_id: sellerId,
    slug: slugOf(listing.title, id.slice(-8).toLowerCase()),
    status: listing.status,
    source: 'manual',
    category_id: category?.id,
    subcategory_id: taxonomy.categoryBySlug(listing.subcategory)?.id ?? null,
    brand_id: taxonomy.brandBySlug(listing.brand)?.id ?? null,
    quality_score: quality(record, { vehicleClass: listing.vehicleClass, imageCount, problems: [] }).score,
    featured: listing.featured && listing.status === 'ACTIVE',
    featured_until: listing.featured && listing.status === 'ACTIVE' ? listing.expiresAt : null,
    views: listing.views,
    created_at: listing.createdAt,
    updated_at: listing.publishedAt ?? listing.createdAt,
    published_at: listing.publishedAt,
    expires_at: listing.expiresAt,
    sold_at: listing.soldAt,
  };
  for (const name of Object.keys(record)) {
    if (!isFieldName(name)) continue;
    const { column } = fieldOf(name);
    // A field that the JSON omits is null in the row.
    if (!(column in row) && record[name] !== null) row[column] = record[name];
  }
  return row;
}

/** The generator speaks in the names of the record; the place is spread over its fields. */
function recordOf(listing: DemoListing): ListingRecord {
  const values: Record<string, unknown> = {
    ...listing,
    ...listing.location,
    contentLanguage: listing.descriptionLanguage,
  };
  const record: Record<string, unknown> = emptyRecord();
  for (const [name, value] of Object.entries(values)) {
    if (isFieldName(name) && value !== null && value !== undefined) record[name] = value;
  }
  return record as ListingRecord;
}
