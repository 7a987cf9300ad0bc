import { type TSchema, Type } from 'typebox';
import { NamedObject, Nullable, Pagination } from '../../platform/http/schemas.ts';
import {
  CODE_DIMENSIONS,
  type Condition,
  DIMENSION_OF_FACET,
  DIMENSIONS,
  FACET_NAMES,
  type FacetName,
  isNumberDimension,
  isUniformFacet,
  MILEAGE_RANGES,
  NAME_DIMENSIONS,
  NUMBER_DIMENSIONS,
  type RangeCondition,
  facetRanges,
  type ParsedQuery,
  type SearchQuery,
  type UniformFacet,
  type ValueCondition,
  type ValueDimension,
  type ValueField,
} from '@fifthwheel/search';
import { ListingSummary, summaryFields } from '../listings/index.ts';

/** All fields but `id` are optional, because `fields` may omit them. */
const SearchHitView = NamedObject('SearchHit', {
  ...(Object.fromEntries(
    Object.entries(summaryFields).map(([name, schema]) => [name, Type.Optional(schema)]),
  ) as {
    [K in keyof typeof summaryFields]: ReturnType<typeof Type.Optional<(typeof summaryFields)[K]>>;
  }),
  id: Type.String(),
  score: Type.Optional(Type.Number()),
  distance: Type.Optional(Nullable(Type.Number({ description: 'Distance from the center in kilometers' }))),
});

const SlugCount = NamedObject('SlugCount', {
  slug: Type.String(),
  name: Type.String(),
  count: Type.Integer(),
});
const ValueCount = NamedObject('ValueCount', { value: Type.String(), count: Type.Integer() });

const NumberRangeCount = NamedObject('NumberRangeCount', {
  min: Type.Integer(),
  max: Nullable(Type.Integer({ description: 'Belongs to the range; none in the last one' })),
  count: Type.Integer(),
});

const OWN_FACETS = {
  categories: Type.Array(SlugCount),
  subcategories: Type.Array(SlugCount, {
    description: 'Those of the selected categories; all if no category is selected',
  }),
  brands: Type.Array(SlugCount),
  models: Type.Array(
    Type.Object({
      value: Type.String(),
      brand: Type.String({ description: 'Slug of the brand' }),
      count: Type.Integer(),
    }),
    { description: 'Those of the selected brands; all if no brand is selected' },
  ),
  mileage_ranges: Type.Array(NumberRangeCount, { description: MILEAGE_RANGES.unit }),
  features: Type.Array(Type.Object({ value: Type.String(), name: Type.String(), count: Type.Integer() }), {
    description: 'Results that have the feature as well as all selected ones',
  }),
  price_ranges: Type.Array(
    Type.Object({ min: Type.Number(), max: Nullable(Type.Number()), count: Type.Integer() }),
  ),
  years: Type.Array(Type.Object({ year: Type.Integer(), count: Type.Integer() })),
  locations: Type.Array(Type.Object({ country: Type.String(), count: Type.Integer() })),
} satisfies Record<Exclude<FacetName, UniformFacet>, TSchema>;

function dimensionFacet(facet: UniformFacet): TSchema {
  const name = DIMENSION_OF_FACET[facet];
  if (!isNumberDimension(name)) return Type.Array(ValueCount);
  const ranges = facetRanges(name);
  if (ranges !== undefined) return Type.Array(NumberRangeCount, { description: ranges.unit });
  return Type.Array(Type.Object({ [facet]: Type.Integer(), count: Type.Integer() }));
}

const Facets = NamedObject(
  'SearchFacets',
  Object.fromEntries(
    FACET_NAMES.map((name) => [
      name,
      Type.Optional(isUniformFacet(name) ? dimensionFacet(name) : OWN_FACETS[name]),
    ]),
  ),
);

/** Parameter that expresses the same as a condition read from the query text. Flags have none. */
const PARAMETERS: Readonly<Partial<Record<ValueField, string>>> = {
  driveType: 'drive_type',
  category: 'category',
  brand: 'brand',
  model: 'model',
  feature: 'features',
  ...parameters(CODE_DIMENSIONS),
  country: 'country',
  region: 'region',
  city: 'city',
  ...parameters(NAME_DIMENSIONS),
};

function parameters(names: readonly ValueDimension[]): Partial<Record<ValueDimension, string>> {
  return Object.fromEntries(names.map((name) => [name, DIMENSIONS[name].parameter]));
}

const RANGES = NUMBER_DIMENSIONS.map((name) => DIMENSIONS[name].parameter);

