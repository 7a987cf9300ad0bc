import { slugOf } from '../../platform/text/slug.ts';
import {
  FACET_NAMES,
  type FacetName,
  type InterpretedFilters,
  interpretQuery,
  type SearchQuery,
  SORT_KEYS,
} from '../../search/index.ts';
import { conditions, driveTypes, euroStandards, fuelTypes, transmissions } from '../listings/index.ts';
import type { ExchangeRates } from '../settings/index.ts';
import type { TaxonomySnapshot } from '../taxonomy/index.ts';
import { assertAllowed, FilterProblems, invalidFilter, invalidSort, SHOWN_MAX } from './filter-errors.ts';
import type { Places } from './places.ts';
import {
  LIST_SORTS,
  RESULT_FIELDS,
  type ListParameters,
  type SearchFilters,
  type SearchParameters,
} from './search-parameters.ts';

/** What the parameters of lists and searches are read by. */
export interface QueryContext {
  readonly taxonomy: TaxonomySnapshot;
  readonly rates: ExchangeRates;
}

/** What a search asks for, in the engine's terms. */
export interface AskedSearch {
  readonly query: SearchQuery;
  /** What was read out of the words; null when there are none. */
  readonly interpreted: InterpretedFilters | null;
}

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const DEFAULT_FACETS: readonly FacetName[] = ['categories', 'brands', 'price_ranges', 'years'];

/** Throws INVALID_FILTER, INVALID_SORT or LOCATION_NOT_FOUND. `year` is the current one. */
export function toSearchQuery(
  parameters: SearchParameters,
  places: Places,
  context: QueryContext & { readonly year: number },
): AskedSearch {
  const problems = new FilterProblems();
  const filters = readFilters(parameters, places, context, problems);
  const sort = problems.try(() => readSort(parameters, filters));
  problems.try(() => assertAllowed('facets', parameters.facets, FACET_NAMES));
  problems.try(() => assertAllowed('fields', parameters.fields, RESULT_FIELDS));
  problems.assertNone();
  const asked = {
    ...filters,
    facets: (parameters.facets as readonly FacetName[] | undefined) ?? DEFAULT_FACETS,
    sort,
    order: parameters.order,
  };
  const { year, rates } = context;
  const { query, interpreted } = interpretQuery(asked, { year, currency: asked.currency ?? rates.base });
  return { query, interpreted: asked.text === undefined || asked.text === '' ? null : interpreted };
}

/** What `GET /listings` asks for. Throws INVALID_FILTER or INVALID_SORT. */
export function toListQuery(parameters: ListParameters, { taxonomy, rates }: QueryContext): SearchQuery {
  const problems = new FilterProblems();
  for (const name of ['category', 'brand'] as const) problems.try(() => assertSlugs(name, parameters[name]));
  const { minPrice = 0, maxPrice = Infinity } = parameters;
  if (minPrice > maxPrice) problems.add(invalidFilter('minPrice', 'is above maxPrice'));
  const currency = problems.try(() => readCurrency(parameters.currency, rates));
  const asked = parameters.sort ?? '';
  const sort = asked === '' ? 'createdAt' : asked;
  if (!isOneOf(LIST_SORTS, sort)) problems.add(invalidSort(sort, LIST_SORTS));
  problems.assertNone();
  return {
    ...readSlugs(parameters, taxonomy),
    minPrice: parameters.minPrice,
    maxPrice: parameters.maxPrice,
    currency,
    minYear: parameters.year,
    maxYear: parameters.year,
    sort: sort === 'createdAt' ? 'created_at' : (sort as SearchQuery['sort']),
    order: parameters.order,
  };
}

/** A slug of before stands for what it leads to now. */
function readSlugs(
  { category, brand }: Pick<SearchFilters, 'category' | 'brand'>,
  taxonomy: TaxonomySnapshot,
): SearchQuery {
  return {
    categories: category?.map((slug) => taxonomy.categoryBySlug(slug)?.slug ?? slug),
    brands: brand?.map((slug) => taxonomy.brandBySlug(slug)?.slug ?? slug),
  };
}

