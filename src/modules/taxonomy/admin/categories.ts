import type { Static } from 'typebox';
import { type AppError, invalidField, invalidState, notFound } from '../../../platform/errors/app-error.ts';
import { newId } from '../../../platform/ids.ts';
import type { JobDefinition } from '../../../platform/jobs/job.ts';
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import type { AttributesOf } from '../routes.ts';
import type { Category, Taxonomy } from '../taxonomy.ts';
import { hasChildren, insertCategory, setOrder, updateCategory } from './categories.repository.ts';
import {
  reserveSlug,
  deleteWithRedirects,
  blockListingWrites,
  isAwaitedByMerge,
  stillExists,
  isUsedByListings,
  redirectSlug,
} from './change.repository.ts';
import { assertStillExists, type ChangeContext, changeTaxonomy } from './change.ts';
import { closeSource, type MergePayload } from './merge.repository.ts';
import type { MovePayload } from './move.ts';
import { namesOf, slugFromName } from './naming.ts';
import type { CreateCategory, OrderCategories, UpdateCategory } from './schemas.ts';
import { t } from '../../../platform/errors/sentence.ts';

export interface AdminParts {
  readonly platform: Platform;
  readonly taxonomy: Taxonomy;
  readonly merge: JobDefinition<MergePayload>;
  readonly move: JobDefinition<MovePayload>;
}

export class CategoryAdminService extends Service<AdminParts & { readonly attributesOf: AttributesOf }> {
  find(idOrSlug: string): Category {
    const { current } = this.parts.taxonomy;
    const category = current.category(idOrSlug) ?? current.categoryBySlug(idOrSlug);
    if (category === undefined) throw notFound('category');
    return category;
  }

  async create(body: Static<typeof CreateCategory>, context: ChangeContext): Promise<Category> {
    const parentName = body.parent ?? body.parentId ?? null;
    const parent = parentName === null ? null : this.#topCategory(parentName);
    const vehicleClass = parent?.vehicleClass ?? body.class ?? 'TR';
    const names = namesOf(body, {});
    if (names === null) throw invalidField('name', t('is required unless names is given'));
    const slug = body.slug ?? slugFromName(names['en'] ?? Object.values(names)[0] ?? '');
    const id = await changeTaxonomy(this.parts, context, async (trx, now) => {
      if (parent !== null && !(await stillExists(trx, 'category', parent.id))) throw noTopCategory();
      const categoryId = newId('cat', now);
      const place = { slug, names, parentId: parent?.id ?? null, vehicleClass };
      await insertCategory(trx, categoryId, { ...body, ...place }, now);
      await reserveSlug(trx, 'category', slug);
      return { action: 'category.created', subject: { type: 'category', id: categoryId }, after: body };
    });
    return this.find(id);
  }

  async update(
    idOrSlug: string,
    body: Static<typeof UpdateCategory>,
    context: ChangeContext,
  ): Promise<Category> {
    const category = this.find(idOrSlug);
    const parentName = body.parent ?? body.parentId ?? category.parentId;
    const parent =
      parentName === category.parentId || parentName === null
        ? undefined
        : this.#newParent(category, parentName);
    const names = namesOf(body, category.names);
    this.#checkAttributes(category, body);
    await changeTaxonomy(this.parts, context, async (trx, now) => {
      await assertStillExists(trx, 'category', category.id);
      await updateCategory(trx, category.id, { ...body, names }, parent, now);
      if (body.slug !== undefined && body.slug !== category.slug) {
        await reserveSlug(trx, 'category', body.slug);
        await redirectSlug(trx, 'category', category.slug, category.id, now);
      }
      if (parent !== undefined && parent.id !== category.parentId)
        await this.parts.platform.jobs.enqueue(trx, this.parts.move, {
          subcategoryId: category.id,
          after: '',
        });
      const { reindexing } = this.parts.taxonomy;
      const reference = category.parentId === null ? 'category_id' : 'subcategory_id';
      if (body.slug !== undefined) await reindexing.want(trx, reference, category.id);
      else if (names !== null || body.aliases !== undefined)
        await reindexing.wantNamed(trx, { kind: 'category', name: category.slug });
      return {
        action: 'category.updated',
        subject: { type: 'category', id: category.id },
        before: category,
        after: body,
      };
    });
    return this.find(category.id);
  }

