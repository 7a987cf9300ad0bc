import { distanceKm } from '../select/geo.ts';
import { rateOf, toBase } from '../store/currency.ts';
import { modelKey, placeKey } from '@fifthwheel/text/fold';
import { ownTerms } from '../words/own-words.ts';
import { FLAG_DIMENSIONS, NAME_DIMENSIONS, NUMBER_DIMENSIONS, valueKey, wantedKeys } from '../dimensions.ts';
import {
  type Condition,
  type ExchangeRates,
  isOwnValueField,
  type RangeCondition,
  type SearchDocument,
  type SearchQuery,
  type ValueCondition,
} from '../types.ts';

/** Whether a document meets a condition, the same as a search for it would find. */
export function meets(document: SearchDocument, condition: Condition, exchange: ExchangeRates): boolean {
  if ('any' in condition) return condition.any.some((part) => meets(document, part, exchange));
  if ('all' in condition) return condition.all.every((part) => meets(document, part, exchange));
  if ('not' in condition) return !meets(document, condition.not, exchange);
  if ('said' in condition) {
    const terms = ownTerms(document);
    return condition.said.every((term) => terms.has(term));
  }
  if ('circle' in condition) {
    const { lat, lng } = document;
    const { circle } = condition;
    return lat !== null && lng !== null && distanceKm(circle.lat, circle.lng, lat, lng) <= circle.radiusKm;
  }
  return 'range' in condition ? isWithin(document, condition, exchange) : hasValue(document, condition);
}

function isWithin(
  document: SearchDocument,
  { range, min, max, currency }: RangeCondition,
  exchange: ExchangeRates,
): boolean {
  if (range === 'price') {
    if (document.price === null) return false;
    const rate = rateOf(exchange, currency ?? exchange.base);
    const price = toBase(document.price, rateOf(exchange, document.currency));
    const low = min === undefined ? -Infinity : toBase(min, rate);
    const high = max === undefined ? Infinity : toBase(max, rate);
    return price >= low && price <= high;
  }
  const value = range === 'year' || range === 'mileage' ? document[range] : document.numbers[range];
  return value !== null && value !== undefined && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
}

function hasValue(document: SearchDocument, { field, values }: ValueCondition): boolean {
  const matches = (value: string | null | undefined) =>
    value !== null && value !== undefined && values.includes(value);
  const isNamed = (value: string | null | undefined, key: (name: string) => string) =>
    value !== null && value !== undefined && values.some((wanted) => key(wanted) === key(value));
  if (!isOwnValueField(field)) {
    const value = document.values[field];
    return (
      value !== null && value !== undefined && wantedKeys(field, values).includes(valueKey(field, value))
    );
  }
  switch (field) {
    case 'category':
      return matches(document.category.slug) || matches(document.subcategory?.slug) || matches(document.body);
    case 'brand':
      return matches(document.brand?.slug);
    case 'model':
      return isNamed(document.model, modelKey);
    case 'feature':
      return document.features.some((code) => values.includes(code));
    case 'seller':
      return matches(document.sellerId);
    case 'region':
    case 'city':
      return isNamed(document[field], placeKey);
    case 'country':
      return matches(document.country);
  }
}

/** The conditions of a query that no list or range of its own says. */
export function conditionsOf({ meant = [], ranges = {}, values = {}, ids }: SearchQuery): Condition[] {
  return [
    ...NUMBER_DIMENSIONS.flatMap((range): Condition[] =>
      ranges[range] === undefined ? [] : [{ range, ...ranges[range] }],
    ),
    ...[...NAME_DIMENSIONS, ...FLAG_DIMENSIONS].flatMap((field): Condition[] =>
      values[field]?.length ? [{ field, values: values[field] }] : [],
    ),
    ...meant,
    // A listing that is named already is there: nothing new can be it.
    ...(ids === undefined ? [] : [{ any: [] }]),
  ];
}

const LISTS = {
  brand: 'brands',
  model: 'models',
  category: 'kinds',
  city: 'cities',
  region: 'regions',
  country: 'countries',
} as const;

/** `kinds`: categories that were read, by which a body counts as well. */
export interface ListedQuery extends SearchQuery {
  kinds?: readonly string[];
  /** Terms of the document's own words. */
  said: string[];
}

/** The ways in which a query is met: by what names were read as, or by a listing that says them. */
export function waysOf({ named, ...query }: SearchQuery): ListedQuery[] {
  const { meant = [] } = query;
  if (named === undefined) return [withLists(query)];
  const ways = [partsOf(named.read), ...(named.said === null ? [] : alternativesOf(partsOf(named.said)))];
  return ways.map((way) => withLists({ ...query, meant: [...meant, ...way] }));
}

const partsOf = (condition: Condition): readonly Condition[] =>
  'all' in condition ? condition.all : [condition];

/** Alternatives in a way each, where there is no word that all of them are filed under. */
function alternativesOf(parts: readonly Condition[]): (readonly Condition[])[] {
  const choice = parts.find((part) => 'any' in part);
  if (choice === undefined || parts.some((part) => 'said' in part && part.said.length > 0)) return [parts];
  return choice.any.map((alternative) => [alternative, ...parts.filter((other) => other !== choice)]);
}

/**
 * A query with what was read out of its words as lists of its own, where they say the same: by these it is filed.
 */
function withLists(query: SearchQuery): ListedQuery {
  const listed: ListedQuery = { ...query, said: [] };
  const remaining: Condition[] = [];
  for (const condition of query.meant ?? []) {
    if ('said' in condition) {
      listed.said.push(...condition.said);
      continue;
    }
    const list =
      'field' in condition && condition.field in LISTS
        ? LISTS[condition.field as keyof typeof LISTS]
        : undefined;
    if (list !== undefined && 'field' in condition && !listed[list]?.length) listed[list] = condition.values;
    else remaining.push(condition);
  }
  return { ...listed, meant: remaining };
}
