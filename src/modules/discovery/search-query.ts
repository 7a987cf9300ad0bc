import { COUNTRY_CODES, countryNamed } from '../../platform/countries.ts';
import type { Gazetteer } from '../../platform/gazetteer/gazetteer.ts';
import { slugOf } from '../../platform/text/slug.ts';
import {
  FACET_NAMES,
  type FacetName,
  type GeoCentre,
  type SearchQuery,
  SORT_KEYS,
} from '../../search/index.ts';
import {
  conditions,
  driveTypes,
  euroStandards,
  fuelTypes,
  summaryFields,
  transmissions,
} from '../listings/index.ts';
import type { ExchangeRates } from '../settings/index.ts';
import type { TaxonomySnapshot } from '../taxonomy/index.ts';
import {
  assertAllowed,
  FilterProblems,
  invalidFilter,
  invalidSort,
  SHOWN_MAX,
  unknownLocation,
} from './filter-errors.ts';
import type { SearchFilters, SearchParameters } from './search-parameters.ts';

export interface QueryContext {
  readonly taxonomy: TaxonomySnapshot;
  readonly rates: ExchangeRates;
  readonly gazetteer: Gazetteer;
  /** Whether any live listing names the place. */
  readonly isListed: (place: { city: string } | { region: string }) => Promise<boolean>;
}

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const RESULT_FIELDS = [...Object.keys(summaryFields), 'score', 'distance'];
const DEFAULT_FACETS: readonly FacetName[] = ['categories', 'brands', 'price_ranges', 'years'];

/** What a search asks for, in the engine's terms; throws INVALID_FILTER, INVALID_SORT or LOCATION_NOT_FOUND. */
export async function toSearchQuery(
  parameters: SearchParameters,
  context: QueryContext,
): Promise<SearchQuery> {
  const problems = new FilterProblems();
  const query = await readFilters(parameters, context, problems);
  const sort = problems.try(() => readSort(parameters, query));
  problems.try(() => assertAllowed('facets', parameters.facets, FACET_NAMES));
  problems.try(() => assertAllowed('fields', parameters.fields, RESULT_FIELDS));
  problems.assertNone();
  return {
    ...query,
    facets: (parameters.facets as readonly FacetName[] | undefined) ?? DEFAULT_FACETS,
    sort,
    order: parameters.order,
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
async function readFilters(
  filters: SearchFilters,
  context: QueryContext,
  problems: FilterProblems,
): Promise<SearchQuery> {
  const values = [
    ['fuel_type', filters.fuel_type, fuelTypes],
    ['transmission', filters.transmission, transmissions],
    ['drive_type', filters.drive_type, driveTypes],
    ['euro_standard', filters.euro_standard, euroStandards],
    ['condition', filters.condition, conditions],
    ['features', filters.features, context.taxonomy.features.map((feature) => feature.code)],
  ] as const;
  for (const name of ['category', 'subcategory', 'brand'] as const)
    problems.try(() => assertSlugs(name, filters[name]));
  for (const [name, asked, allowed] of values) problems.try(() => assertAllowed(name, asked, allowed));
  for (const name of ['price', 'year', 'mileage'] as const) problems.try(() => assertOrdered(filters, name));
  const { gazetteer } = context;
  const countries = problems.try(() => readCountries(filters.country));
  const geo = problems.try(() => readCentre(filters, countries, context));
  const city = filters.radius === undefined ? filters.city : undefined;
  await problems.tryLater(() => assertPlaces(filters, countries, city, context));
  return {
    text: filters.q,
    categories: filters.category?.map((slug) => context.taxonomy.categoryBySlug(slug)?.slug ?? slug),
    subcategories: filters.subcategory?.map((slug) => context.taxonomy.categoryBySlug(slug)?.slug ?? slug),
    brands: filters.brand?.map((slug) => context.taxonomy.brandBySlug(slug)?.slug ?? slug),
    models: filters.model,
    fuelTypes: filters.fuel_type,
    transmissions: filters.transmission,
    driveTypes: filters.drive_type,
    euroStandards: filters.euro_standard,
    conditions: filters.condition,
    countries,
    // Sellers write the place in their language, buyers in theirs.
    regions: spellings(filters.region, (region) => gazetteer.regionSpellings(region, countries?.[0])),
    cities: spellings(city, (name) => gazetteer.citySpellings(name, countries?.[0])),
    features: filters.features,
    minPrice: filters.min_price,
    maxPrice: filters.max_price,
    currency: problems.try(() => readCurrency(filters.currency, context.rates)),
    minYear: filters.min_year,
    maxYear: filters.max_year,
    minMileage: filters.min_mileage,
    maxMileage: filters.max_mileage,
    geo,
  };
}

export function readCurrency(currency: string | undefined, rates: ExchangeRates): string {
  if (currency === undefined || currency === '') return rates.base;
  const code = currency.toUpperCase();
  assertAllowed('currency', [code], [rates.base, ...Object.keys(rates.rates)]);
  return code;
}

export function assertSlugs(name: string, slugs: readonly string[] | undefined): void {
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

function readCountries(codes: readonly string[] | undefined): readonly string[] | undefined {
  const wrong = codes?.find((code) => !COUNTRY_CODES.has(code.toUpperCase()));
  if (wrong !== undefined) {
    const meant = countryNamed(wrong);
    throw invalidFilter(
      'country',
      `cannot be "${wrong.slice(0, SHOWN_MAX)}": it is a two-letter code${meant === undefined ? ', such as DE' : `; did you mean "${meant}"?`}`,
    );
  }
  return codes?.map((code) => code.toUpperCase());
}

/** With a radius the city only names the centre; coordinates come before it. */
function readCentre(
  filters: SearchFilters,
  countries: readonly string[] | undefined,
  context: QueryContext,
): GeoCentre | undefined {
  if ((filters.lat === undefined) !== (filters.lng === undefined)) {
    throw invalidFilter(
      filters.lat === undefined ? 'lng' : 'lat',
      `needs ${filters.lat === undefined ? 'lat' : 'lng'} beside it`,
    );
  }
  if (filters.lat !== undefined && filters.lng !== undefined)
    return { lat: filters.lat, lng: filters.lng, radiusKm: filters.radius };
  if (filters.radius === undefined) return undefined;
  if (filters.city === undefined) throw invalidFilter('radius', 'needs a centre: lat and lng, or a city');
  const place = context.gazetteer.findCity(filters.city, countries?.[0]);
  if (place === null)
    throw unknownLocation(
      'city',
      filters.city,
      context.gazetteer.nearestCityName(filters.city, countries?.[0]),
    );
  return { lat: place.lat, lng: place.lng, radiusKm: filters.radius };
}

async function assertPlaces(
  filters: SearchFilters,
  countries: readonly string[] | undefined,
  city: string | undefined,
  context: QueryContext,
): Promise<void> {
  const { gazetteer } = context;
  if (city !== undefined && !gazetteer.cityExists(city) && !(await context.isListed({ city }))) {
    throw unknownLocation('city', city, gazetteer.nearestCityName(city, countries?.[0]));
  }
  const { region } = filters;
  if (region !== undefined && !gazetteer.isRegion(region) && !(await context.isListed({ region }))) {
    throw unknownLocation('region', region, null);
  }
}

function spellings(
  name: string | undefined,
  known: (name: string) => readonly string[],
): readonly string[] | undefined {
  return name === undefined ? undefined : [name, ...known(name)];
}

function isOneOf<T extends string>(values: readonly T[], value: string): value is T {
  return (values as readonly string[]).includes(value);
}
