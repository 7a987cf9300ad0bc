import type {
  Condition,
  NamedWords,
  RangeCondition,
  RangeField,
  SearchQuery,
  ValueCondition,
  ValueField,
} from '../types.ts';
import { CODE_DIMENSIONS, NAME_DIMENSIONS } from '../dimensions.ts';
import { literalTerms } from '../words/own-words.ts';
import type { Piece } from './pieces.ts';
import { idOf } from './reader.ts';

// Composes the pieces of a query: names of one kind are alternatives, kinds narrow each other, and a body
// narrows the kind of vehicle.

/** Returns the parent of a category; null for a top category. */
export type ParentOf = (slug: string) => string | null;

export interface Composed {
  /** The words that remain for the text search. */
  readonly text: string;
  readonly codes: readonly string[];
  readonly wholeWords: boolean;
  /** Conditions that apply whatever the names mean. */
  readonly meant: readonly Condition[];
  readonly named: NamedWords | undefined;
  readonly ids: readonly string[] | undefined;
}

// Includes the tolerance above a round figure.
const LIGHT_KG = 7600;
const TRUCKS = 'trucks';
const BUSES = 'buses';
const BUSES_AMONG_VANS = 'minibuses-up-to-9-seats';
const VAN_SEATS = 9;
const MACHINES = 'construction-machinery';
// A listing has one value of each of these, so two values are alternatives.
const SINGLE: ReadonlySet<ValueField> = new Set([
  'brand',
  'model',
  ...CODE_DIMENSIONS,
  'country',
  'city',
  'region',
  'seller',
  ...NAME_DIMENSIONS,
]);

// A listing's own words contain values of these fields, under various names.
const OWN_FIELDS: ReadonlySet<ValueField> = new Set(['brand', 'model', 'feature']);

// Numbers that have query parameters.
const BOUNDS = {
  price: ['minPrice', 'maxPrice'],
  year: ['minYear', 'maxYear'],
  mileage: ['minMileage', 'maxMileage'],
} as const satisfies Partial<Record<RangeField, unknown>>;

export function compose(pieces: readonly Piece[], parentOf: ParentOf): Composed {
  const relevant = pieces.filter(({ kind }) => kind !== 'talk');
  const wanted = relevant.filter(({ means, isRefused }) => means && isRefused !== true);
  const conditions = wanted.flatMap(({ means }) => (means ? [means] : []));
  const isValues = (condition: Condition): condition is ValueCondition => 'field' in condition;
  const norms = new Set(wanted.filter(isBoundedNorm).map(({ means }) => means));
  const values = conditions.filter(isValues).filter((condition) => !norms.has(condition));
  const read: Condition[] = [];
  const firm: Condition[] = conditions.filter((condition) => norms.has(condition));
  const category = narrowedCategory(
    values.filter(({ field }) => field === 'category').map((condition) => condition.values),
    parentOf,
  );
  if (category) read.push({ field: 'category', values: withRelatedCategories(category, conditions) });
  for (const field of SINGLE) {
    const named = values
      .filter((condition) => condition.field === field)
      .flatMap((condition) => condition.values);
    const list = field === 'driveType' ? firm : read;
    if (named.length > 0) list.push({ field, values: [...new Set(named)] });
  }
  read.push(...values.filter(({ field }) => field === 'feature'));
  firm.push(...alternativeYears(wanted));
  for (const piece of wanted) {
    const { means } = piece;
    if (means && !isValues(means) && !isYear(means))
      (isFirm(piece) ? firm : read).push(withWeightField(means, category, parentOf));
  }
  for (const { means, isRefused } of relevant) if (means && isRefused === true) firm.push({ not: means });
  const named = { parsed: { all: read }, literal: inOwnWords(wanted.filter((piece) => !isFirm(piece))) };
  const words = relevant.filter(({ kind }) => kind === 'word').map((piece) => piece.words);
  const ids = relevant.filter(({ kind }) => kind === 'listing').map((piece) => idOf(piece.words));
  const isTyping = relevant.at(-1)?.kind === 'word';
  return {
    text: words.join(' '),
    codes: relevant.filter(({ kind }) => kind === 'code').map((piece) => piece.words),
    wholeWords: !isTyping,
    // Words without meaning find nothing, such as punctuation alone.
    meant: pieces.length === 0 ? [{ any: [] }] : firm,
    named: read.length === 0 ? undefined : named,
    ids: ids.length === 0 ? undefined : ids,
  };
}

const isBoundedNorm = ({ means, isFirm: isStatedFirm }: Piece): boolean =>
  isStatedFirm === true && means !== undefined && 'field' in means && means.field === 'euroStandard';

/** Whether the piece applies regardless of names: bounded numbers, and those that become parameters. */
function isFirm({ means, isFirm: isStatedFirm }: Piece): boolean {
  if (!means || isStatedFirm === true) return true;
  if ('field' in means) return means.field === 'driveType';
  return 'range' in means && means.range in BOUNDS;
}

/**
 * Returns the condition that a listing contains the pieces as words; null if some of them cannot be searched
 * for.
 */
