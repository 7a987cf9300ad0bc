import { type Expression, sql } from 'kysely';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { withStatementTimeout } from '../../platform/db/statement-timeout.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import { DIMENSIONS } from '@fifthwheel/search';
import { companies } from '../companies/index.ts';
import './tables.ts';

/** Limit per batch; long, because a slow disk at the start must not end the load. */
const FETCH_TIMEOUT_MS = MINUTE_MS;

/** Columns of a live listing that the index needs. Names of the taxonomy come from memory, not from joins. */
export type IndexedRow = Awaited<ReturnType<ReturnType<typeof indexedColumns>['execute']>>[number];

const COLUMNS = [
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
  'l.features',
  ...dimensionColumns(),
  'l.power_kw',
  'l.cooling',
  'l.load_volume_m3',
  'l.video_url',
  'l.accident_history',
  'l.tyres',
  'l.next_inspection',
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
  'p.per_mille as price_position',
  's.id as seller_id',
  's.slug as seller_slug',
  's.company_name',
  's.verified',
] as const;

function dimensionColumns() {
  const columns = Object.values(DIMENSIONS).map(({ column }) => column);
  return columns.filter((column) => column !== null).map((column) => `l.${column}` as const);
}

function indexedColumns(db: Queryable) {
  return (
    db
      .selectFrom('listings as l')
      .innerJoin(companies.as('s'), 's.id', 'l.seller_id')
      .leftJoin('listing_price_positions as p', (join) =>
        // An outdated position is hidden until the job has compared again.
        join.onRef('p.listing_id', '=', 'l.id').on('p.due_at', '>', sql<Date>`'-infinity'`),
      )
      .select(COLUMNS)
      .where('l.status', '=', 'ACTIVE')
      // The listings of an erased seller are deleted in batches; searches find none of them meanwhile.
      .where('s.status', '<>', 'erased')
  );
}

/** Rows per query. Parsing rows blocks the event loop, about ten milliseconds for 200 rows. */
const BATCH_ROWS = 200;

