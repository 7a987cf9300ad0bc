import { sql } from 'kysely';
import { dayOf } from '../../platform/clock.ts';
import { defer } from '../../platform/db/deferred.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { touches, type Queryable, type Transaction } from '../../platform/db/transaction.ts';
import { isId } from '../../platform/ids.ts';
import { hasPresentBasis, priceAt, vehicleFacts } from '../listings/index.ts';
import './tables.ts';

/**
 * A favorite with the current state of its listing. If the listing has been purged, only the title stored with the favorite is
 * left.
 */
export interface FavoriteRow {
  readonly id: string;
  readonly listing_id: string;
  readonly note: string | null;
  readonly created_at: Date;
  readonly price_at_added: number | null;
  /** Whether that price has the currency and the basis of the present one. */
  readonly is_comparable: boolean | null;
  readonly title: string;
  readonly slug: string | null;
  readonly status: string | null;
  readonly price: number | null;
  readonly currency: string | null;
  /** Whether the price is net. */
  readonly vat_deductible: boolean | null;
  readonly year: number | null;
  readonly mileage: number | null;
  readonly country: string | null;
  readonly city: string | null;
  readonly thumbnail: string | null;
}

const isComparable = sql`f.currency_at_added = l.currency and ${hasPresentBasis(sql`f.vat_deductible_at_added`)}`;

const SELECT = sql`
  select f.id, f.listing_id, f.note, f.created_at, f.price_at_added, ${isComparable} as is_comparable,
    coalesce(l.title, f.title) as title, l.slug, l.status, l.price, l.currency, l.vat_deductible, l.year, l.mileage, l.country, l.city,
    l.thumbnail
  from favorites f left join listings l on l.id = f.listing_id`;

/** The page is found in the index of the list; only its favorites and their listings are read. */
export async function listFavorites(db: Queryable, userId: string, page: Page): Promise<FavoriteRow[]> {
  const { rows } = await sql<FavoriteRow>`
    ${SELECT} where f.id = any(array(
      select id from favorites where user_id = ${userId}
      order by created_at desc, id desc limit ${page.limit} offset ${page.offset}))
    order by f.created_at desc, f.id desc`.execute(db);
  return rows;
}

export async function findFavorite(
  db: Queryable,
  userId: string,
  id: string,
): Promise<FavoriteRow | undefined> {
  const { rows } = await sql<FavoriteRow>`
    ${SELECT} where f.id = ${id} and f.user_id = ${userId}`.execute(db);
  return rows[0];
}

