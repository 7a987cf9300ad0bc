import { sql } from 'kysely';
import { touches, type Transaction } from '../../platform/db/transaction.ts';
import './tables.ts';

/** Listings that one statement gives another brand or category. Each keeps some twenty indexes: 500 took up to 1.7 s in a market of a million. */
export const MOVED_AT_A_TIME = 200;

/** What a name belongs to: a category by its slug, or a feature by its code. */
export interface NamedSubject {
  readonly kind: 'category' | 'feature';
  readonly name: string;
}

export type ListingReference = 'category_id' | 'subcategory_id' | 'brand_id';

/** The live listings that show a name of the taxonomy, from the one after `after` on. */
export interface ReindexPayload {
  readonly kind: ListingReference | 'feature';
  /** Of the category or brand; the code of a feature. */
  readonly id: string;
  readonly after: string;
}

const BATCH_ROWS = 1000;
/** Listings that are looked through for a feature: no index is worth having for that. */
const BATCH_LOOKED_AT = 2000;

export function findCategory(trx: Transaction, slug: string) {
  return trx.selectFrom('categories').select(['id', 'parent_id']).where('slug', '=', slug).executeTakeFirst();
}

/** Notes one batch, and returns the last listing of it; null when there is none after it. */
export async function noteBatch(
  trx: Transaction,
  { kind, id, after }: ReindexPayload,
): Promise<string | null> {
  const most = kind === 'feature' ? BATCH_LOOKED_AT : BATCH_ROWS;
  const batch =
    kind === 'feature'
      ? sql`select id, status = 'ACTIVE' and ${id} = any(features) as shows from listings
          where id > ${after} order by id limit ${most}`
      : sql`select id, status = 'ACTIVE' as shows from listings
          where ${sql.ref(kind)} = ${id} and id > ${after} order by id limit ${most}`;
  await touches(trx, 'listing_changes');
  const { rows } = await sql<{ id: string; shows: boolean }>`
    with batch as materialized (${batch}), noted as (
      insert into listing_changes (listing_id) select id from batch where shows order by id
    )
    select id, shows from batch order by id`.execute(trx);
  if (rows.some(({ shows }) => shows)) await sql`select pg_notify('listing_changes', '')`.execute(trx);
  return rows.length < most ? null : (rows.at(-1)?.id ?? null);
}
