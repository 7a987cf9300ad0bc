import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from './transaction.ts';

/** Limit up to which lists are counted. Beyond it, the count does not help readers and costs more than the page. */
export const COUNT_MAX = 10_000;
/** Bound for text searches, where each counted row must be read. */
export const SEARCHED_MAX = 300;
/** Limit for counts that must examine each row. */
export const EXAMINED_MAX = 1000;

/** Counts the rows of `select … from …`, at most one more than `max`. */
export async function countUpTo(db: Queryable, rows: RawBuilder<unknown>, max: number): Promise<number> {
  const { rows: response } = await sql<{ count: number }>`
    select count(*)::int as count from (${rows} limit ${max + 1}) counted`.execute(db);
  return response[0]?.count ?? 0;
}

/** Returns the IDs of the results of a search; null if there are more than SEARCHED_MAX. */
export async function findFew(db: Queryable, found: RawBuilder<unknown>): Promise<string[] | null> {
  const { rows } = await sql<{ id: string }>`
    select id from (${found}) every limit ${SEARCHED_MAX + 1}`.execute(db);
  return rows.length > SEARCHED_MAX ? null : rows.map(({ id }) => id);
}

/** `value in (…)`, planned as a set that is built once and not as a join, so that rows ordered by an index stay ordered. */
export const isOneOfSet = (value: RawBuilder<unknown>, set: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${value} in (${set})) is true`;

/** How many rows a list has. */
export interface Total {
  readonly total: number;
  /** There are more. */
  readonly totalIsCapped: boolean;
}

export const exactly = (total: number): Total => ({ total, totalIsCapped: false });

export const upTo = (count: number, max: number): Total => ({
  total: Math.min(count, max),
  totalIsCapped: count > max,
});

/** The total of a list whose rows are counted up to COUNT_MAX. */
export async function countTotal(db: Queryable, rows: RawBuilder<unknown>): Promise<Total> {
  return upTo(await countUpTo(db, rows, COUNT_MAX), COUNT_MAX);
}

/** A page in the order of a list. */
interface OrderedPage {
  readonly order: RawBuilder<unknown>;
  /** Condition for the rows after the cursor. */
  readonly begin: RawBuilder<SqlBool>;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Counts and orders the results of a search if there are at most SEARCHED_MAX. Otherwise `ids` is null: with that many
 * matches, walking an index in list order soon finds the page.
 */
export async function pageOfFound(
  db: Queryable,
  found: RawBuilder<unknown>,
  { order, begin, limit, offset }: OrderedPage,
): Promise<{ count: number; ids: string[] | null }> {
  const { rows } = await sql<{ count: number; ids: string[] | null }>`
    with found as materialized (select * from (${found}) every limit ${SEARCHED_MAX + 1}),
      counted as (select count(*)::int as count from found)
    select count, case when count <= ${SEARCHED_MAX} then
        array(select id from found where ${begin} order by ${order} limit ${limit} offset ${offset})
      end as ids
    from counted`.execute(db);
  return rows[0] ?? { count: 0, ids: [] };
}
