import { type Expression, sql } from 'kysely';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import { DIMENSIONS } from '@fifthwheel/search';
import { companies } from '../companies/index.ts';
import './tables.ts';

/** For one batch: a disk that is slow at the start is no reason to give up. */
const FETCH_TIMEOUT_MS = MINUTE_MS;

/** A live listing as the index needs it. Names of the taxonomy come from memory, not from joins. */
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
      .select(COLUMNS)
      .where('l.status', '=', 'ACTIVE')
      // The listings of an erased seller are deleted batch by batch; none is found meanwhile.
      .where('s.status', '<>', 'erased')
  );
}

/** To read rows holds the event loop: two hundred for some ten milliseconds. */
const ROWS_AT_A_TIME = 200;

async function inPieces<T>(
  ids: readonly string[],
  find: (some: readonly string[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const rows: T[] = [];
  for (let at = 0; at < ids.length; at += ROWS_AT_A_TIME)
    rows.push(...(await find(ids.slice(at, at + ROWS_AT_A_TIME))));
  return rows;
}

const isOneOf = (ids: readonly string[]) => sql<boolean>`l.id = any(${[...ids]}::text[])`;

/** Of these, the ones that are live now. */
export function findIndexedRows(db: Queryable, ids: readonly string[]): Promise<IndexedRow[]> {
  return inPieces(ids, (some) => readSome(db, some));
}

function readSome(db: Queryable, ids: readonly string[]): Promise<IndexedRow[]> {
  return indexedColumns(db).where(isOneOf(ids)).execute();
}

/** A database that must fetch pages first takes longer for a piece than it takes to use one. */
const PIECES_AHEAD = 2;

/** The same piece by piece, the next ones on their way while one is being used. */
export async function* readIndexedRows(
  db: Queryable,
  ids: readonly string[],
): AsyncGenerator<{ readonly asked: readonly string[]; readonly rows: readonly IndexedRow[] }> {
  const pieces: { asked: readonly string[]; rows: Promise<IndexedRow[]> }[] = [];
  let at = 0;
  const readAhead = (most: number): void => {
    for (; at < ids.length && pieces.length < most; at += ROWS_AT_A_TIME) {
      const asked = ids.slice(at, at + ROWS_AT_A_TIME);
      const rows = readSome(db, asked);
      // Its failure is thrown where it is awaited, which may be later than it fails.
      rows.catch(() => {});
      pieces.push({ asked, rows });
    }
  };
  readAhead(1 + PIECES_AHEAD);
  for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
    const rows = await piece.rows;
    readAhead(PIECES_AHEAD);
    yield { asked: piece.asked, rows };
  }
}

/** So many bits that the sum of those of a range is exact in a number. */
const CHECKSUM_BITS = 40;
/** What tells a row from any other, but for its views: they change by the minute, and their changes are followed apart. */
const CHECKSUM = sql<number>`(hashtextextended(row(${sql.join(
  COLUMNS.filter((column) => column !== 'l.views').map((column) => sql.ref(column.split(' as ')[0] ?? '')),
)})::text, 0) & ${sql.lit(2 ** CHECKSUM_BITS - 1)}::bigint)::float8`;

/** A live listing, with what tells its contents from others. */
export type ChecksummedRow = IndexedRow & { readonly checksum: number };

function checksummed(db: Queryable) {
  return indexedColumns(db).select(CHECKSUM.as('checksum'));
}

/** Of these, the ones that are live now. */
export function findChecksummedRows(db: Queryable, ids: readonly string[]): Promise<ChecksummedRow[]> {
  return inPieces(ids, (some) => checksummed(db).where(isOneOf(some)).execute());
}

const NUMBER = /^[\p{L}\p{N}][\p{L}\p{N} ./_-]{2,49}$/u;
const NUMBER_MATCHES_MAX = 50;
/** Fewer digits end too many numbers, and are years and codes of models. */
const ENDING_DIGITS_MIN = 4;
/** An index of three letters each finds them. */
const RUN_MIN = 3;
/** Where a number is typed in one run, its last digits are in every way to write it: "MER4100610" is "MER4-100610". */
const LAST_DIGITS = 4;

/**
 * Live listings by what their sellers number them with, and by a vehicle number that the seller shows. Numbers compare by their
 * letters and digits, and digits alone also as the end of one: "100610" is "MER4-100610".
 */
export async function findIdsByNumber(db: Queryable, typed: string): Promise<string[]> {
  const number = typed.trim();
  const runs = number.match(/[A-Za-z]+|[0-9]+/g) ?? [];
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '').toLowerCase();
  if (!NUMBER.test(number) || !/[0-9]/.test(number) || longest.length < RUN_MIN) return [];
  const key = number.replace(/[^\p{L}\p{N}]+/gu, '').toUpperCase();
  const sure = /^[0-9]/.test(longest) ? longest.slice(-LAST_DIGITS) : longest;
  const isEnding = /^[0-9]+$/.test(key) && key.length >= ENDING_DIGITS_MIN;
  const own = sql`upper(regexp_replace(external_id, '[^[:alnum:]]', '', 'g'))`;
  const { rows } = await sql<{ id: string }>`
    select id from listings
    where id in (select listing_id from listing_texts where text like ${`%${sure}%`} and status = 'ACTIVE')
      and status = 'ACTIVE' and deleted_at is null
      and (${own} = ${key} or (${isEnding} and substring(external_id from '([0-9]+)[^0-9]*$') = ${key})
        or (vin_public and upper(vin) = ${key}))
    order by ${own} = ${key} desc, id
    limit ${NUMBER_MATCHES_MAX}`.execute(db);
  return rows.map(({ id }) => id);
}

const VEHICLE_NUMBER = /^[A-HJ-NPR-Z0-9]{17}$/i;
/** Letters before a number that counts vehicles, or a number too long for a year, a code or an amount in thousands. */
const STOCK_NUMBER = /^(?:[A-Za-z]{1,6}[0-9]{0,3}[ ./_-]?)?[0-9]{5,12}$/;

/** Whether words are nothing but the number of one vehicle. */
export const isVehicleNumber = (typed: string): boolean =>
  (VEHICLE_NUMBER.test(typed.trim()) && /[0-9]/.test(typed)) || STOCK_NUMBER.test(typed.trim());

/** Of a seller that is named by its slug. */
export async function findSellerId(db: Queryable, named: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from ${companies} sellers where slug = ${named} and status <> 'erased'`.execute(db);
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
  const fetch = async (): Promise<T[]> =>
    (await sql<T>`fetch ${sql.lit(batchSize)} from indexed_rows`.execute(trx)).rows;
  let fetching: Promise<T[]> = Promise.resolve([]);
  try {
    await sql`select set_config('statement_timeout', ${String(FETCH_TIMEOUT_MS)}, true)`.execute(trx);
    await sql`declare indexed_rows no scroll cursor for ${query}`.execute(trx);
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

/** Of so many live listings in the order of their ids. */
export interface IndexedSum {
  readonly listings: number;
  readonly checksum: number;
  readonly last: string | null;
}

/** All live listings, so many at a time; the last sum is of fewer, perhaps of none. */
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

/** The checksums of live listings after one id and up to another. */
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
