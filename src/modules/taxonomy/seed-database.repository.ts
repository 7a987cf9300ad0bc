import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { seedBrands as brands } from './seed/brands.ts';
import { seedCategories as categories } from './seed/categories.ts';
import { seedFeatures as features } from './seed/features.ts';
import './tables.ts';

/**
 * Fills an empty taxonomy. A non-empty one is left alone, because administrators may have renamed, merged or deleted
 * entries that the seed would restore.
 */
export async function seedTaxonomy(db: Database, now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`lock table categories in share row exclusive mode`.execute(trx);
    const existing = await trx.selectFrom('categories').select('id').limit(1).executeTakeFirst();
    if (existing !== undefined) return;
    await insertCategories(trx, now);
    await insertBrands(trx, now);
    await trx
      .insertInto('features')
      .values(
        features.map((feature, i) => ({
          code: feature.code,
          feature_group: feature.group,
          names: JSON.stringify(feature.names),
          classes: [...feature.classes],
          import_keys: [...feature.importKeys],
          position: i + 1,
        })),
      )
      .execute();
  });
}

async function insertCategories(trx: Transaction, now: Date): Promise<void> {
  const ids = new Map(categories.map((category) => [category.slug, newId('cat', now)]));
  const row = (category: (typeof categories)[number]) => ({
    id: ids.get(category.slug) ?? '',
    slug: category.slug,
    parent_id: category.parent === null ? null : (ids.get(category.parent) ?? null),
    class: category.class,
    names: JSON.stringify(category.names),
    aliases: [...category.aliases],
    import_keys: [...category.importKeys],
    active: category.active,
    position: category.position,
    created_at: now,
    updated_at: now,
  });
  await trx.insertInto('categories').values(categories.map(row)).execute();
}

async function insertBrands(trx: Transaction, now: Date): Promise<void> {
  const rows = brands.map((brand, i) => ({
    id: newId('brd', now),
    slug: brand.slug,
    name: brand.name,
    logo: null,
    classes: [...brand.classes],
    aliases: [...brand.aliases],
    position: i + 1,
    created_at: now,
    updated_at: now,
  }));
  await trx.insertInto('brands').values(rows).execute();
  const models = brands.flatMap((brand, i) =>
    brand.models.map((name, position) => ({
      id: newId('mdl', now),
      brand_id: rows[i]?.id ?? '',
      name,
      position: position + 1,
    })),
  );
  await trx.insertInto('brand_models').values(models).execute();
}
