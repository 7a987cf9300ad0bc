import { type Static, Type } from 'typebox';
import { NamedObject } from '../../../platform/http/schemas.ts';
import type { UserActor } from '../../../platform/actor.ts';
import { accepted, created, noContent, ok } from '../../../platform/http/reply.ts';
import { adminRow, type RequestContext, route } from '../../../platform/http/route.ts';
import type { Brand, Category, Feature, Taxonomy } from '../taxonomy.ts';
import type { LiveCounts } from '../views.ts';
import type { BrandAdminService } from './brands.ts';
import type { CategoryAdminService } from './categories.ts';
import type { ChangeContext } from './change.ts';
import type { FeatureAdminService } from './features.ts';
import {
  AdminBrandView,
  AdminCategoryView,
  AdminFeatureView,
  CreateBrand,
  CreateCategory,
  FeatureBody,
  FeatureCode,
  Merge,
  OrderCategories,
  UpdateBrand,
  UpdateCategory,
} from './schemas.ts';

export interface TaxonomyAdminParts {
  readonly taxonomy: Taxonomy;
  readonly counts: () => Promise<LiveCounts>;
  readonly categories: CategoryAdminService;
  readonly brands: BrandAdminService;
  readonly features: FeatureAdminService;
}

const Merging = NamedObject('Merging', { status: Type.String(), into: Type.String() });

function changeContext(actor: UserActor, context: RequestContext): ChangeContext {
  return { actor, origin: { ip: context.ip, requestId: context.requestId } };
}

export function taxonomyAdminRoutes(parts: TaxonomyAdminParts) {
  return [...categoryRoutes(parts), ...brandRoutes(parts), ...featureRoutes(parts)];
}

function categoryRoutes({ taxonomy, counts, categories }: TaxonomyAdminParts) {
  const common = adminRow('Admin: categories');
  const view = async (category: Category) => categoryView(category, await counts());
  return [
    route('GET', '/admin/categories', {
      ...common,
      operationId: 'admin.categories.list',
      summary: 'List all categories, including inactive ones',
      responses: { 200: Type.Object({ categories: Type.Array(AdminCategoryView) }) },
      handler: async () => {
        const live = await counts();
        return ok({
          categories: taxonomy.current.categories.map((category) => categoryView(category, live)),
        });
      },
    }),
    route('POST', '/admin/categories', {
      ...common,
      operationId: 'admin.categories.create',
      summary: 'Create a category',
      body: CreateCategory,
      responses: { 201: AdminCategoryView },
      errors: ['ALREADY_EXISTS'],
      handler: async ({ actor, body, context }) =>
        created(await view(await categories.create(body, changeContext(actor, context)))),
      answerAgain: async (_request, id) => created(await view(categories.find(id))),
    }),
    route('PUT', '/admin/categories/order', {
      ...common,
      operationId: 'admin.categories.order',
      summary: 'Reorder the categories of one level',
      body: OrderCategories,
      responses: { 200: Type.Object({ categories: Type.Array(AdminCategoryView) }) },
      handler: async ({ actor, body, context }) => {
        const ordered = await categories.order(body, changeContext(actor, context));
        const live = await counts();
        return ok({ categories: ordered.map((category) => categoryView(category, live)) });
      },
    }),
    route('GET', '/admin/categories/:id', {
      ...common,
      operationId: 'admin.categories.get',
      summary: 'Get a category by ID or slug',
      responses: { 200: AdminCategoryView },
      handler: async ({ params }) => ok(await view(categories.find(params.id))),
    }),
    route('PATCH', '/admin/categories/:id', {
      ...common,
      operationId: 'admin.categories.update',
      summary: 'Rename, move, activate or deactivate a category; an old slug keeps working',
      body: UpdateCategory,
      responses: { 200: AdminCategoryView },
      errors: ['ALREADY_EXISTS'],
      handler: async ({ actor, params, body, context }) =>
        ok(await view(await categories.update(params.id, body, changeContext(actor, context)))),
    }),
    route('POST', '/admin/categories/:id/merge', {
      ...common,
      operationId: 'admin.categories.merge',
      needsFreshSignIn: true,
      summary: 'Merge a category into another; its listings are moved in the background',
      body: Merge,
      responses: { 202: Merging },
      handler: async ({ actor, params, body, context }) => {
        await categories.merge(params.id, body.into, changeContext(actor, context));
        return accepted({ status: 'merging', into: categories.find(body.into).slug });
      },
    }),
    route('DELETE', '/admin/categories/:id', {
      ...common,
      operationId: 'admin.categories.delete',
      needsFreshSignIn: true,
      summary: 'Delete a category that no listing uses',
      responses: { 204: null },
      errors: ['INVALID_STATE'],
      handler: ({ actor, params, context }) =>
        categories.remove(params.id, changeContext(actor, context)).then(noContent),
    }),
  ];
}

