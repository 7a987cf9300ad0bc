import { distanceKm } from '../select/geo.ts';
import { rateOf, toBase } from '../store/currency.ts';
import { modelKey, placeKey } from '@fifthwheel/text/fold';
import { ownTerms } from '../words/own-words.ts';
import {
  FLAG_DIMENSIONS,
  NAME_DIMENSIONS,
  NUMBER_DIMENSIONS,
  valueKey,
  keysOfValues,
} from '../dimensions.ts';
import {
  type Condition,
  type ExchangeRates,
  isOwnValueField,
  type RangeCondition,
  type SearchDocument,
  type SearchQuery,
  type ValueCondition,
} from '../types.ts';

/** Whether a document meets a condition, with the same result as a search. */
export function meets(document: SearchDocument, condition: Condition, exchange: ExchangeRates): boolean {
  if ('any' in condition) return condition.any.some((part) => meets(document, part, exchange));
  if ('all' in condition) return condition.all.every((part) => meets(document, part, exchange));
  if ('not' in condition) return !meets(document, condition.not, exchange);
  if ('ownTerms' in condition) {
    const terms = ownTerms(document);
    return condition.ownTerms.every((term) => terms.has(term));
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
      value !== null && value !== undefined && keysOfValues(field, values).includes(valueKey(field, value))
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

/** Returns the conditions of a query that its lists and ranges do not express. */
export function conditionsOf({ meant = [], ranges = {}, values = {}, ids }: SearchQuery): Condition[] {
  return [
    ...NUMBER_DIMENSIONS.flatMap((range): Condition[] =>
      ranges[range] === undefined ? [] : [{ range, ...ranges[range] }],
    ),
    ...[...NAME_DIMENSIONS, ...FLAG_DIMENSIONS].flatMap((field): Condition[] =>
      values[field]?.length ? [{ field, values: values[field] }] : [],
    ),
    ...meant,
    // A query for existing listings by ID can match no new one.
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

/** A query without alternatives. `kinds`: categories that were parsed, for which a body counts as well. */
export interface ListedQuery extends SearchQuery {
  kinds?: readonly string[];
  /** Terms that must be in the document's own words. */
  ownTerms: string[];
}

/**
 * Returns the ways to meet a query: by the parsed meaning of its names, or by a listing that contains the
 * words.
 */
export function alternativesOf({ named, ...query }: SearchQuery): ListedQuery[] {
  const { meant = [] } = query;
  if (named === undefined) return [withLists(query)];
  const ways = [partsOf(named.parsed), ...(named.literal === null ? [] : choicesOf(partsOf(named.literal)))];
  return ways.map((way) => withLists({ ...query, meant: [...meant, ...way] }));
}

const partsOf = (condition: Condition): readonly Condition[] =>
  'all' in condition ? condition.all : [condition];

/** Returns one way per alternative, unless a word is required under which all of them can be filed. */
function choicesOf(parts: readonly Condition[]): (readonly Condition[])[] {
  const choice = parts.find((part) => 'any' in part);
  if (choice === undefined || parts.some((part) => 'ownTerms' in part && part.ownTerms.length > 0))
    return [parts];
  return choice.any.map((alternative) => [alternative, ...parts.filter((other) => other !== choice)]);
}

/**
 * Expresses the parsed conditions of a query as lists where they are equivalent, because lists determine its
 * buckets.
 */
function withLists(query: SearchQuery): ListedQuery {
  const listed: ListedQuery = { ...query, ownTerms: [] };
  const remaining: Condition[] = [];
  for (const condition of query.meant ?? []) {
    if ('ownTerms' in condition) {
      listed.ownTerms.push(...condition.ownTerms);
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