function inOwnWords(pieces: readonly Piece[]): Condition | null {
  const terms = new Set<string>();
  const ownConditions: Condition[] = [];
  for (const { typed, words, means } of pieces) {
    const typedTerms = literalTerms(typed ?? words);
    if (pieces.length > 1 && means && 'field' in means && OWN_FIELDS.has(means.field))
      ownConditions.push(typedTerms === null ? means : { any: [means, { ownTerms: typedTerms }] });
    else if (typedTerms === null) return null;
    else for (const term of typedTerms) terms.add(term);
  }
  return { all: [{ ownTerms: [...terms] }, ...ownConditions] };
}

const isYear = (condition: Condition): boolean => 'range' in condition && condition.range === 'year';

/** Two bare years are alternatives; bounds narrow each other. */
function alternativeYears(pieces: readonly Piece[]): Condition[] {
  const years = pieces.filter(({ means }) => means && isYear(means));
  const bare = years
    .filter(({ isBareYear }) => isBareYear === true)
    .flatMap(({ means }) => (means ? [means] : []));
  const bounds = years
    .filter(({ isBareYear }) => isBareYear !== true)
    .flatMap(({ means }) => (means ? [means] : []));
  return bare.length > 1 ? [{ any: bare }, ...bounds] : [...bare, ...bounds];
}

/** Intersects the lists of categories; lists without a common category become alternatives. */
function narrowedCategory(lists: readonly (readonly string[])[], parentOf: ParentOf): string[] | undefined {
  const [first, ...otherLists] = lists;
  if (!first) return undefined;
  return otherLists.reduce<string[]>(
    (left, list) => {
      const both = left.flatMap((slug) => list.flatMap((other) => {
      if (other === slug || parentOf(other) === slug) return [other];
      return parentOf(slug) === other ? [slug] : [];
    })); // prettier-ignore
      return [...new Set(both.length > 0 ? both : [...left, ...list])];
    },
    [...first],
  );
}

/**
 * Adds related categories. "Truck" also means light trucks, which are filed under vans, and with an
 * alternative fuel also tractor units. "Bus" also means a van with seats.
 */
function withRelatedCategories(
  slugs: readonly string[],
  conditions: readonly Condition[],
): readonly string[] {
  const [slug, ...otherSlugs] = slugs;
  if (otherSlugs.length > 0) return slugs;
  if (slug === BUSES) return conditions.some(isFewSeats) ? [BUSES, BUSES_AMONG_VANS] : slugs;
  if (slug !== TRUCKS) return slugs;
  const isLight = conditions.some(
    (condition) => isWeight(condition) && (condition.any[0]?.max ?? Infinity) <= LIGHT_KG,
  );
  const isByFuel = conditions.some((condition) => 'field' in condition && condition.field === 'fuelType' && !condition.values.includes('diesel')); // prettier-ignore
  return [TRUCKS, ...(isLight ? ['vans'] : []), ...(isByFuel ? ['tractor-units'] : [])];
}

const isFewSeats = (condition: Condition): boolean =>
  'range' in condition && condition.range === 'seats' && (condition.max ?? Infinity) <= VAN_SEATS;

const isWeight = (condition: Condition): condition is { any: readonly RangeCondition[] } =>
  'any' in condition && condition.any.every((part) => 'range' in part && part.range.endsWith('WeightKg'));

/** Picks the operating weight for machines, and the gross weight for vehicles. */
function withWeightField(
  condition: Condition,
  category: readonly string[] | undefined,
  parentOf: ParentOf,
): Condition {
  if (!isWeight(condition)) return condition;
  const isMachine = category?.every((slug) => (parentOf(slug) ?? slug) === MACHINES) ?? false;
  const range = isMachine ? 'operatingWeightKg' : 'grossWeightKg';
  return condition.any.find((alternative) => alternative.range === range) ?? condition;
}

/** Turns conditions into the equivalent parameters, if there are any. Explicit parameters take precedence. */
export function asParameters(
  { text, codes, wholeWords, meant, named, ids }: Composed,
  request: SearchQuery,
  currency: string,
): SearchQuery {
  const query: SearchQuery = { ...request, text, codes, wholeWords, ids };
  const rest: Condition[] = [];
  for (const condition of meant) {
    if ('range' in condition && assignParameter(query, request, condition, currency)) continue;
    if ('field' in condition && condition.field === 'driveType') {
      if (!request.values?.driveType?.length) query.values = { ...query.values, driveType: condition.values };
      continue;
    }
    rest.push(condition);
  }
  return { ...query, meant: rest, named };
}

function assignParameter(
  query: SearchQuery,
  request: SearchQuery,
  { range, min, max, currency }: RangeCondition,
  currencyAsked: string,
): boolean {
  if (range !== 'price' && range !== 'year' && range !== 'mileage') return false;
  const [low, high] = BOUNDS[range];
  if (request[low] !== undefined || request[high] !== undefined) return true;
  if (range === 'price' && currency !== undefined && currency !== currencyAsked) return false;
  if (min !== undefined) query[low] = Math.max(min, query[low] ?? -Infinity);
  if (max !== undefined) query[high] = Math.min(max, query[high] ?? Infinity);
  return true;
}
