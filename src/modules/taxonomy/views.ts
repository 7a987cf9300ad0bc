import { type Static, Type } from 'typebox';
import { Literals, NamedObject, Nullable } from '../../platform/http/schemas.ts';
import { type Brand, type Category, nameIn, type TaxonomySnapshot } from './taxonomy.ts';

/** Live listings by ID of category (both levels) and of brand. */
export interface LiveCounts {
  readonly categories: ReadonlyMap<string, number>;
  readonly brands: ReadonlyMap<string, number>;
  /** Counts by brand ID within one category of either level. */
  brandsWithin(categoryId: string): Promise<ReadonlyMap<string, number>>;
}

const CategoryReference = NamedObject('CategoryReference', {
  id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
});

const AttributeView = NamedObject('CategoryAttribute', {
  name: Type.String(),
  group: Type.String(),
  visibility: Literals(['public', 'chosen', 'dealers', 'owner'], {
    description:
      "Visibility of the field. public: visible to all. chosen: visible to all if the seller sets vinPublic. dealers: visible to signed-in sellers. owner: visible to the seller's team",
  }),
  ownerParts: Type.Array(Type.String(), {
    description: "Members of an object that only the seller's team can read",
  }),
  type: Type.String(),
  code: Nullable(
    Literals(['country', 'currency'], {
      description: 'Type of code: an ISO 3166-1 country or an ISO 4217 currency',
    }),
  ),
  unit: Nullable(Type.String()),
  values: Nullable(Type.Array(Type.String())),
  min: Nullable(Type.Number()),
  max: Nullable(Type.Number()),
  description: Type.String(),
  required: Type.Boolean({
    description: 'Required to publish listings of the category, in addition to what every listing needs',
  }),
});
export type AttributeView = Static<typeof AttributeView>;

const categoryFields = {
  id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
  parent: Nullable(CategoryReference),
  listingCount: Type.Integer(),
  /** Fields of the category's listings; empty in the tree. */
  attributes: Type.Array(AttributeView),
};

const ChildView = NamedObject('Subcategory', { ...categoryFields, children: Type.Array(CategoryReference) });
export const CategoryView = NamedObject('Category', { ...categoryFields, children: Type.Array(ChildView) });
export type CategoryView = Static<typeof CategoryView>;

const brandFields = {
  id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
  logo: Nullable(Type.String()),
  categories: Type.Array(CategoryReference),
  listingCount: Type.Integer(),
};

export const BrandView = NamedObject('Brand', { ...brandFields, models: Type.Array(Type.String()) });
export type BrandView = Static<typeof BrandView>;

export interface TaxonomyViewContext {
  readonly taxonomy: TaxonomySnapshot;
  readonly counts: LiveCounts;
  readonly languages: readonly string[];
}

function referenceTo(category: Category, context: TaxonomyViewContext): Static<typeof CategoryReference> {
  return { id: category.id, slug: category.slug, name: nameIn(category.names, context.languages) };
}

export function categoryView(
  category: Category,
  attributes: readonly AttributeView[],
  context: TaxonomyViewContext,
): CategoryView {
  return {
    ...categoryBase(category, attributes, context),
    children: activeChildren(category, context).map((child) => ({
      ...categoryBase(child, [], context),
      children: [],
    })),
  };
}

function categoryBase(
  category: Category,
  attributes: readonly AttributeView[],
  context: TaxonomyViewContext,
) {
  const parent = category.parentId === null ? undefined : context.taxonomy.category(category.parentId);
  return {
    ...referenceTo(category, context),
    parent: parent === undefined ? null : referenceTo(parent, context),
    listingCount: context.counts.categories.get(category.id) ?? 0,
    attributes: [...attributes],
  };
}

function activeChildren(category: Category, context: TaxonomyViewContext): readonly Category[] {
  return context.taxonomy.childrenOf(category.id).filter((child) => child.active);
}

/** `count` within one category instead of overall. */
export function brandView(brand: Brand, context: TaxonomyViewContext, count?: number): BrandView {
  const tops = context.taxonomy.categories.filter(
    (category) =>
      category.parentId === null && category.active && brand.classes.includes(category.vehicleClass),
  );
  return {
    id: brand.id,
    slug: brand.slug,
    name: brand.name,
    logo: brand.logo,
    categories: tops.map((category) => referenceTo(category, context)),
    listingCount: count ?? context.counts.brands.get(brand.id) ?? 0,
    models: [...brand.models],
  };
}
