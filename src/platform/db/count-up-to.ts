import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from './transaction.ts';

/** Lists are counted so far; beyond it a number says nothing more to a reader, and costs more than the page. */
export const COUNT_MAX = 10_000;
/** Where each row that is counted must be looked at. */
export const LOOKED_AT_MAX = 1000;

/** Counts the rows of `select … from …`, at most one more than `max`. */
export async function countUpTo(db: Queryable, rows: RawBuilder<unknown>, max: number): Promise<number> {
  const { rows: answer } = await sql<{ count: number }>`
    select count(*)::int as count from (${rows} limit ${max + 1}) counted`.execute(db);
  return answer[0]?.count ?? 0;
}
