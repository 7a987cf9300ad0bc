import {
  type Condition,
  type Dimension,
  DIMENSION_OF_FACET,
  DIMENSIONS_WITHOUT_FACET,
  type ExchangeRates,
  type FacetName,
  isNumberDimension,
  isOwnValueField,
  type NumberRange,
  type PartFacet,
  type RangeCondition,
  type SearchQuery,
  type UniformFacet,
  UNIFORM_FACETS,
  type ValueCondition,
  keysOfValues,
} from '@fifthwheel/search';
import { CODE_MARK, parsedOrLiteral } from '@fifthwheel/search/matching';
import { modelKey, placeKey } from '@fifthwheel/text/fold';
import { DIMENSION_FIELDS } from './fields.ts';
import { priceQuery } from './prices.ts';
import { allOf, anyOf, type Json, MATCH_ALL, noneOf, terms } from './query-types.ts';

/** Conditions by the facet whose parameters they come from; 'rest' has the others. */
export type ConditionGroups = ReadonlyMap<FacetName | 'rest', readonly Json[]>;

/** Ratio of the earth's mean radius in OpenSearch to the one that our distances use. */
const RADIUS_RATIO = 6371.008_771_4 / 6371.0088;
const RADIUS_MIN_KM = 1e-6;

export function conditionGroups(query: SearchQuery, exchange: ExchangeRates): ConditionGroups {
  const { geo } = query;
  const ownConditions: Record<Exclude<FacetName, UniformFacet | PartFacet | 'features'>, (Json | null)[]> = {
    categories: [eitherLevel(query.categories), values('subcategory', query.subcategories)],
    brands: [values('brand', query.brands), values('model', query.models?.map(modelKey))],
    price_ranges: [priceQuery(query, exchange)],
    years: [range('year', query.minYear, query.maxYear)],
    mileage_ranges: [range('mileage', query.minMileage, query.maxMileage)],
    locations: [
      values('country', query.countries),
      values('region', query.regions?.map(placeKey)),
      values('city', query.cities?.map(placeKey)),
    ],
  };
  const rest = [
    query.sellerId === undefined ? null : values('seller', [query.sellerId]),
    query.ids === undefined ? null : terms('id', query.ids),
    ...(query.features ?? []).map((code) => terms('features', [code])),
    ...DIMENSIONS_WITHOUT_FACET.map((name) => dimension(query, name)),
    geo?.radiusKm === undefined ? null : within({ ...geo, radiusKm: geo.radiusKm }),
    ...(query.meant ?? []).map((condition) => conditionQuery(condition, exchange)),
    query.named === undefined ? null : conditionQuery(parsedOrLiteral(query.named), exchange),
  ];
  const groups: [FacetName | 'rest', (Json | null)[]][] = [
    ...(Object.entries(ownConditions) as [FacetName, (Json | null)[]][]),
    ...UNIFORM_FACETS.map((name): [FacetName, (Json | null)[]] => [
      name,
      [dimension(query, DIMENSION_OF_FACET[name])],
    ]),
    ['rest', rest],
  ];
  return new Map(groups.map(([name, queries]) => [name, queries.filter((condition) => condition !== null)]));
}

function values(field: string, wanted: readonly string[] | undefined): Json | null {
  return wanted === undefined || wanted.length === 0 ? null : terms(field, wanted);
}

function eitherLevel(slugs: readonly string[] | undefined): Json | null {
  if (slugs === undefined || slugs.length === 0) return null;
  return anyOf([terms('category', slugs), terms('subcategory', slugs)]);
}

function range(field: string, min: number | undefined, max: number | undefined): Json | null {
  const bounds = {
    ...(min === undefined || min === -Infinity ? {} : { gte: min }),
    ...(max === undefined || max === Infinity ? {} : { lte: max }),
  };
  return min === undefined && max === undefined ? null : { range: { [field]: bounds } };
}

/** A range without bounds still requires that the listing has the number. */
function numbers(field: string, { min = -Infinity, max = Infinity }: NumberRange): Json {
  return min === -Infinity && max === Infinity
    ? { exists: { field } }
    : (range(field, min, max) ?? MATCH_ALL);
}

function dimension(query: SearchQuery, name: Dimension): Json | null {
  const field = DIMENSION_FIELDS[name];
  if (isNumberDimension(name)) {
    const bounds = query.ranges?.[name];
    return bounds === undefined ? null : numbers(field, bounds);
  }
  return values(field, keysOfValues(name, query.values?.[name] ?? []));
}

function within({ lat, lng, radiusKm }: { lat: number; lng: number; radiusKm: number }): Json {
  const distance = `${Math.max(radiusKm * RADIUS_RATIO, RADIUS_MIN_KM)}km`;
  return { geo_distance: { distance, distance_type: 'arc', place: { lat, lon: lng } } };
}

export function conditionQuery(condition: Condition, exchange: ExchangeRates): Json {
  const inner = (part: Condition): Json => conditionQuery(part, exchange);
  if ('any' in condition) return anyOf(condition.any.map(inner));
  if ('all' in condition) return allOf(condition.all.map(inner));
  if ('not' in condition) return noneOf([inner(condition.not)]);
  if ('ownTerms' in condition) return allOf(condition.ownTerms.map(termInOwnWords));
  if ('circle' in condition) return within(condition.circle);
  return ('range' in condition ? rangeOf(condition, exchange) : valuesOf(condition)) ?? MATCH_ALL;
}

/**
 * Builds the query for a term in the listing's text or in the names of its equipment. Codes are only in the
 * weights.
 */
function termInOwnWords(term: string): Json {
  if (term.startsWith(CODE_MARK))
    return { rank_feature: { field: `weights.${term}`, saturation: { pivot: 1 } } };
  return anyOf([{ term: { words: term } }, { term: { equipment: term } }]);
}

function rangeOf(condition: RangeCondition, exchange: ExchangeRates): Json | null {
  const { range: field, min, max, currency } = condition;
  if (field === 'price') return priceQuery({ minPrice: min, maxPrice: max, currency }, exchange);
  if (field === 'year' || field === 'mileage') return range(field, min, max);
  return numbers(DIMENSION_FIELDS[field], condition);
}

function valuesOf({ field, values: wanted }: ValueCondition): Json | null {
  if (field === 'category')
    return anyOf([eitherLevel(wanted), values('body', wanted)].filter((alternative) => alternative !== null));
  if (field === 'feature') return anyOf(wanted.map((code) => terms('features', [code])));
  if (field === 'model') return values(field, wanted.map(modelKey));
  if (field === 'region' || field === 'city') return values(field, wanted.map(placeKey));
  if (isOwnValueField(field)) return values(field, wanted);
  return values(DIMENSION_FIELDS[field], keysOfValues(field, wanted));
}