function brandRoutes({ taxonomy, counts, brands }: TaxonomyAdminParts) {
  const common = adminRow('Admin: brands');
  const view = async (brand: Brand) => brandView(brand, await counts());
  return [
    route('GET', '/admin/brands', {
      ...common,
      operationId: 'admin.brands.list',
      summary: 'List all brands, including inactive ones',
      responses: { 200: Type.Object({ brands: Type.Array(AdminBrandView) }) },
      handler: async () => {
        const live = await counts();
        return ok({ brands: taxonomy.current.brands.map((brand) => brandView(brand, live)) });
      },
    }),
    route('POST', '/admin/brands', {
      ...common,
      operationId: 'admin.brands.create',
      summary: 'Create a brand',
      body: CreateBrand,
      responses: { 201: AdminBrandView },
      errors: ['ALREADY_EXISTS'],
      handler: async ({ actor, body, context }) =>
        created(await view(await brands.create(body, changeContext(actor, context)))),
      answerAgain: async (_request, id) => created(await view(brands.find(id))),
    }),
    route('GET', '/admin/brands/:id', {
      ...common,
      operationId: 'admin.brands.get',
      summary: 'Get a brand by ID or slug',
      responses: { 200: AdminBrandView },
      handler: async ({ params }) => ok(await view(brands.find(params.id))),
    }),
    route('PATCH', '/admin/brands/:id', {
      ...common,
      operationId: 'admin.brands.update',
      summary: 'Change a brand, its aliases and its models; an old slug keeps working',
      body: UpdateBrand,
      responses: { 200: AdminBrandView },
      errors: ['ALREADY_EXISTS'],
      handler: async ({ actor, params, body, context }) =>
        ok(await view(await brands.update(params.id, body, changeContext(actor, context)))),
    }),
    route('POST', '/admin/brands/:id/merge', {
      ...common,
      operationId: 'admin.brands.merge',
      needsFreshSignIn: true,
      summary: 'Merge a brand into another; its listings are moved in the background',
      body: Merge,
      responses: { 202: Merging },
      handler: async ({ actor, params, body, context }) => {
        await brands.merge(params.id, body.into, changeContext(actor, context));
        return accepted({ status: 'merging', into: brands.find(body.into).slug });
      },
    }),
    route('DELETE', '/admin/brands/:id', {
      ...common,
      operationId: 'admin.brands.delete',
      needsFreshSignIn: true,
      summary: 'Delete a brand that no listing uses',
      responses: { 204: null },
      errors: ['INVALID_STATE'],
      handler: ({ actor, params, context }) =>
        brands.remove(params.id, changeContext(actor, context)).then(noContent),
    }),
  ];
}

function featureRoutes({ taxonomy, features }: TaxonomyAdminParts) {
  const common = adminRow('Admin: features');
  return [
    route('GET', '/admin/features', {
      ...common,
      operationId: 'admin.features.list',
      summary: 'List all feature codes',
      responses: { 200: Type.Object({ features: Type.Array(AdminFeatureView) }) },
      handler: async () => ok({ features: taxonomy.current.features.map(featureView) }),
    }),
    route('PUT', '/admin/features/:code', {
      ...common,
      operationId: 'admin.features.set',
      params: { code: FeatureCode },
      summary: 'Create or update a feature code',
      body: FeatureBody,
      responses: { 200: AdminFeatureView },
      handler: async ({ actor, params, body, context }) =>
        ok(featureView(await features.put(params.code, body, changeContext(actor, context)))),
    }),
    route('DELETE', '/admin/features/:code', {
      ...common,
      operationId: 'admin.features.delete',
      params: { code: FeatureCode },
      needsFreshSignIn: true,
      summary: 'Delete a feature code that no listing uses',
      responses: { 204: null },
      errors: ['INVALID_STATE'],
      handler: ({ actor, params, context }) =>
        features.remove(params.code, changeContext(actor, context)).then(noContent),
    }),
  ];
}

function categoryView(category: Category, live: LiveCounts): Static<typeof AdminCategoryView> {
  return {
    id: category.id,
    slug: category.slug,
    parentId: category.parentId,
    class: category.vehicleClass,
    name: category.names['en'] ?? category.slug,
    names: { ...category.names },
    aliases: [...category.aliases],
    importKeys: [...category.importKeys],
    hiddenAttributes: [...category.hiddenAttributes],
    requiredAttributes: [...category.requiredAttributes],
    active: category.active,
    position: category.position,
    listingCount: live.categories.get(category.id) ?? 0,
  };
}

function brandView(brand: Brand, live: LiveCounts): Static<typeof AdminBrandView> {
  return {
    id: brand.id,
    slug: brand.slug,
    name: brand.name,
    logo: brand.logo,
    classes: [...brand.classes],
    aliases: [...brand.aliases],
    models: [...brand.models],
    active: brand.active,
    listingCount: live.brands.get(brand.id) ?? 0,
  };
}

function featureView(feature: Feature): Static<typeof AdminFeatureView> {
  return {
    code: feature.code,
    group: feature.group,
    names: { ...feature.names },
    classes: [...feature.classes],
    importKeys: [...feature.importKeys],
    active: feature.active,
  };
}
