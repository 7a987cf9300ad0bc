import { containsPattern } from '../../../platform/db/like.ts';
import type { Queryable } from '../../../platform/db/transaction.ts';
import type { Page } from '../../../platform/http/pagination.ts';
import type { ListingState } from '../record/enums.ts';
import '../../taxonomy/tables.ts';
import '../tables.ts';

export interface OwnListFilter {
  readonly status?: readonly ListingState[];
  readonly q?: string;
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

/** Only these sort orders need to place absent values explicitly; the others follow their index. */
const nullableSorts: ReadonlySet<OwnSort> = new Set(['publishedAt', 'expiresAt', 'price', 'year', 'mileage']);

/** An index leads to the seller's listings, so that searching their texts stays cheap. */
export async function pageOwnRows(db: Queryable, sellerId: string, filter: OwnListFilter, page: Page) {
  let query = db
    .selectFrom('listings as l')
    .where('l.seller_id', '=', sellerId)
    .where('l.deleted_at', 'is', null);
  if (filter.status !== undefined && filter.status.length > 0)
    query = query.where('l.status', 'in', [...filter.status]);
  if (filter.q !== undefined && filter.q.trim() !== '') {
    const pattern = containsPattern(filter.q.trim());
    query = query.where((where) =>
      where.or([
        where('l.title', 'ilike', pattern),
        where('l.external_id', 'ilike', pattern),
        where('l.vin', 'ilike', pattern),
        where('l.serial_number', 'ilike', pattern),
      ]),
    );
  }
  const counted = query
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const order = filter.order ?? 'desc';
  const sort = filter.sort ?? 'createdAt';
  const listed = query
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
      'l.price_type',
      'l.thumbnail',
      'l.images_count',
      'l.featured',
      'l.quality_score',
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
    .orderBy(sortColumns[sort], (item) => {
      const ordered = order === 'asc' ? item.asc() : item.desc();
      return nullableSorts.has(sort) ? ordered.nullsLast() : ordered;
    })
    .orderBy('l.id', order)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const [{ count }, rows] = await Promise.all([counted, listed]);
  return { rows, total: count };
}

export type ListedRow = Awaited<ReturnType<typeof pageOwnRows>>['rows'][number];
