import { Type } from 'typebox';
import { NamedObject } from '../../../platform/http/schemas.ts';
import { catalogue, fields, type Catalogue, type FieldName, type ListingRecord } from './fields.ts';
import { powerHpOf } from './derived.ts';
import type { FieldSpec } from './fields/spec.ts';
import { valueSchema } from './fields/value-schema.ts';

type LocationName = {
  [N in FieldName]: Catalogue[N] extends { within: 'location' } ? N : never;
}[FieldName];

export type LocationBody = { [N in LocationName]?: ListingRecord[N] };

/** What a seller may write, flat, null clears. Everything is optional: the whole record is checked later. */
export type ListingBody = { [N in Exclude<FieldName, LocationName>]?: ListingRecord[N] | null } & {
  location?: LocationBody | null;
  /** Taken for powerKw where that is absent. */
  powerHp?: number | null;
  /** Pictures to be fetched, in their order; null and absent leave them as they are. */
  imageUrls?: readonly string[] | null;
};

/** More than any plan allows. */
const IMAGE_URLS_MAX = 50;
const URL_LENGTH_MAX = 2000;

const locationFields = fields.filter((field) => field.within === 'location');
const flatFields = fields.filter((field) => field.within === undefined);
const schemaByName = (list: readonly (FieldSpec & { name: string })[]) =>
  Object.fromEntries(list.map((field) => [field.name, Type.Optional(valueSchema(field, 'written'))]));

const properties = {
  ...schemaByName(flatFields),
  location: Type.Optional(
    Type.Unsafe({
      type: ['object', 'null'],
      description: "Where the vehicle stands; the seller's country and city when absent.",
      properties: Object.fromEntries(
        locationFields.map((field) => [field.name, valueSchema(field, 'written')]),
      ),
    }),
  ),
  powerHp: Type.Optional(
    Type.Unsafe({
      type: ['number', 'null'],
      minimum: 1,
      maximum: powerHpOf(catalogue.powerKw.max),
      description: 'Engine power in horsepower, read when powerKw is absent.',
    }),
  ),
  imageUrls: Type.Optional(
    Type.Unsafe({
      type: ['array', 'null'],
      maxItems: IMAGE_URLS_MAX,
      items: Type.String({ format: 'http-url', maxLength: URL_LENGTH_MAX }),
      description:
        'Addresses of all pictures, in their order. They are fetched after the answer; those of an earlier list that are no longer named are removed, uploaded ones stay. Absent or null leaves the pictures as they are.',
    }),
  ),
};

const publish = { publish: Type.Optional(Type.Boolean({ description: 'Publishes in the same step.' })) };
const ListingFields = NamedObject('ListingFields', properties, {
  description:
    'Categories, brands, equipment and values of closed lists can be written as people call them in any language of the market, in singular or plural (Sattelzugmaschine, Ladebordwand, Automatik); they are answered as slugs and codes.',
});
const documentedAs = {
  documentedAs: { properties: undefined, allOf: [ListingFields, Type.Object(publish)] },
};

export const CreateListingBody = Type.Unsafe<ListingBody & { publish?: boolean }>(
  NamedObject('ListingDraft', { ...properties, ...publish }, documentedAs),
);
/** Of an operation among others: documented as a draft, and checked when its turn comes. */
export const UncheckedDraft = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  title: 'ListingDraft',
  ...documentedAs,
});
/** PUT clears what is absent, PATCH leaves it. */
export const EditListingBody = Type.Unsafe<ListingBody>(ListingFields);

/** Where a field stands in a body: `location.city`, else its name. */
export function bodyPath(field: { readonly name: string; readonly within?: string }): string {
  return field.within === undefined ? field.name : `${field.within}.${field.name}`;
}
