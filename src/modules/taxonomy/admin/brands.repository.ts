import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { invalidField } from '../../../platform/errors/app-error.ts';
import { newId } from '../../../platform/ids.ts';
import { vehicleClasses } from '../seed/vehicle-class.ts';
import type { Brand } from '../taxonomy.ts';
import type { CreateBrand, Model, UpdateBrand } from './schemas.ts';
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

/** Changes the fields that are given. */
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

/** The names of a brand that is merged away become aliases of the one that stays. */
export async function addNames(trx: Transaction, id: string, source: Brand, now: Date): Promise<void> {
  await sql`
    update brands set aliases = (select array_agg(distinct word) from unnest(aliases || ${[source.name, ...source.aliases]}::text[]) word),
      classes = (select array_agg(distinct word) from unnest(classes || ${[...source.classes]}::text[]) word), updated_at = ${now}
    where id = ${id}`.execute(trx);
}

/** Replaces the list of models. Those that stay keep their ids, and their aliases unless new ones are given. */
export async function writeModels(trx: Transaction, brandId: string, given: readonly Model[]): Promise<void> {
  const models = given.map((model) => (typeof model === 'string' ? { name: model } : model));
  const names = models.map((model) => model.name);
  // Equal names are those that the index brand_models_name takes for equal.
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
