import { type RawBuilder, sql } from 'kysely';
import { COUNT_MAX, countUpTo } from '../../../platform/db/count-up-to.ts';
import { containsPattern } from '../../../platform/db/like.ts';
import type { Queryable } from '../../../platform/db/transaction.ts';
import type { Page } from '../../../platform/http/pagination.ts';
import { type ListingState, listingStates } from '../record/enums.ts';
import { stockNumber } from '../record/record.ts';
import { normalizeVin } from '../record/vin.ts';
import { countStock } from '../sums.repository.ts';
import '../../taxonomy/tables.ts';
import '../tables.ts';

export interface OwnListFilter {
  readonly status?: readonly ListingState[];
  readonly q?: string;
  readonly externalId?: string;
  readonly vin?: string;
  readonly updatedSince?: string;
  readonly sort?: OwnSort;
  readonly order?: 'asc' | 'desc';
}

export const OWN_SORTS = [
  'createdAt',
  'updatedAt',
  'publishedAt',
  'expiresAt',
  'title',
  'price',
  'year',
  'mileage',
  'views',
  'qualityScore',
] as const;
export type OwnSort = (typeof OWN_SORTS)[number];

const sortColumns = {
  createdAt: 'l.created_at',
  updatedAt: 'l.updated_at',
  publishedAt: 'l.published_at',
  expiresAt: 'l.expires_at',
  title: 'l.title',
  price: 'l.price',
  year: 'l.year',
  mileage: 'l.mileage',
  views: 'l.views',
  qualityScore: 'l.quality_score',
} as const satisfies Record<OwnSort, string>;

/** Absent values come last, in either direction. */
const nullableSorts: ReadonlySet<OwnSort> = new Set(['publishedAt', 'expiresAt', 'price', 'year', 'mileage']);

/**
 * One seller's listings. The newest are found in an index of that order; for any other but that of views, one index that holds
 * the whole stock is sorted. Only the listings of the page are read; how many there are is kept.
 */
export async function pageOwnRows(
  db: Queryable,
  sellerId: string,
  filter: OwnListFilter,
  page: Page,
): Promise<{ rows: ListedRow[]; total: number }> {
  const asked = filter.status === undefined || filter.status.length === 0 ? null : [...filter.status];
  const text = filter.q?.trim() ?? '';
  const { externalId, vin, updatedSince } = filter;
  const narrowing = [
    ...(text === ''
      ? []
      : [
          sql`listing_text(l.title, l.external_id, l.vin, l.serial_number) like lower(${containsPattern(text)})`,
        ]),
    ...(externalId === undefined ? [] : [sql`l.external_id = ${stockNumber(externalId)}`]),
    ...(vin === undefined ? [] : [sql`l.vin = ${normalizeVin(vin)}`]),
    ...(updatedSince === undefined ? [] : [sql`l.updated_at >= ${new Date(updatedSince)}`]),
  ];
  const conditions = [
    sql`l.seller_id = ${sellerId} and l.deleted_at is null`,
    ...(asked === null ? [] : [sql`l.status = any(${asked}::text[])`]),
    ...narrowing,
  ];
  const isKept = narrowing.length === 0;
  const where = sql.join(conditions, sql` and `);
  const states = asked ?? listingStates.filter((state) => state !== 'DELETED');
  const [found, total] = await Promise.all([
    idsOf(where, filter, page).execute(db),
    isKept
      ? countStock(db, sellerId, states)
      : countUpTo(db, sql`select from listings l where ${where}`, COUNT_MAX),
  ]);
  const ids = found.rows.map(({ id }) => id);
  const rows = await listed(db, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const rowsInOrder = ids.flatMap((id) => byId.get(id) ?? []);
  return { rows: rowsInOrder, total: isKept ? total : Math.min(total, COUNT_MAX) };
}

/** The page, in its order. */
function idsOf(where: RawBuilder<unknown>, filter: OwnListFilter, page: Page): RawBuilder<{ id: string }> {
  const sort = filter.sort ?? 'createdAt';
  const direction = filter.order === 'asc' ? sql`asc` : sql`desc`;
  const column = sql.ref(sortColumns[sort]);
  // What is never absent is ordered plainly, as the index is that has the newest first.
  const order = nullableSorts.has(sort) ? sql`${direction} nulls last` : direction;
  return sql`
    select l.id from listings l where ${where}
    order by ${column} ${order}, l.id ${direction} limit ${page.limit} offset ${page.offset}`;
}

export type ListedRow = Awaited<ReturnType<typeof listed>>[number];

function listed(db: Queryable, ids: readonly string[]) {
  return db
    .selectFrom('listings as l')
    .innerJoin('categories as c', 'c.id', 'l.category_id')
    .leftJoin('categories as sc', 'sc.id', 'l.subcategory_id')
    .leftJoin('brands as b', 'b.id', 'l.brand_id')
    .select([
      'l.id',
      'l.slug',
      'l.status',
      'l.version',
      'l.title',
      'l.external_id',
      'l.vin',
      'l.model',
      'l.year',
      'l.mileage',
      'l.price',
      'l.currency',
      'l.vat_deductible',
      'l.price_type',
      'l.sold_at',
      'l.sold_price',
      'l.thumbnail',
      'l.images_count',
      'l.featured',
      'l.featured_until',
      'l.quality_score',
      'l.rejection',
      'l.views',
      'l.favorites_count',
      'l.inquiries_count',
      'l.created_at',
      'l.updated_at',
      'l.published_at',
      'l.expires_at',
      'c.slug as category',
      'sc.slug as subcategory',
      'b.slug as brand',
    ])
    .where('l.id', 'in', [...ids, ''])
    .execute();
}
