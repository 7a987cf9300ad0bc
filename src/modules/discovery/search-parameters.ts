import { type Static, Type } from 'typebox';
import { SLUG_PATTERN } from '../../platform/http/request/formats.ts';
import { type Documented, Literals, pageParameters } from '../../platform/http/schemas.ts';
import {
  CODE_DIMENSIONS,
  type CodeDimension,
  type Dimension,
  DIMENSIONS,
  FACET_NAMES,
  FLAG_DIMENSIONS,
  NAME_DIMENSIONS,
  type NameDimension,
  NUMBER_DIMENSIONS,
  type NumberDimension,
  SORT_KEYS,
} from '@fifthwheel/search';
import { fields, summaryFields } from '../listings/index.ts';

export const SLUG = new RegExp(SLUG_PATTERN);
const PRICE_MAX = 1e10;
const MILEAGE_MAX = 10_000_000;
const WHOLE_MAX = 10_000_000;
const YEAR_MIN = 1900;
const YEAR_MAX = 2100;

/** Values that `fields` accepts. */
export const RESULT_FIELDS = [...Object.keys(summaryFields), 'score', 'distance', 'deliveryEstimate'];

export const QUERY_TEXT_MAX = 200;

/**
 * Documents a closed list without enforcing it: the values are checked with the other filters, so that one response reports all
 * errors.
 */
const oneOf = (values: readonly string[]): Documented => ({
  documentedAs: { enum: values, minLength: undefined, maxLength: undefined },
});

const Words = (description: string, documented: Documented = {}) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100, ...documented }), {
      maxItems: 50,
      description: `${description}; separate several with commas`,
    }),
  );
/** Documents the form of a slug, which is checked with the other filters too. */
const slug: Documented = { documentedAs: { pattern: SLUG_PATTERN } };
const Amount = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: PRICE_MAX, description }));
const Year = (description: string) =>
  Type.Optional(Type.Integer({ minimum: YEAR_MIN, maximum: YEAR_MAX, description }));
const Mileage = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: MILEAGE_MAX, description }));
const Order = Type.Optional(
  Literals(['asc', 'desc'], { description: 'Ascending or descending; the default depends on the sort key' }),
);
const Whole = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: WHOLE_MAX, description }));

const Only = (description: string) => Type.Optional(Type.Boolean({ description }));

type ListedDimension = CodeDimension | NameDimension;
/** Allowed values by dimension, for dimensions whose listing field is an enumeration. */
export const CLOSED_LISTS: ReadonlyMap<ListedDimension, readonly string[]> = new Map(
  [...CODE_DIMENSIONS, ...NAME_DIMENSIONS].flatMap((name): [ListedDimension, readonly string[]][] => {
    const field = fields.find(({ column }) => column === DIMENSIONS[name].column);
    return field?.kind === 'enum' ? [[name, field.values.map(String)]] : [];
  }),
);

type ParameterOf<D extends Dimension> = (typeof DIMENSIONS)[D]['parameter'];
type ParametersOf<D extends Dimension, Schema> = { readonly [P in ParameterOf<D>]: Schema };
type Bounds = {
  readonly [P in `${'min' | 'max'}_${ParameterOf<NumberDimension>}`]: ReturnType<typeof Whole>;
};

/** Returns the parameters of some dimensions. */
function parametersOf<D extends Dimension, Schema>(names: readonly D[], schema: (name: D) => Schema) {
  return Object.fromEntries(
    names.map((name) => [DIMENSIONS[name].parameter, schema(name)]),
  ) as unknown as ParametersOf<D, Schema>;
}

function valuesOf(name: ListedDimension) {
  const closed = CLOSED_LISTS.get(name);
  return Words(DIMENSIONS[name].description, closed === undefined ? {} : oneOf(closed));
}

const bounds = Object.fromEntries(
  NUMBER_DIMENSIONS.flatMap((name) => {
    const { parameter, description } = DIMENSIONS[name];
    return ['min', 'max'].map((end) => [`${end}_${parameter}`, Whole(description)]);
  }),
) as unknown as Bounds;

