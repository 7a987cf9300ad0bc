import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { AppError, invalidField, notFound } from '../../../platform/errors/app-error.ts';
import { newId } from '../../../platform/ids.ts';
import type { Brand } from '../taxonomy.ts';
import type { AdminParts } from './categories.ts';
import {
  assertStillThere,
  type ChangeContext,
  changeTaxonomy,
  claimSlug,
  isUsedByListings,
  redirectSlug,
} from './change.ts';
import { closeSource, type MergePayload } from './merge.ts';
import { slugFromName } from './naming.ts';
import { vehicleClasses } from '../seed/vehicle-class.ts';
import type { CreateBrand, Model, UpdateBrand } from './schemas.ts';

/** Administrators' changes of brands and their models. */
export class BrandAdminService {
  readonly #parts: AdminParts;

  constructor(parts: AdminParts) {
    this.#parts = parts;
  }

  find(idOrSlug: string): Brand {
    const { current } = this.#parts.taxonomy;
    const brand = current.brand(idOrSlug) ?? current.brandBySlug(idOrSlug);
    if (brand === undefined) throw notFound('brand');
    return brand;
  }

  async create(body: Static<typeof CreateBrand>, context: ChangeContext): Promise<Brand> {
    const slug = body.slug ?? slugFromName(body.name);
    const id = await changeTaxonomy(this.#parts, context, async (trx, now) => {
      const brandId = newId('brd', now);
      await trx
        .insertInto('brands')
        .values({
          id: brandId,
          slug,
          name: body.name,
          logo: body.logo ?? null,
          classes: body.classes ?? [...vehicleClasses],
          aliases: body.aliases ?? [],
          active: body.active ?? true,
          created_at: now,
          updated_at: now,
        })
        .execute();
      await writeModels(trx, brandId, body.models ?? []);
      await claimSlug(trx, 'brand', slug);
      return {
        result: brandId,
        record: { action: 'brand.created', subject: { type: 'brand', id: brandId }, after: body },
      };
    });
    return this.find(id);
  }

  async update(idOrSlug: string, body: Static<typeof UpdateBrand>, context: ChangeContext): Promise<Brand> {
    const brand = this.find(idOrSlug);
    await changeTaxonomy(this.#parts, context, async (trx, now) => {
      await assertStillThere(trx, 'brand', brand.id);
      await trx
        .updateTable('brands')
        .set({
          ...(body.slug === undefined ? {} : { slug: body.slug }),
          ...(body.name === undefined ? {} : { name: body.name }),
          ...(body.logo === undefined ? {} : { logo: body.logo }),
          ...(body.classes === undefined ? {} : { classes: body.classes }),
          ...(body.aliases === undefined ? {} : { aliases: body.aliases }),
          ...(body.active === undefined ? {} : { active: body.active }),
          updated_at: now,
        })
        .where('id', '=', brand.id)
        .execute();
      if (body.models !== undefined) await writeModels(trx, brand.id, body.models);
      if (body.slug !== undefined && body.slug !== brand.slug) {
        await claimSlug(trx, 'brand', body.slug);
        await redirectSlug(trx, 'brand', brand.slug, brand.id, now);
      }
      if (body.slug !== undefined || body.name !== undefined)
        await this.#parts.taxonomy.reindexing.want(trx, 'brand_id', brand.id);
      return {
        result: null,
        record: {
          action: 'brand.updated',
          subject: { type: 'brand', id: brand.id },
          before: brand,
          after: body,
        },
      };
    });
    return this.find(brand.id);
  }

  async merge(idOrSlug: string, into: string, context: ChangeContext): Promise<void> {
    const source = this.find(idOrSlug);
    const target = this.find(into);
    if (source.id === target.id) throw invalidField('into', 'must be another brand');
    await changeTaxonomy(this.#parts, context, async (trx, now) => {
      await assertStillThere(trx, 'brand', source.id, target.id);
      const payload: MergePayload = { kind: 'brand', sourceId: source.id, targetId: target.id };
      await closeSource(trx, { ...payload, slug: source.slug, now });
      // The names of the source become aliases of the target.
      await sql`
        update brands set aliases = (select array_agg(distinct word) from unnest(aliases || ${[source.name, ...source.aliases]}::text[]) word),
          classes = (select array_agg(distinct word) from unnest(classes || ${[...source.classes]}::text[]) word), updated_at = ${now}
        where id = ${target.id}`.execute(trx);
      await this.#parts.platform.jobs.enqueue(trx, this.#parts.merge, payload, { dedupeKey: source.id });
      return {
        result: null,
        record: {
          action: 'brand.merged',
          subject: { type: 'brand', id: source.id },
          before: { slug: source.slug },
          after: { into: target.slug },
        },
      };
    });
  }

  async remove(idOrSlug: string, context: ChangeContext): Promise<void> {
    const brand = this.find(idOrSlug);
    await changeTaxonomy(this.#parts, context, async (trx) => {
      await assertStillThere(trx, 'brand', brand.id);
      await sql`lock table listings in share mode`.execute(trx);
      if (await isUsedByListings(trx, ['brand_id'], brand.id)) {
        throw new AppError('INVALID_STATE', 'Listings use the brand; merge it into another instead.');
      }
      await trx.deleteFrom('taxonomy_redirects').where('target_id', '=', brand.id).execute();
      await trx.deleteFrom('brands').where('id', '=', brand.id).execute();
      return {
        result: null,
        record: { action: 'brand.deleted', subject: { type: 'brand', id: brand.id }, before: brand },
      };
    });
  }
}

/** Replaces the list of models. Those that stay keep their ids, and their aliases unless new ones are given. */
async function writeModels(trx: Transaction, brandId: string, given: readonly Model[]): Promise<void> {
  const models = given.map((model) => (typeof model === 'string' ? { name: model } : model));
  const names = models.map((model) => model.name);
  // Equal names are those that the index brand_models_name takes for equal.
  const { rows } = await sql<{ distinct: number }>`
    select count(distinct lower(n))::int as distinct from unnest(${names}::text[]) as n`.execute(trx);
  if (rows[0]?.distinct !== names.length) throw invalidField('models', 'must not name a model twice');
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
