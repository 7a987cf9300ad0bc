import { Type } from 'typebox';
import { NamedObject, Nullable, Pagination } from '../../platform/http/schemas.ts';
import type { InterpretedFilters } from '../../search/index.ts';
import { ListingSummary, summaryFields } from '../listings/index.ts';

/** Every field may be left out by `fields`, but `id`. */
const SearchHitView = NamedObject('SearchHit', {
  ...(Object.fromEntries(
    Object.entries(summaryFields).map(([name, schema]) => [name, Type.Optional(schema)]),
  ) as {
    [K in keyof typeof summaryFields]: ReturnType<typeof Type.Optional<(typeof summaryFields)[K]>>;
  }),
  id: Type.String(),
  score: Type.Optional(Type.Number()),
  distance: Type.Optional(Nullable(Type.Number({ description: 'Kilometres from the centre' }))),
});

const SlugCount = NamedObject('SlugCount', {
  slug: Type.String(),
  name: Type.String(),
  count: Type.Integer(),
});
const ValueCount = NamedObject('ValueCount', { value: Type.String(), count: Type.Integer() });

const Facets = NamedObject('SearchFacets', {
  categories: Type.Optional(Type.Array(SlugCount)),
  brands: Type.Optional(Type.Array(SlugCount)),
  price_ranges: Type.Optional(
    Type.Array(Type.Object({ min: Type.Number(), max: Nullable(Type.Number()), count: Type.Integer() })),
  ),
  years: Type.Optional(Type.Array(Type.Object({ year: Type.Integer(), count: Type.Integer() }))),
  fuel_types: Type.Optional(Type.Array(ValueCount)),
  transmissions: Type.Optional(Type.Array(ValueCount)),
  locations: Type.Optional(Type.Array(Type.Object({ country: Type.String(), count: Type.Integer() }))),
});

const Interpreted = NamedObject('InterpretedQuery', {
  min_year: Type.Optional(Type.Integer()),
  max_year: Type.Optional(Type.Integer()),
  min_price: Type.Optional(Type.Number()),
  max_price: Type.Optional(Type.Number()),
  min_mileage: Type.Optional(Type.Integer()),
  max_mileage: Type.Optional(Type.Integer()),
  drive_type: Type.Optional(Type.Array(Type.String())),
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
  /** What was read out of `q`, as the parameters that would say the same. */
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

export function interpretedView(filters: InterpretedFilters): Record<string, unknown> {
  return {
    min_year: filters.minYear,
    max_year: filters.maxYear,
    min_price: filters.minPrice,
    max_price: filters.maxPrice,
    min_mileage: filters.minMileage,
    max_mileage: filters.maxMileage,
    drive_type: filters.driveTypes,
  };
}
