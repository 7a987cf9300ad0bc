import { slugOf } from '../../platform/text/slug.ts';
import {
  CODE_DIMENSIONS,
  DIMENSIONS,
  FACET_NAMES,
  type FacetName,
  FLAG_DIMENSIONS,
  NAME_DIMENSIONS,
  NUMBER_DIMENSIONS,
  type NumberDimension,
  type SearchQuery,
  SORT_KEYS,
  FLAG_SET,
} from '@fifthwheel/search';
import type { ExchangeRates } from '../settings/index.ts';
import type { TaxonomySnapshot } from '../taxonomy/index.ts';
import { assertAllowed, FilterProblems, invalidFilter, invalidSort, SHOWN_MAX } from './filter-errors.ts';
import type { Places } from './places.ts';
import {
  CLOSED_LISTS,
  LIST_SORTS,
  RESULT_FIELDS,
  SLUG,
  type ListParameters,
  type SearchFilters,
  type SearchParameters,
} from './search-parameters.ts';
import { t } from '../../platform/errors/sentence.ts';

/** Data needed to read the parameters of lists and searches. */
export interface QueryContext {
  readonly taxonomy: TaxonomySnapshot;
  readonly rates: ExchangeRates;
}

type RangeName = 'price' | 'year' | 'mileage' | (typeof DIMENSIONS)[NumberDimension]['parameter'];
const DEFAULT_FACETS: readonly FacetName[] = ['categories', 'brands', 'price_ranges', 'years'];

/** Converts parameters to a query whose text is not parsed yet. Throws INVALID_FILTER, INVALID_SORT or LOCATION_NOT_FOUND. */
export function toSearchQuery(
  parameters: SearchParameters,
  places: Places,
  context: QueryContext,
): SearchQuery {
  const problems = new FilterProblems();
  const filters = readFilters(parameters, places, context, problems);
  const sort = problems.try(() => readSort(parameters, filters));
  problems.try(() => assertAllowed('facets', parameters.facets, FACET_NAMES));
  problems.try(() => assertAllowed('fields', parameters.fields, RESULT_FIELDS));
  problems.assertNone();
  return {
    ...filters,
    facets: (parameters.facets as readonly FacetName[] | undefined) ?? DEFAULT_FACETS,
    subcategoriesOf: parameters.category?.flatMap((slug) => topSlugs(slug, context.taxonomy)),
    sort,
    order: parameters.order,
  };
}