/**
 * Filters of a search, without paging: those of the specification "Search query parameters", and more. A saved search stores
 * these.
 */
export const filterParameters = {
  q: Type.Optional(
    Type.String({
      maxLength: QUERY_TEXT_MAX,
      description: 'Free text in seven languages, such as "actros 2019 6x2 under 60k"',
    }),
  ),
  category: Words('Slug of a category at either level', slug),
  subcategory: Words('Slug of a subcategory', slug),
  brand: Words('Slug of a brand', slug),
  model: Words('Name of a model'),
  min_price: Amount('Minimum price'),
  max_price: Amount('Maximum price; not below min_price'),
  currency: Type.Optional(
    Type.String({
      maxLength: 3,
      description: 'Currency of the price bounds and price ranges; EUR if absent',
      documentedAs: { pattern: '^[A-Za-z]{3}$', maxLength: undefined },
    }),
  ),
  min_year: Year('Earliest year'),
  max_year: Year('Latest year; not before min_year'),
  min_mileage: Mileage('Minimum mileage in kilometers'),
  max_mileage: Mileage('Maximum mileage in kilometers; not below min_mileage'),
  ...parametersOf(CODE_DIMENSIONS, valuesOf),
  country: Words('Country code, ISO 3166-1 alpha-2', {
    documentedAs: { format: 'country', minLength: undefined, maxLength: undefined },
  }),
  region: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Name of a region; must be known' }),
  ),
  city: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Name of a city, or a postal code with or without its town; must be known',
    }),
  ),
  lat: Type.Optional(
    Type.Number({ minimum: -90, maximum: 90, description: 'Latitude of the center; with lng and radius' }),
  ),
  lng: Type.Optional(
    Type.Number({ minimum: -180, maximum: 180, description: 'Longitude of the center; with lat and radius' }),
  ),
  radius: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2000,
      description: 'Radius in kilometers around lat and lng, or around the city',
    }),
  ),
  features: Words('Feature codes; a listing must have all of them'),
  ...bounds,
  ...parametersOf(NAME_DIMENSIONS, valuesOf),
  ...parametersOf(FLAG_DIMENSIONS, (name) => Only(DIMENSIONS[name].description)),
  seller: Type.Optional(
    Type.String({
      maxLength: 120,
      description: 'ID or slug of the seller',
    }),
  ),
};

export const SearchFilters = Type.Object(filterParameters);
export type SearchFilters = Static<typeof SearchFilters>;

export const SearchParameters = Type.Object({
  ...filterParameters,
  facets: Type.Optional(
    Type.Array(Type.String({ maxLength: 40, ...oneOf(FACET_NAMES) }), {
      description: 'Facets to count; by default categories, brands, price_ranges and years',
    }),
  ),
  fields: Type.Optional(
    Type.Array(Type.String({ maxLength: 40, ...oneOf(RESULT_FIELDS) }), {
      description: 'Fields of each result; all if absent',
    }),
  ),
  sort: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'Sort key of the results; distance requires a center; price_position starts with the listings furthest below the price of similar ones',
      ...oneOf(SORT_KEYS),
    }),
  ),
  order: Order,
  ...pageParameters,
});
export type SearchParameters = Static<typeof SearchParameters>;

export const LIST_SORTS = ['createdAt', 'price', 'year', 'mileage', 'views'] as const;

/** Parameters of `GET /listings`, from the specification "Listings and other areas". */
export const ListParameters = Type.Object({
  category: filterParameters.category,
  brand: filterParameters.brand,
  minPrice: Amount('Minimum price'),
  maxPrice: Amount('Maximum price; not below minPrice'),
  currency: filterParameters.currency,
  year: Year('Year of manufacture'),
  sort: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'Sort key of the listings; createdAt if absent',
      ...oneOf(LIST_SORTS),
    }),
  ),
  order: Order,
  ...pageParameters,
});
export type ListParameters = Static<typeof ListParameters>;
