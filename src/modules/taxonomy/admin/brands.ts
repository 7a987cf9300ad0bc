import type { Static } from 'typebox';
import { invalidField, invalidState, notFound } from '../../../platform/errors/app-error.ts';
import { newId } from '../../../platform/ids.ts';
import type { Brand } from '../taxonomy.ts';
import type { AdminParts } from './categories.ts';
import { addNames, insertBrand, updateBrand, writeModels } from './brands.repository.ts';
import {
  reserveSlug,
  deleteWithRedirects,
  blockListingWrites,
  isAwaitedByMerge,
  isUsedByListings,
  redirectSlug,
} from './change.repository.ts';
import { assertStillExists, type ChangeContext, changeTaxonomy } from './change.ts';
import { closeSource, type MergePayload } from './merge.repository.ts';
import { slugFromName } from './naming.ts';
import type { CreateBrand, UpdateBrand } from './schemas.ts';
import { t } from '../../../platform/errors/sentence.ts';
import { Service } from '../../../platform/service.ts';

export class BrandAdminService extends Service<AdminParts> {
  find(idOrSlug: string): Brand {
    const { current } = this.parts.taxonomy;
    const brand = current.brand(idOrSlug) ?? current.brandBySlug(idOrSlug);
    if (brand === undefined) throw notFound('brand');
    return brand;
  }

  async create(body: Static<typeof CreateBrand>, context: ChangeContext): Promise<Brand> {
    const slug = body.slug ?? slugFromName(body.name);
    const id = await changeTaxonomy(this.parts, context, async (trx, now) => {
      const brandId = newId('brd', now);
      await insertBrand(trx, brandId, { ...body, slug }, now);
      await writeModels(trx, brandId, body.models ?? []);
      await reserveSlug(trx, 'brand', slug);
      return { action: 'brand.created', subject: { type: 'brand', id: brandId }, after: body };
    });
    return this.find(id);
  }

  async update(idOrSlug: string, body: Static<typeof UpdateBrand>, context: ChangeContext): Promise<Brand> {
    const brand = this.find(idOrSlug);
    await changeTaxonomy(this.parts, context, async (trx, now) => {
      await assertStillExists(trx, 'brand', brand.id);
      await updateBrand(trx, brand.id, body, now);
      if (body.models !== undefined) await writeModels(trx, brand.id, body.models);
      if (body.slug !== undefined && body.slug !== brand.slug) {
        await reserveSlug(trx, 'brand', body.slug);
        await redirectSlug(trx, 'brand', brand.slug, brand.id, now);
      }
      if (body.slug !== undefined || body.name !== undefined)
        await this.parts.taxonomy.reindexing.want(trx, 'brand_id', brand.id);
      return {
        action: 'brand.updated',
        subject: { type: 'brand', id: brand.id },
        before: brand,
        after: body,
      };
    });
    return this.find(brand.id);
  }

  async merge(idOrSlug: string, into: string, context: ChangeContext): Promise<void> {
    const source = this.find(idOrSlug);
    const target = this.find(into);
    if (source.id === target.id) throw invalidField('into', t('must be another brand'));
    await changeTaxonomy(this.parts, context, async (trx, now) => {
      await assertStillExists(trx, 'brand', source.id, target.id);
      const payload: MergePayload = { kind: 'brand', sourceId: source.id, targetId: target.id };
      await closeSource(trx, { ...payload, slug: source.slug, now });
      await addNames(trx, target.id, source, now);
      await this.parts.platform.jobs.enqueue(trx, this.parts.merge, payload, { dedupeKey: source.id });
      return {
        action: 'brand.merged',
        subject: { type: 'brand', id: source.id },
        before: { slug: source.slug },
        after: { into: target.slug },
      };
    });
  }

  async remove(idOrSlug: string, context: ChangeContext): Promise<void> {
    const brand = this.find(idOrSlug);
    await changeTaxonomy(this.parts, context, async (trx) => {
      await assertStillExists(trx, 'brand', brand.id);
      await blockListingWrites(trx);
      if (await isUsedByListings(trx, ['brand_id'], brand.id)) {
        throw invalidState(t('Listings use the brand. Merge it into another brand instead.'));
      }
      if (await isAwaitedByMerge(trx, 'brand', brand.id)) {
        throw invalidState(t('A merge into the brand is running. Delete the brand when it has finished.'));
      }
      await deleteWithRedirects(trx, 'brand', brand.id);
      return { action: 'brand.deleted', subject: { type: 'brand', id: brand.id }, before: brand };
    });
  }
}
