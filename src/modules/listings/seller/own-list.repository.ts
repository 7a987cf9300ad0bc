import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { anyOf } from '../../../platform/db/any-of.ts';
import {
  countUpTo,
  exactly,
  findFew,
  isOneOfSet,
  pageOfFound,
  SEARCHED_MAX,
  type Total,
  upTo,
} from '../../../platform/db/count-up-to.ts';
import type { Queryable } from '../../../platform/db/transaction.ts';
import type { Page } from '../../../platform/http/pagination.ts';
import { type ListingState, listingStates } from '../record/enums.ts';
import { stockNumber } from '../record/record.ts';
import { normalizeVin } from '../record/vin.ts';
import { countStock } from '../sums.repository.ts';
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
type OwnSort = (typeof OWN_SORTS)[number];

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

/** Missing values come last, in either direction. */
const nullableSorts: ReadonlySet<OwnSort> = new Set(['publishedAt', 'expiresAt', 'price', 'year', 'mileage']);

/**
 * Returns a page of a seller's listings. The page is merged from the states that it shows, each read from an index by seller, state
 * and order, so its cost depends on the page and not on the stock. Totals are stored counts. A text search reads only the search
 * texts of the stock, which are narrow. Rare matches are sorted; frequent matches are found while walking the index in order. Full
 * rows are read only for the page.
 */
export async function pageOwnRows(
  db: Queryable,
  sellerId: string,
  filter: OwnListFilter,
  page: Page,
): Promise<{ rows: ListedRow[] } & Total> {
  const states =
    filter.status === undefined || filter.status.length === 0 ? listingStates : [...new Set(filter.status)];
  const visibleStates = states.filter((state) => state !== 'DELETED');
  const text = filter.q?.trim() ?? '';
  const narrowing = narrowingOf(filter);
  const isFound = sql<SqlBool>`strpos(t.text, lower(${text})) > 0`;
  const textsIn = (textStates: readonly ListingState[]) => sql`select t.listing_id as id from listing_texts t
    where t.seller_id = ${sellerId} and t.status = any(${[...textStates]}::text[]) and ${isFound}`;
  const few = text === '' ? null : await findFew(db, textsIn(visibleStates));
  const isMatch: Stock['isMatch'] = (id, textStates) => {
    if (text === '') return [];
    return few === null ? [isOneOfSet(id, textsIn(textStates))] : [sql`${id} = ${anyOf(few)}`];
  };
  const stock: Stock = {
    sellerId,
    states: visibleStates,
    narrowing,
    isMatch,
    isFound: text === '' ? null : isFound,
    order: orderOf(filter),
  };
  const found = narrowing.length === 0 && few === null ? null : await search(db, stock, page);
  const ids = found?.ids ?? (await idsInOrder(db, stock, page));
  const total =
    found === null && text === ''
      ? exactly(await countStock(db, sellerId, visibleStates))
      : upTo(found?.count ?? SEARCHED_MAX + 1, SEARCHED_MAX);
  const rows = await listed(db, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), ...total };
}

interface Order {
  readonly column: RawBuilder<unknown>;
  readonly direction: RawBuilder<unknown>;
  readonly isByViews: boolean;
  readonly isByCreation: boolean;
  readonly mayBeAbsent: boolean;
}

interface Stock {
  readonly sellerId: string;
  readonly states: readonly ListingState[];
  readonly narrowing: readonly RawBuilder<SqlBool>[];
  /** Whether the text is found in a listing of these states, by its ID. */
  readonly isMatch: (id: RawBuilder<unknown>, states: readonly ListingState[]) => RawBuilder<SqlBool>[];
  /** The same condition on a row `t` of the texts; null without a text to search for. */
  readonly isFound: RawBuilder<SqlBool> | null;
  readonly order: Order;
}

function orderOf({ sort = 'createdAt', order }: OwnListFilter): Order {
  return {
    column: sql.ref(sortColumns[sort]),
    direction: order === 'asc' ? sql`asc` : sql`desc`,
    isByViews: sort === 'views',
    isByCreation: sort === 'createdAt',
    mayBeAbsent: nullableSorts.has(sort),
  };
}

