import { sql } from 'kysely';
import { anyOf } from '../../platform/db/any-of.ts';
import { defer } from '../../platform/db/deferred.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { countRows } from '../../platform/db/rows.ts';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import { companyDeleted } from '../../platform/errors/app-error.ts';
import { isId } from '../../platform/ids.ts';
import { memberships, companies } from '../companies/index.ts';
import { accounts } from '../auth/index.ts';
import { standardVatPercent } from '../settings/index.ts';
import type { ListingKeys } from './writing/bulk-keys.ts';
import type { ListingState } from './record/enums.ts';
import type { ListingRecord } from './record/fields.ts';
import type { PriceDefaults } from './record/price-terms.ts';
import { stockNumber } from './record/record.ts';
import { draftLimitStates, slotStates } from './lifecycle/lifecycle.ts';
import { countStock } from './sums.repository.ts';
import type { ListingRow } from './tables.ts';

function keyOf(idOrSlug: string): 'id' | 'slug' {
  return isId('lst', idOrSlug) ? 'id' : 'slug';
}

export async function findOwnRow(db: Queryable, sellerId: string, idOrSlug: string) {
  return db
    .selectFrom('listings')
    .selectAll()
    .where(keyOf(idOrSlug), '=', idOrSlug)
    .where('seller_id', '=', sellerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export function getRow(db: Queryable, id: string): Promise<ListingRow> {
  return db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Locks the row against other writers, but not against inserts that refer to it. */
export async function lockOwnRow(trx: Transaction, sellerId: string, idOrSlug: string) {
  return trx
    .selectFrom('listings')
    .selectAll()
    .where(keyOf(idOrSlug), '=', idOrSlug)
    .where('seller_id', '=', sellerId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * Locks a listing in the same round trip as the next statement of the transaction. The row can be awaited after that
 * statement.
 */
export async function lockOwnRowWithNext(
  trx: Transaction,
  sellerId: string,
  idOrSlug: string,
): Promise<() => Promise<ListingRow | undefined>> {
  const { result } = await defer(
    trx,
    sql`
    select * from listings
    where ${sql.ref(keyOf(idOrSlug))} = ${idOrSlug} and seller_id = ${sellerId} and deleted_at is null
    for no key update`,
  );
  return async () => (await result).rows[0] as ListingRow | undefined;
}

/** Like `lockRows`, for more rows than one read returns. */
export async function lockIds(trx: Transaction, sellerId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    select 1 from listings where id = any(${[...ids]}::text[]) and seller_id || '' = ${sellerId} and deleted_at is null
    order by id for no key update`.execute(trx);
}

/** Locks in ID order, so that two transactions that lock several listings cannot deadlock. */
export async function lockRows(
  trx: Transaction,
  sellerId: string,
  ids: readonly string[],
): Promise<ListingRow[]> {
  if (ids.length === 0) return [];
  return (
    trx
      .selectFrom('listings')
      .selectAll()
      .where('id', '=', anyOf(ids))
      // Prevents use of indexes that start with the seller: for a new seller without statistics, the planner expects
      // a row or two.
      .where(sql<string>`seller_id || ''`, '=', sellerId)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
  );
}

/**
 * IDs of the seller's listings with one of these keys. Each key is a separate lookup, written as the first entry from
 * the key on in its unique index. Without statistics on the seller, the planner considers any index that starts with
 * the seller equally good and would read the whole stock per key.
 */
async function findIdsByKeys(
  db: Queryable,
  sellerId: string,
  keys: readonly ListingKeys[],
): Promise<readonly string[]> {
  const externalIds = keys.flatMap((key) => key.externalId ?? []);
  const vins = keys.flatMap((key) => key.vin ?? []);
  const ids = keys.flatMap((key) => key.listingId ?? []);
  if (externalIds.length + vins.length === 0) return ids;
  const { rows } = await sql<{ id: string }>`
    select l.id from unnest(${externalIds}::text[]) as key(value) cross join lateral (
      select id, external_id from listings
      where seller_id = ${sellerId} and external_id >= key.value and deleted_at is null order by external_id limit 1
    ) l where l.external_id = key.value
    union
    select l.id from unnest(${vins}::text[]) as key(value) cross join lateral (
      select id, vin from listings
      where seller_id = ${sellerId} and vin >= key.value and deleted_at is null order by vin limit 1
    ) l where l.vin = key.value
    union
    select id from unnest(${ids}::text[]) as key(id)`.execute(db);
  return rows.map(({ id }) => id);
}

export async function lockRowsByKeys(
  trx: Transaction,
  sellerId: string,
  keys: readonly ListingKeys[],
): Promise<ListingRow[]> {
  return lockRows(trx, sellerId, await findIdsByKeys(trx, sellerId, keys));
}

export async function lockRowByNumber(
  trx: Transaction,
  sellerId: string,
  externalId: string,
): Promise<ListingRow | undefined> {
  const [row] = await lockRowsByKeys(trx, sellerId, [
    { externalId: stockNumber(externalId), vin: null, listingId: null },
  ]);
  return row;
}

/** Locks the seller's listings with any of these names in ID order, so that they can then be used in any order. */
export async function lockNamedRows(
  trx: Transaction,
  sellerId: string,
  names: { readonly idsOrSlugs: readonly string[]; readonly externalIds: readonly string[] },
): Promise<ListingRow[]> {
  const slugs = names.idsOrSlugs.filter((name) => keyOf(name) === 'slug');
  const keys = [
    ...names.idsOrSlugs
      .filter((name) => keyOf(name) === 'id')
      .map((listingId) => ({ listingId, externalId: null, vin: null })),
    ...names.externalIds.map((number) => ({ listingId: null, externalId: stockNumber(number), vin: null })),
  ];
  const named = sql<{ id: string }>`
    select id from listings where slug = any(${slugs}::text[]) and seller_id || '' = ${sellerId}`;
  const { rows } = slugs.length === 0 ? { rows: [] } : await named.execute(trx);
  return lockRows(trx, sellerId, [
    ...rows.map(({ id }) => id),
    ...(await findIdsByKeys(trx, sellerId, keys)),
  ]);
}

/** IDs of the seller's listings on the market with one of these names. */
export async function listNamedOnMarket(
  trx: Transaction,
  sellerId: string,
  names: { readonly idsOrSlugs: readonly string[]; readonly externalIds: readonly string[] },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    with named as (
      select id from listings where id = any(${names.idsOrSlugs}::text[])
      union select id from listings where slug = any(${names.idsOrSlugs}::text[])
      union select id from unnest(${await findIdsByKeys(
        trx,
        sellerId,
        names.externalIds.map((number) => ({ externalId: stockNumber(number), vin: null, listingId: null })),
      )}::text[]) as key(id)
    )
    select l.id from named join listings l on l.id = named.id
    where l.seller_id = ${sellerId} and l.status = any(${[...slotStates]}::text[]) and l.deleted_at is null`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

export async function findSellerOf(db: Queryable, idOrSlug: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('listings')
    .select('seller_id')
    .where(keyOf(idOrSlug), '=', idOrSlug)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.seller_id;
}

export function countSlots(db: Queryable, sellerId: string): Promise<number> {
  return countStock(db, sellerId, [...slotStates]);
}

/** Counts drafts and paused listings, which plans also limit. */
export function countDraftsAndPaused(db: Queryable, sellerId: string): Promise<number> {
  return countStock(db, sellerId, [...draftLimitStates]);
}

export function countFeatured(db: Queryable, sellerId: string, exceptId = ''): Promise<number> {
  return countRows(
    db
      .selectFrom('listings')
      .where('seller_id', '=', sellerId)
      .where('featured', '=', true)
      .where('id', '<>', exceptId)
      .where('deleted_at', 'is', null),
  );
}

export async function hasBeenLive(db: Queryable, sellerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('listings')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('published_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** IDs of listings in these states, most recently published or renewed first. */
export async function listIdsInStates(
  db: Queryable,
  sellerId: string,
  states: readonly ListingState[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('listings')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('status', 'in', [...states])
    .where('deleted_at', 'is', null)
    .orderBy(sql`coalesce(renewed_at, published_at, created_at)`, 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => row.id);
}

/** Some of a seller's listings in these states, in any order: the caller repeats until there are none. */
export async function listSomeInStates(
  db: Queryable,
  sellerId: string,
  states: readonly ListingState[],
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('listings')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('status', 'in', [...states])
    .where('deleted_at', 'is', null)
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Listings that were suspended with their seller, oldest first. */
export async function listSuspendedWithSeller(
  db: Queryable,
  sellerId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('listings')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('status', '=', 'SUSPENDED')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`suspension ->> 'withSeller' = 'true'`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export interface ListingName {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
}

/** Most recently published or renewed first. */
export async function listNewestLive(db: Queryable, sellerId: string, limit: number): Promise<ListingName[]> {
  return db
    .selectFrom('listings')
    .select(['id', 'title', 'slug'])
    .where('seller_id', '=', sellerId)
    .where('status', '=', 'ACTIVE')
    .orderBy(sql`coalesce(renewed_at, published_at, created_at)`, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Seller data that completes a record and is checked against it. */
export interface RecordOwner {
  readonly sellerId: string;
  readonly place: Pick<ListingRecord, PlaceName>;
  /** Currency of the account, for prices that name none. */
  readonly currency: string;
  readonly priceDefaults: PriceDefaults;
  /** IDs of the team members who can be the contact of a listing. */
  readonly memberIds: ReadonlySet<string>;
}
export type PlaceName = 'country' | 'region' | 'city' | 'postalCode' | 'lat' | 'lng';

interface OwnerRow {
  readonly country: string | null;
  readonly region: string | null;
  readonly city: string | null;
  readonly postal_code: string | null;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly member_ids: readonly string[];
  readonly currency: string;
  readonly price_basis: PriceDefaults['basis'];
}

export async function findOwner(db: Queryable, sellerId: string): Promise<RecordOwner> {
  const { rows } = await sql<OwnerRow>`
    ${prepared}
    select s.country, s.region, s.city, s.postal_code, s.lat, s.lng,
      s.price_basis,
      (select coalesce(array_agg(m.id), '{}') from ${memberships} m where m.seller_id = s.id) as member_ids,
      coalesce(
        (select u.currency from ${memberships} m join ${accounts} u on u.id = m.user_id
          where m.seller_id = s.id and m.role = 'OWNER' limit 1),
        'EUR') as currency
    from ${companies} s where s.id = ${sellerId}`.execute(db);
  const [seller] = rows;
  if (seller === undefined) throw companyDeleted();
  const { country, region, city, postal_code, lat, lng } = seller;
  return {
    sellerId,
    place: { country, region, city, postalCode: postal_code, lat, lng },
    currency: seller.currency,
    priceDefaults: { basis: seller.price_basis, vatRate: standardVatPercent(country) },
    memberIds: new Set(seller.member_ids),
  };
}

export async function findKeyHolder(
  db: Queryable,
  sellerId: string,
  key: 'vin' | 'external_id',
  value: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('listings')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where(key, '=', value)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

export async function isAboutListing(
  db: Queryable,
  conversationId: string,
  listingId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from conversations where id = ${conversationId} and listing_id = ${listingId}`.execute(db);
  return rows.length > 0;
}
