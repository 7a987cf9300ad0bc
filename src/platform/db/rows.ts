import type { SelectQueryBuilder } from 'kysely';

/** How many rows a query finds. */
export async function countRows<DB, TB extends keyof DB>(
  query: SelectQueryBuilder<DB, TB, object>,
): Promise<number> {
  const { count } = await query
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .$castTo<{ readonly count: number }>()
    .executeTakeFirstOrThrow();
  return count;
}

/** A page of an ordered list, and how many rows the list has. */
export async function pageWithTotal<DB, TB extends keyof DB, Row>(
  list: SelectQueryBuilder<DB, TB, Row>,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ rows: Row[]; total: number }> {
  const rows = await list.limit(page.limit).offset(page.offset).execute();
  return { rows, total: await countRows(list.clearSelect().clearOrderBy()) };
}
