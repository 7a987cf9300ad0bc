import { type Static, Type } from 'typebox';
import { Literals, pageParameters } from '../../platform/http/schemas.ts';
import { FACET_NAMES, SORT_KEYS } from '../../search/index.ts';

const PRICE_MAX = 1e10;
const MILEAGE_MAX = 10_000_000;
const YEAR_MIN = 1900;
const YEAR_MAX = 2100;

export const QUERY_TEXT_MAX = 200;

const Words = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      maxItems: 50,
      description: `${description}; separate several with commas`,
    }),
  );
const Amount = Type.Optional(Type.Number({ minimum: 0, maximum: PRICE_MAX }));
const Year = Type.Optional(Type.Integer({ minimum: YEAR_MIN, maximum: YEAR_MAX }));
const Mileage = Type.Optional(Type.Integer({ minimum: 0, maximum: MILEAGE_MAX }));

/** Specification "Search query parameters": what narrows a search, without paging; a saved search keeps these. */
export const filterParameters = {
  q: Type.Optional(
    Type.String({ maxLength: QUERY_TEXT_MAX, description: 'Words; also reads "2019", "6x2", "under 60k"' }),
  ),
  category: Words('Slug of a category at either level'),
  subcategory: Words('Slug of a category below a top category'),
  brand: Words('Slug of a brand'),
  model: Words('Name of a model'),
  min_price: Amount,
  max_price: Amount,
  currency: Type.Optional(
    Type.String({
      maxLength: 3,
      description: 'Currency of the price bounds and price ranges; EUR when absent',
    }),
  ),
  min_year: Year,
  max_year: Year,
  min_mileage: Mileage,
  max_mileage: Mileage,
  fuel_type: Words('Kind of fuel'),
  transmission: Words('Kind of gearbox'),
  drive_type: Words('Axle formula'),
  euro_standard: Words('Emission standard'),
  condition: Words('Condition'),
  country: Words('Country code, ISO 3166-1 alpha-2'),
  region: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  city: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
  lng: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
  radius: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2000,
      description: 'Kilometres around lat and lng, or around the city',
    }),
  ),
  features: Words('Feature codes; a listing must have all of them'),
};

export const SearchFilters = Type.Object(filterParameters);
export type SearchFilters = Static<typeof SearchFilters>;

export const SearchParameters = Type.Object({
  ...filterParameters,
  facets: Type.Optional(
    Type.Array(Type.String({ maxLength: 40 }), { description: `Of ${FACET_NAMES.join(', ')}` }),
  ),
  fields: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { description: 'Fields of each result' })),
  sort: Type.Optional(Type.String({ maxLength: 40, description: `One of ${SORT_KEYS.join(', ')}` })),
  order: Type.Optional(Literals(['asc', 'desc'])),
  ...pageParameters,
});
export type SearchParameters = Static<typeof SearchParameters>;

export const LIST_SORTS = ['createdAt', 'price', 'year', 'mileage', 'views'] as const;

/** Specification "Listings and other areas". */
export const ListParameters = Type.Object({
  category: filterParameters.category,
  brand: filterParameters.brand,
  minPrice: Amount,
  maxPrice: Amount,
  currency: filterParameters.currency,
  year: Year,
  sort: Type.Optional(
    Type.String({ maxLength: 40, description: `One of ${LIST_SORTS.join(', ')}; createdAt when absent` }),
  ),
  order: Type.Optional(Literals(['asc', 'desc'])),
  ...pageParameters,
});
export type ListParameters = Static<typeof ListParameters>;