function narrowingOf({ externalId, vin, updatedSince }: OwnListFilter): RawBuilder<SqlBool>[] {
  return [
    ...(externalId === undefined ? [] : [sql<SqlBool>`l.external_id = ${stockNumber(externalId)}`]),
    ...(vin === undefined ? [] : [sql<SqlBool>`l.vin = ${normalizeVin(vin)}`]),
    ...(updatedSince === undefined ? [] : [sql<SqlBool>`l.updated_at >= ${new Date(updatedSince)}`]),
  ];
}

function search(db: Queryable, { sellerId, states, narrowing, isMatch, order }: Stock, page: Page) {
  const { column, direction } = order;
  const conditions = [...narrowing, ...isMatch(sql`l.id`, states)];
  const found = sql`
    select l.id, ${column} as key from listings l
    where l.seller_id = ${sellerId} and l.deleted_at is null and l.status = any(${[...states]}::text[])
      and ${sql.join(conditions, sql` and `)}`;
  const inOrder = sql`key ${direction} nulls last, id ${direction}`;
  return pageOfFound(db, found, { ...page, begin: sql`true`, order: inOrder });
}

/** Missing values come last in either direction: rows with a value are read first. */
async function idsInOrder(
  db: Queryable,
  stock: Stock,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
): Promise<string[]> {
  const { direction, mayBeAbsent } = stock.order;
  const reach = offset + limit;
  const read = async (isAbsent: boolean, from: number, most: number): Promise<string[]> => {
    const parts = sql.join(partsOf(stock, isAbsent, from + most), sql` union all `);
    const { rows } = await sql<{ id: string }>`
      select id from (${parts}) found order by key ${direction}, id ${direction} limit ${most} offset ${from}`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  };
  const present = await read(false, offset, limit);
  if (!mayBeAbsent || present.length === limit) return present;
  const before =
    present.length > 0 || offset === 0
      ? offset
      : await countUpTo(
          db,
          sql`select from (${sql.join(partsOf(stock, false, reach), sql` union all `)}) known`,
          offset,
        );
  const absent = await read(true, offset - before, limit - present.length);
  return [...present, ...absent];
}

/** Each state in the order of an index, which the texts of a stock have themselves for the newest first. */
function partsOf(stock: Stock, isAbsent: boolean, reach: number): RawBuilder<unknown>[] {
  const { sellerId, states, narrowing, isMatch, isFound, order } = stock;
  const { column, direction, isByViews, isByCreation, mayBeAbsent } = order;
  const every = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<unknown> =>
    sql.join([sql`true`, ...narrowing, ...conditions], sql` and `);
  const narrow = (
    place: RawBuilder<unknown>,
    key: RawBuilder<unknown>,
    state: ListingState,
    where: readonly RawBuilder<SqlBool>[],
  ) =>
    sql`(select t.listing_id as id, ${key} as key from ${place} t
      ${narrowing.length === 0 ? sql`` : sql`join listings l on l.id = t.listing_id`}
      where t.seller_id = ${sellerId} and t.status = ${state} and ${every(where)}
      order by ${key} ${direction}, t.listing_id ${direction} limit ${reach})`;
  return states.map((state) => {
    if (isByViews) return narrow(sql`stock_views`, sql`t.views`, state, isMatch(sql`t.listing_id`, [state]));
    if (isByCreation && isFound !== null)
      return narrow(sql`listing_texts`, sql`t.created_at`, state, [isFound]);
    // Only the index by creation includes deleted listings, under a state that this query does not select.
    const isVisible = isByCreation ? sql`true` : sql`l.deleted_at is null`;
    const hasKey = mayBeAbsent
      ? [isAbsent ? sql<SqlBool>`${column} is null` : sql<SqlBool>`${column} is not null`]
      : [];
    return sql`(select l.id, ${column} as key from listings l
      where l.seller_id = ${sellerId} and l.status = ${state} and ${isVisible} and ${every([...hasKey, ...isMatch(sql`l.id`, [state])])}
      order by ${column} ${direction}, l.id ${direction} limit ${reach})`;
  });
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
    .where('l.id', '=', anyOf(ids))
    .execute();
}
