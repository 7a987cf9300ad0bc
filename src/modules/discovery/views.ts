import { type TSchema, Type } from 'typebox';
import { NamedObject, Nullable, Pagination } from '../../platform/http/schemas.ts';
import {
  DIMENSION_OF_FACET,
  FACET_NAMES,
  type FacetName,
  isNumberDimension,
  isUniformFacet,
  MILEAGE_RANGES,
  facetRanges,
  type UniformFacet,
} from '@fifthwheel/search';
import { Interpreted } from './interpreted.ts';
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
  deliveryEstimate: Type.Optional(
    Nullable(
      Type.Number({
        description:
          'Estimated cost in EUR of a delivery to the center, not an offer; null without a distance or without estimates',
      }),
    ),
  ),
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
      brand: Type.Optional(Type.String({ description: 'Slug of the brand of a model' })),
      brandName: Type.Optional(Type.String()),
      country: Type.Optional(Type.String({ description: 'Country of a place, ISO 3166-1 alpha-2' })),
      parameters: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
        description: 'The search for it. A listing is also at its slug',
      }),
    }),
  ),
});
