import { sql } from 'kysely';
import { gathered } from '../../platform/db/gathered-reads.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import './tables.ts';

/** For one batch: a disk that is slow at the start is no reason to give up. */
const FETCH_TIMEOUT_MS = MINUTE_MS;

/** A live listing as the index needs it. Names of the taxonomy come from memory, not from joins. */
export type IndexedRow = Awaited<ReturnType<typeof selectIndexed>>[number];

function indexedColumns(db: Queryable) {
  return (
    db
      .selectFrom('listings as l')
      .innerJoin('sellers as s', 's.id', 'l.seller_id')
      .select([
        'l.id',
        'l.slug',
        'l.title',
        'l.description',
        'l.category_id',
        'l.subcategory_id',
        'l.body_type',
        'l.brand_id',
        'l.model',
        'l.variant',
        'l.price',
        'l.currency',
        'l.year',
        'l.mileage',
        'l.fuel_type',
        'l.transmission',
        'l.drive_type',
        'l.euro_standard',
        'l.condition',
        'l.features',
        'l.power_kw',
        'l.gross_vehicle_weight_kg',
        'l.payload_kg',
        'l.operating_weight_kg',
        'l.operating_hours',
        'l.seats',
        'l.axles',
        'l.cab_type',
        'l.color',
        'l.axle_make',
        'l.cooling',
        'l.postal_code',
        'l.vat_deductible',
        'l.country',
        'l.region',
        'l.city',
        'l.lat',
        'l.lng',
        'l.featured',
        'l.quality_score',
        'l.views',
        'l.thumbnail',
        'l.images_count',
        'l.created_at',
        'l.published_at',
        'l.status',
        's.id as seller_id',
        's.slug as seller_slug',
        's.company_name',
        's.verified',
      ])
      .where('l.status', '=', 'ACTIVE')
      // The listings of an erased seller are deleted batch by batch; none is found meanwhile.
      .where('s.status', '<>', 'erased')
  );
}

function selectIndexed(db: Queryable, ids: readonly string[]) {
  return indexedColumns(gathered(db))
    .where('l.id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
}

/** Of these, the ones that are live now. */
export async function findIndexedRows(db: Queryable, ids: readonly string[]): Promise<IndexedRow[]> {
  return ids.length === 0 ? [] : selectIndexed(db, ids);
}

const NUMBER = /^[A-Za-z0-9_-]{3,50}$/;
const NUMBER_MATCHES_MAX = 50;

/** Live listings by what their sellers number them with, and by a vehicle number that the seller shows. */
export async function findIdsByNumber(db: Queryable, typed: string): Promise<string[]> {
  const number = typed.trim();
  if (!NUMBER.test(number) || !/[0-9]/.test(number)) return [];
  const { rows } = await sql<{ id: string }>`
    select id from listings where external_id = ${number} and status = 'ACTIVE' and deleted_at is null
    union
    select id from listings
    where vin = ${number.toUpperCase()} and vin is not null and vin_public and status = 'ACTIVE' and deleted_at is null
    limit ${NUMBER_MATCHES_MAX}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Of a seller that is named by its slug. */
export async function findSellerId(db: Queryable, named: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from sellers where slug = ${named} and status <> 'erased'`.execute(db);
  return rows[0]?.id;
}

/** How many there are to be indexed, more or less. */
export async function countIndexed(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from listings where status = 'ACTIVE'`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * All live listings in batches, as of one moment and in no order: in the order of the table they are read several times
 * as fast as by id. The next batch is on its way while one is being used.
 */
export async function* streamIndexedRows(db: Database, batchSize: number): AsyncGenerator<IndexedRow[]> {
  const trx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  const fetch = async (): Promise<IndexedRow[]> =>
    (await sql<IndexedRow>`fetch ${sql.lit(batchSize)} from indexed_rows`.execute(trx)).rows;
  let fetching: Promise<IndexedRow[]> = Promise.resolve([]);
  try {
    await sql`select set_config('statement_timeout', ${String(FETCH_TIMEOUT_MS)}, true)`.execute(trx);
    await sql`declare indexed_rows no scroll cursor for ${indexedColumns(trx)}`.execute(trx);
    fetching = fetch();
    for (;;) {
      const rows = await fetching;
      if (rows.length === 0) return;
      fetching = fetch();
      // Its failure is thrown where it is awaited, which may be later than it fails.
      fetching.catch(() => {});
      yield rows;
    }
  } finally {
    await fetching.catch(() => {});
    await trx.rollback().execute();
  }
}

/** The view counts of all live listings in batches, by id. */
export async function* streamViews(
  db: Queryable,
  batchSize: number,
): AsyncGenerator<{ id: string; views: number }[]> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('listings')
      .select(['id', 'views'])
      .where('status', '=', 'ACTIVE')
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    after = last.id;
  }
}

/** The ids of all live listings in order, a page at a time; the last page is not full, and may be empty. */
export async function* pagesOfIndexedIds(db: Queryable, pageSize: number): AsyncGenerator<string[]> {
  for (let after = ''; ;) {
    const rows = await indexedIds(db).where('l.id', '>', after).orderBy('l.id').limit(pageSize).execute();
    yield rows.map(({ id }) => id);
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = last.id;
  }
}

function indexedIds(db: Queryable) {
  return db
    .selectFrom('listings as l')
    .innerJoin('sellers as s', 's.id', 'l.seller_id')
    .select('l.id')
    .where('l.status', '=', 'ACTIVE')
    .where('s.status', '<>', 'erased');
}

/** What is read of a listing, as text: it changes when the columns do. */
export function indexedShape(db: Queryable): string {
  return indexedColumns(db).compile().sql;
}

/** Of a copy of a database, or of another server, this is different. */
export async function databaseIdentity(db: Database): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select concat_ws(' ', (select system_identifier from pg_control_system()), oid) as identity
    from pg_database where datname = current_database()`.execute(db);
  return rows[0]?.identity ?? '';
}
