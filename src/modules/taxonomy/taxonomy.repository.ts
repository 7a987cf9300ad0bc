import { sql } from 'kysely';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import './tables.ts';

/** Every process listens here and reads the taxonomy again when its version has risen. */
export const TAXONOMY_CHANNEL = 'fifthwheel_taxonomy';

/**
 * Raises the version of the taxonomy and, once this commits, tells every process. The row stays locked until then, so
 * changes of the taxonomy happen one after another.
 */
export async function raiseTaxonomyVersion(trx: Transaction): Promise<void> {
  await sql`update taxonomy_version set version = version + 1`.execute(trx);
  await sql`select pg_notify(${TAXONOMY_CHANNEL}, '')`.execute(trx);
}

export async function readTaxonomyVersion(db: Queryable): Promise<number> {
  const row = await db.selectFrom('taxonomy_version').select('version').executeTakeFirstOrThrow();
  return row.version;
}

export async function readTaxonomy(db: Queryable) {
  const [categories, brands, models, features, redirects] = await Promise.all([
    db.selectFrom('categories').selectAll().orderBy('position').orderBy('slug').execute(),
    db.selectFrom('brands').selectAll().orderBy('name').orderBy('slug').execute(),
    db.selectFrom('brand_models').select(['brand_id', 'name']).orderBy('position').orderBy('name').execute(),
    db.selectFrom('features').selectAll().orderBy('position').execute(),
    db.selectFrom('taxonomy_redirects').selectAll().execute(),
  ]);
  return { categories, brands, models, features, redirects };
}
