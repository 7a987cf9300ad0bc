import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { invalidField } from '../../../platform/errors/app-error.ts';
import { newId } from '../../../platform/ids.ts';
import { vehicleClasses } from '../seed/vehicle-class.ts';
import type { Brand } from '../taxonomy.ts';
import type { CreateBrand, Model, UpdateBrand, FeatureBody } from './schemas.ts';
import { t } from '../../../platform/errors/sentence.ts';

export async function insertBrand(
  trx: Transaction,
  id: string,
  brand: Static<typeof CreateBrand> & { readonly slug: string },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('brands')
    .values({
      id,
      slug: brand.slug,
      name: brand.name,
      logo: brand.logo ?? null,
      classes: brand.classes ?? [...vehicleClasses],
      aliases: brand.aliases ?? [],
      active: brand.active ?? true,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

export async function updateBrand(
  trx: Transaction,
  id: string,
  { slug, name, logo, classes, aliases, active }: Static<typeof UpdateBrand>,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('brands')
    .set({ slug, name, logo, classes, aliases, active, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** The names of the merged brand become aliases of the remaining one. */
export async function addNames(trx: Transaction, id: string, source: Brand, now: Date): Promise<void> {
  await sql`
    update brands set aliases = (select array_agg(distinct word) from unnest(aliases || ${[source.name, ...source.aliases]}::text[]) word),
      classes = (select array_agg(distinct word) from unnest(classes || ${[...source.classes]}::text[]) word), updated_at = ${now}
    where id = ${id}`.execute(trx);
}

/** Replaces the list of models. Existing ones keep their IDs, and their aliases unless new ones are given. */
export async function writeModels(trx: Transaction, brandId: string, given: readonly Model[]): Promise<void> {
  const models = given.map((model) => (typeof model === 'string' ? { name: model } : model));
  const names = models.map((model) => model.name);
  // Names are equal if the index brand_models_name treats them as equal.
  const { rows } = await sql<{ distinct: number }>`
    select count(distinct lower(n))::int as distinct from unnest(${names}::text[]) as n`.execute(trx);
  if (rows[0]?.distinct !== names.length) throw invalidField('models', t('must not name a model twice'));
  await sql`
    delete from brand_models where brand_id = ${brandId}
      and lower(name) not in (select lower(n) from unnest(${names}::text[]) as n)`.execute(trx);
  for (const [i, { name, aliases = null }] of models.entries()) {
    await sql`
      insert into brand_models (id, brand_id, name, aliases, position) values (${newId('mdl')}, ${brandId}, ${name}, ${aliases ?? []}, ${i + 1})
      on conflict (brand_id, lower(name)) do update
      set name = excluded.name, aliases = coalesce(${aliases}::text[], brand_models.aliases), position = excluded.position`.execute(
      trx,
    );
  }
}

/** Creates or replaces a feature. A new one is added at the end. */
export async function putFeature(
  trx: Transaction,
  code: string,
  feature: Static<typeof FeatureBody>,
): Promise<void> {
  await sql`
    insert into features (code, feature_group, names, classes, import_keys, active, position)
    values (${code}, ${feature.group}, ${JSON.stringify(feature.names)}::jsonb, ${feature.classes}, ${feature.importKeys ?? []}, ${feature.active ?? true},
      (select coalesce(max(position), 0) + 1 from features))
    on conflict (code) do update set feature_group = excluded.feature_group, names = excluded.names, classes = excluded.classes,
      import_keys = excluded.import_keys, active = excluded.active`.execute(trx);
}

export async function isNamedByListings(trx: Transaction, code: string): Promise<boolean> {
  const { rows } = await sql`select 1 from listings where features @> array[${code}]::text[] limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}

/** False if it does not exist. */
export async function deleteFeature(trx: Transaction, code: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('features').where('code', '=', code).executeTakeFirst();
  return numDeletedRows > 0n;
}
