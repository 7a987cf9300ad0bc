import { sql } from 'kysely';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { NamedSubject } from './reindex.repository.ts';
import type { Reindexing } from './reindex.ts';
import './tables.ts';

/** Every process listens here and reloads the taxonomy when its version has risen. */
export const TAXONOMY_CHANNEL = 'fifthwheel_taxonomy';

/**
 * Raises the version of the taxonomy and notifies every process on commit. The row stays locked until then, which
 * serializes changes.
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

/** Sets the names of categories and features in one language; null removes a name. */
export async function writeTaxonomyNames(
  trx: Transaction,
  reindexing: Reindexing,
  language: string,
  names: readonly { readonly subject: NamedSubject; readonly text: string | null }[],
): Promise<void> {
  await raiseTaxonomyVersion(trx);
  for (const { subject, text } of names) {
    const value =
      text === null
        ? sql`names - ${language}::text`
        : sql`names || jsonb_build_object(${language}::text, ${text}::text)`;
    if (subject.kind === 'category') {
      await sql`update categories set names = ${value} where slug = ${subject.name}`.execute(trx);
    } else {
      await sql`update features set names = ${value} where code = ${subject.name}`.execute(trx);
    }
    await reindexing.wantNamed(trx, subject);
  }
}
