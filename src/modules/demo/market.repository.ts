/** Statements that fill an empty database. Only they may write rows of every module. */
import { type Insertable, sql } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';
import {
  inLongTransaction,
  type Queryable,
  type Transaction,
  touches,
} from '../../platform/db/transaction.ts';

/** Locks the filling of an empty database for this process. Returns false if another process has the lock. */
export async function lockFilling(trx: Transaction, lock: number): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lock}) as mine`.execute(
    trx,
  );
  return rows[0]?.mine === true;
}

/** ADMIN_EMAIL may have made the first administrator already. */
export async function hasUsers(trx: Transaction): Promise<boolean> {
  const anyone = await trx
    .selectFrom('users')
    .select('id')
    .where('role', '<>', 'ADMIN')
    .limit(1)
    .executeTakeFirst();
  return anyone !== undefined;
}

export function listPlans(db: Queryable) {
  return db.selectFrom('plans').select(['id', 'slug', 'monthly_minor', 'currency']).execute();
}

export function getPlan(db: Queryable, slug: string) {
  return db
    .selectFrom('plans')
    .select(['id', 'monthly_minor', 'currency'])
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
}

export async function insertRow<T extends 'users' | 'sellers' | 'team_members' | 'subscriptions'>(
  trx: Transaction,
  table: T,
  row: Insertable<Tables[T]>,
): Promise<void> {
  if (table === 'sellers') await touches(trx, 'sellers');
  await trx.insertInto<T>(table).values(row).execute();
}

/** One statement for all rows; columns that a row lacks are null. */
export async function insertRows(
  trx: Transaction,
  table: 'conversations' | 'messages' | 'reviews',
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  await sql`insert into ${sql.table(table)} select * from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    trx,
  );
}

/** The same of listings, of which the database fills in the other columns. */
export async function insertListingRows(
  trx: Transaction,
  columns: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  await touches(trx, 'listings');
  await sql`insert into listings (${sql.raw(columns)}) select ${sql.raw(columns)} from json_populate_recordset(null::listings, ${JSON.stringify(rows)}::json)`.execute(
    trx,
  );
}

export async function countInquiries(trx: Transaction): Promise<void> {
  await touches(trx, 'listings');
  await sql`
    update listings l set inquiries_count = c.count
    from (select listing_id, count(*) as count from conversations where listing_id is not null group by listing_id) c
    where l.id = c.listing_id`.execute(trx);
}

export async function countRatings(trx: Transaction): Promise<void> {
  await touches(trx, 'sellers');
  await sql`
    update sellers s set rating_count = r.count, rating_sum = r.sum
    from (select seller_id, count(*) as count, sum(rating) as sum from reviews group by seller_id) r
    where s.id = r.seller_id`.execute(trx);
}

export function listSellers(db: Queryable) {
  return db.selectFrom('sellers').select(['id', 'vat_id']).execute();
}

/** Returns the highest number at the end of a stock number; null if no stock number ends in one. */
export async function findLastNumber(
  db: Parameters<typeof inLongTransaction>[0],
  timeoutMs: number,
): Promise<number | null> {
  const { rows } = await inLongTransaction(db, timeoutMs, (trx) =>
    sql<{ last: number | null }>`
      select max(substring(external_id from '-(\\d{6,9})$')::bigint) as last from listings where external_id ~ '-\\d{6,9}$'`.execute(
      trx,
    ),
  );
  return rows[0]?.last ?? null;
}