export async function countFavorites(db: Queryable, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    ${prepared} select count(*) as count from favorites where user_id = ${userId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Adds a live listing with its present title and price, and counts it. False when there is no such listing. Fails on
 * favorites_user_listing_key if it is already a favorite.
 */
export async function insertFavorite(
  trx: Transaction,
  favorite: { id: string; userId: string; listingId: string; at: Date },
): Promise<boolean> {
  const result = await sql`
    insert into favorites (id, user_id, listing_id, title, price_at_added, currency_at_added, vat_deductible_at_added,
      created_at)
    select ${favorite.id}, ${favorite.userId}, id, title, price, currency, vat_deductible is true, ${favorite.at}
    from listings where id = ${favorite.listingId} and status = 'ACTIVE'`.execute(trx);
  if (result.numAffectedRows !== 1n) return false;
  await countChange(trx, [favorite.listingId], 1, favorite.at);
  return true;
}

/** The listings among a user's favorites, most recently added first. */
export async function listFavoriteIds(db: Queryable, userId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('favorites')
    .select('listing_id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.listing_id);
}

/** Adds those of these listings that are live and not yet favorites, and counts them. Returns their number. */
export async function mergeFavorites(
  trx: Transaction,
  { userId, ids, listingIds, at }: FavoritesToMerge,
): Promise<number> {
  const { rows } = await sql<{ listing_id: string }>`
    insert into favorites (id, user_id, listing_id, title, price_at_added, currency_at_added, vat_deductible_at_added,
      created_at)
    select f.id, ${userId}, l.id, l.title, l.price, l.currency, l.vat_deductible is true, ${at}
    from unnest(${[...ids]}::text[], ${[...listingIds]}::text[]) as f(id, listing_id)
    join listings l on l.id = f.listing_id and l.status = 'ACTIVE'
    order by l.id
    on conflict (user_id, listing_id) do nothing
    returning listing_id`.execute(trx);
  await countChange(
    trx,
    rows.map((row) => row.listing_id),
    1,
    at,
  );
  return rows.length;
}

interface FavoritesToMerge {
  readonly userId: string;
  /** A new id for each listing. */
  readonly ids: readonly string[];
  readonly listingIds: readonly string[];
  readonly at: Date;
}

/** Names a favorite by its own id or by that of its listing. Returns its id; undefined if there is none. */
export async function setNote(
  trx: Transaction,
  userId: string,
  id: string,
  note: string | null,
): Promise<string | undefined> {
  const changed = await trx
    .updateTable('favorites')
    .set({ note })
    .where('user_id', '=', userId)
    .where(isId('fav', id) ? 'id' : 'listing_id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return changed?.id;
}

/** Removes a favorite, named by its own id or by that of its listing, and counts it; false when there was none. */
export async function deleteFavorite(
  trx: Transaction,
  userId: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const removed = await trx
    .deleteFrom('favorites')
    .where('user_id', '=', userId)
    .where(isId('fav', id) ? 'id' : 'listing_id', '=', id)
    .returning('listing_id')
    .executeTakeFirst();
  if (removed === undefined) return false;
  await countChange(trx, [removed.listing_id], -1, at);
  return true;
}

/** Removes a batch of a user's favorites. Returns their number. */
export async function deleteSomeFavorites(
  trx: Transaction,
  userId: string,
  at: Date,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ listing_id: string }>`
    delete from favorites where id = any(array(select id from favorites where user_id = ${userId} limit ${limit}))
    returning listing_id`.execute(trx);
  await countChange(
    trx,
    rows.map((row) => row.listing_id),
    -1,
    at,
  );
  return rows.length;
}

/**
 * Changes the listing's total and the day's count (UTC). Locks listings in order of their ids, so that two such
 * changes do not deadlock.
 */
async function countChange(
  trx: Transaction,
  listingIds: readonly string[],
  change: 1 | -1,
  at: Date,
): Promise<void> {
  if (listingIds.length === 0) return;
  await touches(trx, 'listings');
  await defer(
    trx,
    sql`
    with locked as (
      select id from listings where id = any(${[...listingIds]}::text[]) order by id for no key update
    ), counted as (
      update listings l set favorites_count = greatest(0, favorites_count + ${change}) from locked
      where l.id = locked.id returning l.id
    )
    insert into listing_stats_daily (listing_id, day, favorites)
    select id, ${dayOf(at)}::date, ${change} from counted
    on conflict (listing_id, day) do update set favorites = listing_stats_daily.favorites + excluded.favorites`,
  );
}

export async function hasFavorites(db: Queryable, listingId: string): Promise<boolean> {
  const favorite = await db
    .selectFrom('favorites')
    .select('id')
    .where('listing_id', '=', listingId)
    .limit(1)
    .executeTakeFirst();
  return favorite !== undefined;
}

export interface FavoriteHolder {
  readonly id: string;
  readonly user_id: string;
  /** Price when the user saved the listing, in its current currency and basis. */
  readonly seen_price: number | null;
}

/** The users who have a listing as a favorite, in batches ordered by the favorites' ids. */
export async function listHolders(
  db: Queryable,
  listingId: string,
  after: string,
  limit: number,
): Promise<FavoriteHolder[]> {
  const { rows } = await sql<FavoriteHolder>`
    select f.id, f.user_id,
      case when ${isComparable} then f.price_at_added::float8 else ${priceAt(sql`f.created_at`)} end as seen_price
    from favorites f join listings l on l.id = f.listing_id
    where f.listing_id = ${listingId} and f.id > ${after} order by f.id limit ${limit}`.execute(db);
  return rows;
}

export type NamedListing = NonNullable<Awaited<ReturnType<typeof findNamedListing>>>;

export function findNamedListing(db: Queryable, listingId: string) {
  return db
    .selectFrom('listings as l')
    .select([
      'id',
      'status',
      'title',
      'slug',
      'seller_id',
      'thumbnail',
      'price',
      'currency',
      'vat_deductible',
      'city',
      'country',
      vehicleFacts.as('facts'),
    ])
    .where('id', '=', listingId)
    .$narrowType<{ title: string }>()
    .executeTakeFirst();
}
