import { type Static, Type } from 'typebox';
import { SLUG_PATTERN } from '../../../platform/http/request/formats.ts';
import { Literals, MapOf, NamedObject, Nullable } from '../../../platform/http/schemas.ts';
import { vehicleClasses } from '../seed/vehicle-class.ts';

const SLUG = { pattern: SLUG_PATTERN, maxLength: 80 } as const;
const NAME = { minLength: 1, maxLength: 100 } as const;
export const Slug = Type.String(SLUG);
const Name = Type.String(NAME);
const LocalizedNames = MapOf(
  { pattern: '^[a-z]{2}$', maxLength: 2, are: 'language code such as en or de' },
  Name,
  { minProperties: 1, maxProperties: 40 },
);
export const Words = Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
  maxItems: 50,
  uniqueItems: true,
});
const VehicleClasses = Type.Array(Literals(vehicleClasses), {
  minItems: 1,
  maxItems: vehicleClasses.length,
  uniqueItems: true,
  description: 'Vehicle classes of the brand; all if omitted',
});
const SlugFromName = Type.String({ ...SLUG, description: 'Derived from the name if omitted' });
const EnglishName = Type.String({ ...NAME, description: 'Short for names.en' });
const Parent = Type.String({
  maxLength: 100,
  description: 'ID or slug of a top category; also accepted as parentId',
});
const Attributes = Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
  maxItems: 100,
  uniqueItems: true,
});
const Position = Type.Integer({ minimum: 0, maximum: 10_000 });

export const CreateCategory = Type.Object({
  slug: Type.Optional(SlugFromName),
  name: Type.Optional(EnglishName),
  names: Type.Optional(LocalizedNames),
  parent: Type.Optional(Nullable(Parent)),
  parentId: Type.Optional(Nullable(Parent)),
  class: Type.Optional(
    Literals(vehicleClasses, {
      description: 'Defaults to TR; a subcategory has the class of its parent',
    }),
  ),
  aliases: Type.Optional(Words),
  importKeys: Type.Optional(Words),
  active: Type.Optional(Type.Boolean()),
  position: Type.Optional(Position),
});

export const UpdateCategory = Type.Object({
  slug: Type.Optional(Slug),
  name: Type.Optional(EnglishName),
  names: Type.Optional(LocalizedNames),
  parent: Type.Optional(Parent),
  parentId: Type.Optional(Nullable(Parent)),
  aliases: Type.Optional(Words),
  importKeys: Type.Optional(Words),
  hiddenAttributes: Type.Optional({
    ...Attributes,
    description:
      'Technical attributes that forms omit. Those of top categories also apply to their subcategories. Stored values are kept',
  }),
  requiredAttributes: Type.Optional({
    ...Attributes,
    description:
      'Technical attributes that are required for publication; those of top categories also apply to their subcategories. Live listings stay live',
  }),
  active: Type.Optional(Type.Boolean()),
  position: Type.Optional(Position),
});

export const OrderCategories = Type.Object({
  parent: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
  ids: Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 500, uniqueItems: true }),
});

export const Merge = NamedObject('MergeTarget', {
  into: Type.String({ minLength: 1, maxLength: 100, description: 'ID or slug of the entry that remains' }),
});

/** A plain name keeps the aliases of the model. */
const Model = Type.Union([Name, Type.Object({ name: Name, aliases: Type.Optional(Words) })]);
export type Model = Static<typeof Model>;

export const CreateBrand = Type.Object({
  slug: Type.Optional(SlugFromName),
  name: Name,
  logo: Type.Optional(Nullable(Type.String({ format: 'http-url', maxLength: 500 }))),
  classes: Type.Optional(VehicleClasses),
  aliases: Type.Optional(Words),
  models: Type.Optional(Type.Array(Model, { maxItems: 500 })),
  active: Type.Optional(Type.Boolean()),
});

export const UpdateBrand = Type.Object({
  slug: Type.Optional(Slug),
  name: Type.Optional(Name),
  logo: Type.Optional(Nullable(Type.String({ format: 'http-url', maxLength: 500 }))),
  classes: Type.Optional(VehicleClasses),
  aliases: Type.Optional(Words),
  /** The complete list; missing models are deleted. */
  models: Type.Optional(Type.Array(Model, { maxItems: 500 })),
  active: Type.Optional(Type.Boolean()),
});

export const FEATURE_CODE_PATTERN = '^[a-z][a-z0-9_]{1,59}$';
export const FeatureCode = Type.String({ pattern: FEATURE_CODE_PATTERN });

export const FeatureBody = Type.Object({
  group: Type.String({ pattern: '^[a-z]+$', maxLength: 40 }),
  names: LocalizedNames,
  classes: VehicleClasses,
  importKeys: Type.Optional(Words),
  active: Type.Optional(Type.Boolean()),
});

export const AdminCategoryView = NamedObject('AdminCategory', {
  id: Type.String(),
  slug: Type.String(),
  parentId: Nullable(Type.String()),
  class: Type.String(),
  name: Type.String({ description: 'English name' }),
  names: Type.Record(Type.String(), Type.String()),
  aliases: Type.Array(Type.String()),
  importKeys: Type.Array(Type.String()),
  hiddenAttributes: Type.Array(Type.String()),
  requiredAttributes: Type.Array(Type.String()),
  active: Type.Boolean(),
  position: Type.Integer(),
  listingCount: Type.Integer(),
});

export const AdminBrandView = NamedObject('AdminBrand', {
  id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
  logo: Nullable(Type.String()),
  classes: Type.Array(Type.String()),
  aliases: Type.Array(Type.String()),
  models: Type.Array(Type.String()),
  active: Type.Boolean(),
  listingCount: Type.Integer(),
});

export const AdminFeatureView = NamedObject('AdminFeature', {
  code: Type.String(),
  group: Type.String(),
  names: Type.Record(Type.String(), Type.String()),
  classes: Type.Array(Type.String()),
  importKeys: Type.Array(Type.String()),
  active: Type.Boolean(),
});
