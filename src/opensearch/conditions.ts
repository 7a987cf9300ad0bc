import {
  type Condition,
  type ExchangeRates,
  type FacetName,
  NUMBER_TRAITS,
  type NumberRange,
  type NumberTrait,
  type RangeCondition,
  type SearchQuery,
  VALUE_TRAITS,
  type ValueCondition,
  type ValueTrait,
} from '../search/index.ts';
import { eitherWay, NUMBERS_OF_FACETS, VALUES_OF_FACETS } from '../search/select/filters.ts';
import { withIncludedStandards } from '../search/words/value-words.ts';
import { modelKey, placeKey } from '../text/fold.ts';
import { CODE_MARK } from '../search/words/document-terms.ts';
import { NUMBER_FIELD_NAMES, VALUE_FIELD_NAMES } from './fields.ts';
import { priceQuery } from './prices.ts';
import { allOf, anyOf, type Json, MATCH_ALL, noneOf, terms } from './query-types.ts';

/** Conditions by the facet whose own parameters they are; 'rest' holds those of none. */
export type ConditionGroups = ReadonlyMap<FacetName | 'rest', readonly Json[]>;

const FOLDED: ReadonlySet<string> = new Set(['region', 'city', ...VALUE_TRAITS]);
/** The mean radius of the earth as the cluster has it, by the one that our distances have. */
const RADIUS_RATIO = 6371.008_771_4 / 6371.0088;
const RADIUS_MIN_KM = 1e-6;

export function conditionGroups(query: SearchQuery, exchange: ExchangeRates): ConditionGroups {
  const { geo } = query;
  const groups: [FacetName | 'rest', (Json | null)[]][] = [
    ['categories', [eitherLevel(query.categories), values('subcategory', query.subcategories)]],
    ['brands', [values('brand', query.brands), values('model', query.models?.map(modelKey))]],
    ['price_ranges', [priceQuery(query, exchange)]],
    ['years', [range('year', query.minYear, query.maxYear)]],
    ['fuel_types', [values('fuel_type', query.fuelTypes)]],
    ['transmissions', [values('transmission', query.transmissions)]],
    [
      'locations',
      [
        values('country', query.countries),
        values('region', query.regions?.map(placeKey)),
        values('city', query.cities?.map(placeKey)),
      ],
    ],
    ['axles', [number(query, 'axles')]],
    ['cabs', [trait(query, 'cab')]],
    ['colors', [trait(query, 'color')]],
    ['power_ranges', [number(query, 'powerHp')]],
    ['gross_weight_ranges', [number(query, 'grossWeightKg')]],
    [
      'rest',
      [
        query.sellerId === undefined ? null : values('seller', [query.sellerId]),
        values('drive_type', query.driveTypes),
        values('euro_standard', withIncludedStandards(query.euroStandards ?? [])),
        values('condition', query.conditions),
        range('mileage', query.minMileage, query.maxMileage),
        query.ids === undefined ? null : terms('id', query.ids),
        ...(query.features ?? []).map((code) => terms('features', [code])),
        ...NUMBER_TRAITS.filter((name) => !NUMBERS_OF_FACETS.has(name)).map((name) => number(query, name)),
        ...VALUE_TRAITS.filter((name) => !VALUES_OF_FACETS.has(name)).map((name) => trait(query, name)),
        geo?.radiusKm === undefined ? null : within({ ...geo, radiusKm: geo.radiusKm }),
        ...(query.meant ?? []).map((condition) => conditionQuery(condition, exchange)),
        query.named === undefined ? null : conditionQuery(eitherWay(query.named), exchange),
      ],
    ],
  ];
  return new Map(groups.map(([name, queries]) => [name, queries.filter((one) => one !== null)]));
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

/** Without ends it is still a range: of what has the number at all. */
function numbers(field: string, { min = -Infinity, max = Infinity }: NumberRange): Json {
  return min === -Infinity && max === Infinity
    ? { exists: { field } }
    : (range(field, min, max) ?? MATCH_ALL);
}

function number({ ranges }: SearchQuery, name: NumberTrait): Json | null {
  const asked = ranges?.[name];
  return asked === undefined ? null : numbers(NUMBER_FIELD_NAMES[name], asked);
}

function trait({ traits }: SearchQuery, name: ValueTrait): Json | null {
  return values(VALUE_FIELD_NAMES[name], traits?.[name]?.map(placeKey));
}

function within({ lat, lng, radiusKm }: { lat: number; lng: number; radiusKm: number }): Json {
  const distance = `${Math.max(radiusKm * RADIUS_RATIO, RADIUS_MIN_KM)}km`;
  return { geo_distance: { distance, distance_type: 'arc', place: { lat, lon: lng } } };
}

export function conditionQuery(condition: Condition, exchange: ExchangeRates): Json {
  const inner = (one: Condition): Json => conditionQuery(one, exchange);
  if ('any' in condition) return anyOf(condition.any.map(inner));
  if ('all' in condition) return allOf(condition.all.map(inner));
  if ('not' in condition) return noneOf([inner(condition.not)]);
  if ('said' in condition) return allOf(condition.said.map(saying));
  if ('circle' in condition) return within(condition.circle);
  return ('range' in condition ? rangeOf(condition, exchange) : valuesOf(condition)) ?? MATCH_ALL;
}

/** A term in the text or in the names of what is built in; codes are only among the weights. */
function saying(term: string): Json {
  if (term.startsWith(CODE_MARK))
    return { rank_feature: { field: `weights.${term}`, saturation: { pivot: 1 } } };
  return anyOf([{ term: { words: term } }, { term: { equipment: term } }]);
}

function rangeOf(condition: RangeCondition, exchange: ExchangeRates): Json | null {
  const { range: field, min, max, currency } = condition;
  if (field === 'price') return priceQuery({ minPrice: min, maxPrice: max, currency }, exchange);
  if (field === 'year' || field === 'mileage') return range(field, min, max);
  return numbers(NUMBER_FIELD_NAMES[field], condition);
}

function valuesOf({ field, values: wanted }: ValueCondition): Json | null {
  if (field === 'category')
    return anyOf([eitherLevel(wanted), values('body', wanted)].filter((one) => one !== null));
  if (field === 'feature') return anyOf(wanted.map((code) => terms('features', [code])));
  const name = VALUE_FIELD_NAMES[field];
  if (field === 'model') return values(name, wanted.map(modelKey));
  if (field === 'euroStandard') return values(name, withIncludedStandards(wanted));
  return values(name, FOLDED.has(field) ? wanted.map(placeKey) : wanted);
}