export const Interpreted = NamedObject('InterpretedQuery', {
  min_year: Type.Optional(Type.Integer()),
  max_year: Type.Optional(Type.Integer()),
  min_price: Type.Optional(Type.Number()),
  max_price: Type.Optional(Type.Number()),
  min_mileage: Type.Optional(Type.Integer()),
  max_mileage: Type.Optional(Type.Integer()),
  ...Object.fromEntries(
    Object.values(PARAMETERS).map((name) => [name, Type.Optional(Type.Array(Type.String()))]),
  ),
  ...Object.fromEntries(
    RANGES.flatMap((name) => [`min_${name}`, `max_${name}`]).map((name) => [
      name,
      Type.Optional(Type.Number()),
    ]),
  ),
  lat: Type.Optional(Type.Number()),
  lng: Type.Optional(Type.Number()),
  radius: Type.Optional(Type.Number({ description: 'Radius in kilometers around `lat` and `lng`' })),
  without: Type.Optional(Type.Array(Type.String(), { description: 'Values that results must not have' })),
  left_out: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Query terms that were dropped because no listing matches all of them',
    }),
  ),
  unknown_number: Type.Optional(
    Type.String({
      description: 'The requested stock number or vehicle identification number, if no listing has it',
    }),
  ),
  did_you_mean: Type.Optional(
    Type.Array(Type.Object({ typed: Type.String(), meant: Type.String() }), {
      description: 'Query terms treated as misspellings, with the terms used instead',
    }),
  ),
});

export const SearchView = NamedObject('SearchResults', {
  results: Type.Array(SearchHitView),
  pagination: Type.Object({
    page: Type.Integer(),
    limit: Type.Integer(),
    total: Type.Integer(),
    total_pages: Type.Integer(),
  }),
  facets: Facets,
  /** Conditions read from `q`, as the parameters that express the same. */
  interpreted: Type.Optional(Interpreted),
});

export const ListingListView = NamedObject('ListingSummaryList', {
  listings: Type.Array(ListingSummary),
  pagination: Pagination,
});

export const SuggestionsView = NamedObject('Suggestions', {
  suggestions: Type.Array(
    NamedObject('Suggestion', {
      type: Type.String(),
      value: Type.String(),
      slug: Type.Optional(Type.String()),
      brand: Type.Optional(Type.String()),
    }),
  ),
});

/** Returns the conditions read from the words, including those that a listing may also meet by containing the words. */
function conditionsRead({ meant = [], named }: SearchQuery): readonly Condition[] {
  if (named === undefined) return meant;
  return [...('all' in named.parsed ? named.parsed.all : [named.parsed]), ...meant];
}

/** Returns the conditions that were parsed from the query text, except those that a parameter already sets. */
export function interpretedView(
  { query, corrections, dropped }: ParsedQuery,
  request: SearchQuery,
): Record<string, unknown> {
  const view: Record<string, unknown> = {
    min_year: request.minYear === undefined ? query.minYear : undefined,
    max_year: request.maxYear === undefined ? query.maxYear : undefined,
    min_price: request.minPrice === undefined ? query.minPrice : undefined,
    max_price: request.maxPrice === undefined ? query.maxPrice : undefined,
    min_mileage: request.minMileage === undefined ? query.minMileage : undefined,
    max_mileage: request.maxMileage === undefined ? query.maxMileage : undefined,
    drive_type: request.values?.driveType?.length ? undefined : query.values?.driveType,
  };
  for (const condition of conditionsRead(query)) {
    if ('range' in condition) addRange(view, condition);
    if ('field' in condition) addValues(view, condition);
    if ('circle' in condition) {
      const { lat, lng, radiusKm } = condition.circle;
      Object.assign(view, { lat, lng, radius: radiusKm });
    }
    if ('not' in condition && 'field' in condition.not)
      view.without = [...((view.without as string[] | undefined) ?? []), ...condition.not.values];
  }
  if (dropped.length > 0) view.left_out = dropped;
  if (corrections.length > 0) view.did_you_mean = corrections.map(({ typed, meant }) => ({ typed, meant }));
  return view;
}

function addRange(view: Record<string, unknown>, { range, min, max }: RangeCondition): void {
  if (!isNumberDimension(range)) return;
  const name = DIMENSIONS[range].parameter;
  if (min !== undefined) view[`min_${name}`] = min;
  if (max !== undefined) view[`max_${name}`] = max;
}

function addValues(view: Record<string, unknown>, { field, values }: ValueCondition): void {
  const name = PARAMETERS[field];
  if (name !== undefined) view[name] = [...((view[name] as string[] | undefined) ?? []), ...values];
}
