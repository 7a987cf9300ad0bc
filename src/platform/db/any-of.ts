import { type RawBuilder, sql } from 'kysely';

/** For `where(column, '=', anyOf(ids))`: one statement for lists of any length, and of none. */
export function anyOf(texts: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${[...texts]}::text[])`;
}
