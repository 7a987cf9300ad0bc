import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { ListingReference } from '../reindex.repository.ts';

export type Kind = 'category' | 'brand';

/** Whether the cached entry still exists under the lock: neither deleted nor merged. */
export async function stillExists(trx: Transaction, kind: Kind, ...ids: readonly string[]): Promise<boolean> {
  const table = kind === 'brand' ? 'brands' : 'categories';
  const { rows } = await sql`
    select 1 from ${sql.table(table)} where id = any(${ids}::text[]) and merged_into is null`.execute(trx);
  return rows.length === ids.length;
}

export async function isUsedByListings(
  trx: Transaction,
  references: readonly ListingReference[],
  id: string,
): Promise<boolean> {
  for (const reference of references) {
    const { rows } = await sql`select 1 from listings where ${sql.ref(reference)} = ${id} limit 1`.execute(
      trx,
    );
    if (rows.length > 0) return true;
  }
  return false;
}

/** Whether a merge of another entry into this one is in progress. */
export async function isAwaitedByMerge(trx: Transaction, kind: Kind, id: string): Promise<boolean> {
  const table = kind === 'brand' ? 'brands' : 'categories';
  const { rows } = await sql`select 1 from ${sql.table(table)} where merged_into = ${id} limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Drops redirects from a slug that now belongs to a new owner. */
export async function reserveSlug(trx: Transaction, kind: Kind, slug: string): Promise<void> {
  await trx.deleteFrom('taxonomy_redirects').where('kind', '=', kind).where('old_slug', '=', slug).execute();
}

/** Redirects an old slug to the current one, along with the slugs that redirected to the old one. */
export async function redirectSlug(
  trx: Transaction,
  kind: Kind,
  oldSlug: string,
  targetId: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into taxonomy_redirects (kind, old_slug, target_id, created_at) values (${kind}, ${oldSlug}, ${targetId}, ${now})
    on conflict (kind, old_slug) do update set target_id = excluded.target_id`.execute(trx);
}

/** Blocks writes of listings until the transaction ends, so that none starts to use a deleted entry. */
export async function blockListingWrites(trx: Transaction): Promise<void> {
  await sql`lock table listings in share mode`.execute(trx);
}

/** Deletes a category or brand, and the redirects to it. */
export async function deleteWithRedirects(trx: Transaction, kind: Kind, id: string): Promise<void> {
  await trx.deleteFrom('taxonomy_redirects').where('target_id', '=', id).execute();
  await trx
    .deleteFrom(kind === 'brand' ? 'brands' : 'categories')
    .where('id', '=', id)
    .execute();
}