async function findInBatches<T>(
  ids: readonly string[],
  find: (batch: readonly string[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const rows: T[] = [];
  for (let from = 0; from < ids.length; from += BATCH_ROWS)
    rows.push(...(await find(ids.slice(from, from + BATCH_ROWS))));
  return rows;
}

const isOneOf = (ids: readonly string[]) => sql<boolean>`l.id = any(${[...ids]}::text[])`;

/** Returns those of these listings that are live. */
export function findIndexedRows(db: Queryable, ids: readonly string[]): Promise<IndexedRow[]> {
  return findInBatches(ids, (batch) => readBatch(db, batch));
}

function readBatch(db: Queryable, ids: readonly string[]): Promise<IndexedRow[]> {
  return indexedColumns(db).where(isOneOf(ids)).execute();
}

/**
 * Rows per query of `readIndexedRows`. A running process requests at most 100 listings at once, so only a start reads that many.
 * There, batches of 1,000 take a fifth less time than batches of 200.
 */
const ROWS_AT_START = 1000;

/** Batches read ahead, because a database that reads from disk takes longer for a batch than applying one takes. */
const BATCHES_AHEAD = 2;

/** Yields the same rows in batches, and reads the next batches while the caller uses one. */
export async function* readIndexedRows(
  db: Queryable,
  ids: readonly string[],
): AsyncGenerator<{ readonly requested: readonly string[]; readonly rows: readonly IndexedRow[] }> {
  const batches: { requested: readonly string[]; rows: Promise<IndexedRow[]> }[] = [];
  let next = 0;
  const readAhead = (most: number): void => {
    for (; next < ids.length && batches.length < most; next += ROWS_AT_START) {
      const requested = ids.slice(next, next + ROWS_AT_START);
      const rows = readBatch(db, requested);
      // The promise may fail before it is awaited, which would count as an unhandled rejection; the await still throws.
      rows.catch(() => {});
      batches.push({ requested, rows });
    }
  };
  readAhead(1 + BATCHES_AHEAD);
  for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
    const rows = await batch.rows;
    readAhead(BATCHES_AHEAD);
    yield { requested: batch.requested, rows };
  }
}

/** Few enough that the sum over a range of rows is exact in a number. */
const CHECKSUM_BITS = 40;
/** Hash of all columns but the views, which change every minute and have a separate change log. */
const CHECKSUM = sql<number>`(hashtextextended(row(${sql.join(
  COLUMNS.filter((column) => column !== 'l.views').map((column) => sql.ref(column.split(' as ')[0] ?? '')),
)})::text, 0) & ${sql.lit(2 ** CHECKSUM_BITS - 1)}::bigint)::float8`;

/** A live listing with the checksum of its contents. */
export type ChecksummedRow = IndexedRow & { readonly checksum: number };

function checksummed(db: Queryable) {
  return indexedColumns(db).select(CHECKSUM.as('checksum'));
}

/** Returns those of these listings that are live. */
export function findChecksummedRows(db: Queryable, ids: readonly string[]): Promise<ChecksummedRow[]> {
  return findInBatches(ids, (batch) => checksummed(db).where(isOneOf(batch)).execute());
}

const NUMBER = /^[\p{L}\p{N}][\p{L}\p{N} ./_-]{2,49}$/u;
const NUMBER_MATCHES_MAX = 50;
/** Digits needed to match the end of a number. Fewer match too many numbers, and model codes. */
const ENDING_DIGITS_MIN = 4;
/** Shortest run of letters or digits that the trigram index can find. */
const RUN_MIN = 3;
/** Digits at the end to look up. They are adjacent in every spelling: "MER4100610" finds "MER4-100610". */
const LAST_DIGITS = 4;

/**
 * Finds live listings by their seller's stock number, or by a vehicle identification number that the seller shows. Compares only
 * letters and digits. Digits alone also match the end of a number: "100610" finds "MER4-100610".
 */
export async function findIdsByNumber(db: Queryable, typed: string): Promise<string[]> {
  const number = typed.trim();
  const runs = number.match(/[A-Za-z]+|[0-9]+/g) ?? [];
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '').toLowerCase();
  if (!NUMBER.test(number) || !/[0-9]/.test(number) || longest.length < RUN_MIN) return [];
  const key = number.replace(/[^\p{L}\p{N}]+/gu, '').toUpperCase();
  const infix = /^[0-9]/.test(longest) ? longest.slice(-LAST_DIGITS) : longest;
  const isEnding = /^[0-9]+$/.test(key) && key.length >= ENDING_DIGITS_MIN;
  const stockNumber = sql`upper(regexp_replace(external_id, '[^[:alnum:]]', '', 'g'))`;
  const { rows } = await sql<{ id: string }>`
    select id from listings
    where id in (select listing_id from listing_texts where text like ${`%${infix}%`} and status = 'ACTIVE')
      and status = 'ACTIVE' and deleted_at is null
      and (${stockNumber} = ${key} or (${isEnding} and substring(external_id from '([0-9]+)[^0-9]*$') = ${key})
        or (vin_public and upper(vin) = ${key}))
    order by ${stockNumber} = ${key} desc, id
    limit ${NUMBER_MATCHES_MAX}`.execute(db);
  return rows.map(({ id }) => id);
}

const VEHICLE_NUMBER = /^[A-HJ-NPR-Z0-9]{17}$/i;
/** Letters before a serial number, or a number too long for a year, a code or an amount in thousands. */
const STOCK_NUMBER = /^(?:[A-Za-z]{1,6}[0-9]{0,3}[ ./_-]?)?[0-9]{5,12}$/;

/** Whether the text is nothing but the number of a vehicle. */
export const isVehicleNumber = (typed: string): boolean =>
  (VEHICLE_NUMBER.test(typed.trim()) && /[0-9]/.test(typed)) || STOCK_NUMBER.test(typed.trim());

