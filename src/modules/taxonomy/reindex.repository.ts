import { sql } from 'kysely';
import { touches, type Transaction } from '../../platform/db/transaction.ts';
import './tables.ts';

/**
 * Listings per statement that changes a brand or category. Each updates about twenty indexes: 500 took up to 1.7 s
 * with a million listings.
 */
export const MOVE_BATCH_SIZE = 200;

/** Owner of a name: a category by slug, or a feature by code. */
export interface NamedSubject {
  readonly kind: 'category' | 'feature';
  readonly name: string;
}

export type ListingReference = 'category_id' | 'subcategory_id' | 'brand_id';

/** Live listings with a name of the taxonomy, after `after`. */
export interface ReindexPayload {
  readonly kind: ListingReference | 'feature';
  /** ID of the category or brand; code of a feature. */
  readonly id: string;
  readonly after: string;
}

const BATCH_ROWS = 1000;
/** Listings to scan for a feature, which does not justify an index. */
const BATCH_LOOKED_AT = 2000;

export function findCategory(trx: Transaction, slug: string) {
  return trx.selectFrom('categories').select(['id', 'parent_id']).where('slug', '=', slug).executeTakeFirst();
}

/** Logs one batch, and returns its last listing; null at the end. */
export async function logBatch(
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