/** Converts the parameters of `GET /listings` to a query. Throws INVALID_FILTER or INVALID_SORT. */
export function toListQuery(parameters: ListParameters, { taxonomy, rates }: QueryContext): SearchQuery {
  const problems = new FilterProblems();
  for (const name of ['category', 'brand'] as const) problems.try(() => assertSlugs(name, parameters[name]));
  const { minPrice = 0, maxPrice = Infinity } = parameters;
  if (minPrice > maxPrice) problems.add(invalidFilter('minPrice', t('is above {max}', { max: 'maxPrice' })));
  const currency = problems.try(() => readCurrency(parameters.currency, rates));
  const requested = parameters.sort ?? '';
  const sort = requested === '' ? 'createdAt' : requested;
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

/**
 * Resolves previous slugs to the current one. Keeps both in the query, because documents can briefly carry an old slug after a
 * rename.
 */
function readSlugs(
  { category, brand }: Pick<SearchFilters, 'category' | 'brand'>,
  taxonomy: TaxonomySnapshot,
): SearchQuery {
  return {
    categories: category?.flatMap((slug) => taxonomy.categorySlugs(slug)),
    brands: brand?.flatMap((slug) => taxonomy.brandSlugs(slug)),
  };
}

/** Returns the slugs of the top category that a category is or belongs to. */
function topSlugs(slug: string, taxonomy: TaxonomySnapshot): readonly string[] {
  const category = taxonomy.categoryBySlug(slug);
  const parentId = category?.parentId ?? null;
  const parent = parentId === null ? undefined : taxonomy.category(parentId);
  return taxonomy.categorySlugs(parent?.slug ?? slug);
}

function readSort(parameters: SearchParameters, query: SearchQuery): SearchQuery['sort'] {
  const { sort: requested, lat, lng, radius } = parameters;
  const sort = requested === undefined || requested === '' ? 'relevance' : requested;
  if (!isOneOf(SORT_KEYS, sort)) throw invalidSort(sort, SORT_KEYS);
  // An invalid center already has its own error.
  const hasCenter = [lat, lng, radius].some((value) => value !== undefined);
  if (sort === 'distance' && query.geo === undefined && !hasCenter)
    throw invalidFilter('sort', t('by distance requires a center: lat and lng, or a city with radius'));
  return sort;
}

/** Reads the filters and adds their errors to `problems`. */
function readFilters(
  filters: SearchFilters,
  places: Places,
  { taxonomy, rates }: QueryContext,
  problems: FilterProblems,
): SearchQuery {
  for (const name of ['category', 'subcategory', 'brand'] as const)
    problems.try(() => assertSlugs(name, filters[name]));
  for (const [name, allowed] of CLOSED_LISTS) {
    const { parameter } = DIMENSIONS[name];
    problems.try(() => assertAllowed(parameter, filters[parameter], allowed));
  }
  const features = taxonomy.features.map((feature) => feature.code);
  problems.try(() => assertAllowed('features', filters.features, features));
  const ranges = NUMBER_DIMENSIONS.map((name) => DIMENSIONS[name].parameter);
  for (const name of ['price', 'year', 'mileage', ...ranges] as const)
    problems.try(() => assertOrdered(filters, name));
  problems.addAll(places.problems);
  return {
    text: filters.q,
    ...readSlugs(filters, taxonomy),
    subcategories: filters.subcategory?.flatMap((slug) => taxonomy.categorySlugs(slug)),
    models: filters.model,
    countries: places.countries,
    regions: places.regions,
    cities: places.cities,
    features: filters.features,
    minPrice: filters.min_price,
    maxPrice: filters.max_price,
    sellerId: filters.seller,
    currency: problems.try(() => readCurrency(filters.currency, rates)),
    minYear: filters.min_year,
    maxYear: filters.max_year,
    minMileage: filters.min_mileage,
    maxMileage: filters.max_mileage,
    geo: places.centre,
    ...readDimensions(filters),
  };
}

function readDimensions(filters: SearchFilters): Pick<SearchQuery, 'ranges' | 'values'> {
  const ranges = NUMBER_DIMENSIONS.flatMap((name) => {
    const { parameter } = DIMENSIONS[name];
    const [min, max] = [filters[`min_${parameter}`], filters[`max_${parameter}`]];
    return min === undefined && max === undefined ? [] : [[name, { min, max }]];
  });
  const values = [...CODE_DIMENSIONS, ...NAME_DIMENSIONS].map((name) => [
    name,
    filters[DIMENSIONS[name].parameter],
  ]);
  const flags = FLAG_DIMENSIONS.map((name) => [
    name,
    filters[DIMENSIONS[name].parameter] === true ? [FLAG_SET] : undefined,
  ]);
  return {
    ranges: ranges.length === 0 ? undefined : Object.fromEntries(ranges),
    values: Object.fromEntries([...values, ...flags]),
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
  const value = wrong.slice(0, SHOWN_MAX);
  const suggestion = slugOf(value);
  throw invalidFilter(
    name,
    suggestion === ''
      ? t('cannot be "{value}": a slug has lower-case letters, digits and hyphens', { value })
      : t('cannot be "{value}": a slug has lower-case letters, digits and hyphens; did you mean "{meant}"?', {
          value,
          meant: suggestion,
        }),
  );
}

function assertOrdered(filters: SearchFilters, name: RangeName): void {
  const min = filters[`min_${name}`];
  const max = filters[`max_${name}`];
  if (min !== undefined && max !== undefined && min > max)
    throw invalidFilter(`min_${name}`, t('is above {max}', { max: `max_${name}` }));
}

function isOneOf<T extends string>(values: readonly T[], value: string): value is T {
  return (values as readonly string[]).includes(value);
}
