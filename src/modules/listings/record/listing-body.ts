import { Type } from 'typebox';
import { NamedObject } from '../../../platform/http/schemas.ts';
import { catalogue, fields, type Catalogue, type FieldName, type ListingRecord } from './fields.ts';
import { powerHpOf } from './derived.ts';
import type { FieldSpec } from './fields/spec.ts';
import { valueSchema } from './fields/value-schema.ts';

type LocationName = {
  [N in FieldName]: Catalogue[N] extends { within: 'location' } ? N : never;
}[FieldName];

type LocationBody = { [N in LocationName]?: ListingRecord[N] };

/** Fields that a seller can write; null clears. All are optional, because the whole record is checked later. */
export type ListingBody = { [N in Exclude<FieldName, LocationName>]?: ListingRecord[N] | null } & {
  location?: LocationBody | null;
  /** Used if powerKw is missing. */
  powerHp?: number | null;
  /** Images to fetch, in order; null or omitted: unchanged. */
  imageUrls?: readonly string[] | null;
};

/** Exceeds the limit of every plan. */
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
      description: "Location of the vehicle; defaults to the seller's country and city.",
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
      description: 'Engine power in horsepower, used if powerKw is absent.',
    }),
  ),
  imageUrls: Type.Optional(
    Type.Unsafe({
      type: ['array', 'null'],
      maxItems: IMAGE_URLS_MAX,
      items: Type.String({ format: 'http-url', maxLength: URL_LENGTH_MAX }),
      description:
        'URLs of all images, in order. They are fetched after the response. Images of an earlier list that are not in this one are removed; uploaded images stay. If omitted or null, the images do not change.',
    }),
  ),
};

const publish = {
  publish: Type.Optional(Type.Boolean({ description: 'Publishes the listing in the same request.' })),
};
const ListingFields = NamedObject('ListingFields', properties, {
  description:
    'Categories, brands, equipment and values of closed lists can be given by their common names in any language of the marketplace, in singular or plural (Sattelzugmaschine, Ladebordwand, Automatik); responses contain slugs and codes.',
});
const documentedAs = {
  documentedAs: { properties: undefined, allOf: [ListingFields, Type.Object(publish)] },
};

export const CreateListingBody = Type.Unsafe<ListingBody & { publish?: boolean }>(
  NamedObject('ListingDraft', { ...properties, ...publish }, documentedAs),
);
/** Draft in a batch: documented as a draft, and checked when it runs. */
export const UncheckedDraft = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  title: 'ListingDraft',
  ...documentedAs,
});
/** PUT clears omitted fields, PATCH keeps them. */
export const EditListingBody = Type.Unsafe<ListingBody>(ListingFields);

/** Path of a field in a body: `location.city`, or else its name. */
export function bodyPath(field: { readonly name: string; readonly within?: string }): string {
  return field.within === undefined ? field.name : `${field.within}.${field.name}`;
}
