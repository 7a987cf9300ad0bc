import { sql } from 'kysely';
import { touches, type Transaction } from '../../../platform/db/transaction.ts';

/** Moves the next listings of a subcategory to its top category, and returns the last of them; null when none is left. */
export async function moveBatch(
  trx: Transaction,
  batch: {
    readonly subcategoryId: string;
    readonly after: string;
    readonly now: Date;
    readonly limit: number;
  },
): Promise<string | null> {
  await touches(trx, 'listings');
  const { rows } = await sql<{ last: string | null }>`
    with batch as materialized (
      select id from listings where subcategory_id = ${batch.subcategoryId} and id > ${batch.after}
      order by id limit ${batch.limit} for no key update
    ), moved as (
      update listings l set category_id = c.parent_id, updated_at = ${batch.now}, version = version + 1,
        edited_version = coalesce(l.edited_version, l.version)
      from categories c
      where c.id = ${batch.subcategoryId} and l.category_id <> c.parent_id and l.id in (select id from batch)
    )
    select max(id) as last from batch`.execute(trx);
  return rows[0]?.last ?? null;
}