  /** Reorders the children of a parent, or the top categories; `ids` must name each of them once. */
  async order(body: Static<typeof OrderCategories>, context: ChangeContext): Promise<readonly Category[]> {
    const parentId =
      body.parent === undefined || body.parent === null ? null : this.#topCategory(body.parent).id;
    const siblings = this.parts.taxonomy.current.categories.filter(
      (category) => category.parentId === parentId,
    );
    const named = new Set(body.ids);
    if (siblings.length !== named.size || siblings.some((sibling) => !named.has(sibling.id))) {
      throw invalidField(
        'ids',
        t('must name each of the {count} categories of this level once', { count: siblings.length }),
      );
    }
    await changeTaxonomy(this.parts, context, async (trx, now) => {
      await setOrder(trx, body.ids, now);
      return {
        action: 'category.ordered',
        subject: { type: 'category', id: parentId ?? 'top' },
        after: body.ids,
      };
    });
    return this.parts.taxonomy.current.categories.filter((category) => category.parentId === parentId);
  }

  async merge(idOrSlug: string, into: string, context: ChangeContext): Promise<void> {
    const source = this.find(idOrSlug);
    const target = this.find(into);
    if (source.id === target.id) throw invalidField('into', t('must be another category'));
    if (
      (source.parentId === null) !== (target.parentId === null) ||
      source.vehicleClass !== target.vehicleClass
    ) {
      throw invalidField('into', t('must be of the same level and class'));
    }
    await changeTaxonomy(this.parts, context, async (trx, now) => {
      await assertStillExists(trx, 'category', source.id, target.id);
      const payload: MergePayload = { kind: 'category', sourceId: source.id, targetId: target.id };
      if (target.parentId !== source.parentId && target.parentId !== null) {
        throw invalidField('into', t('must have the same top-level category'));
      }
      await closeSource(trx, { ...payload, slug: source.slug, now });
      await this.parts.platform.jobs.enqueue(trx, this.parts.merge, payload, { dedupeKey: source.id });
      return {
        action: 'category.merged',
        subject: { type: 'category', id: source.id },
        before: { slug: source.slug },
        after: { into: target.slug },
      };
    });
  }

  async remove(idOrSlug: string, context: ChangeContext): Promise<void> {
    const category = this.find(idOrSlug);
    await changeTaxonomy(this.parts, context, async (trx) => {
      await assertStillExists(trx, 'category', category.id);
      if (await hasChildren(trx, category.id)) {
        throw invalidState(t('The category has subcategories. Merge or delete them first.'));
      }
      await blockListingWrites(trx);
      if (await isUsedByListings(trx, ['category_id', 'subcategory_id'], category.id)) {
        throw invalidState(t('Listings use the category. Merge it into another category instead.'));
      }
      if (await isAwaitedByMerge(trx, 'category', category.id)) {
        throw invalidState(
          t('A merge into the category is running. Delete the category when it has finished.'),
        );
      }
      await deleteWithRedirects(trx, 'category', category.id);
      return {
        action: 'category.deleted',
        subject: { type: 'category', id: category.id },
        before: category,
      };
    });
  }

  #checkAttributes(category: Category, body: Static<typeof UpdateCategory>): void {
    const known = new Set(
      this.parts
        .attributesOf(category.vehicleClass)
        .filter(({ group }) => group === 'technical')
        .map(({ name }) => name),
    );
    for (const field of ['hiddenAttributes', 'requiredAttributes'] as const) {
      const names = body[field] ?? [];
      if (names.length > 0 && category.parentId !== null)
        throw invalidField(field, t('is allowed for top-level categories only'));
      const unknown = names.find((name) => !known.has(name));
      if (unknown !== undefined)
        throw invalidField(
          field,
          t('contains a name that is not a technical attribute of the category: {name}', { name: unknown }),
        );
    }
    const hidden = new Set(body.hiddenAttributes ?? category.hiddenAttributes);
    const both = (body.requiredAttributes ?? category.requiredAttributes).find((name) => hidden.has(name));
    if (both !== undefined)
      throw invalidField('requiredAttributes', t('contains a hidden attribute: {name}', { name: both }));
  }

  #topCategory(idOrSlug: string): Category {
    const { current } = this.parts.taxonomy;
    const parent = current.category(idOrSlug) ?? current.categoryBySlug(idOrSlug);
    if (parent === undefined || parent.parentId !== null) throw noTopCategory();
    return parent;
  }

  #newParent(category: Category, idOrSlug: string): Category {
    if (category.parentId === null)
      throw invalidField('parent', t('is not allowed for a top-level category'));
    const parent = this.#topCategory(idOrSlug);
    if (parent.vehicleClass !== category.vehicleClass)
      throw invalidField('parent', t('must be of the same class'));
    return parent;
  }
}

function noTopCategory(): AppError {
  return invalidField('parent', t('must be a top-level category'));
}
