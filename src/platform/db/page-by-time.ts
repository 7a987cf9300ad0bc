import { type SelectQueryBuilder, sql } from 'kysely';

/** A page of rows of a list that is read to its end, and the start of the next page; null if there is none. */
export interface PageOfRows {
  readonly rows: readonly unknown[];
  readonly next: string | null;
}

/** A fraction of a second. */
export const ROWS_OF_PAGE = 200;

/**
 * The page after the row that `after` names (the first, if that is empty), in the order of time, of a query that finds its rows in
 * an index by owner and time.
 */
export async function pageByTime<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  columns: { readonly time: string; readonly id: string },
  after: string,
): Promise<PageOfRows> {
  const time = sql.ref<string>(columns.time);
  const id = sql.ref<string>(columns.id);
  const [afterTime = '', afterId = ''] = after.split(' ');
  const found = await query
    // Text keeps the microseconds, which a Date would truncate.
    .select([sql<string>`replace(${time}::text, ' ', 'T')`.as('page_time'), id.as('page_id')])
    .$if(after !== '', (query) =>
      query.where(sql<boolean>`(${time}, ${id}) > (${afterTime}::timestamptz, ${afterId}::text)`),
    )
    .orderBy(time)
    .orderBy(id)
    .limit(ROWS_OF_PAGE)
    .$castTo<{ readonly page_time: string; readonly page_id: string }>()
    .execute();
  const rows = found.map(({ page_time: _time, page_id: _id, ...row }) => row);
  const last = found.length === ROWS_OF_PAGE ? found.at(-1) : undefined;
  return { rows, next: last === undefined ? null : `${last.page_time} ${last.page_id}` };
}