function readSort(parameters: SearchParameters, query: SearchQuery): SearchQuery['sort'] {
  const { sort: asked, lat, lng, radius } = parameters;
  const sort = asked === undefined || asked === '' ? 'relevance' : asked;
  if (!isOneOf(SORT_KEYS, sort)) throw invalidSort(sort, SORT_KEYS);
  // Of a centre that was refused that is enough to say.
  const names = [lat, lng, radius].some((value) => value !== undefined);
  if (sort === 'distance' && query.geo === undefined && !names)
    throw invalidFilter('sort', 'by distance needs a centre: lat and lng, or a city with radius');
  return sort;
}

/** The part that narrows. */
function readFilters(
  filters: SearchFilters,
  places: Places,
  { taxonomy, rates }: QueryContext,
  problems: FilterProblems,
): SearchQuery {
  const values = [
    ['fuel_type', filters.fuel_type, fuelTypes],
    ['transmission', filters.transmission, transmissions],
    ['drive_type', filters.drive_type, driveTypes],
    ['euro_standard', filters.euro_standard, euroStandards],
    ['condition', filters.condition, conditions],
    ['features', filters.features, taxonomy.features.map((feature) => feature.code)],
  ] as const;
  for (const name of ['category', 'subcategory', 'brand'] as const)
    problems.try(() => assertSlugs(name, filters[name]));
  for (const [name, asked, allowed] of values) problems.try(() => assertAllowed(name, asked, allowed));
  for (const name of ['price', 'year', 'mileage'] as const) problems.try(() => assertOrdered(filters, name));
  problems.addAll(places.problems);
  return {
    text: filters.q,
    ...readSlugs(filters, taxonomy),
    subcategories: filters.subcategory?.map((slug) => taxonomy.categoryBySlug(slug)?.slug ?? slug),
    models: filters.model,
    fuelTypes: filters.fuel_type,
    transmissions: filters.transmission,
    driveTypes: filters.drive_type,
    euroStandards: filters.euro_standard,
    conditions: filters.condition,
    countries: places.countries,
    regions: places.regions,
    cities: places.cities,
    features: filters.features,
    minPrice: filters.min_price,
    maxPrice: filters.max_price,
    currency: problems.try(() => readCurrency(filters.currency, rates)),
    minYear: filters.min_year,
    maxYear: filters.max_year,
    minMileage: filters.min_mileage,
    maxMileage: filters.max_mileage,
    geo: places.centre,
  };
}

function readCurrency(currency: string | undefined, rates: ExchangeRates): string {
  if (currency === undefined || currency === '') return rates.base;
  const code = currency.toUpperCase();
  assertAllowed('currency', [code], [rates.base, ...Object.keys(rates.rates)]);
  return code;
}

function assertSlugs(name: string, slugs: readonly string[] | undefined): void {
  const wrong = slugs?.find((slug) => !SLUG.test(slug));
  if (wrong === undefined) return;
  const meant = slugOf(wrong.slice(0, SHOWN_MAX));
  throw invalidFilter(
    name,
    `cannot be "${wrong.slice(0, SHOWN_MAX)}": a slug has lower-case letters, digits and hyphens${meant === '' ? '' : `; did you mean "${meant}"?`}`,
  );
}

function assertOrdered(filters: SearchFilters, name: 'price' | 'year' | 'mileage'): void {
  const min = filters[`min_${name}`];
  const max = filters[`max_${name}`];
  if (min !== undefined && max !== undefined && min > max)
    throw invalidFilter(`min_${name}`, `is above max_${name}`);
}

function isOneOf<T extends string>(values: readonly T[], value: string): value is T {
  return (values as readonly string[]).includes(value);
}