export async function findSellerId(db: Queryable, slug: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from ${companies} sellers where slug = ${slug} and status <> 'erased'`.execute(db);
  return rows[0]?.id;
}

/**
 * Yields all live listings in batches, from one snapshot of the database and in no order, because a scan of the table is several
 * times as fast as reading by ID. Reads the next batch while the caller uses one.
 */
export function streamIndexedRows(db: Database, batchSize: number): AsyncGenerator<IndexedRow[]> {
  return stream(db, batchSize, indexedColumns(db));
}

export function streamChecksummedRows(db: Database, batchSize: number): AsyncGenerator<ChecksummedRow[]> {
  return stream(db, batchSize, checksummed(db));
}

async function* stream<T>(db: Database, batchSize: number, query: Expression<T>): AsyncGenerator<T[]> {
  const trx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  const fetch = (): Promise<T[]> =>
    withStatementTimeout(
      FETCH_TIMEOUT_MS,
      async () => (await sql<T>`fetch ${sql.lit(batchSize)} from indexed_rows`.execute(trx)).rows,
    );
  let fetching: Promise<T[]> = Promise.resolve([]);
  try {
    await sql`select set_config('statement_timeout', ${String(FETCH_TIMEOUT_MS)}, true)`.execute(trx);
    await sql`declare indexed_rows no scroll cursor for ${query}`.execute(trx);
    fetching = fetch();
    for (;;) {
      const rows = await fetching;
      if (rows.length === 0) return;
      fetching = fetch();
      // The promise may fail before it is awaited, which would count as an unhandled rejection; the await still throws.
      fetching.catch(() => {});
      yield rows;
    }
  } finally {
    await fetching.catch(() => {});
    await trx.rollback().execute();
  }
}

/** Yields the view counts of all live listings in batches, ordered by ID. */
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

/** Sum of the checksums of a range of live listings, ordered by ID. */
export interface IndexedSum {
  readonly listings: number;
  readonly checksum: number;
  readonly last: string | null;
}

/** Yields the sums of all live listings, `rangeSize` listings at a time. The last range may be shorter or empty. */
export async function* sumsOfIndexed(db: Queryable, rangeSize: number): AsyncGenerator<IndexedSum> {
  for (let after = ''; ;) {
    const range = checksums(db).where('l.id', '>', after).orderBy('l.id').limit(rangeSize);
    const { rows } = await sql<IndexedSum>`
      select count(*)::integer as listings, coalesce(sum(checksum), 0) as checksum, max(id) as last
      from ${range.as('range')}`.execute(db);
    const [sum] = rows;
    if (sum === undefined) return;
    yield sum;
    if (sum.last === null || sum.listings < rangeSize) return;
    after = sum.last;
  }
}

/** Returns the checksums of live listings with IDs above `after` and up to `last`. */
export async function checksumsBetween(
  db: Queryable,
  after: string | null,
  last: string | null,
): Promise<Map<string, number>> {
  const from = checksums(db).where('l.id', '>', after ?? '');
  const rows = await (last === null ? from : from.where('l.id', '<=', last)).execute();
  return new Map(rows.map(({ id, checksum }) => [id, checksum]));
}

function checksums(db: Queryable) {
  return indexedColumns(db)
    .clearSelect()
    .select(['l.id', CHECKSUM.as('checksum')]);
}

/** Returns a text that changes whenever other columns are read. */
export function indexedShape(db: Queryable): string {
  return indexedColumns(db).compile().sql;
}

/** Returns an identity that differs between databases, also between a database and its copy. */
export async function databaseIdentity(db: Database): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select concat_ws(' ', (select system_identifier from pg_control_system()), oid) as identity
    from pg_database where datname = current_database()`.execute(db);
  return rows[0]?.identity ?? '';
}
